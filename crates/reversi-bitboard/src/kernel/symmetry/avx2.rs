use core::arch::x86_64::*;

use crate::board::Bitboard;

/// The sign bits of four shifted copies are the files E-H, those of four more A-D (BB-08).
#[target_feature(enable = "avx2")]
#[inline]
pub fn transpose(set: Bitboard) -> Bitboard {
    let shifted = _mm256_sllv_epi64(_mm256_set1_epi64x(set.0 as i64), _mm256_setr_epi64x(3, 2, 1, 0));
    let files_e_to_h = _mm256_movemask_epi8(shifted) as u32;
    let files_a_to_d = _mm256_movemask_epi8(_mm256_slli_epi64::<4>(shifted)) as u32;
    Bitboard(u64::from(files_e_to_h) << 32 | u64::from(files_a_to_d))
}
