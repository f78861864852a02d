use super::CpuLevel;
use crate::board::{Bitboard, Board, Square};
use crate::kernel::{FullLines, Primitives, Sealed, flip, hash, last_flip, lines, mobility, stability};
use crate::kernels;

/// The level of every target: plain integer code, which needs no feature.
///
/// ```
/// use reversi_bitboard::{Board, cpu::Portable, kernel::Primitives};
///
/// assert!(Portable.has_move(Board::START));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Portable;

impl Portable {
    pub(super) const LEVEL: CpuLevel = CpuLevel::Portable;

    /// The token: every CPU qualifies.
    pub const fn detect() -> Option<Portable> {
        Some(Portable)
    }

    /// The token, as `here` of the other tokens.
    #[allow(dead_code, reason = "not every architecture has a level above")]
    pub(super) const fn here() -> Portable {
        Portable
    }
}

impl Sealed for Portable {
    const IS_LOWEST: bool = true;
}

impl Primitives for Portable {
    type Below = Portable;
    type Wide = Board;

    kernels! { Portable;
        fn below() -> Portable = Portable::here;
        fn flip(square: Square, board: Board) -> Bitboard = flip::portable::flip;
        fn moves(board: Board) -> Bitboard = mobility::portable::moves;
        fn last_flip_count(square: Square, player: Bitboard) -> u32 = last_flip::portable::count;
        fn full_lines(occupied: Bitboard) -> FullLines = lines::portable::full_lines;
        fn hash(board: Board) -> u64 = hash::portable::hash;
        fn edges(board: Board) -> [u16; 4] = stability::edge::portable::edges;
    }
}
