use core::arch::x86_64::*;

use super::portable::along;
use crate::board::{Bitboard, Board, mask};

/// Computes files and diagonals in vectors of the board and the board upside down, where a step of -7 is one
/// of +9 (BB-07). Rows run in general registers at the same time (MOB-03).
#[target_feature(enable = "sse4.2")]
#[inline]
pub fn moves(board: Board) -> Bitboard {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let inner = opponent & mask::FILES_B_TO_G.0;
    let rows = along::<1>(player, inner);
    let (players, inners) = (and_upside_down(player), and_upside_down(inner));
    let files = up::<8, 16>(players, and_upside_down(opponent));
    let diagonals = _mm_or_si128(up::<7, 14>(players, inners), up::<9, 18>(players, inners));
    Bitboard(rows | joined(_mm_or_si128(files, diagonals))) & board.empties()
}

/// Returns a set, and beside it the same upside down.
#[target_feature(enable = "sse4.2")]
#[inline]
pub fn and_upside_down(set: u64) -> __m128i {
    _mm_set_epi64x(set.swap_bytes() as i64, set as i64)
}

/// Joins both halves to one set, the second one turned back.
#[target_feature(enable = "sse4.2")]
#[inline]
pub fn joined(v: __m128i) -> u64 {
    _mm_cvtsi128_si64(v) as u64 | (_mm_extract_epi64::<1>(v) as u64).swap_bytes()
}

/// Finds the moves that turn discs along steps towards H8.
#[target_feature(enable = "sse4.2")]
#[inline]
pub fn up<const STEP: i32, const TWO_STEPS: i32>(player: __m128i, opponent: __m128i) -> __m128i {
    let mut run = _mm_and_si128(opponent, _mm_slli_epi64::<STEP>(player));
    run = _mm_or_si128(run, _mm_and_si128(opponent, _mm_slli_epi64::<STEP>(run)));
    let pairs = _mm_and_si128(opponent, _mm_slli_epi64::<STEP>(opponent));
    run = _mm_or_si128(run, _mm_and_si128(pairs, _mm_slli_epi64::<TWO_STEPS>(run)));
    run = _mm_or_si128(run, _mm_and_si128(pairs, _mm_slli_epi64::<TWO_STEPS>(run)));
    _mm_slli_epi64::<STEP>(run)
}
