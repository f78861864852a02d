//! Five empties and more: squares of odd quadrants first (END-10, END-11). Each function differs from the
//! first by one technique, and the last by three.

use reversi_bitboard::kernel::NEIGHBOURS;
use reversi_bitboard::{Bitboard, Board, Square};
use reversi_exchange::__internal::parity::odd_quadrants;
use reversi_exchange::__internal::stability_cutoff;

use super::Outlined;
use super::order::STATIC_ORDER;
use crate::table::table;

/// Below every score.
const NO_SCORE: i32 = -127;

/// The parities of the four quadrants as four bits.
pub(super) fn odd_bits(board: Board) -> u32 {
    let odd = odd_quadrants(board.empties()).0;
    (odd & 1 | odd >> 3 & 2 | odd >> 30 & 4 | odd >> 33 & 8) as u32
}

/// The bit of a square's quadrant: bit 2 of its index says which half of the files, bit 5 which half of the
/// ranks.
#[inline(always)]
fn quadrant_bit(square: Square) -> u32 {
    let index = square.index();
    1 << (index >> 2 & 1 | index >> 4 & 2)
}

/// The squares of a set of quadrants (END-12).
static QUADRANTS: [Bitboard; 16] = table!(|set| {
    let (mut squares, mut quadrant) = (0, 0);
    while quadrant < 4 {
        let place = 4 * (quadrant & 1) + 32 * (quadrant >> 1);
        squares |= ((set as u64 >> quadrant & 1) * 0x0f0f_0f0f) << place;
        quadrant += 1;
    }
    Bitboard(squares)
});

/// The static order of searches that have none.
const ANY_ORDER: [Bitboard; 1] = [Bitboard(!0)];

/// Whether five empties are left, so that a move leaves four.
#[inline(always)]
fn has_five(board: Board) -> bool {
    board.empties().len() == 5
}

/// As the engine with five empties, but for its table.
#[inline(always)]
pub(super) fn by_bits<L: Outlined>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    by_groups(
        l,
        nodes,
        board,
        alpha,
        ANY_ORDER,
        |nodes, board, alpha| l.parity(nodes, board, alpha),
        |nodes, board, alpha| l.minimax_scalar(nodes, board, alpha),
    )
}

/// The squares of odd quadrants, and then the others, in the static order.
#[inline(always)]
pub(super) fn corners_first<L: Outlined>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    by_groups(
        l,
        nodes,
        board,
        alpha,
        STATIC_ORDER,
        |nodes, board, alpha| l.parity_corners_first(nodes, board, alpha),
        |nodes, board, alpha| l.minimax_corners_first(nodes, board, alpha),
    )
}

/// `same` searches as this function does, `with_four` a board with four empties.
#[inline(always)]
fn by_groups<L: Outlined, const N: usize>(
    l: L,
    nodes: &mut u64,
    board: Board,
    alpha: i32,
    static_order: [Bitboard; N],
    same: impl Fn(&mut u64, Board, i32) -> i32,
    with_four: impl Fn(&mut u64, Board, i32) -> i32,
) -> i32 {
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    let moves = l.moves(board);
    if moves.is_empty() {
        return if_pass(l, nodes, board, |nodes| same(nodes, board.pass(), !alpha));
    }
    let odd = odd_quadrants(board.empties());
    best_of([moves & odd, moves - odd], static_order, alpha, |square| {
        let child = board.play_unchecked(square, l.flip(square, board));
        *nodes += 1;
        Some(match has_five(board) {
            true => -with_four(nodes, child, !alpha),
            false => -same(nodes, child, !alpha),
        })
    })
}

