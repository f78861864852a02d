//! Answers built from their parts: answers of an engine are accepted, impossible answers are refused.

use std::time::Duration;

use reversi_bitboard::{Board, IllegalMoveReason, Move, Position, Square};
use reversi_engine::search::{AnalyzedMove, AnswerErrorKind, Interrupted, Source, StopReason};
use reversi_engine::{
    Analysis, AnalyzeRequest, Engine, Limits, Line, Selectivity, Solution, SolveError, SolveRequest, Value,
};
use reversi_testkit::{Rng, board, random_game, reached};

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

/// Boards of random games, also with a pass to make and at the end of a game.
fn boards() -> Vec<Board> {
    let mut rng = Rng::with_seed(43);
    let mut boards: Vec<Board> = (1..=14).chain(1..=14).map(|empties| reached(&mut rng, empties)).collect();
    let passes = boards.iter().map(|board| board.pass()).filter(|board| board.must_pass());
    boards.extend(passes.collect::<Vec<_>>());
    boards.extend([board(1, 0), board(0, 1), board(1, 1 << 1 | 1 << 9)]);
    assert!(boards.iter().any(|board| board.must_pass()) && boards.iter().any(|board| board.is_game_over()));
    boards
}

#[test]
fn solutions_of_an_engine_can_be_built_from_their_parts() {
    let mut engine = engine();
    for board in boards() {
        let windows = [(-65, 65), (-1, 1), (9, 10), (-11, 10), (63, 64), (-65, -64), (-64, 64)];
        for request in windows.map(|(alpha, beta)| SolveRequest::window(alpha, beta)) {
            let solution = engine.solve(&board, request).unwrap();
            assert_eq!(solution.source(), Source::Search);
            let built = Solution::new(&board, solution.value(), solution.pv()).unwrap();
            assert_eq!((built.nodes(), built.elapsed()), (0, Duration::ZERO));
            let built = built.with_nodes(solution.nodes()).with_elapsed(solution.elapsed());
            assert_eq!(built, solution);
            assert_ne!(built.with_source(Source::Book), solution);
        }
    }
}

#[test]
fn analyses_of_an_engine_can_be_built_from_their_parts() {
    let mut engine = engine();
    let limited = AnalyzeRequest::unlimited().limits(Limits::new().nodes(500));
    let selective = AnalyzeRequest::depth(12).selectivity(Selectivity::P73);
    for board in boards() {
        for request in [AnalyzeRequest::depth(2), limited.clone(), selective.clone()] {
            let analysis = engine.analyze(&board, request.lines(3)).unwrap();
            assert_eq!(analysis.source(), Source::Search);
            let line = |line: &Line| Line::new(&board, line.value(), line.pv()).unwrap();
            let built = Analysis::new(&board, analysis.lines().iter().map(line).collect::<Vec<_>>()).unwrap();
            let built = built.with_nodes(analysis.nodes()).with_elapsed(analysis.elapsed());
            assert_eq!(built.with_stopped(analysis.stopped()), analysis);
        }
    }
    for turn in engine.analyze_game(&random_game(&mut Rng::with_seed(5)), limited).unwrap() {
        let built = AnalyzedMove::new(turn.position(), turn.line().clone(), turn.analysis().clone());
        assert_eq!(built.as_ref(), Ok(&turn));
    }
}

#[test]
fn interrupted_solves_can_be_built_from_their_parts() {
    let request = SolveRequest::exact().limits(Limits::new().nodes(1000));
    let Err(SolveError::Interrupted(answer)) = engine().solve(&Board::START, request) else { panic!() };
    let mut built = Interrupted::new(answer.reason, answer.bounds).unwrap();
    (built.nodes, built.elapsed) = (answer.nodes, answer.elapsed);
    assert_eq!(built, answer);
    let estimate = Value::estimate(0, 1, Selectivity::P100).unwrap();
    assert_eq!(Interrupted::new(StopReason::Time, estimate).unwrap_err().kind, AnswerErrorKind::NotProven);
    let bounds = Value::Bounds { lower: 2, upper: 1 };
    assert_eq!(Interrupted::new(StopReason::Time, bounds).unwrap_err().kind.code(), "impossible-bounds");
}

#[test]
fn values_are_possible_scores() {
    assert_eq!(Value::bounds(-64, 64).unwrap().to_string(), "-64..=+64");
    assert_eq!(Value::bounds(64, 64), Ok(Value::Exact(64)));
    for (lower, upper) in [(1, 4), (0, 3), (4, 2), (-66, 0), (0, 66), (i32::MIN, i32::MAX)] {
        assert_eq!(Value::bounds(lower, upper).unwrap_err().kind, AnswerErrorKind::Bounds { lower, upper });
    }
    for score in [3, -65, 66, i32::MIN, i32::MAX] {
        assert_eq!(Value::bounds(score, score).unwrap_err().kind, AnswerErrorKind::Score { score });
        assert_eq!(Value::Exact(score).checked().unwrap_err().kind, AnswerErrorKind::Score { score });
    }
    let equal = Value::Bounds { lower: 2, upper: 2 };
    assert!(equal.checked().is_err(), "that is an exact score");
    for (score, depth) in [(65, 1), (-65, 1), (0, 63), (i32::MIN, u32::MAX)] {
        let error = Value::estimate(score, depth, Selectivity::P73).unwrap_err();
        assert_eq!(error.kind, AnswerErrorKind::Estimate { score, depth });
    }
    assert!(Value::estimate(-63, 62, Selectivity::P73).is_ok());
}

/// Three empty squares, and a line of best play.
fn problem() -> (Board, Vec<Move>) {
    let board = "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse().unwrap();
    (board, ["h1", "ps", "h7", "ps", "h8"].map(|mv| mv.parse().unwrap()).to_vec())
}

