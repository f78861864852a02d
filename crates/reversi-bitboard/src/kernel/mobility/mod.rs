//! Mobility: all legal moves at once. The contract is [`Primitives::moves`](super::Primitives::moves).

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
pub(crate) mod portable;

use crate::{Bitboard, Board};

/// Opponent's discs off these files cannot be turned along a row or diagonal, which also stops wrap-around.
pub(crate) const FILES_B_TO_G: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Empty squares next to a disc of the other side.
#[inline(always)]
pub(crate) fn potential_moves(board: Board) -> u64 {
    const FILES_A_TO_G: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let discs = board.opponent().0;
    let row = discs | (discs & FILES_A_TO_G) << 1 | discs >> 1 & FILES_A_TO_G;
    (row | row << 8 | row >> 8) & board.empties().0
}

/// Legal moves, corners counted twice.
#[inline(always)]
pub(crate) fn weighted(moves: u64) -> u32 {
    moves.count_ones() + (moves & Bitboard::CORNERS.0).count_ones()
}
