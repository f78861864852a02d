use super::{leaf, token};
use crate::kernel::{Primitives, flip, hash, last_flip, lines, mobility, stability, symmetry};
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

impl Primitives for Neon {
    type Wide = Board;

    #[inline(always)]
    fn flip(self, square: Square, board: Board) -> u64 {
        leaf!(flip::neon::flip(square, board))
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        mobility::portable::moves(board) // MOB-05: scalar shifts fuse with logic on Arm
    }

    #[inline(always)]
    fn last_flip_count(self, square: Square, player: u64) -> u32 {
        leaf!(last_flip::neon::count(square, player))
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
        symmetry::portable::mirror_files(set) // RBIT and REV
    }

    #[inline(always)]
    fn hash(self, board: Board) -> u64 {
        leaf!(hash::armv8::hash(board))
    }

    #[inline(always)]
    fn edges(self, board: Board) -> [u16; 4] {
        stability::edge::portable::edges(board)
    }
}
