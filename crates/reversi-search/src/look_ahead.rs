//! A few plies on the evaluation, to order moves high in the tree.

use reversi_bitboard::{Bitboard, Board, Square, outlined};
use reversi_eval::kernel::EvalPrimitives;
use reversi_eval::{Evaluator, Features};

use crate::endgame::Context;

/// Beyond every estimate.
pub(crate) const INFINITE: i32 = 1 << 24;

outlined! {
    pub(crate) trait LookAhead: EvalPrimitives {
        fn look_ahead(cx: &mut Context<'_>, board: Board, features: &Features, alpha: i32, beta: i32, depth: u32) -> i32
            = look_ahead;
        fn value(cx: &Context<'_>, features: &Features, empties: u32) -> i32 = value;
        fn value_after_move(cx: &Context<'_>, features: &Features, square: Square, flips: Bitboard, empties: u32) -> i32
            = value_after_move;
    }
}

/// Plain alpha-beta, corners first, in 1/128 disc; better than `beta` is as good as `beta`.
#[inline(always)]
fn look_ahead<L: LookAhead>(
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
        return leaf(l, cx, board, features);
    }
    if depth > 1 && cx.monitor.must_stop() {
        return 0; // the caller's result is thrown away
    }
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return 128 * board.final_score();
        }
        cx.monitor.nodes += 1;
        let passed = l.features_after_pass(features, empties);
        return -l.look_ahead(cx, board.pass(), &passed, -beta, -alpha, depth);
    }
    let mut best = -INFINITE;
    for group in [moves & Bitboard::CORNERS, moves - Bitboard::CORNERS] {
        for square in group {
            let flips = l.flip(square, board);
            let child = board.play_unchecked(square, flips);
            cx.monitor.nodes += 1;
            let value = if depth == 1 {
                leaf_after_move(l, cx, child, features, square, flips)
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

/// The static evaluation.
#[inline(always)]
pub(crate) fn leaf<L: LookAhead>(l: L, cx: &mut Context<'_>, board: Board, features: &Features) -> i32 {
    if let Some(evaluator) = cx.evaluator {
        return ask(cx, evaluator, board);
    }
    let hash = l.hash(board);
    if let Some(value) = cx.local.value(hash, board) {
        debug_assert_eq!(value, l.value(cx, features, board.empties().len()), "{board}");
        return value;
    }
    let value = l.value(cx, features, board.empties().len());
    cx.local.store_value(hash, board, value);
    value
}

/// The same for a child of the position with these features: they need not be brought up to date if the value is known.
#[inline(always)]
pub(crate) fn leaf_after_move<L: LookAhead>(
    l: L,
    cx: &mut Context<'_>,
    child: Board,
    features: &Features,
    square: Square,
    flips: Bitboard,
) -> i32 {
    if let Some(evaluator) = cx.evaluator {
        return ask(cx, evaluator, child);
    }
    let hash = l.hash(child);
    if let Some(value) = cx.local.value(hash, child) {
        return value;
    }
    let value = l.value_after_move(cx, features, square, flips, child.empties().len() + 1);
    cx.local.store_value(hash, child, value);
    value
}

/// What the evaluation of the user says.
#[inline(always)]
fn ask(cx: &mut Context<'_>, evaluator: &dyn Evaluator, board: Board) -> i32 {
    cx.monitor.count_evaluation();
    evaluator.evaluate_128(&board).clamp(-INFINITE, INFINITE)
}

/// By the tables. Long code, and slow enough for a call not to matter.
#[inline(always)]
fn value<L: EvalPrimitives>(l: L, cx: &Context<'_>, features: &Features, empties: u32) -> i32 {
    l.evaluate(features, cx.tables.at(empties))
}

/// The same for what a move leads to; `empties` are those before it.
#[inline(always)]
fn value_after_move<L: EvalPrimitives>(
    l: L,
    cx: &Context<'_>,
    features: &Features,
    square: Square,
    flips: Bitboard,
    empties: u32,
) -> i32 {
    let features = l.features_after_move(features, square, flips, empties);
    l.evaluate(&features, cx.tables.at(empties - 1))
}
