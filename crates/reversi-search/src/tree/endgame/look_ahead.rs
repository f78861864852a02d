//! A few plies on the evaluation, to order the moves high in the tree.

use reversi_bitboard::{Board, mask};
use reversi_eval::Features;

use crate::tree::Context;
use crate::tree::evaluate::{INFINITE, evaluate_to_order, evaluate_to_order_after_move};
use crate::tree::outlined::Outlined;

/// Plain alpha-beta in 1/128 disc, corners first. It stops at `beta`.
#[inline(always)]
pub(in crate::tree) fn look_ahead<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
    mut alpha: i32,
    beta: i32,
    depth: u32,
) -> i32 {
    let empties = board.empties();
    if depth == 0 {
        return evaluate_to_order(l, cx, board, features);
    }
    if depth > 1 && cx.control.must_stop() {
        return 0; // an aborted search ignores it
    }
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return 128 * board.final_score();
        }
        cx.control.nodes += 1;
        let passed = l.features_after_pass(features, empties);
        return -l.look_ahead(cx, board.pass(), &passed, -beta, -alpha, depth);
    }
    let mut best = -INFINITE;
    for group in [moves & mask::CORNERS, moves - mask::CORNERS] {
        for square in group {
            let flips = l.flip(square, board);
            let child = board.play_unchecked(square, flips);
            cx.control.nodes += 1;
            let value = if depth == 1 {
                evaluate_to_order_after_move(l, cx, child, features, square, flips)
            } else {
                let child_features = l.features_after_move(features, square, flips, empties.len());
                l.look_ahead(cx, child, &child_features, -beta, -alpha, depth - 1)
            };
            best = best.max(-value);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
    }
    best
}
