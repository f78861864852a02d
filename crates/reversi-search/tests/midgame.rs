//! Analysis against plain minimax on the same evaluation.

use reversi_bitboard::Board;
use reversi_eval::{Evaluator, Weights};
use reversi_search::{AnalyzeRequest, Engine, Selectivity, SolveRequest, Value};

/// Everything looked at, the evaluation `depth` moves ahead.
fn minimax(evaluator: &dyn Evaluator, board: Board, depth: u32) -> i32 {
    if board.player().is_empty() || board.opponent().is_empty() {
        return board.final_score();
    }
    if depth == 0 && !board.empties().is_empty() {
        return evaluator.evaluate(&board);
    }
    if board.is_game_over() {
        return board.final_score();
    }
    if board.must_pass() {
        return -minimax(evaluator, board.pass(), depth);
    }
    let moves = board.legal_moves().into_iter();
    moves.map(|square| -minimax(evaluator, board.play(square), depth - 1)).max().unwrap()
}

fn random_board(rng: &mut fastrand::Rng, empties: u32) -> Board {
    loop {
        let mut board = Board::START;
        while board.empties().len() > empties && !board.is_game_over() {
            let moves = board.legal_moves().into_iter().collect::<Vec<_>>();
            board = rng.choice(&moves).map_or(board.pass(), |&square| board.play(square));
        }
        if !board.is_game_over() && !board.must_pass() {
            return board;
        }
    }
}

#[test]
fn full_width_is_minimax() {
    let mut rng = fastrand::Rng::with_seed(1);
    let weights = Weights::embedded();
    let mut engines = [0, 4 << 10, 4 << 20].map(|b| Engine::builder().hash_bytes(b).build().unwrap());
    for i in 0..400 {
        let empties = 1 + i % 56;
        let board = random_board(&mut rng, empties);
        for depth in 1..=5 {
            let expected = minimax(&weights, board, depth);
            for engine in &mut engines {
                let r = engine.analyze(&board, AnalyzeRequest::depth(depth)).unwrap();
                let value = r.value();
                if depth >= board.empties().len() {
                    assert_eq!(value, Value::Exact(expected), "{board} {depth}");
                } else {
                    let selectivity = Selectivity::P100;
                    assert_eq!(
                        value,
                        Value::Estimate { score: expected, depth, selectivity },
                        "{board} {depth} {r:?}"
                    );
                }
            }
        }
    }
}

/// What analyses of all kinds leave in the table never makes its way into a proof.
#[test]
fn proofs_after_analyses() {
    let mut rng = fastrand::Rng::with_seed(2);
    let mut engines = [0, 256, 4 << 10, 4 << 20].map(|b| Engine::builder().hash_bytes(b).build().unwrap());
    for i in 0..300 {
        let board = random_board(&mut rng, 5 + i % 5);
        let expected = minimax(&Weights::embedded(), board, 64);
        for engine in &mut engines {
            for _ in 0..4 {
                let selectivity = Selectivity::ALL[rng.usize(..6)];
                let request = AnalyzeRequest::depth(rng.u32(1..12)).selectivity(selectivity);
                let analysis = engine.analyze(&board, request.multi_pv(rng.usize(1..4))).unwrap();
                assert!(analysis.value().exact().is_none_or(|score| score == expected), "{board}");
            }
            let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
            assert_eq!(solution.value(), Value::Exact(expected), "{board}");
        }
    }
}
