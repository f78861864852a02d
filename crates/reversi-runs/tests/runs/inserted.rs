//! Answers from elsewhere: inserted, merged, contradicted.

use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use reversi_bitboard::{Board, Game, Square};
use reversi_engine::search::{AnalyzedMove, AnswerErrorKind, Source, StopReason};
use reversi_engine::{Analysis, AnalyzeRequest, Limits, Line, Selectivity, Solution, SolveRequest, Value};
use reversi_runs::{CheckpointErrorKind, Inserted, Record};
use reversi_testkit::{Rng, reached};

use crate::support::{Scratch, analyze_game, engine, engine_by, solve};

/// A board and its solution.
fn solved(empties: u32) -> (Board, Solution) {
    let board = reached(&mut Rng::with_seed(empties.into()), empties);
    (board, engine(1).solve(&board, SolveRequest::exact()).unwrap())
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
fn solutions_from_elsewhere_are_kept_and_taken() {
    let folder = Scratch::new("insert");
    let mut checkpoint = folder.open(SolveRequest::exact());
    let (board, solution) = solved(9);
    let record = |solution: &Solution| Record::Solution(board, solution.clone());
    assert_eq!(checkpoint.solution(&board), None);
    let from_book = solution.clone().with_source(Source::Book).with_elapsed(Duration::from_secs(1 << 30));
    assert_eq!(checkpoint.insert(record(&from_book)).unwrap(), Inserted::New);
    assert_eq!(checkpoint.insert(record(&solution)).unwrap(), Inserted::Known);
    for again in [false, true] {
        if again {
            drop(checkpoint);
            checkpoint = folder.open(SolveRequest::exact());
        }
        assert_eq!(checkpoint.len(), 1);
        let stored = checkpoint.solution(&board).unwrap();
        assert_eq!((stored.value(), stored.pv()), (solution.value(), solution.pv()));
        assert_eq!((stored.source(), stored.elapsed()), (Source::File, from_book.elapsed()));
        let all = solve(&checkpoint, &mut engine(1), &[board]);
        let [seen] = &all[..] else { panic!("{all:?}") };
        assert!(seen.stored && seen.result.as_ref().unwrap().source() == Source::File);
    }
    assert_eq!(folder.lines().len(), 2);
    assert!(!folder.text().contains("\"by\""), "nobody knows by whom");
}

#[test]
fn contradictions_are_reported_and_change_nothing() {
    let folder = Scratch::new("contradiction");
    let checkpoint = folder.open(SolveRequest::wld());
    let board = Board::START;
    let bounds = |lower, upper| {
        Record::Solution(board, Solution::new(&board, Value::bounds(lower, upper).unwrap(), []).unwrap())
    };
    assert_eq!(checkpoint.insert(bounds(2, 20)).unwrap(), Inserted::New);
    let before = folder.text();
    for (given, agrees) in [
        (bounds(-64, -2), false),
        (bounds(-64, 0), false), // that does not answer the request, but it cannot be right either
        (bounds(22, 64), false),
        (bounds(20, 64), true),
        (bounds(-64, 2), true),
        (bounds(2, 64), true),
    ] {
        match checkpoint.insert(given.clone()).unwrap() {
            Inserted::Contradiction(contradiction) => {
                assert!(!agrees, "{contradiction}");
                assert_eq!(contradiction.stored.value(), bounds(2, 20).value());
                assert_eq!((contradiction.board, contradiction.given), (board, given));
            }
            other => assert!(agrees && other == Inserted::Known, "{other:?}"),
        }
    }
    assert_eq!(folder.text(), before);
    assert_eq!(checkpoint.insert(bounds(4, 20)).unwrap(), Inserted::Tighter);
    assert_eq!(checkpoint.len(), 1);
    assert_eq!(checkpoint.solution(&board).unwrap().value(), bounds(4, 20).value());
    drop(checkpoint);
    let checkpoint = folder.open(SolveRequest::wld());
    assert_eq!(checkpoint.solution(&board).unwrap().value(), bounds(4, 20).value());
    assert!(folder.text().starts_with(&before), "nothing is lost");
}

#[test]
fn what_is_no_answer_leaves_a_gap() {
    let folder = Scratch::new("gap");
    let checkpoint = folder.open(SolveRequest::exact());
    let (board, solution) = solved(8);
    let before = folder.text();
    let few = Solution::new(&board, Value::bounds(-64, 62).unwrap(), []).unwrap();
    let given = Record::Solution(board, few);
    let Inserted::Gap(gap) = checkpoint.insert(given.clone()).unwrap() else { panic!() };
    assert_eq!((gap.board, &gap.given, gap.reason.kind.code()), (board, &given, "unanswered-window"));
    // The solution of another board, and an answer to another question.
    let Inserted::Gap(gap) = checkpoint.insert(Record::Solution(Board::START, solution)).unwrap() else {
        panic!()
    };
    assert!(matches!(gap.reason.kind, AnswerErrorKind::IllegalMove(_)), "{gap}");
    let Inserted::Gap(_) = checkpoint.insert(Record::Analysis(at(8, Selectivity::P100))).unwrap() else {
        panic!()
    };
    assert!(checkpoint.is_empty());
    assert_eq!(folder.text(), before);
}

#[test]
fn files_of_solutions_are_merged_and_all_that_does_not_fit_is_reported() {
    let folder = Scratch::new("merge");
    let boards: Vec<Board> = (5..11).map(|empties| solved(empties).0).collect();
    let run = |name: &str, request: SolveRequest, boards: &[Board]| {
        let checkpoint = folder.open_at(name, request);
        solve(&checkpoint, &mut engine(1), boards);
        checkpoint
    };
    let ours = run("ours", SolveRequest::exact(), &boards[..4]);
    let theirs = run("theirs", SolveRequest::exact(), &boards[2..]);
    let merged = ours.merge(&theirs).unwrap();
    assert_eq!((merged.new, merged.known, merged.tighter), (2, 2, 0));
    assert!(merged.contradictions.is_empty() && merged.gaps.is_empty());
    assert_eq!((ours.len(), theirs.len()), (6, 4));
    assert_eq!(ours.merge(&theirs).unwrap().known, 4, "a second time changes nothing");
    assert_eq!(ours.merge(&ours).unwrap().known, 6);

    let who_wins = run("wld", SolveRequest::wld(), &boards);
    let is_open = |board: &&Board| who_wins.solution(board).unwrap().value().exact().is_none();
    let decided = boards.iter().filter(is_open).count();
    assert!(decided > 0);
    let merged = who_wins.merge(&ours).unwrap();
    assert_eq!((merged.tighter, merged.known, merged.new), (decided, boards.len() - decided, 0));
    drop((ours, who_wins));
    // The other way round, win or loss is no exact score.
    drop(run("wld-again", SolveRequest::wld(), &boards));
    let merged = folder.open(SolveRequest::exact()).merge_file(folder.at("wld-again")).unwrap();
    assert_eq!((merged.gaps.len(), merged.new), (decided, boards.len() - decided));
    assert!(merged.gaps.iter().all(|gap| boards.contains(&gap.board) && gap.given.value().exact().is_none()));
    assert_eq!(
        merged.to_string(),
        format!("{} new, 0 tighter, 0 known, 0 contradictions, {decided} gaps", merged.new)
    );
}

#[test]
fn an_analysis_from_elsewhere_has_to_be_as_deep_and_sure_as_the_request() {
    use Selectivity::{P73, P95, P98, P100};
    let folder = Scratch::new("deep");
    let request = AnalyzeRequest::depth(8).selectivity(P95);
    let checkpoint = folder.open(request.clone());
    for (given, code) in [
        (at(7, P100), "too-shallow"),
        (at(9, P73), "too-shallow"),
        (at(8, P95).with_stopped(Some(StopReason::Nodes)), "ended-early"),
        (at(8, P95).with_stopped(Some(StopReason::Stop)), "ended-early"),
    ] {
        let given = Record::Analysis(given);
        let Inserted::Gap(gap) = checkpoint.insert(given.clone()).unwrap() else { panic!("{given:?}") };
        assert_eq!((gap.reason.kind.code(), gap.given), (code, given));
    }
    assert!(checkpoint.is_empty());
    for (given, expected) in [
        (at(8, P95), Inserted::New),
        (at(8, P95), Inserted::Known),
        (at(10, P95), Inserted::Tighter),
        (at(8, P98), Inserted::Known), // surer, and less deep
        (at(10, P98), Inserted::Tighter),
        (at(7, P95), Inserted::Known),
    ] {
        assert_eq!(checkpoint.insert(Record::Analysis(given.clone())).unwrap(), expected, "{given:?}");
    }
    drop(checkpoint);
    let checkpoint = folder.open(request);
    let taken = checkpoint.analyze(&mut engine_by(5), &Board::START, |_| ControlFlow::Continue(()));
    assert_eq!(taken.unwrap(), at(10, P98).with_source(Source::File));

    let limited =
        folder.open_at("limited", AnalyzeRequest::depth(8).limits(Limits::new().nodes(100)).lines(2));
    let stopped = |analysis: Analysis| Record::Analysis(analysis.with_stopped(Some(StopReason::Nodes)));
    let Inserted::Gap(gap) = limited.insert(stopped(at(3, P73))).unwrap() else { panic!() };
    assert_eq!(gap.reason.kind, AnswerErrorKind::FewLines { found: 1, expected: 2 });
    let squares = [Square::F5, Square::D3, Square::C4];
    let three = Analysis::new(&Board::START, squares.map(|square| line(1, 3, P73, square))).unwrap();
    assert_eq!(limited.insert(stopped(three)).unwrap(), Inserted::New);
    assert_eq!(limited.analysis(&Board::START).unwrap().lines().len(), 3);
}

#[test]
fn exact_scores_that_differ_are_a_contradiction() {
    let folder = Scratch::new("exact");
    let checkpoint = folder.open(AnalyzeRequest::depth(1));
    let board = reached(&mut Rng::with_seed(3), 2);
    let mut engine = engine_by(1);
    let mut of = |request| engine.analyze(&board, request).unwrap();
    let analysis = of(AnalyzeRequest::depth(10));
    assert!(analysis.value().exact().is_some());
    let inserted = |analysis: &Analysis| checkpoint.insert(Record::Analysis(analysis.clone())).unwrap();
    assert_eq!(inserted(&analysis), Inserted::New);
    assert_eq!(inserted(&of(AnalyzeRequest::depth(1))), Inserted::Known);
    // Another line to the end of the game has another score.
    let lines = of(AnalyzeRequest::depth(10).lines(9));
    let worst = lines.lines().last().unwrap();
    assert_ne!(worst.value(), analysis.value());
    let wrong = Analysis::new(&board, [worst.clone()]).unwrap();
    let Inserted::Contradiction(found) = inserted(&wrong) else { panic!() };
    assert_eq!((found.given, found.stored.value()), (Record::Analysis(wrong), analysis.value()));
}

#[test]
fn files_of_analyses_are_merged() {
    let folder = Scratch::new("merge-analyses");
    let open = |name: &str, depth| folder.open_at(name, AnalyzeRequest::depth(depth));
    let (ours, theirs) = (open("ours", 3), open("theirs", 3));
    let turns = analyze_game(&theirs, &mut engine_by(1), &game()).unwrap();
    analyze_game(&ours, &mut engine_by(1), &game().prefix(2)).unwrap();
    let merged = ours.merge(&theirs).unwrap();
    assert_eq!((merged.new, merged.known, merged.gaps.len()), (3, 2, 0));
    drop(theirs);
    assert_eq!(ours.merge_file(folder.at("theirs")).unwrap().known, 5);
    let again = analyze_game(&ours, &mut engine_by(1), &game()).unwrap();
    assert!(again.iter().map(AnalyzedMove::line).eq(turns.iter().map(AnalyzedMove::line)));
    assert!(again.iter().all(|turn| turn.analysis().source() == Source::File));

    // Deeper analyses answer, shallower ones leave gaps.
    let deep = open("deep", 5);
    let merged = deep.merge(&ours).unwrap();
    assert_eq!((merged.new, merged.gaps.len()), (0, 5));
    analyze_game(&deep, &mut engine_by(1), &game()).unwrap();
    let refused = ours.merge_file(folder.at("deep")).unwrap_err();
    assert!(matches!(refused.kind, CheckpointErrorKind::InUse), "{refused}");
    drop(deep);
    assert_eq!(ours.merge_file(folder.at("deep")).unwrap().tighter, 5, "for whatever request it is");
    assert!(ours.merge_file(folder.at("missing")).is_err() && !folder.at("missing").exists());
    fs::write(folder.at("diary"), "My diary\n").unwrap();
    let refused = ours.merge_file(folder.at("diary")).unwrap_err();
    assert!(matches!(refused.kind, CheckpointErrorKind::OtherRequest { .. }), "{refused}");

    let foreign = open("foreign", 3);
    let by_another = foreign.analyze(&mut engine_by(2), &Board::START, |_| ControlFlow::Continue(()));
    assert!(by_another.is_ok());
    let refused = ours.merge(&foreign).unwrap_err();
    assert!(matches!(refused.kind, CheckpointErrorKind::OtherEvaluation { .. }), "{refused}");
    assert_eq!(refused.path, folder.at("foreign"));
    assert_eq!(ours.analysis(&Board::START), None);
    // A file without estimates takes theirs, and is by their evaluation from then on.
    let new = open("new", 3);
    assert_eq!(new.merge(&foreign).unwrap().new, 1);
    assert!(analyze_game(&new, &mut engine_by(1), &game()).is_err());
}

#[test]
fn moves_that_were_played_are_inserted_with_their_lines() {
    let folder = Scratch::new("moves");
    let turns = engine_by(1).analyze_game(&game(), AnalyzeRequest::depth(3)).unwrap();
    let checkpoint = folder.open(AnalyzeRequest::depth(3));
    for turn in &turns {
        assert_eq!(checkpoint.insert(Record::Move(turn.clone())).unwrap(), Inserted::New);
        assert_eq!(checkpoint.insert(Record::Move(turn.clone())).unwrap(), Inserted::Known);
    }
    let taken = analyze_game(&checkpoint, &mut engine_by(4), &game()).unwrap();
    assert!(taken.iter().all(|turn| turn.analysis().source() == Source::File));
    assert!(taken.iter().map(AnalyzedMove::line).eq(turns.iter().map(AnalyzedMove::line)));
    assert!(taken.iter().map(AnalyzedMove::played).eq(game().moves()));
}