#[test]
fn solutions_that_no_engine_gives_are_refused() {
    let (board, pv) = problem();
    let exact = Value::Exact(-12);
    let estimate = Value::Estimate { score: -12, depth: 3, selectivity: Selectivity::P100 };
    assert!(Solution::new(&board, exact, &pv[..]).is_ok());
    assert!(Solution::new(&board, Value::Bounds { lower: -64, upper: -2 }, []).is_ok());
    assert!(Solution::new(&board, Value::Exact(64), []).is_ok(), "a wipe-out is a bound as well");
    for (value, pv, code, mv) in [
        (estimate, &pv[..], "not-proven", None),
        (Value::Exact(-11), &pv, "impossible-score", None),
        (Value::Bounds { lower: -12, upper: -12 }, &pv, "impossible-bounds", None),
        (Value::Exact(-10), &pv, "contradicted-score", None),
        (Value::Bounds { lower: -10, upper: 64 }, &pv, "contradicted-score", None),
        (exact, &pv[..2], "no-proof", None),
        (exact, &[], "no-proof", None),
        (exact, &[pv[0], pv[0]], "illegal-move", Some(1)),
        (exact, &[Move::Pass], "illegal-move", Some(0)),
        (exact, &[&pv[..], &[Move::Pass]].concat(), "illegal-move", Some(5)),
    ] {
        let error = Solution::new(&board, value, pv).unwrap_err();
        assert_eq!((error.kind.code(), error.line, error.mv), (code, None, mv), "{value} {pv:?}");
    }
}

#[test]
fn lines_that_no_engine_gives_are_refused() {
    let (board, pv) = problem();
    let exact = Value::Exact(-12);
    let estimate = |depth| Value::Estimate { score: -12, depth, selectivity: Selectivity::P100 };
    assert!(Line::new(&board, exact, &pv[..]).is_ok() && Line::new(&board, estimate(3), &pv[..1]).is_ok());
    for (value, pv, code, mv) in [
        (Value::Bounds { lower: -12, upper: 64 }, &pv[..], "not-a-score", None),
        (Value::Exact(-66), &pv, "impossible-score", None),
        (
            Value::Estimate { score: 65, depth: 1, selectivity: Selectivity::P73 },
            &pv,
            "impossible-estimate",
            None,
        ),
        (estimate(4), &pv, "too-deep", None),
        (estimate(3), &[], "no-move", None),
        (Value::Exact(64), &pv[..1], "no-proof", None),
        (Value::Exact(-10), &pv, "contradicted-score", None),
        (estimate(3), &[pv[0], Square::A1.into()], "illegal-move", Some(1)),
    ] {
        let error = Line::new(&board, value, pv).unwrap_err();
        assert_eq!((error.kind.code(), error.line, error.mv), (code, None, mv), "{value} {pv:?}");
    }
    let error = Line::new(&board, exact, [Square::A1.into()]).unwrap_err();
    let AnswerErrorKind::IllegalMove(illegal) = error.kind else { panic!("{error}") };
    assert_eq!((illegal.square, illegal.reason), (Some(Square::A1), IllegalMoveReason::Occupied));
    assert_eq!(error.to_string(), "move 1: a1 is not a legal move: the square is occupied");
}

#[test]
fn analyses_that_no_engine_gives_are_refused() {
    let board = Board::START.play(Square::F5);
    let value = |score| Value::estimate(score, 8, Selectivity::P100).unwrap();
    let line = |score, mv: Square| Line::new(&board, value(score), [mv.into()]).unwrap();
    let good = [line(1, Square::D6), line(1, Square::F6), line(-3, Square::F4)];
    assert!(Analysis::new(&board, &good[..]).is_ok());
    let elsewhere = Line::new(&Board::START, value(1), [Square::F5.into()]).unwrap();
    for (lines, code, at) in [
        (&[][..], "empty-analysis", None),
        (&[good[2].clone(), good[1].clone()], "not-sorted", Some(1)),
        (&[good[0].clone(), line(0, Square::D6)], "same-move", Some(1)),
        (&[good[0].clone(), elsewhere.clone()], "illegal-move", Some(1)),
    ] {
        let error = Analysis::new(&board, lines).unwrap_err();
        assert_eq!((error.kind.code(), error.line), (code, at), "{error}");
    }
    let error = Analysis::new(&board, [good[0].clone(), elsewhere.clone()]).unwrap_err();
    assert_eq!(error.to_string(), "line 2, move 1: f5 is not a legal move: the square is occupied");

    let analysis = Analysis::new(&board, &good[..]).unwrap();
    let position = |board| Position { board, ..Position::START };
    let turn = |line: &Line| AnalyzedMove::new(position(board), line.clone(), analysis.clone());
    assert_eq!(turn(&good[2]).unwrap().loss(), 4);
    assert_eq!(turn(&line(2, Square::F4)).unwrap_err().kind, AnswerErrorKind::BetterThanBest);
    assert_eq!(turn(&elsewhere).unwrap_err().mv, Some(0));
    let error = AnalyzedMove::new(position(Board::START), elsewhere, analysis.clone()).unwrap_err();
    assert_eq!(error.kind, AnswerErrorKind::OtherPosition);
    let over = reversi_testkit::board(1, 0);
    let end = Line::new(&over, Value::Exact(64), []).unwrap();
    let of_end = Analysis::new(&over, [end.clone()]).unwrap();
    assert_eq!(AnalyzedMove::new(position(over), end, of_end).unwrap_err().kind, AnswerErrorKind::NoMove);
}
