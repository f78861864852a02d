use core::arch::x86_64::*;

use super::sum;
use crate::board::{Bitboard, Square};
use crate::kernel::flip::avx2::load;
use crate::kernel::rays::LINES;

/// Counts with one byte mask for file and diagonals, which have one square per rank (LAST-10).
#[target_feature(enable = "avx2")]
#[inline]
pub fn count(square: Square, player: Bitboard) -> u32 {
    count_lanes(square, _mm256_set1_epi64x(player.0 as i64), player.0)
}

/// Counts as [`count`] does, with the player's discs already in all lanes.
#[target_feature(enable = "avx2")]
#[inline]
pub fn count_lanes(square: Square, lanes: __m256i, player: u64) -> u32 {
    let discs = _mm256_and_si256(lanes, load(&LINES[square.index()]));
    let by_rank = _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)) as u32;
    sum(square, player, by_rank)
}
