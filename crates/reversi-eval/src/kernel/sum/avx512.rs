use core::arch::x86_64::*;

use crate::features::LANE_OFFSETS;
use crate::{Features, PlyTable};

/// Sixteen elements a gather, otherwise as with AVX2 (EVAL-13).
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(crate) fn sum(features: &Features, table: PlyTable<'_>) -> i32 {
    let take = _mm512_set1_epi32(if table.odd { 1 << 16 } else { 1 });
    let elements = table.table.as_ptr().cast::<i32>();
    let mut sum = _mm512_setzero_si512();
    for (lanes, offsets) in features.0.as_chunks::<16>().0.iter().zip(LANE_OFFSETS.0.as_chunks::<16>().0) {
        // SAFETY: 16 lanes are 32 bytes, and chunks of them start at multiples of 32 from an alignment of 64.
        let lanes = unsafe { _mm256_load_si256(lanes.as_ptr().cast()) };
        // SAFETY: 16 offsets are 64 bytes, and chunks of them start at multiples of 64 from an alignment of 64.
        let offsets = unsafe { _mm512_load_si512(offsets.as_ptr().cast()) };
        let indices = _mm512_add_epi32(_mm512_cvtepu16_epi32(lanes), offsets);
        // SAFETY: no offset and 16 bits exceed a table.
        let pairs = unsafe { _mm512_i32gather_epi32::<4>(indices, elements) };
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(pairs, take));
    }
    _mm512_reduce_add_epi32(sum)
}
