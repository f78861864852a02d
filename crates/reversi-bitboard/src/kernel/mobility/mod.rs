//! Mobility: all legal moves at once. The contract is [`Primitives::moves`](super::Primitives::moves).

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;
#[cfg(target_arch = "x86_64")]
pub mod sse4;

use crate::board::{Bitboard, Board, mask};

/// Returns the empty squares next to a disc of the other side.
#[inline(always)]
pub fn potential_moves(board: Board) -> Bitboard {
    let discs = board.opponent();
    let row = discs | (discs & mask::FILES_A_TO_G) << 1 | discs >> 1 & mask::FILES_A_TO_G;
    (row | row << 8 | row >> 8) & board.empties()
}

/// Counts the legal moves, corners twice.
#[inline(always)]
pub fn weighted(moves: Bitboard) -> u32 {
    moves.len() + (moves & mask::CORNERS).len()
}
