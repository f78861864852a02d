use super::X86V3;
use super::token::token;
use crate::board::{Bitboard, Board, Square};
use crate::kernel::{Primitives, flip, last_flip, wide};
use crate::kernels;

token! {
    /// Proof that the CPU has the x86-64-v4 instructions.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::X86V4, kernel::Primitives};
    ///
    /// if let Some(token) = X86V4::detect() {
    ///     assert_eq!(token.moves(Board::START).len(), 4);
    /// }
    /// ```
    X86V4
}

impl Primitives for X86V4 {
    type Below = X86V3<true>;
    type Wide = wide::avx2::BoardLanes;

    kernels! { X86V4;
        fn below() -> X86V3<true> = X86V3::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::avx512::flip;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::avx512::count;
    }
}
