//! The solver against brute force: every score, window, table and level gives the same answer.

use reversi_bitboard::Board;
use reversi_engine::{Engine, Solution, SolveRequest, Value};
use reversi_testkit::{
    Rng, after, alpha_beta, exact_score, levels_and_quirks, line_score, reached, scattered,
};

/// A position of a random game, or a board that no game reaches, with this many empties.
fn random_board(rng: &mut Rng, empties: u32) -> Board {
    if empties == 0 || rng.bool() { scattered(rng, empties, 1) } else { reached(rng, empties) }
}

/// One for every level, quirk and size of the table.
fn engines(hash_bytes: &[usize]) -> Vec<Engine> {
    let engine = |((level, quirks), &bytes)| {
        Engine::builder().cpu(level).quirks(quirks).hash_bytes(bytes).build().unwrap()
    };
    levels_and_quirks().flat_map(|cpu| hash_bytes.iter().map(move |bytes| (cpu, bytes))).map(engine).collect()
}

/// Every move is legal, and the last board of the line has its score.
fn assert_line_is_played_out(board: Board, solution: &Solution) {
    let score = solution.value().exact().expect("the line is of an exact score");
    assert_eq!(line_score(board, solution.pv()), Ok(score), "{board}");
    assert_eq!(solution.best_move(), solution.pv().first().copied());
}

/// A line that comes with a lower bound begins with a move that reaches it.
fn assert_line_reaches(board: Board, solution: &Solution) {
    let lower = solution.value().lower();
    match solution.best_move() {
        Some(mv) => {
            assert!(alpha_beta(after(board, mv), -lower, 1 - lower) <= -lower, "{board} {solution:?}")
        }
        None => assert!(lower == -64 || board.is_game_over(), "{board} {solution:?}"),
    }
}

#[test]
fn exact_scores_and_lines_of_4000_boards() {
    let mut rng = Rng::with_seed(1);
    // A table of two entries, a small one and a large one; all stay warm through the whole test.
    let mut engines = engines(&[0, 4 << 10, 4 << 20]);
    for i in 0..4000 {
        let board = random_board(&mut rng, i % 10);
        let expected = exact_score(board);
        for engine in &mut engines {
            let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
            assert_eq!(solution.value(), Value::Exact(expected), "{board} {engine:?}");
            assert_line_is_played_out(board, &solution);
        }
    }
}

