//! Five and six empties: NWS ordered by parity alone, no table and no sorting.

use reversi_bitboard::Board;

use super::parity::odd_quadrants;
use super::stability::stability_cutoff;
use crate::tree::NO_SCORE;
use crate::tree::outlined::Outlined;

/// With more empties the thread's table pays.
pub(super) const MAX_EMPTIES: u32 = 6;

/// Moves into odd quadrants first, then the others (END-10, END-11).
#[inline(always)]
pub(in crate::tree) fn nws_parity<L: Outlined>(l: L, nodes: &mut u64, board: Board, alpha: i32) -> i32 {
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
        return -l.nws_parity(nodes, board.pass(), !alpha);
    }
    let odd = odd_quadrants(empties);
    let mut best = NO_SCORE;
    for group in [moves & odd, moves - odd] {
        for square in group {
            let child = board.play_unchecked(square, l.flip(square, board));
            *nodes += 1;
            let score = if empties.len() == 5 {
                -l.solve_4(nodes, child, !alpha)
            } else {
                -l.nws_parity(nodes, child, !alpha)
            };
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}
