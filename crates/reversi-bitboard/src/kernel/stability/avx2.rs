use core::arch::x86_64::*;

use super::edge;
use crate::board::{Bitboard, Board, mask};
use crate::kernel::lines::avx2::full_lines;

/// Finds the same discs as the portable function with two axes to a vector. The compiler would put all four
/// into one, and each round would move the discs between vectors and general registers.
#[target_feature(enable = "avx2")]
#[inline]
pub fn stable(board: Board) -> Bitboard {
    let full = full_lines(board.occupied());
    let stable = edge::stable(edge::sse2::edges(board));
    let inner = board.player() & mask::INNER;
    let (straight, diagonal) = (pair(full.row, full.file), pair(full.diagonal9, full.diagonal7));
    let mut stable = pair(stable | inner & full.all(), stable | inner & full.all());
    let inner = pair(inner, inner);
    loop {
        let straight = _mm_or_si128(straight, beside(stable, _mm_set_epi64x(8, 1)));
        let two_axes = _mm_and_si128(straight, _mm_or_si128(diagonal, beside(stable, _mm_set_epi64x(7, 9))));
        let all_axes = _mm_and_si128(two_axes, _mm_shuffle_epi32::<0b01_00_11_10>(two_axes));
        let next = _mm_and_si128(all_axes, inner);
        if _mm_testc_si128(stable, next) != 0 {
            return Bitboard(_mm_cvtsi128_si64(stable) as u64);
        }
        stable = _mm_or_si128(stable, next);
    }
}

/// Returns the squares a step away from the discs, on either side.
#[target_feature(enable = "avx2")]
#[inline]
fn beside(discs: __m128i, step: __m128i) -> __m128i {
    _mm_or_si128(_mm_srlv_epi64(discs, step), _mm_sllv_epi64(discs, step))
}

#[target_feature(enable = "avx2")]
#[inline]
fn pair(low: Bitboard, high: Bitboard) -> __m128i {
    _mm_set_epi64x(high.0 as i64, low.0 as i64)
}
