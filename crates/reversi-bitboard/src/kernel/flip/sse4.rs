use core::arch::x86_64::*;

use crate::board::{Bitboard, Board, Square};
use crate::kernel::rays::{RAYS_DOWN, RAYS_UP, RayLanes};

/// Computes two rays at once toward higher bits, by their lowest bit (FLIP-07). On the board upside down,
/// rays toward lower ranks become such rays (BB-07). The highest bit decides the row toward file A (FLIP-09).
#[target_feature(enable = "sse4.2")]
#[inline]
pub fn flip(square: Square, board: Board) -> Bitboard {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let upside_down = &RAYS_UP[square.index() ^ 56];
    let up = flip_up(player, opponent, &RAYS_UP[square.index()]);
    let down = flip_up(player.swap_bytes(), opponent.swap_bytes(), upside_down).swap_bytes();
    Bitboard(up | down | flip_row_down(square, player, opponent))
}

#[target_feature(enable = "sse4.2")]
#[inline]
fn flip_up(player: u64, opponent: u64, rays: &RayLanes) -> u64 {
    let player = _mm_set1_epi64x(player as i64);
    let opponent = _mm_set1_epi64x(opponent as i64);
    let flips =
        _mm_or_si128(flip_two(player, opponent, load(rays, 0)), flip_two(player, opponent, load(rays, 2)));
    _mm_cvtsi128_si64(_mm_or_si128(flips, _mm_shuffle_epi32::<0x4e>(flips))) as u64
}

#[target_feature(enable = "sse4.2")]
#[inline]
fn flip_two(player: __m128i, opponent: __m128i, ray: __m128i) -> __m128i {
    let others = _mm_andnot_si128(opponent, ray);
    let zero = _mm_setzero_si128();
    let outflank = _mm_and_si128(_mm_and_si128(others, _mm_sub_epi64(zero, others)), player);
    // All ones where nothing is outflanked, otherwise the outflanking disc and all above it (FLIP-16f).
    let beyond = _mm_sub_epi64(_mm_cmpeq_epi64(outflank, zero), outflank);
    _mm_andnot_si128(beyond, ray)
}

#[inline(always)]
pub fn flip_row_down(square: Square, player: u64, opponent: u64) -> u64 {
    let ray = RAYS_DOWN[square.index()].0[0];
    // The last square of the ray counts as not the opponent's. Bit 0 keeps the argument of `leading_zeros`
    // from being zero.
    let others = (opponent & (ray & ray.wrapping_sub(1))) ^ ray | 1;
    let outflank = (1 << 63 >> others.leading_zeros()) & player & ray;
    outflank.wrapping_neg() << 1 & ray
}

#[target_feature(enable = "sse2")]
#[inline]
fn load(rays: &RayLanes, lane: usize) -> __m128i {
    let two = rays.0[lane..lane + 2].as_ptr();
    // SAFETY: lanes 0 and 1 or 2 and 3 of a `RayLanes` are 16 bytes with an alignment of 16.
    unsafe { _mm_load_si128(two.cast()) }
}