/// The best score of the squares of some groups, each in the static order, or the first score above alpha.
/// `search` has none for a square that is no move.
#[inline(always)]
fn best_of<const N: usize>(
    groups: [Bitboard; 2],
    static_order: [Bitboard; N],
    alpha: i32,
    mut search: impl FnMut(Square) -> Option<i32>,
) -> i32 {
    let mut best = NO_SCORE;
    for group in groups {
        for squares in static_order {
            for square in group & squares {
                let Some(score) = search(square) else { continue };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
    }
    best
}

/// Squares are tried one by one: the moves are not computed before (without END-11).
#[inline(always)]
pub(super) fn one_by_one<L: Outlined>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    let (empties, odd) = (board.empties(), odd_quadrants(board.empties()));
    let best = best_of([empties & odd, empties - odd], ANY_ORDER, alpha, |square| {
        if (NEIGHBOURS[square.index()] & board.opponent()).is_empty() {
            return None;
        }
        let flips = l.flip(square, board);
        if flips.is_empty() {
            return None;
        }
        let child = board.play_unchecked(square, flips);
        *nodes += 1;
        Some(match has_five(board) {
            true => -l.minimax_scalar(nodes, child, !alpha),
            false => -l.parity_one_by_one(nodes, child, !alpha),
        })
    });
    if best == NO_SCORE {
        return if_pass(l, nodes, board, |nodes| l.parity_one_by_one(nodes, board.pass(), !alpha));
    }
    best
}

/// The score of a board without a move. `search` searches it after a pass, if the other side has a move.
#[inline(always)]
fn if_pass<L: Outlined>(l: L, nodes: &mut u64, board: Board, search: impl FnOnce(&mut u64) -> i32) -> i32 {
    if l.moves(board.pass()).is_empty() {
        return board.final_score();
    }
    *nodes += 1;
    -search(nodes)
}

/// A table gives the squares of the odd quadrants, whose bits are carried along (END-12).
#[inline(always)]
pub(super) fn by_masks<L: Outlined>(l: L, nodes: &mut u64, board: Board, alpha: i32, odd: u32) -> i32 {
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    let moves = l.moves(board);
    if moves.is_empty() {
        return if_pass(l, nodes, board, |nodes| l.parity_by_masks(nodes, board.pass(), !alpha, odd));
    }
    let first = moves & QUADRANTS[odd as usize & 15];
    best_of([first, moves ^ first], ANY_ORDER, alpha, |square| {
        let child = board.play_unchecked(square, l.flip(square, board));
        *nodes += 1;
        Some(match has_five(board) {
            true => -l.minimax_scalar(nodes, child, !alpha),
            false => -l.parity_by_masks(nodes, child, !alpha, odd ^ quadrant_bit(square)),
        })
    })
}

/// What a search changes before a move and restores after it.
pub(super) struct State {
    pub(super) nodes: u64,
    board: Board,
    empties: u32,
    odd: u32,
    /// The empty square after each, and after [`HEAD`] the first; the last is followed by `HEAD`.
    next: [u8; 65],
}

const HEAD: u8 = 64;

impl State {
    #[inline(always)]
    pub(super) fn new_without_list(board: Board) -> State {
        State { nodes: 0, board, empties: board.empties().len(), odd: odd_bits(board), next: [HEAD; 65] }
    }

    #[inline(always)]
    pub(super) fn new(board: Board) -> State {
        let mut state = State::new_without_list(board);
        let mut last = HEAD;
        for square in board.empties() {
            state.next[last as usize] = square.index() as u8;
            last = square.index() as u8;
        }
        state
    }
}

/// As [`best_of`] for the listed squares, each out of the list meanwhile. Only the links forward are written:
/// the square before is known from the walk (END-13).
#[inline(always)]
fn best_of_list(
    state: &mut State,
    groups: [Bitboard; 2],
    alpha: i32,
    mut search: impl FnMut(&mut State, Square) -> i32,
) -> i32 {
    let mut best = NO_SCORE;
    for moves in groups {
        if moves.is_empty() {
            continue;
        }
        let mut before = HEAD;
        loop {
            let index = state.next[before as usize];
            if index == HEAD {
                break;
            }
            let square = Square::ALL[index as usize & 63];
            if moves.contains(square) {
                state.next[before as usize] = state.next[index as usize];
                let score = search(state, square);
                state.next[before as usize] = index;
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
            before = index;
        }
    }
    best
}

/// The empty squares as a list (END-13).
#[inline(always)]
pub(super) fn linked<L: Outlined>(l: L, state: &mut State, board: Board, alpha: i32) -> i32 {
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        state.nodes += 1;
        return -l.parity_linked(state, board.pass(), !alpha);
    }
    let odd = odd_quadrants(board.empties());
    best_of_list(state, [moves & odd, moves - odd], alpha, |state, square| {
        let child = board.play_unchecked(square, l.flip(square, board));
        state.nodes += 1;
        match has_five(board) {
            true => -l.minimax_scalar(&mut state.nodes, child, !alpha),
            false => -l.parity_linked(state, child, !alpha),
        }
    })
}

/// A node whose board is in a state. `same` searches as this function does, with the board after a pass, and
/// `moves` tries the moves. What they write is restored once (END-14).
#[inline(always)]
fn by_state<L: Outlined>(
    l: L,
    state: &mut State,
    alpha: i32,
    same: impl FnOnce(&mut State) -> i32,
    best_of_moves: impl FnOnce(&mut State, Board, Bitboard) -> i32,
) -> i32 {
    let (board, odd) = (state.board, state.odd);
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        state.nodes += 1;
        state.board = board.pass();
        let score = -same(state);
        state.board = board;
        return score;
    }
    state.empties -= 1;
    let best = best_of_moves(state, board, moves);
    state.empties += 1;
    (state.board, state.odd) = (board, odd);
    best
}

