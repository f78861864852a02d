//! Analyses of positions and of the moves of games that a run keeps, and the next one takes.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use reversi_bitboard::{Board, Game, Move, Position, Square};
use reversi_engine::search::{AnalyzedMove, BookMoves, BookUse, Event, OpeningBook, Source, StopReason};
use reversi_engine::{
    Analysis, AnalyzeError, AnalyzeRequest, Engine, Level, Limits, Selectivity, SolveRequest, Stop,
};
use reversi_runs::{Checkpoint, CheckpointErrorKind, Record, RunError, analyze_games, analyze_many};
use reversi_testkit::{Rng, board, random_game, reached};

use crate::support::{Scratch, analyze_game, engine, engine_by, of_file, sealed, solve_each, unsealed};

/// All of a move but its time and its source.
fn told(turn: &AnalyzedMove) -> (Position, Move, String, Option<StopReason>, u64) {
    let analysis = turn.analysis();
    let lines = format!("{:?} {:?}", turn.line(), analysis.lines());
    (turn.position(), turn.played(), lines, analysis.stopped(), analysis.nodes())
}

fn games() -> Vec<Game> {
    let mut rng = Rng::with_seed(8);
    let games: Vec<Game> = (0..3).map(|_| random_game(&mut rng)).collect();
    assert!(games.iter().any(|game| game.moves().any(|mv| mv == Move::Pass)));
    games
}

fn analyze(checkpoint: &Checkpoint, engine: &mut Engine, board: &Board) -> Result<Analysis, RunError> {
    checkpoint.analyze(engine, board, |_| ControlFlow::Continue(()))
}

#[test]
fn the_moves_of_a_game_read_back_from_the_file() {
    for request in [
        AnalyzeRequest::depth(2).lines(3),
        AnalyzeRequest::level(Level::of::<6>()),
        AnalyzeRequest::depth(10).selectivity(Selectivity::P73).limits(Limits::new().nodes(300)),
    ] {
        for game in games() {
            let folder = Scratch::new("game"); // games share positions
            let checkpoint = folder.open(request.clone());
            let first = analyze_game(&checkpoint, &mut engine(1), &game).unwrap();
            // What a run without a break gives. Small searches do not depend on the hash table.
            let expected = engine(1).analyze_game(&game, request.clone()).unwrap();
            assert!(first.iter().map(told).eq(expected.iter().map(told)));
            let again = analyze_game(&checkpoint, &mut engine(1), &game).unwrap();
            drop(checkpoint);
            let later = analyze_game(&folder.open(request.clone()), &mut engine(1), &game).unwrap();
            for turns in [&again, &later] {
                assert!(turns.iter().map(told).eq(first.iter().map(told)), "with the side to move");
                assert!(turns.iter().all(|turn| turn.analysis().source() == Source::File));
            }
        }
    }
}

#[test]
fn a_game_goes_on_in_its_middle() {
    let (folder, game) = (Scratch::new("middle"), &games()[0]);
    let mut sources = Vec::new();
    for enough in [7, 20, usize::MAX] {
        let checkpoint = folder.open(AnalyzeRequest::depth(3));
        let before = checkpoint.len();
        sources.clear();
        let each = |event: Event<'_, &AnalyzedMove>| {
            let Event::Done(turn) = event else { return ControlFlow::Continue(()) };
            sources.push(turn.analysis().source());
            if sources.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let turns = checkpoint.analyze_game(&mut engine(1), game, each).unwrap();
        assert_eq!(turns.len(), enough.min(game.moves().len()));
        let last = game.moves().skip(game.moves().len() - turns.len());
        assert!(turns.iter().map(AnalyzedMove::played).eq(last), "the last ones, in order");
        assert_eq!(checkpoint.len(), turns.len());
        assert_eq!(sources.iter().filter(|&&source| source == Source::File).count(), before);
        drop(checkpoint);
        // The next run finds a last line that is cut short.
        let text = folder.text();
        folder.append(&text.lines().last().unwrap().as_bytes()[..80]);
    }
    assert_eq!(folder.lines().len(), 1 + game.moves().len() + 1);
}

