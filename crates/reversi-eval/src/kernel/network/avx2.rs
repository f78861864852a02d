use core::arch::x86_64::*;

use super::{for_each_row, sse4};
use crate::features::{Features, Quadrants};
use crate::kernel::zip;
use crate::network::{
    HIDDEN, HIDDEN_SHIFT, MAX_WIDTH, NetworkTable, ONE, SQUARE_SHIFT, SUM_SHIFT, TableByWidth, TableOfWidth,
    VALUE_SHIFT,
};

/// The number of vectors of 16 numbers in the widest row.
const MAX: usize = MAX_WIDTH / 16;

/// Computes the value by AVX2. Rows of eight numbers do not fill a vector: they are left to SSE.
#[target_feature(enable = "avx2")]
#[inline]
pub fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32 {
    match table.0 {
        TableByWidth::Of8(table) => sse4::value(features, quadrants, table),
        TableByWidth::Of16(table) => value(features, quadrants, table),
        TableByWidth::Of32(table) => value(features, quadrants, table),
        TableByWidth::Of64(table) => value(features, quadrants, table),
    }
}

/// Computes the value. 16 numbers of a row are widened when they are loaded. The first layer takes four
/// inputs at a time.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn value<const W: usize>(
    features: &Features,
    quadrants: &Quadrants,
    table: TableOfWidth<'_, W>,
) -> i32 {
    let (layers, zero) = (table.layers, _mm256_setzero_si256());
    let mut sums = [[zero; MAX]; 2];
    for (sum, bias) in zip(&mut sums[0], layers.bias.as_chunks::<16>().0) {
        *sum = load(bias);
    }
    for_each_row!(features, quadrants, table, |lane, row| {
        for (sum, numbers) in zip(&mut sums[lane % 2], row.as_chunks::<16>().0) {
            // SAFETY: there are 16 bytes to read.
            let numbers = unsafe { _mm_loadu_si128(numbers.as_ptr().cast()) };
            *sum = _mm256_add_epi16(*sum, _mm256_cvtepi8_epi16(numbers));
        }
    });

    // The limited sums, then their squares.
    let mut inputs = [zero; 2 * MAX];
    for i in 0..W / 16 {
        let sum = _mm256_add_epi16(sums[0][i], sums[1][i]);
        let plain = limited(_mm256_srai_epi16::<{ SUM_SHIFT as i32 }>(sum));
        inputs[i] = plain;
        inputs[W / 16 + i] = _mm256_srli_epi16::<{ SQUARE_SHIFT as i32 }>(_mm256_mullo_epi16(plain, plain));
    }

    let mut hidden = [zero; HIDDEN / 8];
    for (hidden, bias) in zip(&mut hidden, layers.hidden_bias.as_chunks::<8>().0) {
        *hidden = load(bias);
    }
    for ([low, high], groups) in zip(inputs.as_chunks::<2>().0, layers.groups().as_chunks::<8>().0) {
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
            for (hidden, weights) in zip(&mut hidden, weights.as_chunks::<8>().0) {
                // Inputs are at most 127, so the sum of two products never saturates.
                let pairs = _mm256_maddubs_epi16(four, load(weights));
                *hidden = _mm256_add_epi32(*hidden, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
            }
        }
    }

    let mut products = zero;
    for (input, weights) in zip(&inputs, layers.direct.as_flattened().as_chunks::<16>().0) {
        products = _mm256_add_epi32(products, _mm256_madd_epi16(*input, load(weights)));
    }
    let shifted = |sum| _mm256_srai_epi32::<{ HIDDEN_SHIFT as i32 }>(sum);
    let hidden = _mm256_packs_epi32(shifted(hidden[0]), shifted(hidden[1]));
    let hidden = _mm256_permute4x64_epi64::<0b11_01_10_00>(hidden);
    let hidden = _mm256_madd_epi16(limited(hidden), load(&layers.output));
    horizontal(layers.constant, _mm256_add_epi32(products, hidden))
}

/// Returns the value of a board: the constant and the sum of the products.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn horizontal(constant: i32, products: __m256i) -> i32 {
    let sum = _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256::<1>(products));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0x4e>(sum));
    let sum = _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0xb1>(sum)));
    (constant + sum) >> VALUE_SHIFT
}

/// Limits numbers of 16 bits to activations.
#[target_feature(enable = "avx2")]
#[inline]
fn limited(values: __m256i) -> __m256i {
    _mm256_min_epi16(_mm256_max_epi16(values, _mm256_setzero_si256()), _mm256_set1_epi16(ONE))
}

/// Loads a vector.
#[target_feature(enable = "avx2")]
#[inline]
fn load<T>(values: &T) -> __m256i {
    const { assert!(size_of::<T>() == 32) }
    // SAFETY: there are 32 bytes to read.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(values).cast()) }
}
