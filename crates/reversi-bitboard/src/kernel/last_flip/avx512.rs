use core::arch::x86_64::*;

use super::sum;
use crate::board::{Bitboard, Square};
use crate::kernel::flip::avx2::load;
use crate::kernel::rays::LINES;

/// Counts like the AVX2 kernel, with one byte test into a mask register (LAST-09).
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub fn count(square: Square, player: Bitboard) -> u32 {
    count_lanes(square, _mm256_set1_epi64x(player.0 as i64), player.0)
}

/// Counts as [`count`] does, with the player's discs already in all lanes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub fn count_lanes(square: Square, lanes: __m256i, player: u64) -> u32 {
    let by_rank = _mm256_test_epi8_mask(lanes, load(&LINES[square.index()]));
    sum(square, player, by_rank)
}
