//! The last two plies: every move evaluated, the likely best first.

use reversi_bitboard::{Bitboard, Board};
use reversi_eval::Features;

use super::{Points, leaf_after_move};
use crate::endgame::{Context, NO_SCORE};

/// Squares in the order in which they are tried: corners, then those that give no corner away.
const GROUPS: [u64; 3] = {
    let corners = 0x8100_0000_0000_0081;
    let beside_corners = 0x42c3_0000_0000_c342;
    [corners, !(corners | beside_corners), beside_corners]
};

/// One ply or two.
#[inline(always)]
pub(super) fn search<const PLIES: u8, L: Points>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
) -> i32 {
    // A node above asks an evaluation of the user's own hundreds of times, and that may take long.
    if PLIES == 2 && cx.evaluator.is_some() && cx.monitor.must_stop() {
        return alpha;
    }
    let moves = l.moves(board);
    let empties = board.empties();
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        cx.monitor.nodes += 1;
        let passed = l.features_after_pass(features, empties);
        return if PLIES == 1 {
            -l.one_ply(cx, board.pass(), &passed, !alpha)
        } else {
            -l.two_plies(cx, board.pass(), &passed, !alpha)
        };
    }
    let mut best = NO_SCORE;
    for group in GROUPS {
        for square in moves & Bitboard(group) {
            let flips = l.flip(square, board);
            let child = board.play_unchecked(square, flips);
            cx.monitor.nodes += 1;
            let score = if PLIES == 1 {
                -leaf_after_move(l, cx, child, features, square, flips)
            } else {
                let child_features = l.features_after_move(features, square, flips, empties.len());
                -l.one_ply(cx, child, &child_features, !alpha)
            };
            best = best.max(score);
            if best > alpha {
                return best;
            }
        }
    }
    best
}
