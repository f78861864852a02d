use super::{leaf, token};
use crate::kernel::{Primitives, flip, hash, last_flip};
use crate::{Board, Square};

token! {
    /// Proof that the CPU is an aarch64 with NEON and CRC instructions.
    ///
    /// ```
    /// use reversi_bitboard::{Board, cpu::Neon, kernel::Primitives};
    ///
    /// if let Some(token) = Neon::detect() {
    ///     assert_eq!(token.moves(Board::START).count_ones(), 4);
    /// }
    /// ```
    Neon, is_aarch64_feature_detected
}

// Portable code suits Arm well: scalar shifts fuse with logic (MOB-05), and RBIT and REV mirror the files.
impl Primitives for Neon {
    type Wide = Board;

    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> u64 {
        leaf!(flip::neon::flip(square, board))
    }

    #[inline(always)]
    fn last_flip_count(self, square: Square, player: u64) -> u32 {
        leaf!(last_flip::neon::count(square, player))
    }

    #[inline(always)]
    fn hash(self, board: Board) -> u64 {
        leaf!(hash::armv8::hash(board))
    }
}
