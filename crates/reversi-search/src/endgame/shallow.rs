//! Five and six empties: fast rather than clever, no table and no sorting.

use reversi_bitboard::{Bitboard, Board};

use super::{NO_SCORE, Points, stability_cutoff};
use crate::ordering::odd_quadrants;

/// Above this the table pays.
pub(super) const MAX_EMPTIES: u32 = 6;

/// Moves into odd quadrants first, then the others (END-10, END-11).
#[inline(always)]
pub(super) fn shallow<L: Points>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
    if let Some(upper) = stability_cutoff(l, board, alpha) {
        return upper;
    }
    let empties = board.empties();
    let moves = l.moves(board);
    if moves.is_empty() {
        if l.moves(board.pass()).is_empty() {
            return board.final_score();
        }
        *nodes += 1;
        return -l.shallow(nodes, board.pass(), !alpha);
    }
    let odd = Bitboard(odd_quadrants(empties.0));
    let mut best = NO_SCORE;
    for group in [moves & odd, moves - odd] {
        for square in group {
            let child = board.play_unchecked(square, l.flip(square, board));
            *nodes += 1;
            let score = if empties.len() == 5 {
                -l.last_four(nodes, child, !alpha)
            } else {
                -l.shallow(nodes, child, !alpha)
            };
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}
