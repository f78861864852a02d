use core::arch::x86_64::*;

use reversi_bitboard::__internal::rays::LINES;
use reversi_bitboard::Square;

use super::both;

/// Both sides' counts from the same bits (LAST-08, LAST-14).
#[target_feature(enable = "sse4.2")]
#[inline]
pub(super) fn counts(square: Square, player: u64) -> [u32; 2] {
    let [_, file, diagonal9, diagonal7] = LINES[square.index()].0;
    let discs = _mm_set1_epi64x(player as i64);
    let zero = _mm_setzero_si128();
    let gather = |lines| _mm_movemask_epi8(_mm_sub_epi8(zero, _mm_and_si128(discs, lines))) as u32;
    let file_and_9 = gather(_mm_set_epi64x(diagonal9 as i64, file as i64));
    let on_7 = gather(_mm_cvtsi64_si128(diagonal7 as i64));
    let row = player >> (8 * square.rank());
    both::counts(square, row, file_and_9, file_and_9 >> 8, on_7)
}
