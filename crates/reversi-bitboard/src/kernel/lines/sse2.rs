use core::arch::x86_64::*;

use super::{FullLines, beyond_edge, portable};
use crate::board::Bitboard;

/// Computes both diagonals as problems of step 9, in the board and in the board upside down (FULL-06).
#[target_feature(enable = "sse4.2")]
#[inline]
pub fn full_lines(occupied: Bitboard) -> FullLines {
    const AHEAD: [i64; 2] = [beyond_edge(1, 1, 1) as i64, beyond_edge(1, -1, -1) as i64];
    // The squares that have two more ahead. The mask also serves `down`, which is masked before it is shifted
    // (De Morgan).
    const TWO_AHEAD: i64 = !beyond_edge(2, 1, 1) as i64;
    // Only two quadrants have four squares ahead, each in one direction. So one stage serves both directions.
    const FOUR_AHEAD: i64 = (beyond_edge(4, 1, 1) & beyond_edge(4, -1, -1)) as i64;

    let both = _mm_set_epi64x(occupied.0.swap_bytes() as i64, occupied.0 as i64);
    let mut up = _mm_and_si128(both, _mm_or_si128(_mm_set1_epi64x(AHEAD[0]), _mm_srli_epi64::<9>(both)));
    let mut down = _mm_and_si128(both, _mm_or_si128(_mm_set1_epi64x(AHEAD[1]), _mm_slli_epi64::<9>(both)));
    let two = _mm_set1_epi64x(TWO_AHEAD);
    up = _mm_andnot_si128(_mm_andnot_si128(_mm_srli_epi64::<18>(up), two), up);
    down = _mm_andnot_si128(_mm_slli_epi64::<18>(_mm_andnot_si128(down, two)), down);
    let four = _mm_or_si128(_mm_srli_epi64::<36>(up), _mm_slli_epi64::<36>(down));
    let full = _mm_and_si128(_mm_and_si128(up, down), _mm_or_si128(_mm_set1_epi64x(FOUR_AHEAD), four));
    FullLines {
        row: Bitboard(_mm_cvtsi128_si64(_mm_cmpeq_epi8(both, _mm_set1_epi8(-1))) as u64),
        file: portable::file(occupied),
        diagonal9: Bitboard(_mm_cvtsi128_si64(full) as u64),
        diagonal7: Bitboard((_mm_extract_epi64::<1>(full) as u64).swap_bytes()),
    }
}
