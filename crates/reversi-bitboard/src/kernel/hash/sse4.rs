use core::arch::x86_64::_mm_crc32_u64;

use crate::board::Board;

/// Hashes by two CRC32C instructions (HASH-01).
#[target_feature(enable = "sse4.2")]
#[inline]
pub fn hash(board: Board) -> u64 {
    let first = _mm_crc32_u64(0, board.player().0);
    first << 32 | _mm_crc32_u64(first, board.opponent().0)
}
