use super::Portable;
use super::token::token;
use crate::board::{Bitboard, Board, Square};
use crate::kernel::{Primitives, flip, mobility};
use crate::kernels;

token! {
    /// Proof that the program is compiled for WebAssembly with 128-bit vectors, `-C target-feature=+simd128`.
    /// A WebAssembly engine without such vectors rejects the whole program, so there is nothing to detect.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::Simd128, kernel::Primitives};
    ///
    /// if let Some(token) = Simd128::detect() {
    ///     assert_eq!(token.moves(Board::START).len(), 4);
    /// }
    /// ```
    Simd128
}

impl Primitives for Simd128 {
    type Below = Portable;
    type Wide = Board;

    kernels! { Simd128;
        fn below() -> Portable = Portable::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::simd128::flip;
        fn moves(board: Board) -> Bitboard = mobility::simd128::moves;
    }
}