#[test]
fn what_a_stop_or_a_limit_of_the_call_cuts_short_is_not_kept() {
    let game = &games()[0];
    let stop = Stop::new();
    stop.set();
    let few = Limits::new().nodes(5_000);
    for (request, done) in [
        (AnalyzeRequest::depth(20).limits(Limits::new().stop(&stop)), 0..1),
        (AnalyzeRequest::depth(20).total_limits(Limits::new().stop(&stop)), 0..1),
        (AnalyzeRequest::depth(20).total_limits(Limits::new().time(Duration::ZERO)), 0..1),
        (AnalyzeRequest::depth(20).total_limits(few.clone()), 1..game.moves().len()),
        // Of both limits, that of the call is reached.
        (
            AnalyzeRequest::depth(20).limits(Limits::new().nodes(4_000)).total_limits(few),
            1..game.moves().len(),
        ),
    ] {
        let folder = Scratch::new("stopped");
        let checkpoint = folder.open(request);
        let turns = analyze_game(&checkpoint, &mut engine(1), game).unwrap();
        assert!(done.contains(&turns.len()), "{}", turns.len());
        assert_eq!(checkpoint.len(), turns.len());
        let ended_by = |turn: &AnalyzedMove| turn.analysis().stopped();
        assert!(turns.iter().all(|turn| ended_by(turn).is_none_or(|by| by == StopReason::Nodes)));
    }
    let folder = Scratch::new("stopped-position");
    let checkpoint = folder.open(AnalyzeRequest::depth(20).total_limits(Limits::new().nodes(2_000)));
    let analysis = analyze(&checkpoint, &mut engine(1), &Board::START).unwrap();
    assert!(analysis.stopped().is_some() && analysis.best_move().is_some());
    assert!(checkpoint.is_empty());
    let broken = checkpoint.analyze(&mut engine(1), &Board::START, |_| ControlFlow::Break(())).unwrap();
    assert!(broken.stopped().is_some() && checkpoint.is_empty());
}

#[test]
fn positions_are_analyzed_once() {
    let folder = Scratch::new("positions");
    let request = AnalyzeRequest::unlimited().lines(4).limits(Limits::new().nodes(2_000));
    let mut rng = Rng::with_seed(3);
    let mut boards: Vec<Board> = (1..=60).step_by(4).map(|empties| reached(&mut rng, empties)).collect();
    boards.extend([board(1, 0), board(1, 1 << 1 | 1 << 9)]); // over, and a forced pass
    let checkpoint = folder.open(request.clone());
    let first: Vec<_> =
        boards.iter().map(|board| analyze(&checkpoint, &mut engine(1), board).unwrap()).collect();
    assert!(first.iter().any(|analysis| analysis.stopped() == Some(StopReason::Nodes)));
    drop(checkpoint);
    let checkpoint = folder.open(request).sync_every(Duration::ZERO);
    assert_eq!(checkpoint.len(), boards.len());
    for (board, first) in boards.iter().zip(first) {
        let callback = |_: &reversi_engine::Progress<'_>| panic!("it is in the file");
        let later = checkpoint.analyze(&mut engine(1), board, callback).unwrap();
        assert_eq!((later.lines(), later.stopped()), (first.lines(), first.stopped()));
        assert_eq!((later.nodes(), later.source()), (first.nodes(), Source::File));
    }
    checkpoint.sync().unwrap();
}

#[test]
fn several_engines_share_a_file() {
    let (folder, games) = (Scratch::new("shared"), games());
    let checkpoint = folder.open(AnalyzeRequest::depth(2));
    thread::scope(|scope| {
        for game in &games {
            let checkpoint = &checkpoint;
            scope.spawn(move || {
                let turns = analyze_game(checkpoint, &mut engine(1), game).unwrap();
                assert_eq!(turns.len(), game.moves().len());
            });
        }
    });
    let len = checkpoint.len();
    assert!(len > games[0].moves().len());
    let shared: [Game; 2] = ["f5d6c3", "f5d6c4"].map(|game| game.parse().unwrap());
    for game in &shared {
        analyze_game(&checkpoint, &mut engine(1), game).unwrap();
    }
    let turns = analyze_game(&checkpoint, &mut engine(1), &shared[1]).unwrap();
    assert!(turns.iter().all(|turn| turn.analysis().source() == Source::File));
    assert!(checkpoint.len() <= len + 4, "f5 and d6 are analyzed once");
    let len = checkpoint.len();
    drop(checkpoint);
    assert_eq!(folder.open(AnalyzeRequest::depth(2)).len(), len);
}

