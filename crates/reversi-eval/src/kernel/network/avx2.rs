use core::arch::x86_64::*;

use super::for_each_row;
use crate::Features;
use crate::network::{
    HIDDEN, HIDDEN_SHIFT, INPUTS, NetworkTable, ONE, SQUARE_SHIFT, SUM_SHIFT, VALUE_SHIFT, WIDTH,
};

/// A row has 16 bytes and is widened when it is loaded. The first layer takes four inputs at a time.
#[target_feature(enable = "avx2")]
#[inline]
pub fn network(features: &Features, table: NetworkTable<'_>) -> i32 {
    let layers = table.layers;
    let mut sums = [load(&layers.bias), [_mm256_setzero_si256(); WIDTH / 16]];
    for_each_row!(features, table.rows, |lane, row| {
        for (sum, numbers) in sums[lane % 2].iter_mut().zip(row.0.as_chunks::<16>().0) {
            // SAFETY: there are 16 bytes to read.
            let numbers = unsafe { _mm_loadu_si128(numbers.as_ptr().cast()) };
            *sum = _mm256_add_epi16(*sum, _mm256_cvtepi8_epi16(numbers));
        }
    });

    let mut inputs = [_mm256_setzero_si256(); INPUTS / 16];
    let [sums, others] = sums;
    for (i, (sum, other)) in sums.into_iter().zip(others).enumerate() {
        let plain = limited(_mm256_srai_epi16::<{ SUM_SHIFT as i32 }>(_mm256_add_epi16(sum, other)));
        inputs[i] = plain;
        inputs[WIDTH / 16 + i] =
            _mm256_srli_epi16::<{ SQUARE_SHIFT as i32 }>(_mm256_mullo_epi16(plain, plain));
    }

    let mut hidden: [__m256i; HIDDEN / 8] = load(&layers.hidden_bias);
    let groups = layers.hidden.as_chunks::<8>().0;
    for ([low, high], groups) in inputs.as_chunks::<2>().0.iter().zip(groups) {
        // Packing leaves the halves of each vector apart. The permutation brings the bytes into the order of
        // the inputs.
        let input = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(*low, *high));
        let halves = [_mm256_castsi256_si128(input), _mm256_extracti128_si256::<1>(input)];
        for (i, weights) in groups.iter().enumerate() {
            let half = halves[i / 4];
            let four = match i % 4 {
                0 => half,
                1 => _mm_srli_si128::<4>(half),
                2 => _mm_srli_si128::<8>(half),
                _ => _mm_srli_si128::<12>(half),
            };
            let four = _mm256_broadcastd_epi32(four);
            for (hidden, weights) in hidden.iter_mut().zip(load::<_, { HIDDEN / 8 }>(weights)) {
                // Inputs are at most 127, so the sum of two products never saturates.
                let pairs = _mm256_maddubs_epi16(four, weights);
                *hidden = _mm256_add_epi32(*hidden, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
            }
        }
    }

    let mut products = _mm256_setzero_si256();
    for (input, weights) in inputs.into_iter().zip(load::<_, { INPUTS / 16 }>(&layers.direct)) {
        products = _mm256_add_epi32(products, _mm256_madd_epi16(input, weights));
    }
    let hidden = hidden.map(|sum| _mm256_srai_epi32::<{ HIDDEN_SHIFT as i32 }>(sum));
    let outputs: [__m256i; HIDDEN / 16] = load(&layers.output);
    for ([low, high], weights) in hidden.as_chunks::<2>().0.iter().zip(outputs) {
        let hidden = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(*low, *high));
        products = _mm256_add_epi32(products, _mm256_madd_epi16(limited(hidden), weights));
    }
    let sum = _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256::<1>(products));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0x4e>(sum));
    let sum = _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0xb1>(sum)));
    (layers.constant + sum) >> VALUE_SHIFT
}

/// Numbers of 16 bits as activations.
#[target_feature(enable = "avx2")]
#[inline]
fn limited(values: __m256i) -> __m256i {
    _mm256_min_epi16(_mm256_max_epi16(values, _mm256_setzero_si256()), _mm256_set1_epi16(ONE))
}

/// Loads `N` vectors.
#[target_feature(enable = "avx2")]
#[inline]
fn load<T, const N: usize>(values: &T) -> [__m256i; N] {
    const { assert!(size_of::<T>() == 32 * N) }
    // SAFETY: there are `N` times 32 bytes to read.
    unsafe { std::ptr::from_ref(values).cast::<[__m256i; N]>().read_unaligned() }
}
