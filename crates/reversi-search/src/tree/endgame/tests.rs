//! Every function, asked directly: from an engine's answers a wrong bound deep in the tree may not show.

use std::time::Instant;

use fastrand::Rng;
use reversi_bitboard::{Bitboard, Board, CpuLevel, dispatch};

use super::nws;
use crate::api::Limits;
use crate::engine::Engine;
use crate::parallel::CallState;

fn alpha_beta(board: Board, mut alpha: i32, beta: i32) -> i32 {
    if board.is_game_over() {
        return board.final_score();
    }
    if board.must_pass() {
        return -alpha_beta(board.pass(), -beta, -alpha);
    }
    for square in board.legal_moves() {
        alpha = alpha.max(-alpha_beta(board.play(square), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// One side may have few discs: then many games end with empty squares, which are the winner's.
fn any_board(rng: &mut Rng, empties: usize) -> Board {
    let mut squares: Vec<u64> = (0..64).map(|square| 1 << square).collect();
    rng.shuffle(&mut squares);
    let empties: u64 = squares[..empties].iter().sum();
    let player = (0..rng.u32(1..5)).fold(!empties, |discs, _| discs & rng.u64(..));
    let (player, opponent) = (Bitboard(player), Bitboard(!player & !empties));
    let board = Board::new(player, opponent).expect("no square has two discs");
    if rng.bool() { board } else { board.pass() }
}

#[test]
fn bounds_of_null_windows_are_true() {
    let rng = &mut Rng::with_seed(5);
    let boards = (0..=12).flat_map(|empties| [empties; 120]).map(|empties| any_board(rng, empties));
    let scores: Vec<_> = boards.map(|board| (board, alpha_beta(board, -64, 64))).collect();
    for level in CpuLevel::available() {
        let mut engine = Engine::builder().cpu(level).hash_mib(0).build().unwrap();
        let cpu = engine.cpu;
        for &(board, score) in &scores {
            for alpha in [-3, -2, -1, 0, 1, 4].map(|beside| score + beside) {
                engine.clear_hash();
                let call = CallState::new(Instant::now(), Limits::new());
                let bound =
                    dispatch!(cpu, l => engine.search_with(l, call, false, |cx| nws(l, cx, board, alpha)));
                let right = match score > alpha {
                    true => alpha < bound && bound <= score,
                    false => score <= bound && bound <= alpha,
                };
                assert!(right, "{board} {level}: {bound} for {score} > {alpha}");
            }
        }
    }
}
