use super::{leaf, token};
use crate::kernel::{Primitives, flip, hash, last_flip, lines, stability, symmetry};
use crate::{Board, Square};

token! {
    /// Proof that the CPU has the x86-64-v2 instructions.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::X86V2, kernel::Primitives};
    ///
    /// if let Some(token) = X86V2::detect() {
    ///     assert_eq!(token.moves(Board::START).count_ones(), 4);
    /// }
    /// ```
    X86V2, is_x86_feature_detected
}

impl Primitives for X86V2 {
    type Wide = Board;

    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> u64 {
        leaf!(flip::sse4::flip(square, board))
    }

    #[inline(always)]
    fn last_flip_count(self, square: Square, player: u64) -> u32 {
        leaf!(last_flip::sse2::count(square, player))
    }

    #[inline(always)]
    fn full_lines(self, occupied: u64) -> lines::FullLines {
        leaf!(lines::sse2::full_lines(occupied))
    }

    #[inline(always)]
    fn mirror_files(self, set: u64) -> u64 {
        leaf!(symmetry::ssse3::mirror_files(set))
    }

    #[inline(always)]
    fn hash(self, board: Board) -> u64 {
        leaf!(hash::sse4::hash(board))
    }

    #[inline(always)]
    fn edges(self, board: Board) -> [u16; 4] {
        leaf!(stability::edge::sse2::edges(board))
    }

    #[inline(always)]
    fn last_flip_counts(self, square: Square, player: u64) -> [u32; 2] {
        leaf!(last_flip::sse2::counts(square, player))
    }
}
