use core::arch::x86_64::*;

use super::{SECTIONS, offset};
use crate::Features;
use crate::network::{HIDDEN_SHIFT, NetworkTable, ONE, Row, RowTable, SQUARE_SHIFT, SUM_SHIFT, VALUE_SHIFT};

/// A row has 16 bytes and is widened when it is loaded. The first layer takes four inputs at a time.
#[target_feature(enable = "avx2")]
#[inline]
pub fn network(features: &Features, table: NetworkTable<'_>) -> i32 {
    let layers = table.layers;
    let mut sums = [load(&layers.bias), _mm256_setzero_si256()];
    section::<0>(features, table.rows, &mut sums);
    section::<1>(features, table.rows, &mut sums);
    section::<2>(features, table.rows, &mut sums);
    section::<3>(features, table.rows, &mut sums);
    section::<4>(features, table.rows, &mut sums);
    section::<5>(features, table.rows, &mut sums);
    let sums = _mm256_add_epi16(sums[0], sums[1]);

    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
    let limited = |values| _mm256_min_epi16(_mm256_max_epi16(values, zero), one);
    let plain = limited(_mm256_srai_epi16::<{ SUM_SHIFT as i32 }>(sums));
    let squares = _mm256_srli_epi16::<{ SQUARE_SHIFT as i32 }>(_mm256_mullo_epi16(plain, plain));
    // Packing leaves the halves of each vector apart. The permutation brings the bytes into the order of the
    // inputs.
    let input = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(plain, squares));

    let mut hidden = [
        load(layers.hidden_bias.first_chunk::<8>().expect("16")),
        load(layers.hidden_bias.last_chunk::<8>().expect("16")),
    ];
    for (i, weights) in layers.hidden.iter().enumerate() {
        let (low, high) = (_mm256_castsi256_si128(input), _mm256_extracti128_si256::<1>(input));
        let half = if i < 4 { low } else { high };
        let four = match i % 4 {
            0 => half,
            1 => _mm_srli_si128::<4>(half),
            2 => _mm_srli_si128::<8>(half),
            _ => _mm_srli_si128::<12>(half),
        };
        let four = _mm256_broadcastd_epi32(four);
        for (hidden, weights) in hidden.iter_mut().zip(weights.as_chunks::<8>().0) {
            // Inputs are at most 127, so the sum of two products never saturates.
            let pairs = _mm256_maddubs_epi16(four, load(weights));
            *hidden = _mm256_add_epi32(*hidden, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
        }
    }
    let hidden = hidden.map(|values| _mm256_srai_epi32::<{ HIDDEN_SHIFT as i32 }>(values));
    let hidden = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(hidden[0], hidden[1]));
    let hidden = limited(hidden);

    let [direct, direct_squares] = [&layers.direct[..16], &layers.direct[16..]]
        .map(|weights| load(weights.first_chunk::<16>().expect("16")));
    let products = _mm256_add_epi32(
        _mm256_madd_epi16(hidden, load(&layers.output)),
        _mm256_add_epi32(_mm256_madd_epi16(plain, direct), _mm256_madd_epi16(squares, direct_squares)),
    );
    let sum = _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256::<1>(products));
    let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0x4e>(sum));
    let sum = _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0xb1>(sum)));
    (layers.constant + sum) >> VALUE_SHIFT
}

#[target_feature(enable = "avx2")]
#[inline]
fn section<const S: usize>(features: &Features, rows: &RowTable, sums: &mut [__m256i; 2]) {
    for lane in SECTIONS[S]..SECTIONS[S + 1] {
        let row: &Row = &rows[const { offset(S) } + usize::from(features.0[lane])];
        // SAFETY: a row has 16 bytes and an alignment of 16.
        let row = unsafe { _mm_load_si128(row.0.as_ptr().cast()) };
        sums[lane % 2] = _mm256_add_epi16(sums[lane % 2], _mm256_cvtepi8_epi16(row));
    }
}

/// Loads 32 bytes.
#[target_feature(enable = "avx2")]
#[inline]
fn load<T, const N: usize>(values: &[T; N]) -> __m256i {
    const { assert!(size_of::<[T; N]>() == 32) }
    // SAFETY: there are 32 bytes to read.
    unsafe { _mm256_loadu_si256(values.as_ptr().cast()) }
}
