//! The last two plies: where the evaluation does not decide, the evaluation after every move, the likely best
//! first.

use reversi_bitboard::{Bitboard, Board, mask};
use reversi_eval::Features;

use super::prob_cut::static_cut;
use super::{evaluate_discs, evaluate_discs_after_move};
use crate::api::Selectivity;
use crate::tree::outlined::Outlined;
use crate::tree::{Context, NO_SCORE};

/// Squares in the order in which they are tried: corners, squares away from corners, squares beside corners.
const GROUPS: [Bitboard; 3] = {
    let beside_corners = mask::C_SQUARES.0 | mask::X_SQUARES.0;
    [mask::CORNERS, Bitboard(!(mask::CORNERS.0 | beside_corners)), Bitboard(beside_corners)]
};

/// One ply or two.
#[inline(always)]
pub(in crate::tree) fn search<const PLIES: u8, L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    alpha: i32,
    selectivity: Selectivity,
) -> i32 {
    // The user's own evaluation may be slow, and the node above calls it hundreds of times.
    if PLIES == 2 && cx.evaluator.is_some() && cx.control.must_stop() {
        return alpha;
    }
    let moves = l.moves(board);
    let empties = board.empties();
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        cx.control.nodes += 1;
        let passed = l.features_after_pass(features, empties);
        return if PLIES == 1 {
            -l.one_ply(cx, board.pass(), &passed, !alpha, selectivity)
        } else {
            -l.two_plies(cx, board.pass(), &passed, !alpha, selectivity)
        };
    }
    if selectivity != Selectivity::P100 {
        let estimate = evaluate_discs(l, cx, board, features);
        if let Some(bound) = static_cut::<PLIES>(estimate, alpha, selectivity, empties.len()) {
            return bound;
        }
    }
    let mut best = NO_SCORE;
    for group in GROUPS {
        for square in moves & group {
            let flips = l.flip(square, board);
            let child = board.play_unchecked(square, flips);
            cx.control.nodes += 1;
            let score = if PLIES == 1 {
                -evaluate_discs_after_move(l, cx, child, features, square, flips)
            } else {
                let child_features = l.features_after_move(features, square, flips, empties.len());
                -l.one_ply(cx, child, &child_features, !alpha, selectivity)
            };
            best = best.max(score);
            if best > alpha {
                return best;
            }
        }
    }
    best
}
