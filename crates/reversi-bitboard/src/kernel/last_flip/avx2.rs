use core::arch::x86_64::*;

use super::COUNT;
use crate::Square;
use crate::kernel::flip::avx2::load;
use crate::kernel::rays::LINES;

/// File and diagonals have one square per rank, so one byte mask gathers all three (LAST-10).
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn count(square: Square, player: u64) -> u32 {
    let (x, y) = (square.file() as usize, square.rank() as usize);
    let discs = _mm256_and_si256(_mm256_set1_epi64x(player as i64), load(&LINES[square.index()]));
    let by_rank = _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)) as u32;
    let row = player >> (8 * y) & 0xff;
    let count = &COUNT[y];
    u32::from(COUNT[x][row as usize])
        + u32::from(count[(by_rank >> 8 & 0xff) as usize])
        + u32::from(count[(by_rank >> 16 & 0xff) as usize])
        + u32::from(count[(by_rank >> 24) as usize])
}
