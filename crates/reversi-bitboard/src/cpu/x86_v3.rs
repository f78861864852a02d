use super::token::token;
use super::{Quirks, X86V2};
use crate::board::{Bitboard, Board, Square};
use crate::kernel::{FullLines, Primitives, flip, last_flip, lines, mobility, wide};
use crate::kernels;

token! {
    /// Proof that the CPU has the x86-64-v3 instructions. The parameter is true if its PEXT is fast.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::X86V3, kernel::Primitives};
    ///
    /// if let Some(token) = X86V3::<true>::detect() {
    ///     assert_eq!(token.moves(Board::START).len(), 4);
    /// }
    /// ```
    X86V3<const FAST_PEXT: bool>
}

impl X86V3<false> {
    /// Whether this token is the one for CPUs with these quirks.
    pub(super) const fn suits(quirks: Quirks) -> bool {
        quirks.slow_pext || quirks.slow_gather
    }
}

impl Primitives for X86V3<false> {
    type Below = X86V2;
    type Wide = wide::avx2::BoardLanes;

    kernels! { X86V3;
        fn below() -> X86V2 = X86V2::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::avx2::flip;
        fn moves(board: Board) -> Bitboard = mobility::avx2::moves;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::avx2::count;
        fn full_lines(occupied: Bitboard) -> FullLines = lines::avx2::full_lines;
    }
}

impl Primitives for X86V3<true> {
    type Below = X86V3<false>;
    type Wide = wide::avx2::BoardLanes;

    kernels! { X86V3;
        fn below() -> X86V3<false> = X86V3::here;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::bmi2::count;
    }
}
