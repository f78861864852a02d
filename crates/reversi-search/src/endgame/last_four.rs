//! The last four squares: one function a ply, squares handed down in the order in which they are tried.

use reversi_bitboard::kernel::WideBoard;
use reversi_bitboard::{Bitboard, Board, Square};

use super::{NO_SCORE, Points};
use crate::ordering::touches_opponent;
use crate::parity_order::ParityOrder;

/// Four empties: squares alone in their quadrant come first (END-05).
#[inline(always)]
pub(super) fn last_four<L: Points>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let order = ParityOrder::new(board.empties().0);
    let wide = L::Wide::new(l, board);
    let mut best = NO_SCORE;
    for i in 0..4 {
        let [square, rest @ ..] = order.candidate(i);
        if let Some(child) = child::<L, true>(l, wide, square) {
            *nodes += 1;
            best = best.max(-three(l, nodes, child, !alpha, rest));
            if best > alpha {
                return best;
            }
        }
    }
    if best > NO_SCORE {
        return best;
    }
    if !l.has_move(board.pass()) {
        return board.final_score();
    }
    *nodes += 1;
    -l.last_four(nodes, board.pass(), !alpha)
}

/// One to three empties, for callers that come from above.
#[inline(always)]
pub(super) fn last_three<L: Points>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let wide = L::Wide::new(l, board);
    let mut empties = board.empties().into_iter();
    match (empties.next(), empties.next(), empties.next()) {
        (Some(a), Some(b), Some(c)) => three(l, nodes, wide, alpha, [a, b, c]),
        (Some(a), Some(b), None) => two(l, nodes, wide, alpha, [a, b]),
        (Some(a), None, None) => one(l, nodes, wide, a, alpha),
        _ => board.final_score(),
    }
}

#[inline(always)]
fn three<L: Points>(l: L, nodes: &mut u64, board: L::Wide, alpha: i32, squares: [Square; 3]) -> i32 {
    let best = best_of_three::<L, true>(l, nodes, board, alpha, squares);
    if best > NO_SCORE {
        return best;
    }
    l.three_after_pass(nodes, board.board(), alpha, squares)
}

/// The opponent's turn on a board on which `three` found no move. Rare enough to stay out of the way.
#[inline(always)]
pub(super) fn three_after_pass<L: Points>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    squares: [Square; 3],
) -> i32 {
    *nodes += 1;
    let best = best_of_three::<L, false>(l, nodes, L::Wide::new(l, board.pass()), !alpha, squares);
    if best > NO_SCORE { -best } else { board.final_score() }
}

/// The best score, [`NO_SCORE`] without a legal move; with `TEST` squares without a neighbour are skipped early.
///
/// What one side cannot play the other nearly always can, so after a pass the test does not pay (END-03).
#[inline(always)]
fn best_of_three<L: Points, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
    alpha: i32,
    [a, b, c]: [Square; 3],
) -> i32 {
    // Not a loop: that would keep the squares in memory.
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
fn after<L: Points, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
    alpha: i32,
    square: Square,
    rest: [Square; 2],
) -> i32 {
    let Some(child) = child::<L, TEST>(l, board, square) else { return NO_SCORE };
    *nodes += 1;
    -two(l, nodes, child, !alpha, rest)
}

#[inline(always)]
fn two<L: Points>(l: L, nodes: &mut u64, board: L::Wide, alpha: i32, squares: [Square; 2]) -> i32 {
    let best = best_of_two::<L, true>(l, nodes, board, alpha, squares);
    if best > NO_SCORE {
        return best;
    }
    l.two_after_pass(nodes, board.board(), alpha, squares)
}

/// The opponent's turn on a board on which `two` found no move. Rare enough to stay out of the way.
#[inline(always)]
pub(super) fn two_after_pass<L: Points>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    squares: [Square; 2],
) -> i32 {
    *nodes += 1;
    let best = best_of_two::<L, false>(l, nodes, L::Wide::new(l, board.pass()), !alpha, squares);
    if best > NO_SCORE { -best } else { board.final_score() }
}

#[inline(always)]
fn best_of_two<L: Points, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
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
fn after_last_but_one<L: Points, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
    alpha: i32,
    square: Square,
    last: Square,
) -> i32 {
    let Some(child) = child::<L, TEST>(l, board, square) else { return NO_SCORE };
    *nodes += 1;
    -one(l, nodes, child, last, !alpha)
}

/// The last square: only the discs of the side to move are needed, all others are the opponent's (LAST-17, LAST-19).
#[inline(always)]
fn one<L: Points>(l: L, nodes: &mut u64, board: L::Wide, square: Square, alpha: i32) -> i32 {
    *nodes += 1;
    let player = board.board().player().0;
    let score = 2 * player.count_ones() as i32 - 62; // the last square counted as the player's
    let turned = board.last_flip_count(l, square) as i32;
    if turned != 0 {
        return score + 2 * turned;
    }
    let over = if score > 0 { score } else { score - 2 };
    if over <= alpha {
        return over; // the opponent's move can only lower it
    }
    let turned = l.one_after_pass(player, square) as i32;
    if turned != 0 { score - 2 - 2 * turned } else { over }
}

/// How many discs the other side turns on the last square. Rare enough to stay out of the way, like the other passes.
#[inline(always)]
pub(super) fn one_after_pass<L: Points>(l: L, player: u64, square: Square) -> u32 {
    l.last_flip_count(square, Bitboard(!(player | square.bit())))
}

#[inline(always)]
fn child<L: Points, const TEST: bool>(l: L, board: L::Wide, square: Square) -> Option<L::Wide> {
    if TEST && !touches_opponent(square, board.board()) {
        return None;
    }
    board.child(l, square)
}
