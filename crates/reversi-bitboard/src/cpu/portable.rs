use crate::kernel::{Primitives, Sealed, flip, hash, last_flip, lines, mobility, stability, symmetry};
use crate::{Board, Square};

/// The level of any target: plain integer code, nothing to prove.
///
/// ```
/// use reversi_bitboard::{Board, cpu::Portable, kernel::Primitives};
///
/// assert!(Portable.has_move(Board::START));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Portable;

impl Sealed for Portable {}

impl Primitives for Portable {
    type Wide = Board;

    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> u64 {
        flip::portable::flip(square, board)
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        mobility::portable::moves(board)
    }

    #[inline(always)]
    fn last_flip_count(self, square: Square, player: u64) -> u32 {
        last_flip::portable::count(square, player)
    }

    #[inline(always)]
    fn full_lines(self, occupied: u64) -> lines::FullLines {
        lines::portable::full_lines(occupied)
    }

    #[inline(always)]
    fn transpose(self, set: u64) -> u64 {
        symmetry::portable::transpose(set)
    }

    #[inline(always)]
    fn mirror_files(self, set: u64) -> u64 {
        symmetry::portable::mirror_files(set)
    }

    #[inline(always)]
    fn hash(self, board: Board) -> u64 {
        hash::portable::hash(board)
    }

    #[inline(always)]
    fn edges(self, board: Board) -> [u16; 4] {
        stability::edge::portable::edges(board)
    }
}
