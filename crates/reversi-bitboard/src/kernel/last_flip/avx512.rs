use core::arch::x86_64::*;

use super::COUNT;
use crate::Square;
use crate::kernel::flip::avx2::load;
use crate::kernel::rays::LINES;

/// Like the AVX2 kernel, with one byte test into a mask register (LAST-09).
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub(crate) fn count(square: Square, player: u64) -> u32 {
    let (x, y) = (square.file() as usize, square.rank() as usize);
    let by_rank = _mm256_test_epi8_mask(_mm256_set1_epi64x(player as i64), load(&LINES[square.index()]));
    let row = player >> (8 * y) & 0xff;
    let count = &COUNT[y];
    u32::from(COUNT[x][row as usize])
        + u32::from(count[(by_rank >> 8 & 0xff) as usize])
        + u32::from(count[(by_rank >> 16 & 0xff) as usize])
        + u32::from(count[(by_rank >> 24) as usize])
}
