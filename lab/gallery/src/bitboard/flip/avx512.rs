//! Leading zeros of vectors, three-operand logic and mask registers.

use core::arch::x86_64::*;

use reversi_bitboard::__internal::flip::avx2::or_lanes;
use reversi_bitboard::__internal::flip::avx512::flip_lanes;
use reversi_bitboard::{Board, Square};

use super::avx2::{lanes, or_lanes_of_four};
use crate::bitboard::eight_rays;

/// The lowest square that the opponent does not have and all squares below it. A mask register keeps the
/// lanes in which the player has that square (FLIP-40).
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
#[inline]
pub(super) fn mask_register(square: Square, board: Board) -> u64 {
    let [player, opponent, up, down] = lanes(square, board);

    let others = _mm256_andnot_si256(opponent, down);
    let highest = _mm256_rorv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(others));
    let outflank = _mm256_and_si256(highest, player);
    let negative = _mm256_sub_epi64(_mm256_setzero_si256(), outflank);
    let flips = _mm256_and_si256(_mm256_xor_si256(negative, outflank), down);

    let others = _mm256_andnot_si256(opponent, up);
    let below = _mm256_xor_si256(others, _mm256_add_epi64(others, _mm256_set1_epi64x(-1)));
    let up_to_stop = _mm256_and_si256(below, up);
    let outflanked = _mm256_test_epi64_mask(up_to_stop, player);
    or_lanes(_mm256_mask_or_epi64(flips, outflanked, flips, _mm256_and_si256(up_to_stop, opponent)))
}

/// FLIP-39 with its three-operand logic written out. With `outflank`, its negative and the ray as operands
/// the index is 0x28; for the conjunction of three operands it is 0x80; for `a | b & c` it is 0xf8.
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
#[inline]
pub(super) fn ternary(square: Square, board: Board) -> u64 {
    let [player, opponent, up, down] = lanes(square, board);
    let zero = _mm256_setzero_si256();

    let others = _mm256_andnot_si256(opponent, down);
    let highest = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(others));
    let outflank = _mm256_and_si256(highest, player);
    let flips = _mm256_ternarylogic_epi64::<0x28>(_mm256_sub_epi64(zero, outflank), outflank, down);

    let others = _mm256_andnot_si256(opponent, up);
    let outflank = _mm256_ternarylogic_epi64::<0x80>(others, _mm256_sub_epi64(zero, others), player);
    let below = _mm256_sub_epi64(outflank, _mm256_min_epu64(outflank, _mm256_set1_epi64x(1)));
    or_lanes(_mm256_ternarylogic_epi64::<0xf8>(flips, below, up))
}

/// All eight rays in one register. One half holds the lower rays, whose stops are found by leading zeros; the
/// other half holds the upper rays, whose stops are their lowest bits.
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
#[inline]
pub(super) fn in_512_bits(square: Square, board: Board) -> u64 {
    const UP: __mmask8 = 0b1111_0000;
    let player = _mm512_set1_epi64(board.player().0 as i64);
    let opponent = _mm512_set1_epi64(board.opponent().0 as i64);
    let rays = eight_rays::load(square);
    let zero = _mm512_setzero_si512();

    let others = _mm512_andnot_si512(opponent, rays);
    let highest = _mm512_srlv_epi64(_mm512_set1_epi64(i64::MIN), _mm512_lzcnt_epi64(others));
    let stop = _mm512_mask_and_epi64(highest, UP, others, _mm512_sub_epi64(zero, others));
    let outflank = _mm512_and_si512(stop, player);
    let above = _mm512_sub_epi64(zero, _mm512_add_epi64(outflank, outflank));
    let one = _mm512_set1_epi64(1);
    let turned = _mm512_mask_sub_epi64(above, UP, outflank, _mm512_min_epu64(outflank, one));
    _mm512_reduce_or_epi64(_mm512_and_si512(turned, rays)) as u64
}

/// The flips of four moves on one board. They share the reduction from four lanes to one.
#[target_feature(enable = "avx512f,avx512cd,avx512vl")]
#[inline]
pub(super) fn flip_four(squares: [Square; 4], board: Board) -> [u64; 4] {
    let player = _mm256_set1_epi64x(board.player().0 as i64);
    let opponent = _mm256_set1_epi64x(board.opponent().0 as i64);
    let [a, b, c, d] = squares;
    or_lanes_of_four([
        flip_lanes(a, player, opponent),
        flip_lanes(b, player, opponent),
        flip_lanes(c, player, opponent),
        flip_lanes(d, player, opponent),
    ])
}
