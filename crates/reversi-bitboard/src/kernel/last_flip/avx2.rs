use core::arch::x86_64::*;

use super::{both, sum};
use crate::board::{Bitboard, Square};
use crate::kernel::flip::avx2::load;
use crate::kernel::rays::{LINES, NEIGHBOURS, RAYS_DOWN, RAYS_UP};

/// File and diagonals have one square per rank, so one byte mask gathers all three (LAST-10).
#[target_feature(enable = "avx2")]
#[inline]
pub fn count(square: Square, player: Bitboard) -> u32 {
    count_lanes(square, _mm256_set1_epi64x(player.0 as i64), player.0)
}

/// [`count`] with the player's discs already in all lanes.
#[target_feature(enable = "avx2")]
#[inline]
pub fn count_lanes(square: Square, lanes: __m256i, player: u64) -> u32 {
    let discs = _mm256_and_si256(lanes, load(&LINES[square.index()]));
    let by_rank = _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)) as u32;
    sum(square, player, by_rank)
}

/// Both sides' counts from the same bits (LAST-10, LAST-14).
#[target_feature(enable = "avx2")]
#[inline]
pub fn counts(square: Square, Bitboard(player): Bitboard) -> [u32; 2] {
    let discs = _mm256_and_si256(_mm256_set1_epi64x(player as i64), load(&LINES[square.index()]));
    let by_rank = _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)) as u32;
    let row = player >> (8 * square.rank());
    both::counts(square, row, by_rank >> 8, by_rank >> 16 & 0xff, by_rank >> 24)
}

/// Looks for an adjacent opponent's disc on a ray that also holds an own disc (LAST-21).
#[target_feature(enable = "avx2")]
#[inline]
pub fn can_flip(square: Square, player: Bitboard) -> bool {
    can_flip_on(square, on_closed_rays(square, player.0))
}

/// Whether one of these discs is next to the square.
#[target_feature(enable = "avx2")]
#[inline]
pub fn can_flip_on(square: Square, closed_rays: __m256i) -> bool {
    let neighbours = _mm256_set1_epi64x(NEIGHBOURS[square.index()].0 as i64);
    _mm256_testz_si256(closed_rays, neighbours) == 0
}

/// The opponent's discs on rays that also hold an own disc.
#[target_feature(enable = "avx2")]
#[inline]
pub fn on_closed_rays(square: Square, player: u64) -> __m256i {
    let player = _mm256_set1_epi64x(player as i64);
    let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
    let (up_theirs, down_theirs) = (_mm256_andnot_si256(player, up), _mm256_andnot_si256(player, down));
    _mm256_or_si256(
        _mm256_andnot_si256(_mm256_cmpeq_epi64(up_theirs, up), up_theirs),
        _mm256_andnot_si256(_mm256_cmpeq_epi64(down_theirs, down), down_theirs),
    )
}
