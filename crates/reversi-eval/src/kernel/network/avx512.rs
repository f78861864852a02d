use core::arch::x86_64::*;

use super::{avx2, for_each_row, sse4};
use crate::features::{Features, Quadrants};
use crate::kernel::zip;
use crate::network::{
    HIDDEN_SHIFT, MAX_WIDTH, NetworkTable, ONE, SQUARE_SHIFT, SUM_SHIFT, TableByWidth, TableOfWidth,
};

/// The number of vectors of 32 numbers in the widest row.
const MAX: usize = MAX_WIDTH / 32;

/// Computes the value by AVX-512. Rows of 16 and of eight numbers do not fill a vector: they are left to AVX2
/// and SSE.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
pub fn network(features: &Features, quadrants: &Quadrants, table: NetworkTable<'_>) -> i32 {
    match table.0 {
        TableByWidth::Of8(table) => sse4::value(features, quadrants, table),
        TableByWidth::Of16(table) => avx2::value(features, quadrants, table),
        TableByWidth::Of32(table) => value(features, quadrants, table),
        TableByWidth::Of64(table) => value(features, quadrants, table),
    }
}

/// Computes the value. 32 numbers of a row are widened when they are loaded. The first layer takes four
/// inputs at a time, for all of its outputs.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn value<const W: usize>(features: &Features, quadrants: &Quadrants, table: TableOfWidth<'_, W>) -> i32 {
    let (layers, zero) = (table.layers, _mm512_setzero_si512());
    let mut sums = [[zero; MAX]; 4]; // four chains of additions
    for (sum, bias) in zip(&mut sums[0], layers.bias.as_chunks::<32>().0) {
        *sum = load(bias);
    }
    for_each_row!(features, quadrants, table, |lane, row| {
        for (sum, numbers) in zip(&mut sums[lane % 4], row.as_chunks::<32>().0) {
            // SAFETY: there are 32 bytes to read.
            let numbers = unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) };
            *sum = _mm512_add_epi16(*sum, _mm512_cvtepi8_epi16(numbers));
        }
    });

    // The limited sums, then their squares: as vectors, and in memory for groups of four.
    let mut inputs = [zero; 2 * MAX];
    let mut bytes = [[[0_u8; 4]; 8]; 2 * 2 * MAX];
    for i in 0..W / 32 {
        let [a, b, c, d] = [sums[0][i], sums[1][i], sums[2][i], sums[3][i]];
        let sum = _mm512_add_epi16(_mm512_add_epi16(a, b), _mm512_add_epi16(c, d));
        let plain = _mm512_srai_epi16::<{ SUM_SHIFT }>(sum);
        let plain = _mm512_min_epi16(_mm512_max_epi16(plain, zero), _mm512_set1_epi16(ONE));
        inputs[i] = plain;
        inputs[W / 32 + i] = _mm512_srli_epi16::<{ SQUARE_SHIFT }>(_mm512_mullo_epi16(plain, plain));
    }
    for (bytes, input) in zip(&mut bytes, &inputs[..2 * W / 32]) {
        let input = _mm512_cvtepi16_epi8(*input);
        // SAFETY: there are 32 bytes to write.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), input) };
    }

    let mut hidden = [load(&layers.hidden_bias), zero];
    for (i, (four, weights)) in zip(bytes.as_flattened(), layers.groups()).enumerate() {
        // Inputs are at most 127, so the sum of two products never saturates.
        let pairs = _mm512_maddubs_epi16(_mm512_set1_epi32(i32::from_le_bytes(*four)), load(weights));
        hidden[i % 2] = _mm512_add_epi32(hidden[i % 2], _mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
    }
    let hidden = _mm512_srai_epi32::<{ HIDDEN_SHIFT }>(_mm512_add_epi32(hidden[0], hidden[1]));
    let hidden = _mm512_min_epi32(_mm512_max_epi32(hidden, zero), _mm512_set1_epi32(ONE.into()));

    let mut products = zero;
    for (input, weights) in zip(&inputs, layers.direct.as_flattened().as_chunks::<32>().0) {
        products = _mm512_add_epi32(products, _mm512_madd_epi16(*input, load(weights)));
    }
    // SAFETY: there are 32 bytes to read.
    let output = unsafe { _mm256_loadu_si256(layers.output.as_ptr().cast()) };
    let products =
        _mm256_add_epi32(_mm512_castsi512_si256(products), _mm512_extracti64x4_epi64::<1>(products));
    let hidden = _mm256_madd_epi16(_mm512_cvtepi32_epi16(hidden), output);
    avx2::horizontal(layers.constant, _mm256_add_epi32(products, hidden))
}

/// Loads a vector.
#[target_feature(enable = "avx512f")]
#[inline]
fn load<T>(values: &T) -> __m512i {
    const { assert!(size_of::<T>() == 64) }
    // SAFETY: there are 64 bytes to read.
    unsafe { _mm512_loadu_si512(std::ptr::from_ref(values).cast()) }
}
