//! A proven answer is a solution with a legal line, whatever the limits.

use std::time::Duration;

use reversi_bitboard::Board;
use reversi_engine::search::StopReason;
use reversi_engine::{Engine, Limits, Solution, SolveError, SolveRequest, Stop, Value};
use reversi_testkit::{Rng, after, board, line_score, reached, replay};

use crate::engine;

fn requests(score: i32) -> Vec<SolveRequest> {
    vec![
        SolveRequest::exact(),
        SolveRequest::wld(),
        SolveRequest::at_least(score.clamp(-63, 64)),
        SolveRequest::at_least((score + 2).clamp(-64, 65)),
        SolveRequest::window((score - 5).max(-65), (score + 3).min(65)),
        SolveRequest::window((score - 9).max(-65), (score - 1).max(-64)),
    ]
}

fn exact_score(engine: &mut Engine, board: Board) -> i32 {
    engine.solve(&board, SolveRequest::exact()).unwrap().value().exact().unwrap()
}

/// Asserts that the value is true and answers the request, and that the line leads there. `truth` is another
/// engine.
fn check(board: Board, request: &SolveRequest, solution: &Solution, score: i32, truth: &mut Engine) {
    let (alpha, beta, value) = (request.alpha(), request.beta(), solution.value());
    let context = || format!("{board} {alpha} {beta}: {solution:?} and not {score}");
    assert!(value.lower() <= score && score <= value.upper(), "{}", context());
    assert!(answers(value, request), "{}", context());
    replay(board, solution.pv()).unwrap();
    if alpha < score && score < beta {
        assert_eq!(line_score(board, solution.pv()), Ok(score), "{}", context());
    } else if score <= alpha || board.is_game_over() {
        assert!(solution.pv().is_empty(), "{}", context());
    } else {
        let of_move = -exact_score(truth, after(board, solution.best_move().unwrap()));
        assert!(of_move >= beta, "{}", context());
    }
}

fn answers(value: Value, request: &SolveRequest) -> bool {
    value.exact().is_some() || value.upper() <= request.alpha() || request.beta() <= value.lower()
}

/// Limits that are reached before the first node, and the reason.
fn no_way() -> [(Limits, StopReason); 3] {
    let stop = Stop::new();
    stop.set();
    [
        (Limits::new().nodes(0), StopReason::Nodes),
        (Limits::new().time(Duration::ZERO), StopReason::Time),
        (Limits::new().stop(&stop), StopReason::Stop),
    ]
}

#[test]
fn after_a_solve_every_limit_leaves_it_solved() {
    let (mut rng, mut truth) = (Rng::with_seed(51), engine(1));
    for (threads, empties) in [1, 2].into_iter().flat_map(|threads| (0..=15).map(move |n| (threads, n))) {
        let board = if empties == 0 { board(1, 2 << 20) } else { reached(&mut rng, empties) };
        let mut engine = engine(threads);
        let exact = engine.solve(&board, SolveRequest::exact()).unwrap();
        let score = exact.value().exact().unwrap();
        for request in requests(score) {
            for (limits, _) in no_way() {
                for request in [request.clone().limits(limits.clone()), request.clone().total_limits(limits)]
                {
                    let again = engine.solve(&board, request.clone()).unwrap();
                    check(board, &request, &again, score, &mut truth);
                }
            }
        }
    }
}

#[test]
fn what_needs_no_search_is_solved_within_any_limits() {
    let in_progress = reached(&mut Rng::with_seed(52), 30);
    for (limits, reason) in no_way() {
        for over in [board(1, 0), board(0, 1), board(1, 1 << 63), board(0, 0)] {
            assert!(over.is_game_over());
            let request = SolveRequest::exact().limits(limits.clone());
            let solution = engine(1).solve(&over, request).unwrap();
            assert_eq!((solution.value(), solution.pv()), (Value::Exact(over.final_score()), &[][..]));
        }
        let solve = |request: SolveRequest| engine(1).solve(&in_progress, request.limits(limits.clone()));
        let anything = solve(SolveRequest::at_least(-64)).unwrap();
        assert_eq!((anything.value().lower(), anything.pv().len()), (-64, 1));
        let nothing = solve(SolveRequest::at_least(65)).unwrap();
        assert_eq!((nothing.value().upper(), nothing.pv().len()), (64, 0));
        let Err(SolveError::Interrupted(interrupted)) = solve(SolveRequest::wld()) else {
            panic!("30 empties in no time")
        };
        assert_eq!(interrupted.reason, reason);
    }
}

/// Wherever the limit comes, an interrupted solve has bounds that leave the question open.
#[test]
fn an_interrupted_solve_never_has_the_answer() {
    let (mut rng, mut truth) = (Rng::with_seed(53), engine(1));
    let (mut solved, mut interrupted) = (0, 0);
    for i in 0..40 {
        let board = reached(&mut rng, 11 + i % 3);
        let score = exact_score(&mut truth, board);
        for request in requests(score) {
            let mut engine = engine(1 + i as usize % 2);
            // The table keeps what was found: with each call it knows more.
            for nodes in [0, 1, 10, 100, 0, 400, 0, 1000, 0, 2000, 0, 4000, 0, 8000, 0, 20_000, 0, 10] {
                match engine.solve(&board, request.clone().limits(Limits::new().nodes(nodes))) {
                    Ok(solution) => {
                        solved += 1;
                        check(board, &request, &solution, score, &mut truth);
                    }
                    Err(SolveError::Interrupted(so_far)) => {
                        interrupted += 1;
                        let bounds = so_far.bounds;
                        assert!(!answers(bounds, &request), "{board} {request:?}: {bounds}");
                        assert!(bounds.lower() <= score && score <= bounds.upper());
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    assert!(solved > 200 && interrupted > 200, "{solved} {interrupted}");
}

/// The other positions have displaced its line from the table, but may have left the score.
#[test]
fn a_line_that_the_table_has_lost_is_cut_but_legal() {
    let mut rng = Rng::with_seed(54);
    let (mut solved, mut whole) = (0, 0);
    for _ in 0..60 {
        let mut engine = Engine::builder().hash_bytes(1 << 14).build().unwrap();
        let board = reached(&mut rng, 16);
        let score = engine.solve(&board, SolveRequest::exact()).unwrap().value();
        for _ in 0..20 {
            let _ = engine.solve(&reached(&mut rng, 10), SolveRequest::exact()).unwrap();
        }
        match engine.solve(&board, SolveRequest::exact().limits(Limits::new().nodes(0))) {
            Ok(solution) => {
                solved += 1;
                assert_eq!(solution.value(), score);
                let end = replay(board, solution.pv()).unwrap();
                whole += usize::from(end.is_game_over());
                assert!(!end.is_game_over() || end.final_score().abs() == score.exact().unwrap().abs());
            }
            Err(error) => assert!(matches!(error, SolveError::Interrupted(_)), "{error}"),
        }
    }
    println!("{solved} solved, {whole} with the whole line");
    assert!(solved > 0);
}
