use core::arch::aarch64::__crc32cd;

use crate::board::Board;

/// Hashes by two CRC32C instructions (HASH-01).
#[target_feature(enable = "crc")]
#[inline]
pub fn hash(board: Board) -> u64 {
    let first = __crc32cd(0, board.player().0);
    u64::from(first) << 32 | u64::from(__crc32cd(first, board.opponent().0))
}
