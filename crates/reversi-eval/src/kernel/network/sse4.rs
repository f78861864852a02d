use core::arch::x86_64::*;

use super::for_each_row;
use crate::features::{Features, Quadrants};
use crate::kernel::zip;
use crate::network::{
    HIDDEN, HIDDEN_SHIFT, MAX_WIDTH, NetworkTable, ONE, SQUARE_SHIFT, SUM_SHIFT, TableOfWidth, VALUE_SHIFT,
    any_width,
};

/// The number of vectors of eight numbers in the widest row.
const MAX: usize = MAX_WIDTH / 8;

#[target_feature(enable = "ssse3,sse4.1")]
#[inline]
pub fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32 {
    any_width!(TableByWidth, table.0, table => value(features, quadrants, table))
}

/// Computes the value as in AVX2, with eight numbers of a row in a vector.
#[target_feature(enable = "ssse3,sse4.1")]
#[inline]
pub(crate) fn value<const W: usize>(
    features: &Features,
    quadrants: &Quadrants,
    table: TableOfWidth<'_, W>,
) -> i32 {
    let (layers, zero) = (table.layers, _mm_setzero_si128());
    let mut sums = [zero; MAX];
    for (sum, bias) in zip(&mut sums, layers.bias.as_chunks::<8>().0) {
        *sum = load(bias);
    }
    for_each_row!(features, quadrants, table, |_, row| {
        for (sum, numbers) in zip(&mut sums, row.as_chunks::<8>().0) {
            // SAFETY: there are eight bytes to read.
            let numbers = unsafe { _mm_loadl_epi64(numbers.as_ptr().cast()) };
            *sum = _mm_add_epi16(*sum, _mm_cvtepi8_epi16(numbers));
        }
    });

    // The limited sums, then their squares.
    let mut inputs = [zero; 2 * MAX];
    for i in 0..W / 8 {
        let plain = limited(_mm_srai_epi16::<{ SUM_SHIFT as i32 }>(sums[i]));
        inputs[i] = plain;
        inputs[W / 8 + i] = _mm_srli_epi16::<{ SQUARE_SHIFT as i32 }>(_mm_mullo_epi16(plain, plain));
    }

    let mut hidden = [zero; HIDDEN / 4];
    for (hidden, bias) in zip(&mut hidden, layers.hidden_bias.as_chunks::<4>().0) {
        *hidden = load(bias);
    }
    for ([low, high], groups) in zip(inputs.as_chunks::<2>().0, layers.groups().as_chunks::<4>().0) {
        let input = _mm_packus_epi16(*low, *high);
        let fours = [
            _mm_shuffle_epi32::<0x00>(input),
            _mm_shuffle_epi32::<0x55>(input),
            _mm_shuffle_epi32::<0xaa>(input),
            _mm_shuffle_epi32::<0xff>(input),
        ];
        for (weights, &four) in zip(groups, &fours) {
            for (hidden, weights) in zip(&mut hidden, weights.as_chunks::<4>().0) {
                // Inputs are at most 127, so the sum of two products never saturates.
                let pairs = _mm_maddubs_epi16(four, load(weights));
                *hidden = _mm_add_epi32(*hidden, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
            }
        }
    }

    let mut products = zero;
    for (input, weights) in zip(&inputs, layers.direct.as_flattened().as_chunks::<8>().0) {
        products = _mm_add_epi32(products, _mm_madd_epi16(*input, load(weights)));
    }
    let shifted = |sum| _mm_srai_epi32::<{ HIDDEN_SHIFT as i32 }>(sum);
    for ([low, high], weights) in zip(hidden.as_chunks::<2>().0, layers.output.as_chunks::<8>().0) {
        let hidden = limited(_mm_packs_epi32(shifted(*low), shifted(*high)));
        products = _mm_add_epi32(products, _mm_madd_epi16(hidden, load(weights)));
    }
    let sum = _mm_add_epi32(products, _mm_shuffle_epi32::<0x4e>(products));
    let sum = _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0xb1>(sum)));
    (layers.constant + sum) >> VALUE_SHIFT
}

/// Limits numbers of 16 bits to activations.
#[target_feature(enable = "sse2")]
#[inline]
fn limited(values: __m128i) -> __m128i {
    _mm_min_epi16(_mm_max_epi16(values, _mm_setzero_si128()), _mm_set1_epi16(ONE))
}

/// Loads a vector.
#[target_feature(enable = "sse2")]
#[inline]
fn load<T>(values: &T) -> __m128i {
    const { assert!(size_of::<T>() == 16) }
    // SAFETY: there are 16 bytes to read.
    unsafe { _mm_loadu_si128(std::ptr::from_ref(values).cast()) }
}