#[test]
fn analyses_are_found_by_their_position_and_their_move() {
    let folder = Scratch::new("found");
    let checkpoint = folder.open(AnalyzeRequest::depth(2));
    let game: Game = "f5d6c3d3c4".parse().unwrap();
    let turns = analyze_game(&checkpoint, &mut engine(1), &game).unwrap();
    assert_eq!(checkpoint.analysis(&Board::START), None, "that of a move is another one");
    let analysis = analyze(&checkpoint, &mut engine(1), &Board::START).unwrap();
    let stored = checkpoint.analysis(&Board::START).unwrap();
    assert_eq!(stored, analysis.with_source(Source::File));
    assert_eq!(checkpoint.analysis(&game.board()), None);
    assert_eq!(checkpoint.solution(&Board::START), None);
    for turn in &turns {
        let stored = checkpoint.analyzed_move(turn.position(), turn.played()).unwrap();
        assert_eq!(told(&stored), told(turn));
    }
    assert_eq!(checkpoint.analyzed_move(Position::START, Square::D3.into()), None);
    let records = checkpoint.records();
    assert_eq!(records.iter().filter(|record| matches!(record, Record::Move(_))).count(), turns.len());
    assert_eq!(records.len(), turns.len() + 1);
}

#[test]
fn a_file_of_solutions_is_none_of_analyses() {
    let folder = Scratch::new("kinds");
    let (solutions, analyses) =
        (folder.open(SolveRequest::exact()), folder.open_at("a", AnalyzeRequest::depth(1)));
    let game = "f5".parse().unwrap();
    for error in [
        analyze(&solutions, &mut engine(1), &Board::START).unwrap_err(),
        analyze_game(&solutions, &mut engine(1), &game).unwrap_err(),
        solve_each(&analyses, &mut engine(1), [board(1, 0)], |_| ControlFlow::Continue(())).unwrap_err(),
    ] {
        let kind = of_file(error);
        assert!(matches!(kind, CheckpointErrorKind::OtherRequest { .. }), "{kind}");
    }
    // No legal move among those that the request is restricted to.
    let only = folder.open_at("only", AnalyzeRequest::depth(1).only(Square::A1.into()));
    let error = analyze(&only, &mut engine(1), &Board::START).unwrap_err();
    assert!(matches!(error, RunError::Analyze(AnalyzeError::NoMoves)), "{error}");
    assert!(solutions.is_empty() && analyses.is_empty() && only.is_empty());
}

#[test]
fn an_engine_with_another_evaluation_is_refused() {
    let folder = Scratch::new("evaluations");
    let game: Game = "f5d6c3d3c4".parse().unwrap();
    analyze_game(&folder.open(AnalyzeRequest::depth(2)), &mut engine_by(1), &game).unwrap();
    let before = folder.text();
    let checkpoint = folder.open(AnalyzeRequest::depth(2));
    for refused in [
        analyze_game(&checkpoint, &mut engine_by(2), &game).unwrap_err(),
        analyze(&checkpoint, &mut engine_by(2), &Board::START).unwrap_err(),
    ] {
        let kind = of_file(refused);
        let CheckpointErrorKind::OtherEvaluation { found, expected } = &kind else { panic!("{kind}") };
        let by = |weight| {
            let fingerprint = engine_by(weight).evaluation_fingerprint();
            format!("version {} with evaluation {fingerprint}", env!("CARGO_PKG_VERSION"))
        };
        assert_eq!((found, expected), (&by(1), &by(2)));
        assert!(kind.to_string().contains(&format!("by {found}, not by {expected}")));
    }
    assert_eq!(folder.text(), before);
    let turns = analyze_game(&checkpoint, &mut engine_by(1), &game).unwrap();
    assert!(turns.iter().all(|turn| turn.analysis().source() == Source::File));
}

