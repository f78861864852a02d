//! Vectors of 512 bits. They are no faster than 256 bits where they were measured, so no level uses them.

use std::arch::x86_64::*;

use reversi_bitboard::{Bitboard, Board, Square};
use reversi_eval::__internal::{EMPTY_BOARD, INCREMENTS, LANE_OFFSETS, PASS_SUM, by_digit, elements, first};
use reversi_eval::{Features, PatternTable};

/// The features as 32 lanes and 16.
type Vectors = (__m512i, __m256i);

/// The features of a board (EVAL-07).
#[target_feature(enable = "avx512bw")]
#[inline]
pub(super) fn features(board: Board) -> Features {
    let [zeros, ones] = by_digit(board);
    let (zeros, ones) = (increments(zeros), increments(ones));
    store(sub(sub(sub(load(&EMPTY_BOARD), zeros), zeros), ones))
}

/// The features after a move. At even plies the new disc changes its digit from 2 to 0 and turned discs from
/// 1 to 0; at odd plies from 2 to 1 and from 0 to 1.
#[target_feature(enable = "avx512bw")]
#[inline]
pub(super) fn after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features {
    let (placed, turned) = (load(&INCREMENTS[square.index()]), increments(flips));
    let without = sub(load(features), placed);
    store(if empties.is_multiple_of(2) { sub(sub(without, placed), turned) } else { add(without, turned) })
}

/// The features after a pass: all discs swap their digits 0 and 1 (EVAL-05).
#[target_feature(enable = "avx512bw")]
#[inline]
pub(super) fn after_pass(features: &Features, empties: Bitboard) -> Features {
    let empties = increments(empties);
    let swapped = sub(load(&PASS_SUM), load(features));
    store(add(add(add(swapped, empties), empties), empties))
}

/// The increments of all squares of a set, two at a time.
#[target_feature(enable = "avx512bw")]
#[inline]
fn increments(mut set: Bitboard) -> Vectors {
    let mut sum = zero();
    loop {
        let (row, others) = first(set);
        let (next_row, others) = first(others);
        sum = add(add(sum, load(row)), load(next_row));
        set = others;
        if set.is_empty() {
            return sum;
        }
    }
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn zero() -> Vectors {
    (_mm512_setzero_si512(), _mm256_setzero_si256())
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn add(a: Vectors, b: Vectors) -> Vectors {
    (_mm512_add_epi16(a.0, b.0), _mm256_add_epi16(a.1, b.1))
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn sub(a: Vectors, b: Vectors) -> Vectors {
    (_mm512_sub_epi16(a.0, b.0), _mm256_sub_epi16(a.1, b.1))
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn load(features: &Features) -> Vectors {
    let (low, high) = features.0.split_at(32);
    // SAFETY: 32 lanes are 64 bytes, and `Features` has an alignment of 64.
    let low = unsafe { _mm512_load_si512(low.as_ptr().cast()) };
    // SAFETY: 16 lanes are 32 bytes, and they start 64 bytes after an alignment of 64.
    let high = unsafe { _mm256_load_si256(high.as_ptr().cast()) };
    (low, high)
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn store(vectors: Vectors) -> Features {
    let mut features = Features([0; 48]);
    let (low, high) = features.0.split_at_mut(32);
    // SAFETY: 32 lanes are 64 bytes, and `Features` has an alignment of 64.
    unsafe { _mm512_store_si512(low.as_mut_ptr().cast(), vectors.0) };
    // SAFETY: 16 lanes are 32 bytes, and they start 64 bytes after an alignment of 64.
    unsafe { _mm256_store_si256(high.as_mut_ptr().cast(), vectors.1) };
    features
}

/// As with AVX2, but each gather loads sixteen elements (EVAL-13).
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
pub(super) fn sum(features: &Features, table: PatternTable<'_>) -> i32 {
    let (elements, odd) = elements(table);
    let take = _mm512_set1_epi32(if odd { 1 << 16 } else { 1 });
    let elements = elements.as_ptr().cast::<i32>();
    let mut sum = _mm512_setzero_si512();
    for (lanes, offsets) in features.0.as_chunks::<16>().0.iter().zip(LANE_OFFSETS.0.as_chunks::<16>().0) {
        // SAFETY: 16 lanes are 32 bytes, and chunks of them start at multiples of 32 from an alignment of 64.
        let lanes = unsafe { _mm256_load_si256(lanes.as_ptr().cast()) };
        // SAFETY: 16 offsets are 64 bytes, and chunks of them start at multiples of 64 from an alignment of
        // 64.
        let offsets = unsafe { _mm512_load_si512(offsets.as_ptr().cast()) };
        let indices = _mm512_add_epi32(_mm512_cvtepu16_epi32(lanes), offsets);
        // SAFETY: the table is longer than the sum of any offset and any 16-bit value.
        let pairs = unsafe { _mm512_i32gather_epi32::<4>(indices, elements) };
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(pairs, take));
    }
    _mm512_reduce_add_epi32(sum)
}