#[test]
fn scores_of_games_that_end_early() {
    early_ends(8000);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn scores_of_40_000_games_that_end_early() {
    early_ends(40_000);
}

/// One side has few discs, so most games end early: the squares that stay empty are the winner's.
fn early_ends(count: u32) {
    let mut rng = Rng::with_seed(11);
    let mut engines = engines(&[0]);
    for i in 0..count {
        let board = scattered(&mut rng, 2 + i % 8, 3);
        let expected = exact_score(board);
        for engine in &mut engines {
            let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
            assert_eq!(solution.value(), Value::Exact(expected), "{board} {engine:?}");
        }
    }
}

/// Bounds and line of a window are true of this score, and answer the question.
fn check_window(engine: &mut Engine, board: Board, score: i32, alpha: i32, beta: i32) {
    let solution = engine.solve(&board, SolveRequest::window(alpha, beta)).unwrap();
    let value = solution.value();
    let context = || format!("{board} is {score:+}, asked {alpha}..{beta}, got {value}");
    assert!(value.lower() <= score && score <= value.upper(), "{}", context());
    if score <= alpha {
        assert!(value.upper() <= alpha, "{}", context());
        assert_eq!(solution.pv(), [], "{}", context());
    } else if score < beta {
        assert_eq!(value, Value::Exact(score), "{}", context());
        assert_line_is_played_out(board, &solution);
    } else {
        assert!(value.lower() >= beta, "{}", context());
        assert_line_reaches(board, &solution);
    }
}

#[test]
fn every_window_is_answered_truthfully() {
    let mut rng = Rng::with_seed(2);
    let mut engines = engines(&[0, 1 << 20]);
    for i in 0..400 {
        let board = random_board(&mut rng, 1 + i % 8);
        let score = exact_score(board);
        for engine in &mut engines {
            let mut check = |alpha, beta| check_window(engine, board, score, alpha, beta);
            for alpha in -65..65 {
                check(alpha, alpha + 1);
            }
            for _ in 0..40 {
                let (a, b) = (rng.i32(-65..=65), rng.i32(-65..=65));
                if a != b {
                    check(a.min(b), a.max(b));
                }
            }
            let wld = engine.solve(&board, SolveRequest::wld()).unwrap().value().outcome();
            assert_eq!(wld, Value::Exact(score).outcome(), "{board}");
            let at_least = engine.solve(&board, SolveRequest::at_least(score)).unwrap().value();
            assert!(at_least.lower() >= score, "{board} {at_least}");
        }
    }
}

/// The whole preparation takes 170,000 nodes.
#[test]
fn the_winner_of_a_decided_position_needs_no_whole_preparation() {
    let board = "XXXXXXX-XXXOXX--XXOXXXOXXXXXXOOO---XOXO-----XXXO-----X-O-------O X".parse().unwrap();
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    let solution = engine.solve(&board, SolveRequest::wld()).unwrap();
    assert!(solution.value().upper() < 0 && solution.nodes() < 20_000, "{solution:?}");
    engine.clear_hash();
    let solution = engine.solve(&board, SolveRequest::at_least(-60)).unwrap();
    assert!(solution.value().lower() >= -60 && solution.nodes() < 20_000, "{solution:?}");
}

/// With more empties the table is full of bounds from other windows.
#[test]
fn windows_on_a_warm_table() {
    let mut rng = Rng::with_seed(5);
    let mut engines = engines(&[0, 1 << 12, 1 << 22]);
    for i in 0..40 {
        let board = random_board(&mut rng, 9 + i % 3);
        let score = exact_score(board);
        for engine in &mut engines {
            for _ in 0..30 {
                let alpha = rng.i32(-65..=64);
                let beta = rng.i32(alpha + 1..=65);
                check_window(engine, board, score, alpha, beta);
            }
        }
    }
}

#[test]
fn larger_boards_agree_with_themselves() {
    let mut rng = Rng::with_seed(3);
    let mut engines = engines(&[0, 1 << 20]);
    for i in 0..120 {
        let board = random_board(&mut rng, 9 + i % 6);
        let mut scores = engines.iter_mut().map(|engine| {
            let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
            assert_line_is_played_out(board, &solution);
            let score = solution.value().exact().unwrap();
            let outcome = engine.solve(&board, SolveRequest::wld()).unwrap().value().outcome();
            assert_eq!(outcome, solution.value().outcome());
            // The best move leads to a child with the negated score.
            if let Some(mv) = solution.best_move() {
                let reply = engine.solve(&after(board, mv), SolveRequest::exact()).unwrap();
                assert_eq!(reply.value(), Value::Exact(-score), "{board}");
            }
            score
        });
        let first = scores.next().unwrap();
        assert!(scores.all(|score| score == first), "{board}");
    }
}

#[test]
fn same_nodes_on_every_level() {
    let mut rng = Rng::with_seed(4);
    let boards: Vec<_> = (0..60).map(|i| random_board(&mut rng, 8 + i % 8)).collect();
    let totals: Vec<u64> = engines(&[1 << 20])
        .iter_mut()
        .map(|engine| boards.iter().map(|b| engine.solve(b, SolveRequest::exact()).unwrap().nodes()).sum())
        .collect();
    assert!(totals.iter().all(|&total| total == totals[0]), "{totals:?}");
}

#[test]
fn a_cleared_table_is_as_good_as_a_new_one() {
    let mut rng = Rng::with_seed(6);
    let board = random_board(&mut rng, 14);
    let mut engine = Engine::builder().hash_bytes(1 << 20).build().unwrap();
    let mut nodes = || engine.solve(&board, SolveRequest::exact()).unwrap().nodes();
    let (cold, warm) = (nodes(), nodes());
    assert!(warm < cold);
    engine.clear_hash();
    assert_eq!(engine.solve(&board, SolveRequest::exact()).unwrap().nodes(), cold);
}
