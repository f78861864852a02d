use core::arch::x86_64::*;

use reversi_bitboard::Bitboard;

use crate::features::Quadrants;

/// Computes the moves of both sides and the empty squares in three lanes, the half ranks of quadrants in
/// bytes.
#[target_feature(enable = "avx2")]
#[inline]
pub fn quadrants(moves: [Bitboard; 2], empties: Bitboard) -> Quadrants {
    let [own, other] = moves;
    let boards = _mm256_setr_epi64x(own.0 as i64, other.0 as i64, empties.0 as i64, 0);
    // The lower half is mirrored, then the right one, so that the corners come first.
    let ranks = in_both_halves(_mm_setr_epi8(0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12));
    let mirrored = in_both_halves(_mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15));
    let half = _mm256_set1_epi8(0x0f);
    let boards = _mm256_shuffle_epi8(boards, ranks);
    let left = _mm256_and_si256(boards, half);
    let right = _mm256_and_si256(_mm256_srli_epi16::<4>(boards), half);
    let right = _mm256_shuffle_epi8(mirrored, right);
    let gathered = by_quadrant(left, right, _mm256_set1_epi16(0x1001), _mm256_set1_epi32(0x0100_0001));

    let bits = in_both_halves(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    let (left, right) = (_mm256_shuffle_epi8(bits, left), _mm256_shuffle_epi8(bits, right));
    let counts = by_quadrant(left, right, _mm256_set1_epi16(0x0101), _mm256_set1_epi32(0x0001_0001));
    const MOVES: i64 = 0x0007_0007_0007_0007;
    const SQUARES: i64 = 0x000f_000f_000f_000f;
    let counts = _mm256_min_epi16(counts, _mm256_setr_epi64x(MOVES, MOVES, SQUARES, 0));
    let counts = _mm256_sllv_epi64(counts, _mm256_setr_epi64x(3, 0, 6, 0));
    let counts = _mm_or_si128(_mm256_castsi256_si128(counts), _mm256_extracti128_si256::<1>(counts));
    let counts = _mm_or_si128(counts, _mm_unpackhi_epi64(counts, counts));
    Quadrants {
        moves: bytemuck::cast(_mm256_castsi256_si128(gathered)),
        counts: bytemuck::cast(_mm_cvtsi128_si64(counts)),
    }
}

/// Sums the half ranks of quadrants, times these factors: pairs first, then fours.
#[target_feature(enable = "avx2")]
#[inline]
fn by_quadrant(left: __m256i, right: __m256i, pairs: __m256i, fours: __m256i) -> __m256i {
    let sum = |halves| _mm256_madd_epi16(_mm256_maddubs_epi16(halves, pairs), fours);
    _mm256_or_si256(sum(left), _mm256_slli_epi32::<16>(sum(right)))
}

#[target_feature(enable = "avx2")]
#[inline]
fn in_both_halves(bytes: __m128i) -> __m256i {
    _mm256_broadcastsi128_si256(bytes)
}
