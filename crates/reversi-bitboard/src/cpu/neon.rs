use super::Portable;
use super::token::token;
use crate::board::{Bitboard, Board, Square};
use crate::kernel::{Primitives, flip, hash, last_flip};
use crate::kernels;

token! {
    /// Proof that the CPU is an aarch64 with NEON and CRC instructions.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::Neon, kernel::Primitives};
    ///
    /// if let Some(token) = Neon::detect() {
    ///     assert_eq!(token.moves(Board::START).len(), 4);
    /// }
    /// ```
    Neon
}

// Moves by portable code: the compiler gathers its shifts in vectors, so they do not stay in general
// registers as published for Arm (MOB-05).
impl Primitives for Neon {
    type Below = Portable;
    type Wide = Board;

    kernels! { Neon;
        fn below() -> Portable = Portable::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::neon::flip;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::neon::count;
        fn hash(board: Board) -> u64 = hash::armv8::hash;
    }
}
