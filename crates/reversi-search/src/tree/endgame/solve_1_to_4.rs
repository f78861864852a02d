//! The last four squares: one function a ply. Each hands down the squares in the order in which they are
//! tried.

use reversi_bitboard::kernel::{NEIGHBOURS, WideBoard};
use reversi_bitboard::{Bitboard, Board, Square};

use super::parity::ParityOrder;
use crate::tree::NO_SCORE;
use crate::tree::outlined::Outlined;

/// Four empties: squares alone in their quadrant come first (END-05).
#[inline(always)]
pub(in crate::tree) fn solve_4<L: Outlined>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let order = ParityOrder::new(board.empties());
    let wide = L::Wide::new(l, board);
    let mut best = NO_SCORE;
    for i in 0..4 {
        let [square, rest @ ..] = order.candidate(i);
        if let Some(child) = child::<L, true>(l, wide, square) {
            *nodes += 1;
            best = best.max(-solve_3(l, nodes, child, !alpha, rest));
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
    -l.solve_4(nodes, board.pass(), !alpha)
}

/// One to three empties at the start of a search. `solve_4` calls `solve_3` directly.
#[inline(always)]
pub(in crate::tree) fn solve_1_to_3<L: Outlined>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    let wide = L::Wide::new(l, board);
    let mut empties = board.empties().into_iter();
    match (empties.next(), empties.next(), empties.next()) {
        (Some(a), Some(b), Some(c)) => solve_3(l, nodes, wide, alpha, [a, b, c]),
        (Some(a), Some(b), None) => solve_2(l, nodes, wide, alpha, [a, b]),
        (Some(a), None, None) => solve_1(l, nodes, wide, a, alpha),
        _ => board.final_score(),
    }
}

#[inline(always)]
fn solve_3<L: Outlined>(l: L, nodes: &mut u64, board: L::Wide, alpha: i32, squares: [Square; 3]) -> i32 {
    let best = best_of_3::<L, true>(l, nodes, board, alpha, squares);
    if best > NO_SCORE {
        return best;
    }
    l.solve_3_after_pass(nodes, board.board(), alpha, squares)
}

/// The opponent's turn after `solve_3` has found no move. A pass is rare: its code stays out of line.
#[inline(always)]
pub(in crate::tree) fn solve_3_after_pass<L: Outlined>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    squares: [Square; 3],
) -> i32 {
    *nodes += 1;
    let best = best_of_3::<L, false>(l, nodes, L::Wide::new(l, board.pass()), !alpha, squares);
    if best > NO_SCORE { -best } else { board.final_score() }
}

/// The best score, or [`NO_SCORE`] without a legal move. With `TEST`, squares without an opponent's disc
/// beside them are skipped before their flips are computed.
///
/// After a pass the test does not pay: the opponent can nearly always play where the mover cannot (END-03).
#[inline(always)]
fn best_of_3<L: Outlined, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
    alpha: i32,
    [a, b, c]: [Square; 3],
) -> i32 {
    // A loop would keep the squares in memory.
    let mut best = after_move_of_3::<L, TEST>(l, nodes, board, alpha, a, [b, c]);
    if best <= alpha {
        best = best.max(after_move_of_3::<L, TEST>(l, nodes, board, alpha, b, [a, c]));
    }
    if best <= alpha {
        best = best.max(after_move_of_3::<L, TEST>(l, nodes, board, alpha, c, [a, b]));
    }
    best
}

#[inline(always)]
fn after_move_of_3<L: Outlined, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
    alpha: i32,
    square: Square,
    rest: [Square; 2],
) -> i32 {
    let Some(child) = child::<L, TEST>(l, board, square) else { return NO_SCORE };
    *nodes += 1;
    -solve_2(l, nodes, child, !alpha, rest)
}

#[inline(always)]
fn solve_2<L: Outlined>(l: L, nodes: &mut u64, board: L::Wide, alpha: i32, squares: [Square; 2]) -> i32 {
    let best = best_of_2::<L, true>(l, nodes, board, alpha, squares);
    if best > NO_SCORE {
        return best;
    }
    l.solve_2_after_pass(nodes, board.board(), alpha, squares)
}

/// The opponent's turn after `solve_2` has found no move. A pass is rare: its code stays out of line.
#[inline(always)]
pub(in crate::tree) fn solve_2_after_pass<L: Outlined>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    squares: [Square; 2],
) -> i32 {
    *nodes += 1;
    let best = best_of_2::<L, false>(l, nodes, L::Wide::new(l, board.pass()), !alpha, squares);
    if best > NO_SCORE { -best } else { board.final_score() }
}

#[inline(always)]
fn best_of_2<L: Outlined, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
    alpha: i32,
    [a, b]: [Square; 2],
) -> i32 {
    let best = after_move_of_2::<L, TEST>(l, nodes, board, alpha, a, b);
    if best > alpha {
        return best;
    }
    best.max(after_move_of_2::<L, TEST>(l, nodes, board, alpha, b, a))
}

#[inline(always)]
fn after_move_of_2<L: Outlined, const TEST: bool>(
    l: L,
    nodes: &mut u64,
    board: L::Wide,
    alpha: i32,
    square: Square,
    last: Square,
) -> i32 {
    let Some(child) = child::<L, TEST>(l, board, square) else { return NO_SCORE };
    *nodes += 1;
    -solve_1(l, nodes, child, last, !alpha)
}

/// The last square. The mover's discs suffice: all others are the opponent's (LAST-17, LAST-19).
#[inline(always)]
fn solve_1<L: Outlined>(l: L, nodes: &mut u64, board: L::Wide, square: Square, alpha: i32) -> i32 {
    *nodes += 1;
    let player = board.board().player();
    let score = 2 * player.len() as i32 - 62; // the last square counted as the player's
    let turned = board.last_flip_count(l, square) as i32;
    if turned != 0 {
        return score + 2 * turned;
    }
    let over = if score > 0 { score } else { score - 2 };
    if over <= alpha {
        return over; // the opponent's move can only lower it
    }
    let turned = l.last_flip_count_after_pass(player, square) as i32;
    if turned != 0 { score - 2 - 2 * turned } else { over }
}

/// The number of discs that the opponent turns on the last square after a pass.
#[inline(always)]
pub(in crate::tree) fn last_flip_count_after_pass<L: Outlined>(
    l: L,
    player: Bitboard,
    square: Square,
) -> u32 {
    l.last_flip_count(square, !player.with_square(square))
}

/// Returns whether an opponent's disc is next to `square`: otherwise the move is illegal.
#[inline(always)]
fn touches_opponent(square: Square, board: Board) -> bool {
    !(NEIGHBOURS[square.index()] & board.opponent()).is_empty()
}

#[inline(always)]
fn child<L: Outlined, const TEST: bool>(l: L, board: L::Wide, square: Square) -> Option<L::Wide> {
    if TEST && !touches_opponent(square, board.board()) {
        return None;
    }
    board.child(l, square)
}
