use core::arch::x86_64::*;

use super::for_each_row;
use crate::Features;
use crate::network::{
    HIDDEN, HIDDEN_SHIFT, INPUTS, NetworkTable, ONE, SQUARE_SHIFT, SUM_SHIFT, VALUE_SHIFT, WIDTH,
};

/// As in AVX2, with eight numbers of a row in a vector.
#[target_feature(enable = "ssse3,sse4.1")]
#[inline]
pub fn network(features: &Features, table: NetworkTable<'_>) -> i32 {
    let layers = table.layers;
    let mut sums: [__m128i; WIDTH / 8] = load(&layers.bias);
    for_each_row!(features, table.rows, |_, row| {
        for (sum, numbers) in sums.iter_mut().zip(row.0.as_chunks::<8>().0) {
            // SAFETY: there are eight bytes to read.
            let numbers = unsafe { _mm_loadl_epi64(numbers.as_ptr().cast()) };
            *sum = _mm_add_epi16(*sum, _mm_cvtepi8_epi16(numbers));
        }
    });

    let mut inputs = [_mm_setzero_si128(); INPUTS / 8];
    for (i, sum) in sums.into_iter().enumerate() {
        let plain = limited(_mm_srai_epi16::<{ SUM_SHIFT as i32 }>(sum));
        inputs[i] = plain;
        inputs[WIDTH / 8 + i] = _mm_srli_epi16::<{ SQUARE_SHIFT as i32 }>(_mm_mullo_epi16(plain, plain));
    }

    let mut hidden: [__m128i; HIDDEN / 4] = load(&layers.hidden_bias);
    let groups = layers.hidden.as_chunks::<4>().0;
    for ([low, high], groups) in inputs.as_chunks::<2>().0.iter().zip(groups) {
        let input = _mm_packus_epi16(*low, *high);
        for (weights, four) in groups.iter().zip([
            _mm_shuffle_epi32::<0x00>(input),
            _mm_shuffle_epi32::<0x55>(input),
            _mm_shuffle_epi32::<0xaa>(input),
            _mm_shuffle_epi32::<0xff>(input),
        ]) {
            for (hidden, weights) in hidden.iter_mut().zip(load::<_, { HIDDEN / 4 }>(weights)) {
                // Inputs are at most 127, so the sum of two products never saturates.
                let pairs = _mm_maddubs_epi16(four, weights);
                *hidden = _mm_add_epi32(*hidden, _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
            }
        }
    }

    let mut products = _mm_setzero_si128();
    for (input, weights) in inputs.into_iter().zip(load::<_, { INPUTS / 8 }>(&layers.direct)) {
        products = _mm_add_epi32(products, _mm_madd_epi16(input, weights));
    }
    let hidden = hidden.map(|sum| _mm_srai_epi32::<{ HIDDEN_SHIFT as i32 }>(sum));
    let outputs: [__m128i; HIDDEN / 8] = load(&layers.output);
    for ([low, high], weights) in hidden.as_chunks::<2>().0.iter().zip(outputs) {
        let hidden = limited(_mm_packs_epi32(*low, *high));
        products = _mm_add_epi32(products, _mm_madd_epi16(hidden, weights));
    }
    let sum = _mm_add_epi32(products, _mm_shuffle_epi32::<0x4e>(products));
    let sum = _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0xb1>(sum)));
    (layers.constant + sum) >> VALUE_SHIFT
}

/// Numbers of 16 bits as activations.
#[target_feature(enable = "sse2")]
#[inline]
fn limited(values: __m128i) -> __m128i {
    _mm_min_epi16(_mm_max_epi16(values, _mm_setzero_si128()), _mm_set1_epi16(ONE))
}

/// Loads `N` vectors.
#[target_feature(enable = "sse2")]
#[inline]
fn load<T, const N: usize>(values: &T) -> [__m128i; N] {
    const { assert!(size_of::<T>() == 16 * N) }
    // SAFETY: there are `N` times 16 bytes to read.
    unsafe { std::ptr::from_ref(values).cast::<[__m128i; N]>().read_unaligned() }
}
