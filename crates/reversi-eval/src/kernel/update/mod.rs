//! Features of a board, after a move and after a pass: rows of increments added up (EVAL-07).
//!
//! Each file has the same three functions with vectors of its width: the features are 6, 3 or 1½ of them.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;

use reversi_bitboard::Board;

/// The sets of discs whose digits are 0 and 1.
#[inline(always)]
fn by_digit(board: Board) -> [u64; 2] {
    let (player, opponent) = (board.player().0, board.opponent().0);
    if board.empties().len().is_multiple_of(2) { [player, opponent] } else { [opponent, player] }
}

/// The index of the lowest bit of a set that is not empty.
#[inline(always)]
fn lowest(set: u64) -> usize {
    set.trailing_zeros() as usize & 63
}
