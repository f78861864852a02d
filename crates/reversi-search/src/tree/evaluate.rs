//! The static evaluation of a node, in 1/128 disc, and its cache.
//!
//! A midgame search returns its values. An exact search orders moves by them, and takes weights that cost
//! less: so little that a cache does not pay.

use reversi_bitboard::{Bitboard, Board, Square};
use reversi_eval::kernel::EvalPrimitives;
use reversi_eval::{Evaluator, Features, Tables};

use super::Context;
use super::outlined::Outlined;

/// Beyond every value.
pub(super) const INFINITE: i32 = 1 << 24;

/// The value of a board by the weights or by the user's own evaluation.
#[inline(always)]
pub(super) fn evaluate<L: Outlined>(l: L, cx: &mut Context<'_>, board: Board, features: &Features) -> i32 {
    if let Some(evaluator) = cx.evaluator {
        return evaluate_by(cx, evaluator, board);
    }
    let hash = l.hash(board);
    if let Some(value) = cx.own.values.get(hash, board) {
        debug_assert_eq!(value, l.evaluate_features(cx.weights, board, features), "{board}");
        return value;
    }
    let value = l.evaluate_features(cx.weights, board, features);
    cx.own.values.insert(hash, board, value);
    value
}

/// The value of a child. `features` are those before the move: they are only updated if the cache has no
/// value.
#[inline(always)]
pub(super) fn evaluate_after_move<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    child: Board,
    features: &Features,
    square: Square,
    flips: Bitboard,
) -> i32 {
    if let Some(evaluator) = cx.evaluator {
        return evaluate_by(cx, evaluator, child);
    }
    let hash = l.hash(child);
    if let Some(value) = cx.own.values.get(hash, child) {
        return value;
    }
    let value = l.evaluate_features_after_move(cx.weights, child, features, square, flips);
    cx.own.values.insert(hash, child, value);
    value
}

/// The value of a board by which an exact search orders moves.
#[inline(always)]
pub(super) fn evaluate_to_order<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    board: Board,
    features: &Features,
) -> i32 {
    match cx.evaluator {
        Some(evaluator) => evaluate_by(cx, evaluator, board),
        None => l.evaluate_features(cx.endgame_weights, board, features),
    }
}

/// [`evaluate_to_order`] of a child; `features` are those before the move.
#[inline(always)]
pub(super) fn evaluate_to_order_after_move<L: Outlined>(
    l: L,
    cx: &mut Context<'_>,
    child: Board,
    features: &Features,
    square: Square,
    flips: Bitboard,
) -> i32 {
    match cx.evaluator {
        Some(evaluator) => evaluate_by(cx, evaluator, child),
        None => l.evaluate_features_after_move(cx.endgame_weights, child, features, square, flips),
    }
}

/// The value by the user's own evaluation.
#[inline(always)]
fn evaluate_by(cx: &mut Context<'_>, evaluator: &dyn Evaluator, board: Board) -> i32 {
    cx.control.count_evaluation();
    evaluator.evaluate_128(&board).clamp(-INFINITE, INFINITE)
}

/// The value by the weights.
#[inline(always)]
pub(super) fn evaluate_features<L: EvalPrimitives>(
    l: L,
    weights: Tables<'_>,
    board: Board,
    features: &Features,
) -> i32 {
    l.evaluate(board, features, weights.at(board.empties().len()))
}

/// The value of a child by the weights; `features` are those before the move.
#[inline(always)]
pub(super) fn evaluate_features_after_move<L: EvalPrimitives>(
    l: L,
    weights: Tables<'_>,
    child: Board,
    features: &Features,
    square: Square,
    flips: Bitboard,
) -> i32 {
    let empties = child.empties().len();
    let features = l.features_after_move(features, square, flips, empties + 1);
    l.evaluate(child, &features, weights.at(empties))
}
