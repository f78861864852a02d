//! Features of a board, after a move and after a pass: rows of increments added up (EVAL-07).
//!
//! Each file has the same three functions with vectors of its width: the features are six or three of them.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;

use reversi_bitboard::Board;

use crate::Features;
use crate::features::INCREMENTS;

/// The sets of discs whose digits are 0 and 1.
#[inline(always)]
pub(crate) fn by_digit(board: Board) -> [u64; 2] {
    let (player, opponent) = (board.player().0, board.opponent().0);
    if board.empties().len().is_multiple_of(2) { [player, opponent] } else { [opponent, player] }
}

/// The increments of the first square of a set, if there is one, and the set without it.
#[inline(always)]
pub(crate) fn first(set: u64) -> (&'static Features, u64) {
    (&INCREMENTS[set.trailing_zeros() as usize], set & set.wrapping_sub(1))
}
