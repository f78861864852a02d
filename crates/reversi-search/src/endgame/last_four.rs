//! The last four squares: one function a ply, squares handed down in the order in which they are tried.

use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, Square};

use super::{NO_SCORE, child};
use crate::ordering::touches_opponent;
use crate::parity_order::ParityOrder;

/// Four empties: squares alone in their quadrant come first (END-05).
#[inline(always)]
pub(super) fn last_four<L: Primitives>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let order = ParityOrder::new(board.empties().0);
    let best = best_of_four::<L, true>(l, nodes, board, alpha, order);
    if best > NO_SCORE {
        return best;
    }
    // The opponent after a pass: scores are the opponent's, and so is the window.
    *nodes += 1;
    let best = best_of_four::<L, false>(l, nodes, board.pass(), !alpha, order);
    if best > NO_SCORE { -best } else { board.final_score() }
}

/// One to three empties, for callers that come from above.
#[inline(always)]
pub(super) fn last_three<L: Primitives>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let mut empties = board.empties().into_iter();
    match (empties.next(), empties.next(), empties.next()) {
        (Some(a), Some(b), Some(c)) => three(l, nodes, board, alpha, [a, b, c]),
        (Some(a), Some(b), None) => two(l, nodes, board, alpha, [a, b]),
        (Some(a), None, None) => one(l, nodes, board.player().0, a, alpha),
        _ => board.final_score(),
    }
}

/// The best score, [`NO_SCORE`] without a legal move; with `TEST` squares without a neighbour are skipped early.
///
/// What one side cannot play the other nearly always can, so after a pass a test does not pay (END-03).
#[inline(always)]
fn best_of_four<L: Primitives, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    order: ParityOrder,
) -> i32 {
    let mut best = NO_SCORE;
    for i in 0..4 {
        let [square, rest @ ..] = order.candidate(i);
        if let Some(child) = child_if::<L, TEST>(l, board, square) {
            *nodes += 1;
            best = best.max(-three(l, nodes, child, !alpha, rest));
            if best > alpha {
                break;
            }
        }
    }
    best
}

#[inline(always)]
fn three<L: Primitives>(l: L, nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 3]) -> i32 {
    let best = best_of_three::<L, true>(l, nodes, board, alpha, squares);
    if best > NO_SCORE {
        return best;
    }
    *nodes += 1;
    let best = best_of_three::<L, false>(l, nodes, board.pass(), !alpha, squares);
    if best > NO_SCORE { -best } else { board.final_score() }
}

#[inline(always)]
fn best_of_three<L: Primitives, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    [a, b, c]: [Square; 3],
) -> i32 {
    // Not a loop: its branches would be harder to predict, and it would keep the squares in memory.
    let mut best = after::<L, TEST>(l, nodes, board, alpha, a, [b, c]);
    if best <= alpha {
        best = best.max(after::<L, TEST>(l, nodes, board, alpha, b, [a, c]));
    }
    if best <= alpha {
        best = best.max(after::<L, TEST>(l, nodes, board, alpha, c, [a, b]));
    }
    best
}

#[inline(always)]
fn after<L: Primitives, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    square: Square,
    rest: [Square; 2],
) -> i32 {
    let Some(child) = child_if::<L, TEST>(l, board, square) else { return NO_SCORE };
    *nodes += 1;
    -two(l, nodes, child, !alpha, rest)
}

#[inline(always)]
fn two<L: Primitives>(l: L, nodes: &mut u64, board: Board, alpha: i32, squares: [Square; 2]) -> i32 {
    let best = best_of_two::<L, true>(l, nodes, board, alpha, squares);
    if best > NO_SCORE {
        return best;
    }
    *nodes += 1;
    let best = best_of_two::<L, false>(l, nodes, board.pass(), !alpha, squares);
    if best > NO_SCORE { -best } else { board.final_score() }
}

#[inline(always)]
fn best_of_two<L: Primitives, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    [a, b]: [Square; 2],
) -> i32 {
    let best = after_last_but_one::<L, TEST>(l, nodes, board, alpha, a, b);
    if best > alpha {
        return best;
    }
    best.max(after_last_but_one::<L, TEST>(l, nodes, board, alpha, b, a))
}

#[inline(always)]
fn after_last_but_one<L: Primitives, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    square: Square,
    last: Square,
) -> i32 {
    let Some(child) = child_if::<L, TEST>(l, board, square) else { return NO_SCORE };
    *nodes += 1;
    -one(l, nodes, child.player().0, last, !alpha)
}

/// The last square: only the discs of the side to move are needed, all others are the opponent's (LAST-17, LAST-19).
#[inline(always)]
fn one<L: Primitives>(l: L, nodes: &mut u64, player: u64, square: Square, alpha: i32) -> i32 {
    *nodes += 1;
    let score = 2 * player.count_ones() as i32 - 62; // the last square counted as the player's
    let turned = l.last_flip_count(square, player) as i32;
    if turned != 0 {
        return score + 2 * turned;
    }
    let over = if score > 0 { score } else { score - 2 };
    if over <= alpha {
        return over; // the opponent's move can only lower it
    }
    let turned = l.last_flip_count(square, !(player | square.bit())) as i32;
    if turned != 0 { score - 2 - 2 * turned } else { over }
}

#[inline(always)]
fn child_if<L: Primitives, const TEST: bool>(l: L, board: Board, square: Square) -> Option<Board> {
    if TEST && !touches_opponent(square, board) {
        return None;
    }
    child(l, board, square)
}
