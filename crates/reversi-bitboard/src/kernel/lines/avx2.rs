use core::arch::x86_64::*;

use super::{FullLines, beyond_edge, portable};
use crate::board::Bitboard;

/// Computes the four diagonal directions as right shifts of the board and of its vertical mirror image
/// (FULL-07).
#[target_feature(enable = "avx2")]
#[inline]
pub fn full_lines(occupied: Bitboard) -> FullLines {
    // In the mirror image a step of -7 becomes +9 and a step of -9 becomes +7.
    const fn guard(k: i8) -> [i64; 4] {
        let (plus9, plus7) = (beyond_edge(k, 1, 1) as i64, beyond_edge(k, -1, 1) as i64);
        [plus9, plus7, plus7, plus9]
    }
    const GUARDS: [[i64; 4]; 3] = [guard(1), guard(2), guard(4)];

    let board = _mm_cvtsi64_si128(occupied.0 as i64);
    let mirror = _mm_cvtsi64_si128(occupied.0.swap_bytes() as i64);
    let mut full = _mm256_set_m128i(_mm_unpacklo_epi64(mirror, mirror), _mm_unpacklo_epi64(board, board));
    full = _mm256_and_si256(
        full,
        _mm256_or_si256(lanes(GUARDS[0]), _mm256_srlv_epi64(full, _mm256_setr_epi64x(9, 7, 7, 9))),
    );
    full = _mm256_and_si256(
        full,
        _mm256_or_si256(lanes(GUARDS[1]), _mm256_srlv_epi64(full, _mm256_setr_epi64x(18, 14, 14, 18))),
    );
    full = _mm256_and_si256(
        full,
        _mm256_or_si256(lanes(GUARDS[2]), _mm256_srlv_epi64(full, _mm256_setr_epi64x(36, 28, 28, 36))),
    );
    let reverse_bytes = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    let back = _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(full), reverse_bytes);
    let diagonals = _mm_and_si128(_mm256_castsi256_si128(full), back);
    FullLines {
        row: Bitboard(_mm_cvtsi128_si64(_mm_cmpeq_epi8(board, _mm_set1_epi8(-1))) as u64),
        file: portable::file(occupied),
        diagonal9: Bitboard(_mm_cvtsi128_si64(diagonals) as u64),
        diagonal7: Bitboard(_mm_extract_epi64::<1>(diagonals) as u64),
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn lanes([a, b, c, d]: [i64; 4]) -> __m256i {
    _mm256_setr_epi64x(a, b, c, d)
}
