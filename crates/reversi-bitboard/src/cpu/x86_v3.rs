use super::{is_detected, leaf};
use crate::kernel::{Primitives, Sealed, flip, hash, last_flip, lines, mobility, stability, symmetry, wide};
use crate::level_features;
use crate::{Board, Square};

/// Proof that the CPU has the x86-64-v3 instructions; the parameter says whether its PEXT is a fast one.
///
/// ```
/// use reversi_bitboard::{Board, cpu::X86V3, kernel::Primitives};
///
/// if let Some(token) = X86V3::<true>::detect() {
///     assert_eq!(token.moves(Board::START).count_ones(), 4);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct X86V3<const FAST_PEXT: bool>(());

impl<const FAST_PEXT: bool> X86V3<FAST_PEXT> {
    /// The token, if the CPU qualifies.
    #[inline]
    pub fn detect() -> Option<Self> {
        level_features! { X86V3, [is_detected] is_x86_feature_detected }.then_some(X86V3(()))
    }
}

impl<const FAST_PEXT: bool> Sealed for X86V3<FAST_PEXT> {}

impl<const FAST_PEXT: bool> Primitives for X86V3<FAST_PEXT> {
    type Wide = wide::avx2::Lanes;

    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> u64 {
        leaf!(flip::avx2::flip(square, board))
    }

    #[inline(always)]
    fn flip_many<const N: usize>(self, squares: [Square; N], board: Board) -> [u64; N] {
        leaf!(flip::avx2::flip_many(squares, board))
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        leaf!(mobility::avx2::moves(board))
    }

    #[inline(always)]
    fn last_flip_count(self, square: Square, player: u64) -> u32 {
        if FAST_PEXT {
            leaf!(last_flip::bmi2::count(square, player))
        } else {
            leaf!(last_flip::avx2::count(square, player))
        }
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
        leaf!(last_flip::avx2::can_flip(square, player))
    }
}
