use core::arch::x86_64::*;

use crate::board::Bitboard;

/// Each nibble looked up in a table of reversed nibbles (BB-05).
#[target_feature(enable = "ssse3")]
#[inline]
pub fn mirror_files(set: Bitboard) -> Bitboard {
    let reversed = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    let nibbles = _mm_set1_epi8(0x0f);
    let set = _mm_cvtsi64_si128(set.0 as i64);
    let low = _mm_and_si128(set, nibbles);
    let high = _mm_and_si128(_mm_srli_epi64::<4>(set), nibbles);
    let low = _mm_slli_epi64::<4>(_mm_shuffle_epi8(reversed, low));
    Bitboard(_mm_cvtsi128_si64(_mm_or_si128(low, _mm_shuffle_epi8(reversed, high))) as u64)
}
