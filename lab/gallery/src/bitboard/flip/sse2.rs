//! Two rays at once, without a comparison of 64 bits: SSE2 has none.

use core::arch::x86_64::*;

use reversi_bitboard::__internal::flip::sse4::flip_row_down;
use reversi_bitboard::__internal::rays::{RAYS_UP, RayLanes};
use reversi_bitboard::{Board, Square};

/// As the engine's kernel of x86-v2, filled by a comparison of halves. An outflanking disc is a single bit,
/// so the halves of its lane are equal only if there is none (FLIP-16e). The source gives it as the way for
/// SSE2 and states no time.
#[target_feature(enable = "sse2")]
#[inline]
pub(super) fn equal_halves(square: Square, board: Board) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let upside_down = &RAYS_UP[square.index() ^ 56];
    let up = flip_up(player, opponent, &RAYS_UP[square.index()]);
    let down = flip_up(player.swap_bytes(), opponent.swap_bytes(), upside_down).swap_bytes();
    up | down | flip_row_down(square, player, opponent)
}

#[target_feature(enable = "sse2")]
#[inline]
fn flip_up(player: u64, opponent: u64, rays: &RayLanes) -> u64 {
    let (player, opponent) = (_mm_set1_epi64x(player as i64), _mm_set1_epi64x(opponent as i64));
    let two = |lane: usize| {
        let ray = _mm_set_epi64x(rays.0[lane + 1] as i64, rays.0[lane] as i64);
        let others = _mm_andnot_si128(opponent, ray);
        let lowest = _mm_and_si128(others, _mm_sub_epi64(_mm_setzero_si128(), others));
        let outflank = _mm_and_si128(lowest, player);
        let nothing = _mm_cmpeq_epi32(outflank, _mm_shuffle_epi32::<0xb1>(outflank));
        let below = _mm_add_epi64(outflank, _mm_set1_epi64x(-1));
        _mm_and_si128(_mm_andnot_si128(nothing, below), ray)
    };
    let flips = _mm_or_si128(two(0), two(2));
    _mm_cvtsi128_si64(_mm_or_si128(flips, _mm_shuffle_epi32::<0x4e>(flips))) as u64
}
