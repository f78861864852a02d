use core::arch::x86_64::*;

use crate::kernel::rays::{Lanes, RAYS_DOWN, RAYS_UP};
use crate::{Board, Square};

/// Four rays each way at once: lowest bit with a sentinel toward higher bits (FLIP-31), "smart clear" toward lower
/// bits (FLIP-38).
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn flip(square: Square, board: Board) -> u64 {
    or_lanes(flip_lanes(
        _mm256_set1_epi64x(board.player().0 as i64),
        _mm256_set1_epi64x(board.opponent().0 as i64),
        load(&RAYS_UP[square.index()]),
        load(&RAYS_DOWN[square.index()]),
    ))
}

#[target_feature(enable = "avx2")]
#[inline]
fn flip_lanes(player: __m256i, opponent: __m256i, up: __m256i, down: __m256i) -> __m256i {
    // The last square of a ray is never the opponent's to turn: leaving it out keeps `stop` non-zero.
    let turnable = _mm256_and_si256(
        opponent,
        _mm256_setr_epi64x(
            0x7e7e_7e7e_7e7e_7e7e,
            0x00ff_ffff_ffff_ff00,
            0x007e_7e7e_7e7e_7e00,
            0x007e_7e7e_7e7e_7e00,
        ),
    );
    let others = _mm256_andnot_si256(turnable, up);
    let stop = _mm256_and_si256(others, _mm256_sub_epi64(_mm256_setzero_si256(), others));
    let outflank = _mm256_and_si256(stop, player);
    let upward = _mm256_and_si256(_mm256_add_epi64(outflank, _mm256_cmpeq_epi64(outflank, stop)), up);

    // Own discs moved one step toward the square survive where only the opponent's discs are above them.
    let step = _mm256_setr_epi64x(1, 8, 9, 7);
    let step2 = _mm256_setr_epi64x(2, 16, 18, 14);
    let step4 = _mm256_setr_epi64x(4, 32, 36, 28);
    let mut others = _mm256_andnot_si256(opponent, down);
    let moved = _mm256_sllv_epi64(_mm256_and_si256(player, down), step);
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, step));
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, step2));
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, step4));
    let nearest = _mm256_andnot_si256(others, moved);
    let downward = _mm256_and_si256(down, _mm256_sub_epi64(_mm256_setzero_si256(), nearest));

    _mm256_or_si256(upward, downward)
}

#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn load(lanes: &Lanes) -> __m256i {
    // SAFETY: `Lanes` is 32 bytes with an alignment of 32.
    unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn or_lanes(v: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
    let all = _mm_or_si128(halves, _mm_shuffle_epi32::<0x4e>(halves));
    _mm_cvtsi128_si64(all) as u64
}
