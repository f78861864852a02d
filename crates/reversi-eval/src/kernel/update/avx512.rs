use core::arch::x86_64::*;

use reversi_bitboard::{Board, Square};

use super::{by_digit, lowest};
use crate::Features;
use crate::features::{EMPTY_BOARD, INCREMENTS, PASS_SUM};

/// The features as 32 lanes and 16.
type Vectors = (__m512i, __m256i);

#[target_feature(enable = "avx512bw")]
#[inline]
pub(crate) fn features(board: Board) -> Features {
    let [zeros, ones] = by_digit(board);
    let (zeros, ones) = (increments(zeros), increments(ones));
    store(sub(sub(sub(load(&EMPTY_BOARD), zeros), zeros), ones))
}

/// At even plies the disc goes from 2 to 0 and those it turns from 1 to 0, at odd ones from 2 to 1 and from 0 to 1.
#[target_feature(enable = "avx512bw")]
#[inline]
pub(crate) fn after_move(features: &Features, square: Square, flips: u64, empties: u32) -> Features {
    let (placed, turned) = (load(&INCREMENTS[square.index()]), increments(flips));
    let without = sub(load(features), placed);
    store(if empties.is_multiple_of(2) { sub(sub(without, placed), turned) } else { add(without, turned) })
}

#[target_feature(enable = "avx512bw")]
#[inline]
pub(crate) fn after_pass(features: &Features, empties: u64) -> Features {
    let empties = increments(empties);
    let swapped = sub(load(&PASS_SUM), load(features));
    store(add(add(add(swapped, empties), empties), empties))
}

/// The increments of all squares of a set.
#[target_feature(enable = "avx512bw")]
#[inline]
fn increments(mut set: u64) -> Vectors {
    let mut sum = (_mm512_setzero_si512(), _mm256_setzero_si256());
    while set != 0 {
        sum = add(sum, load(&INCREMENTS[lowest(set)]));
        set &= set - 1;
    }
    sum
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
    // SAFETY: 32 lanes are 64 bytes, and the first ones have an alignment of 64.
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
    // SAFETY: 32 lanes are 64 bytes, and the first ones have an alignment of 64.
    unsafe { _mm512_store_si512(low.as_mut_ptr().cast(), vectors.0) };
    // SAFETY: 16 lanes are 32 bytes, and they start 64 bytes after an alignment of 64.
    unsafe { _mm256_store_si256(high.as_mut_ptr().cast(), vectors.1) };
    features
}
