use reversi_bitboard::cpu::Portable;
use reversi_bitboard::kernel::Primitives;
use reversi_bitboard::{Board, mask};

use crate::evaluator::Evaluator;

/// An evaluation without weights: mobility, potential mobility, corners, stable discs and the disc
/// difference.
///
/// It is far weaker than [`Weights`](crate::weights::Weights), but needs no file and no memory.
///
/// ```
/// use reversi_engine::Board;
/// use reversi_engine::weights::{Classical, Evaluator};
///
/// assert_eq!(Classical.evaluate(&Board::START), 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "an evaluation without settings")]
pub struct Classical;

impl Evaluator for Classical {
    fn evaluate_128(&self, board: &Board) -> i32 {
        let (board, other) = (*board, board.pass());
        let difference = |count: fn(Board) -> u32| count(board) as i32 - count(other) as i32;
        let mobility = difference(|board| board.legal_moves().len());
        let potential = difference(|board| Portable.potential_moves(board).len());
        let corners = difference(|board| (board.player() & mask::CORNERS).len());
        let stable = difference(|board| Portable.stable(board).len());

        let empties = board.empties().len() as i32; // discs gain weight towards the end, moves lose it
        let value = 128 * mobility + 48 * potential + 512 * corners + 96 * stable;
        (value * (empties + 12) + 128 * board.disc_difference() * (60 - empties).max(0)) / 60
    }
}
