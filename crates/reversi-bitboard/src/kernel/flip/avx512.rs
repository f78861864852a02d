use core::arch::x86_64::*;

use super::avx2::{load, or_lanes};
use crate::board::{Bitboard, Board, Square};
use crate::kernel::rays::{RAYS_DOWN, RAYS_UP};

/// Computes rays toward lower bits by vector leading-zero count, rays toward higher bits by the lowest bit
/// (FLIP-39). A saturating subtraction fills the bits below an outflanking disc (FLIP-16d). The registers
/// have 256 bits: 512-bit ones are slower and lower the clock of some CPUs.
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
#[inline]
pub fn flip(square: Square, board: Board) -> Bitboard {
    let player = _mm256_set1_epi64x(board.player().0 as i64);
    let opponent = _mm256_set1_epi64x(board.opponent().0 as i64);
    Bitboard(or_lanes(flip_lanes(square, player, opponent)))
}

#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
#[inline]
pub fn flip_lanes(square: Square, player: __m256i, opponent: __m256i) -> __m256i {
    let (up, down) = (load(&RAYS_UP[square.index()]), load(&RAYS_DOWN[square.index()]));
    let zero = _mm256_setzero_si256();

    let others = _mm256_andnot_si256(opponent, down);
    // A rotation and not a shift: if `others` is empty, the bit stays at H8, which is above all rays.
    let highest = _mm256_rorv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(others));
    let outflank = _mm256_and_si256(highest, player);
    let flips = _mm256_and_si256(_mm256_xor_si256(_mm256_sub_epi64(zero, outflank), outflank), down);

    let others = _mm256_andnot_si256(opponent, up);
    let outflank = _mm256_and_si256(_mm256_and_si256(others, _mm256_sub_epi64(zero, others)), player);
    let below = _mm256_sub_epi64(outflank, _mm256_min_epu64(outflank, _mm256_set1_epi64x(1)));
    _mm256_or_si256(flips, _mm256_and_si256(below, up))
}