/// Another version may search otherwise. What is proven is so for all.
#[test]
fn estimates_of_another_version_are_refused_and_proofs_are_taken() {
    let folder = Scratch::new("versions");
    let request = AnalyzeRequest::depth(3);
    let (early, late) = (Board::START, reached(&mut Rng::with_seed(3), 2));
    for (board, accepted) in [(late, true), (early, false)] {
        let _ = analyze(&folder.open(request.clone()), &mut engine_by(1), &board).unwrap();
        let newer = |line: &Vec<u8>| {
            sealed(&unsealed(line).replace(r#""by":{"version":""#, r#""by":{"version":"1."#)).into_bytes()
        };
        folder.write(folder.lines().iter().map(newer).collect::<Vec<_>>().concat());
        let checkpoint = folder.open(request.clone());
        assert!(checkpoint.damaged().is_empty());
        let answer = analyze(&checkpoint, &mut engine_by(1), &board);
        assert_eq!(answer.is_ok(), accepted);
        if let Err(error) = answer {
            let kind = of_file(error);
            assert!(matches!(kind, CheckpointErrorKind::OtherEvaluation { .. }), "{kind}");
        }
    }
}

#[test]
fn estimates_by_two_evaluations_in_a_new_file_are_noticed_as_they_are_written() {
    let folder = Scratch::new("two-evaluations");
    let checkpoint = folder.open(AnalyzeRequest::depth(1));
    let _first = analyze(&checkpoint, &mut engine_by(1), &Board::START).unwrap();
    let next = Board::START.play(Square::F5);
    assert!(analyze(&checkpoint, &mut engine_by(3), &next).is_err());
    // Put together by hand, the file is refused to both.
    let other = folder.open_at("other", AnalyzeRequest::depth(1));
    let _other = analyze(&other, &mut engine_by(3), &next).unwrap();
    drop((checkpoint, other));
    let others = std::fs::read_to_string(folder.at("other")).unwrap();
    folder.append(format!("{}\n", others.lines().last().unwrap()).as_bytes());
    let checkpoint = folder.open(AnalyzeRequest::depth(1));
    assert_eq!(checkpoint.len(), 2);
    for weight in [1, 3] {
        let kind = of_file(analyze(&checkpoint, &mut engine_by(weight), &next).unwrap_err());
        assert!(matches!(kind, CheckpointErrorKind::OtherEvaluation { .. }), "{kind}");
    }
}

/// A book that knows the first move, by a deep search.
struct FirstMove;

impl OpeningBook for FirstMove {
    fn look_up(&self, board: &Board) -> Option<BookMoves> {
        let moves = Board::START.legal_plays().map(|mv| (mv, 40));
        (*board == Board::START).then(|| BookMoves::new(Level::DEFAULT, moves))
    }
}

/// A book's answer is not an answer of a search, and another book would give another one.
#[test]
fn no_book_is_asked() {
    let game: Game = "f5d6".parse().unwrap();
    for book in [BookUse::AsDeep, BookUse::Always] {
        let folder = Scratch::new("book");
        let depth = || AnalyzeRequest::depth(2).selectivity(Selectivity::P73);
        let request = depth().book(book);
        let mut engine = Engine::builder().hash_mib(1).book(Arc::new(FirstMove)).build().unwrap();
        assert_eq!(engine.analyze(&Board::START, request.clone()).unwrap().source(), Source::Book);
        let checkpoint = folder.open(request.clone());
        let analysis = analyze(&checkpoint, &mut engine, &Board::START).unwrap();
        let turns = analyze_game(&checkpoint, &mut engine, &game).unwrap();
        assert_eq!((analysis.source(), turns[0].analysis().source()), (Source::Search, Source::Search));
        assert_eq!(checkpoint.len(), 3);
        drop(checkpoint);
        drop(folder.open(depth().book(BookUse::Never)));
        let mut engines = [engine];
        analyze_many(&mut engines, &[Board::START], &request, |position| {
            assert_eq!(position.analysis.source(), Source::Search);
            ControlFlow::Continue(())
        })
        .unwrap();
        analyze_games(&mut engines, std::slice::from_ref(&game), &request, |game| {
            assert!(game.turns.iter().all(|turn| turn.analysis().source() == Source::Search));
            ControlFlow::Continue(())
        })
        .unwrap();
    }
}
