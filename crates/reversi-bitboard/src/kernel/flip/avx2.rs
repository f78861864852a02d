use core::arch::x86_64::*;

use crate::board::{Bitboard, Board, Square, mask};
use crate::kernel::rays::{RAYS_DOWN, RAYS_UP, RayLanes};

/// Computes four rays at once, by their lowest bit with a sentinel toward higher bits (FLIP-31) and by "smart
/// clear" toward lower bits (FLIP-38).
#[target_feature(enable = "avx2")]
#[inline]
pub fn flip(square: Square, board: Board) -> Bitboard {
    let player = _mm256_set1_epi64x(board.player().0 as i64);
    let opponent = _mm256_set1_epi64x(board.opponent().0 as i64);
    Bitboard(or_lanes(flip_lanes(square, player, opponent)))
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn flip_lanes(square: Square, player: __m256i, opponent: __m256i) -> __m256i {
    _mm256_or_si256(
        flip_up(player, opponent, load(&RAYS_UP[square.index()])),
        flip_down(player, opponent, load(&RAYS_DOWN[square.index()])),
    )
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn flip_up(player: __m256i, opponent: __m256i, up: __m256i) -> __m256i {
    // No move turns a disc on the last square of a ray. `turnable` leaves that square out, so `stop` is not
    // zero on any ray that has squares.
    let turnable = _mm256_and_si256(
        opponent,
        _mm256_setr_epi64x(
            mask::FILES_B_TO_G.0 as i64,
            mask::RANKS_2_TO_7.0 as i64,
            mask::INNER.0 as i64,
            mask::INNER.0 as i64,
        ),
    );
    let others = _mm256_andnot_si256(turnable, up);
    let stop = _mm256_and_si256(others, _mm256_sub_epi64(_mm256_setzero_si256(), others));
    let outflank = _mm256_and_si256(stop, player);
    _mm256_and_si256(_mm256_add_epi64(outflank, _mm256_cmpeq_epi64(outflank, stop)), up)
}

/// Moves own discs one step toward the square. A disc stays if its new square and all squares above it on the
/// ray are the opponent's.
#[target_feature(enable = "avx2")]
#[inline]
pub fn flip_down(player: __m256i, opponent: __m256i, down: __m256i) -> __m256i {
    let step = _mm256_setr_epi64x(1, 8, 9, 7);
    let step2 = _mm256_setr_epi64x(2, 16, 18, 14);
    let moved = _mm256_sllv_epi64(_mm256_and_si256(player, down), step);
    let mut others = _mm256_andnot_si256(opponent, down);
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, step));
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, step2));
    // Two more steps are enough: a moved disc is at most five squares below the first square of the ray.
    others = _mm256_or_si256(others, _mm256_srlv_epi64(others, step2));
    let nearest = _mm256_andnot_si256(others, moved);
    _mm256_and_si256(down, _mm256_sub_epi64(_mm256_setzero_si256(), nearest))
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn load(lanes: &RayLanes) -> __m256i {
    // SAFETY: `RayLanes` is 32 bytes with an alignment of 32.
    unsafe { _mm256_load_si256(lanes.0.as_ptr().cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn or_lanes(v: __m256i) -> u64 {
    let halves = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256::<1>(v));
    let all = _mm_or_si128(halves, _mm_shuffle_epi32::<0x4e>(halves));
    _mm_cvtsi128_si64(all) as u64
}
