//! Sums with a table for each ply, 16 bits for each weight.

use reversi_bitboard::__internal::LargeTable;
use reversi_eval::__internal::sum::portable::{sum_by, weight};
use reversi_eval::__internal::{LANE_OFFSETS, TABLE_LEN, elements};
use reversi_eval::pattern::PLACES;
use reversi_eval::{Features, PatternTable};

use crate::Call;

/// The weights of one ply, in 32-bit units. A word before the first weight guards the gather of
/// [`avx2::guarded`].
#[derive(Clone, Copy)]
pub(super) struct Flat(&'static FlatTable);

/// From the second word on it holds the weights in the order of the tables of `reversi-eval`.
type FlatTable = [[i16; 2]; FLAT_LEN];

const FLAT_LEN: usize = TABLE_LEN / 2 + 1;

impl Flat {
    /// The tables of some plies, in one piece of the kind of memory that those of two plies have: with
    /// pages of another size a look-up takes another time.
    pub(super) fn leak(tables: &[PatternTable<'_>]) -> Vec<Flat> {
        let all =
            LargeTable::<[i16; 2]>::zeroed_in_huge_pages(tables.len() * FLAT_LEN).expect("there is memory");
        let all = Box::leak(Box::new(all));
        for (units, &table) in all.as_chunks_mut::<FLAT_LEN>().0.iter_mut().zip(tables) {
            let (elements, odd) = elements(table);
            let shift = if odd { 0 } else { 16 };
            for (word, &element) in units.as_flattened_mut()[1..].iter_mut().zip(elements) {
                *word = weight(element, shift) as i16;
            }
        }
        all.as_chunks().0.iter().map(Flat).collect()
    }
}

/// One look-up after the other. The table is as small as it can be.
#[inline(always)]
pub(super) fn one_by_one(features: &Features, table: Flat) -> i32 {
    let words = table.0.as_flattened();
    sum_by(features, |index| words[1 + index].into())
}

/// The features as 16-bit values of their sections, and as 32-bit indices in one flat array, which EVAL-03
/// replaces.
#[derive(Clone, Copy, Debug)]
pub struct Indices {
    pub(super) features: Features,
    flat: [u32; 48],
}

impl From<Features> for Indices {
    fn from(features: Features) -> Indices {
        let index = |lane: usize| LANE_OFFSETS.0[lane] + u32::from(features.0[lane]);
        Indices { features, flat: std::array::from_fn(index) }
    }
}

impl Call for Indices {
    #[inline(always)]
    fn disturbed(self, bits: u64) -> Indices {
        Indices { features: self.features.disturbed(bits), flat: self.flat.map(|index| index ^ bits as u32) }
    }
}

/// The constant and 46 look-ups in one array, each checked against its length.
#[inline(always)]
pub(super) fn from_one_array(indices: &Indices, table: Flat) -> i32 {
    let words = table.0.as_flattened();
    let mut sum = i32::from(words[1]);
    for &index in &indices.flat[..PLACES] {
        sum += i32::from(words[1 + index as usize]);
    }
    sum
}

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2 {
    use std::arch::x86_64::*;

    use reversi_eval::__internal::LANE_OFFSETS;
    use reversi_eval::Features;

    use super::Flat;

    /// Gathers each weight together with the word before it, and shifts that word out (EVAL-11).
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::eval) fn guarded(features: &Features, table: Flat) -> i32 {
        let words = table.0.as_ptr().cast::<i32>();
        let mut sum = _mm256_setzero_si256();
        for i in 0..6 {
            let indices = indices(features, i);
            // SAFETY: the table is longer than the sum of any offset and any 16-bit value. Because of the
            // guard, the word after that index is also in the table.
            let pairs = unsafe { _mm256_i32gather_epi32::<2>(words, indices) };
            sum = _mm256_add_epi32(sum, _mm256_srai_epi32::<16>(pairs));
        }
        total(sum)
    }

    /// Gathers the aligned pair of words that contains the weight in one of its halves (EVAL-12).
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::eval) fn aligned(features: &Features, table: Flat) -> i32 {
        let units = table.0.as_ptr().cast::<i32>();
        let one = _mm256_set1_epi32(1);
        let mut sum = _mm256_setzero_si256();
        for i in 0..6 {
            let indices = _mm256_add_epi32(indices(features, i), one); // counted from the guard
            let halves = _mm256_srli_epi32::<1>(indices);
            // SAFETY: the table is longer than the sum of any offset and any 16-bit value. The index of a
            // pair is half of the index counted from the guard, and there is a pair for the last of these.
            let pairs = unsafe { _mm256_i32gather_epi32::<4>(units, halves) };
            let low = _mm256_slli_epi32::<4>(_mm256_andnot_si256(indices, one));
            sum = _mm256_add_epi32(sum, _mm256_srai_epi32::<16>(_mm256_sllv_epi32(pairs, low)));
        }
        total(sum)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn indices(features: &Features, i: usize) -> __m256i {
        let (lanes, offsets) = (&features.0.as_chunks::<8>().0[i], &LANE_OFFSETS.0.as_chunks::<8>().0[i]);
        // SAFETY: eight lanes are 16 bytes.
        let lanes = unsafe { _mm_loadu_si128(lanes.as_ptr().cast()) };
        // SAFETY: eight offsets are 32 bytes.
        let offsets = unsafe { _mm256_loadu_si256(offsets.as_ptr().cast()) };
        _mm256_add_epi32(_mm256_cvtepu16_epi32(lanes), offsets)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn total(sum: __m256i) -> i32 {
        let sum = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum));
        let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0x4e>(sum));
        _mm_cvtsi128_si32(_mm_add_epi32(sum, _mm_shuffle_epi32::<0xb1>(sum)))
    }
}
