use super::{leaf, token};
use crate::kernel::{Primitives, flip, hash, last_flip, lines, mobility, stability, symmetry, wide};
use crate::{Board, Square};

token! {
    /// Proof that the CPU has the x86-64-v4 instructions.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::X86V4, kernel::Primitives};
    ///
    /// if let Some(token) = X86V4::detect() {
    ///     assert_eq!(token.moves(Board::START).count_ones(), 4);
    /// }
    /// ```
    X86V4, is_x86_feature_detected
}

impl Primitives for X86V4 {
    type Wide = wide::avx2::Lanes;

    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> u64 {
        leaf!(flip::avx512::flip(square, board))
    }

    #[inline(always)]
    fn flip_many<const N: usize>(self, squares: [Square; N], board: Board) -> [u64; N] {
        leaf!(flip::avx512::flip_many(squares, board))
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        leaf!(mobility::avx2::moves(board))
    }

    #[inline(always)]
    fn last_flip_count(self, square: Square, player: u64) -> u32 {
        leaf!(last_flip::avx512::count(square, player))
    }

    #[inline(always)]
    fn full_lines(self, occupied: u64) -> lines::FullLines {
        leaf!(lines::avx2::full_lines(occupied))
    }

    #[inline(always)]
    fn transpose(self, set: u64) -> u64 {
        leaf!(symmetry::avx2::transpose(set))
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
        leaf!(last_flip::avx2::counts(square, player))
    }

    #[inline(always)]
    fn can_flip_last(self, square: Square, player: u64) -> bool {
        leaf!(last_flip::avx512::can_flip(square, player))
    }
}
