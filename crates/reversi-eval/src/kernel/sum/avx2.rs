use core::arch::x86_64::*;

use crate::features::{Features, LANE_OFFSETS};
use crate::kernel::zip;
use crate::weights::PatternTable;

/// Sums the weights by gathers. Each gather loads eight elements, which hold the weights of two plies
/// (EVAL-13). A multiplication by 1 and 0 keeps the weight of one ply and drops the other.
#[target_feature(enable = "avx2")]
#[inline]
pub fn sum(features: &Features, table: PatternTable<'_>) -> i32 {
    let take = _mm256_set1_epi32(if table.odd { 1 << 16 } else { 1 });
    let elements = table.table.as_ptr().cast::<i32>();
    let mut sums = [_mm256_setzero_si256(); 2];
    for (i, (lanes, offsets)) in
        zip(features.0.as_chunks::<8>().0, LANE_OFFSETS.0.as_chunks::<8>().0).enumerate()
    {
        // SAFETY: eight lanes are 16 bytes, and chunks of them start at multiples of 16 from an alignment of
        // 64.
        let lanes = unsafe { _mm_load_si128(lanes.as_ptr().cast()) };
        // SAFETY: eight offsets are 32 bytes, and chunks of them start at multiples of 32 from an alignment
        // of 64.
        let offsets = unsafe { _mm256_load_si256(offsets.as_ptr().cast()) };
        let indices = _mm256_add_epi32(_mm256_cvtepu16_epi32(lanes), offsets);
        // SAFETY: the sum of an offset and 16 bits never exceeds a table.
        let pairs = unsafe { _mm256_i32gather_epi32::<4>(elements, indices) };
        sums[i % 2] = _mm256_add_epi32(sums[i % 2], _mm256_madd_epi16(pairs, take));
    }
    let sum = _mm256_add_epi32(sums[0], sums[1]);
    let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0x4e>(sum));
    _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0xb1>(sum)))
}