/// The board and the number of empties are written for each move and restored once (END-14).
#[inline(always)]
pub(super) fn hoisted<L: Outlined>(l: L, state: &mut State, alpha: i32) -> i32 {
    let same = |state: &mut State| l.parity_hoisted(state, !alpha);
    by_state(l, state, alpha, same, |state, board, moves| {
        let odd = odd_quadrants(board.empties());
        best_of([moves & odd, moves - odd], ANY_ORDER, alpha, |square| {
            let child = board.play_unchecked(square, l.flip(square, board));
            state.nodes += 1;
            if state.empties == 4 {
                return Some(-l.minimax_scalar(&mut state.nodes, child, !alpha));
            }
            state.board = child;
            Some(-l.parity_hoisted(state, !alpha))
        })
    })
}

/// All three: masks, list and hoisted state (END-12, END-13, END-14).
#[inline(always)]
pub(super) fn together<L: Outlined>(l: L, state: &mut State, alpha: i32) -> i32 {
    let same = |state: &mut State| l.parity_together(state, !alpha);
    by_state(l, state, alpha, same, |state, board, moves| {
        let odd = state.odd;
        let first = moves & QUADRANTS[odd as usize & 15];
        best_of_list(state, [first, moves ^ first], alpha, |state, square| {
            let child = board.play_unchecked(square, l.flip(square, board));
            state.nodes += 1;
            if state.empties == 4 {
                return -l.minimax_scalar(&mut state.nodes, child, !alpha);
            }
            (state.board, state.odd) = (child, odd ^ quadrant_bit(square));
            -l.parity_together(state, !alpha)
        })
    })
}

#[cfg(test)]
mod tests {
    use reversi_testkit::{Rng, scattered};

    use super::*;

    #[test]
    fn masks_are_those_of_the_folded_board() {
        let rng = &mut Rng::with_seed(1);
        for empties in [5, 6, 20] {
            for _ in 0..100 {
                let board = scattered(rng, empties, 1);
                let odd = odd_bits(board);
                assert_eq!(QUADRANTS[odd as usize], odd_quadrants(board.empties()), "{board}");
                let by_square = board.empties().into_iter().fold(0, |odd, square| odd ^ quadrant_bit(square));
                assert_eq!(odd, by_square, "{board}");
            }
        }
    }
}
