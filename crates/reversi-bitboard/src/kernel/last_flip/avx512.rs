use core::arch::x86_64::*;

use super::sum;
use crate::board::{Bitboard, Square};
use crate::kernel::flip::avx2::load;
use crate::kernel::rays::{LINES, NEIGHBOURS, RAYS_DOWN, RAYS_UP};

/// Like the AVX2 kernel, with one byte test into a mask register (LAST-09).
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub fn count(square: Square, player: Bitboard) -> u32 {
    count_lanes(square, _mm256_set1_epi64x(player.0 as i64), player.0)
}

/// [`count`] with the player's discs already in all lanes.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub fn count_lanes(square: Square, lanes: __m256i, player: u64) -> u32 {
    let by_rank = _mm256_test_epi8_mask(lanes, load(&LINES[square.index()]));
    sum(square, player, by_rank)
}

/// Looks for an adjacent opponent's disc on a ray that also holds an own disc, with rays as mask registers
/// (LAST-23).
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub fn can_flip(square: Square, player: Bitboard) -> bool {
    can_flip_on(square, on_closed_rays(square, player.0))
}

/// Whether one of these discs is next to the square.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub fn can_flip_on(square: Square, closed_rays: __m256i) -> bool {
    let neighbours = _mm256_set1_epi64x(NEIGHBOURS[square.index()].0 as i64);
    _mm256_test_epi64_mask(closed_rays, neighbours) != 0
}

/// The opponent's discs on rays that also hold an own disc.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub fn on_closed_rays(square: Square, player: u64) -> __m256i {
    let player = _mm256_set1_epi64x(player as i64);
    let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
    let closed = _mm256_maskz_andnot_epi64(_mm256_test_epi64_mask(player, up), player, up);
    let closable_down = _mm256_test_epi64_mask(player, down);
    _mm256_mask_or_epi64(closed, closable_down, closed, _mm256_andnot_si256(player, down))
}
