//! Null windows of every solver, called directly: a wrong bound deep in the tree need not show in an engine's
//! answer.

use std::iter::repeat_n;
use std::time::Instant;

use reversi_bitboard::dispatch;
use reversi_testkit::{Rng, exact_score, levels_and_quirks, scattered};

use super::nws;
use crate::api::Limits;
use crate::engine::{Engine, Extent};
use crate::parallel::CallState;

#[test]
fn bounds_of_null_windows_are_true() {
    null_windows(40);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn bounds_of_null_windows_of_120_boards_are_true() {
    null_windows(120);
}

/// Checks this number of boards with each number of empties.
fn null_windows(count: usize) {
    let rng = &mut Rng::with_seed(5);
    // One side may have few discs: then many games end with empty squares, which are the winner's.
    let mut any_board = |empties| {
        let rarity = rng.u32(1..5);
        scattered(rng, empties, rarity)
    };
    let boards = (0..=12).flat_map(|empties| repeat_n(empties, count)).map(&mut any_board);
    let scores: Vec<_> = boards.map(|board| (board, exact_score(board))).collect();
    for (level, quirks) in levels_and_quirks() {
        let mut engine = Engine::builder().cpu(level).quirks(quirks).hash_bytes(1 << 16).build().unwrap();
        let cpu = engine.cpu;
        for &(board, score) in &scores {
            for alpha in [-3, -2, 0, 1, 4, -1, -4].map(|beside| score + beside) {
                if alpha != score - 4 {
                    engine.clear_hash(); // the last window finds the bounds of the one before
                }
                let call = CallState::new(Instant::now(), Limits::new());
                let bound = dispatch!(cpu, l => engine.search_with(l, call, None, Extent::SHORT, |cx| nws(l, cx, board, alpha)));
                let right = match score > alpha {
                    true => alpha < bound && bound <= score,
                    false => score <= bound && bound <= alpha,
                };
                assert!(right, "{board} {level}: {bound} for {score} > {alpha}");
            }
        }
    }
}
