//! Files of analyses that are by one evaluation, and take analyses from elsewhere.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use reversi_bitboard::{Bitboard, Board, Game, Move, Position, Square};
use reversi_eval::Evaluator;
use reversi_search::{
    Analysis, AnalysisCheckpoint, AnalyzeRequest, AnalyzedMove, AnswerErrorKind, CheckpointErrorKind, Engine,
    Inserted, Limits, Line, Selectivity, Source, StopReason, Value,
};
use reversi_testkit::{Rng, reached};

/// Counts corners, times a weight.
struct Corners(i32);

impl Evaluator for Corners {
    fn evaluate_128(&self, board: &Board) -> i32 {
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
        let count =
            |discs: Bitboard| corners.into_iter().filter(|&corner| discs.contains(corner)).count() as i32;
        128 * self.0 * (count(board.player()) - count(board.opponent()))
    }
}

fn engine(weight: i32) -> Engine {
    Engine::builder().hash_mib(1).evaluator(Arc::new(Corners(weight))).build().unwrap()
}

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("reversi-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn open(&self, name: &str, request: AnalyzeRequest) -> AnalysisCheckpoint {
        AnalysisCheckpoint::open(self.0.join(name), request).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn depth(depth: u32) -> AnalyzeRequest {
    AnalyzeRequest::depth(depth)
}

fn game() -> Game {
    "f5d6c3d3c4".parse().unwrap()
}

fn line(score: i32, depth: u32, selectivity: Selectivity, square: Square) -> Line {
    Line::new(&Board::START, Value::estimate(score, depth, selectivity).unwrap(), [square.into()]).unwrap()
}

fn at(depth: u32, selectivity: Selectivity) -> Analysis {
    Analysis::new(&Board::START, [line(1, depth, selectivity, Square::F5)]).unwrap()
}

#[test]
fn an_engine_with_another_evaluation_is_refused() {
    let folder = Folder::new("evaluations");
    let checkpoint = folder.open("file", depth(2));
    engine(1).resume_game(&checkpoint, &game()).unwrap();
    drop(checkpoint);
    let before = fs::read(folder.0.join("file")).unwrap();
    let checkpoint = folder.open("file", depth(2));
    for refused in [
        engine(2).resume_game(&checkpoint, &game()).unwrap_err(),
        engine(2).resume_analysis(&checkpoint, &Board::START).unwrap_err(),
    ] {
        assert_eq!(refused.path, folder.0.join("file"));
        let CheckpointErrorKind::OtherEvaluation { found, expected } = &refused.kind else {
            panic!("{refused}")
        };
        assert!(found != expected && found.len() == 16 && expected.len() == 16, "{refused}");
        assert!(refused.to_string().contains(&format!("by {found}, and {expected} is expected")));
    }
    assert_eq!(fs::read(folder.0.join("file")).unwrap(), before);
    let turns = engine(1).resume_game(&checkpoint, &game()).unwrap();
    assert!(turns.iter().all(|turn| turn.analysis().source() == Source::File));
}

#[test]
fn analyses_by_two_evaluations_in_a_new_file_are_noticed_as_they_are_written() {
    let folder = Folder::new("two-evaluations");
    let checkpoint = folder.open("file", depth(1));
    let _first = engine(1).resume_analysis(&checkpoint, &Board::START).unwrap();
    let next = Board::START.play(Square::F5);
    assert!(engine(3).resume_analysis(&checkpoint, &next).is_err());
    // Put together by hand, the file is refused to both.
    let other = folder.open("other", depth(1));
    let _other = engine(3).resume_analysis(&other, &next).unwrap();
    drop((checkpoint, other));
    let text = |name: &str| fs::read_to_string(folder.0.join(name)).unwrap();
    let both = text("file") + text("other").lines().last().unwrap() + "\n";
    fs::write(folder.0.join("file"), both).unwrap();
    let checkpoint = folder.open("file", depth(1));
    assert_eq!(checkpoint.len(), 2);
    for weight in [1, 3] {
        let refused = engine(weight).resume_analysis(&checkpoint, &next).unwrap_err();
        assert!(matches!(refused.kind, CheckpointErrorKind::OtherEvaluation { .. }), "{refused}");
    }
}

#[test]
fn analyses_are_found_by_their_position_and_their_move() {
    let folder = Folder::new("found");
    let checkpoint = folder.open("file", depth(2));
    let turns = engine(1).resume_game(&checkpoint, &game()).unwrap();
    let analysis = engine(1).resume_analysis(&checkpoint, &Board::START).unwrap();
    assert_eq!(checkpoint.get(&Board::START), Some(analysis.with_source(Source::File)));
    assert_eq!(checkpoint.get(&game().board()), None);
    for turn in &turns {
        let stored = checkpoint.get_move(turn.position(), turn.played()).unwrap();
        assert_eq!((stored.line(), stored.position()), (turn.line(), turn.position()));
        assert_eq!(stored.analysis().lines(), turn.analysis().lines());
    }
    assert_eq!(checkpoint.get_move(Position::START, Square::D3.into()), None);
    let all = checkpoint.analyses();
    assert_eq!(all.iter().filter(|(_, played)| played.is_some()).count(), turns.len());
    assert_eq!(all.len(), turns.len() + 1);
}

#[test]
fn an_analysis_from_elsewhere_has_to_be_as_deep_and_sure_as_the_request() {
    use Selectivity::{P73, P95, P98, P100};
    let folder = Folder::new("inserted");
    let request = depth(8).selectivity(P95);
    let checkpoint = folder.open("file", request.clone());
    for (given, code) in [
        (at(7, P100), "too-shallow"),
        (at(9, P73), "too-shallow"),
        (at(8, P95).with_stopped(Some(StopReason::Nodes)), "ended-early"),
        (at(8, P95).with_stopped(Some(StopReason::Stop)), "ended-early"),
    ] {
        let Inserted::Gap(gap) = checkpoint.insert(given.clone()).unwrap() else { panic!("{given:?}") };
        assert_eq!((gap.reason.kind.code(), gap.given), (code, given));
    }
    assert!(checkpoint.is_empty());
    let stages = [
        (at(8, P95), Inserted::New),
        (at(8, P95), Inserted::Known),
        (at(10, P95), Inserted::Tighter),
        (at(8, P98), Inserted::Known), // surer, and less deep
        (at(10, P98), Inserted::Tighter),
        (at(7, P95), Inserted::Known),
    ];
    for (given, expected) in stages {
        assert_eq!(checkpoint.insert(given.clone()).unwrap(), expected, "{given:?}");
    }
    drop(checkpoint);
    let checkpoint = folder.open("file", request);
    let taken = engine(5).resume_analysis(&checkpoint, &Board::START).unwrap();
    assert_eq!(taken, at(10, P98).with_source(Source::File));

    let limited = folder.open("limited", depth(8).limits(Limits::new().nodes(100)).lines(2));
    let stopped = at(3, P73).with_stopped(Some(StopReason::Nodes));
    let Inserted::Gap(gap) = limited.insert(stopped).unwrap() else { panic!() };
    assert_eq!(gap.reason.kind, AnswerErrorKind::FewLines { found: 1, expected: 2 });
    let squares = [Square::F5, Square::D3, Square::C4];
    let three = Analysis::new(&Board::START, squares.map(|square| line(1, 3, P73, square))).unwrap();
    assert_eq!(limited.insert(three.with_stopped(Some(StopReason::Nodes))).unwrap(), Inserted::New);
    assert_eq!(limited.get(&Board::START).unwrap().lines().len(), 2);
}

#[test]
fn exact_scores_that_differ_are_a_contradiction() {
    let folder = Folder::new("contradiction");
    let checkpoint = folder.open("file", depth(1));
    let board = reached(&mut Rng::with_seed(3), 2);
    let analysis = engine(1).analyze(&board, depth(10)).unwrap();
    assert!(analysis.value().exact().is_some());
    assert_eq!(checkpoint.insert(analysis.clone()).unwrap(), Inserted::New);
    let one_ply = engine(1).analyze(&board, depth(1)).unwrap();
    assert_eq!(checkpoint.insert(one_ply).unwrap(), Inserted::Known);
    // Another line to the end of the game has another score.
    let lines = engine(1).analyze(&board, depth(10).lines(9)).unwrap();
    let worst = lines.lines().last().unwrap();
    assert_ne!(worst.value(), analysis.value());
    let wrong = Analysis::new(&board, [worst.clone()]).unwrap();
    let Inserted::Contradiction(found) = checkpoint.insert(wrong.clone()).unwrap() else { panic!() };
    assert_eq!((found.given, found.stored.value()), (wrong, analysis.value()));
}

#[test]
fn files_of_analyses_are_merged() {
    let folder = Folder::new("merged");
    let (ours, theirs) = (folder.open("ours", depth(3)), folder.open("theirs", depth(3)));
    let turns = engine(1).resume_game(&theirs, &game()).unwrap();
    engine(1).resume_game(&ours, &game().prefix(2)).unwrap();
    let merged = ours.merge(&theirs).unwrap();
    assert_eq!((merged.new, merged.known, merged.gaps.len()), (3, 2, 0));
    drop(theirs);
    assert_eq!(ours.merge_file(folder.0.join("theirs")).unwrap().known, 5);
    let again = engine(1).resume_game(&ours, &game()).unwrap();
    let told = |turns: &[AnalyzedMove]| turns.iter().map(|turn| turn.line().clone()).collect::<Vec<_>>();
    assert_eq!(told(&again), told(&turns));
    assert!(again.iter().all(|turn| turn.analysis().source() == Source::File));

    // Deeper analyses answer, shallower ones leave gaps.
    let deep = folder.open("deep", depth(5));
    let merged = deep.merge(&ours).unwrap();
    assert_eq!((merged.new, merged.gaps.len()), (0, 5));
    engine(1).resume_game(&deep, &game()).unwrap();
    assert_eq!(ours.merge(&deep).unwrap().tighter, 5);
    let refused = ours.merge_file(folder.0.join("deep")).unwrap_err();
    assert!(matches!(refused.kind, CheckpointErrorKind::InUse), "{refused}");
    drop(deep);
    let refused = ours.merge_file(folder.0.join("deep")).unwrap_err();
    assert!(matches!(refused.kind, CheckpointErrorKind::OtherRequest { .. }), "{refused}");
    assert!(ours.merge_file(folder.0.join("missing")).is_err() && !folder.0.join("missing").exists());

    let foreign = folder.open("foreign", depth(3));
    let _by_another = engine(2).resume_analysis(&foreign, &Board::START).unwrap();
    let refused = ours.merge(&foreign).unwrap_err();
    assert!(matches!(refused.kind, CheckpointErrorKind::OtherEvaluation { .. }), "{refused}");
    assert_eq!(refused.path, folder.0.join("foreign"));
    assert_eq!(ours.get(&Board::START), None);
}

#[test]
fn moves_that_were_played_are_inserted_with_their_lines() {
    let folder = Folder::new("inserted-moves");
    let turns = engine(1).analyze_game(&game(), depth(3)).unwrap();
    let checkpoint = folder.open("file", depth(3));
    for turn in &turns {
        assert_eq!(checkpoint.insert_move(turn.clone()).unwrap(), Inserted::New);
        assert_eq!(checkpoint.insert_move(turn.clone()).unwrap(), Inserted::Known);
    }
    let taken = engine(4).resume_game(&checkpoint, &game()).unwrap();
    assert!(taken.iter().all(|turn| turn.analysis().source() == Source::File));
    assert!(taken.iter().map(AnalyzedMove::line).eq(turns.iter().map(AnalyzedMove::line)));
    let played: Vec<Move> = taken.iter().map(AnalyzedMove::played).collect();
    assert!(played.iter().copied().eq(game().moves()));
}
