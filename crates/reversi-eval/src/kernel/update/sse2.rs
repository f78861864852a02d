use core::arch::x86_64::*;

use reversi_bitboard::{Board, Square};

use super::{by_digit, first};
use crate::Features;
use crate::features::{EMPTY_BOARD, INCREMENTS, PASS_SUM};

/// The features as vectors.
type Vectors = [__m128i; 6];

#[target_feature(enable = "sse2")]
#[inline]
pub(crate) fn features(board: Board) -> Features {
    let [zeros, ones] = by_digit(board);
    let (zeros, ones) = (increments(zeros), increments(ones));
    store(sub(sub(sub(load(&EMPTY_BOARD), zeros), zeros), ones))
}

/// At even plies the disc goes from 2 to 0 and those it turns from 1 to 0, at odd ones from 2 to 1 and from 0 to 1.
#[target_feature(enable = "sse2")]
#[inline]
pub(crate) fn after_move(features: &Features, square: Square, flips: u64, empties: u32) -> Features {
    let (placed, turned) = (load(&INCREMENTS[square.index()]), increments(flips));
    let without = sub(load(features), placed);
    store(if empties.is_multiple_of(2) { sub(sub(without, placed), turned) } else { add(without, turned) })
}

#[target_feature(enable = "sse2")]
#[inline]
pub(crate) fn after_pass(features: &Features, empties: u64) -> Features {
    let empties = increments(empties);
    let swapped = sub(load(&PASS_SUM), load(features));
    store(add(add(add(swapped, empties), empties), empties))
}

/// The increments of all squares of a set, two at a time: few moves turn more, and branches cost more than rows.
#[target_feature(enable = "sse2")]
#[inline]
fn increments(mut set: u64) -> Vectors {
    let mut sum = [_mm_setzero_si128(); 6];
    loop {
        let (row, others) = first(set);
        let (next_row, others) = first(others);
        sum = add(add(sum, load(row)), load(next_row));
        set = others;
        if set == 0 {
            return sum;
        }
    }
}

#[target_feature(enable = "sse2")]
#[inline]
fn add(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..6 {
        a[i] = _mm_add_epi16(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "sse2")]
#[inline]
fn sub(mut a: Vectors, b: Vectors) -> Vectors {
    for i in 0..6 {
        a[i] = _mm_sub_epi16(a[i], b[i]);
    }
    a
}

#[target_feature(enable = "sse2")]
#[inline]
fn load(features: &Features) -> Vectors {
    let mut vectors = [_mm_setzero_si128(); 6];
    for (vector, lanes) in vectors.iter_mut().zip(features.0.as_chunks::<8>().0) {
        // SAFETY: eight lanes are 16 bytes, and chunks of them start at multiples of 16 from an alignment of 64.
        *vector = unsafe { _mm_load_si128(lanes.as_ptr().cast()) };
    }
    vectors
}

#[target_feature(enable = "sse2")]
#[inline]
fn store(vectors: Vectors) -> Features {
    let mut features = Features([0; 48]);
    for (lanes, vector) in features.0.as_chunks_mut::<8>().0.iter_mut().zip(vectors) {
        // SAFETY: eight lanes are 16 bytes, and chunks of them start at multiples of 16 from an alignment of 64.
        unsafe { _mm_store_si128(lanes.as_mut_ptr().cast(), vector) };
    }
    features
}
