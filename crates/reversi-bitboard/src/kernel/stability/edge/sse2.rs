use core::arch::x86_64::*;

use crate::board::Board;

/// Packs rows as words of the interleaved bytes of both sides, files as sign bits (EDGE-04).
#[target_feature(enable = "sse4.2")]
#[inline]
pub fn edges(board: Board) -> [u16; 4] {
    let player = _mm_cvtsi64_si128(board.player().0 as i64);
    let opponent = _mm_cvtsi64_si128(board.opponent().0 as i64);
    let rows = _mm_unpacklo_epi8(opponent, player);
    let both = _mm_unpacklo_epi64(opponent, player);
    [
        _mm_extract_epi16::<0>(rows) as u16,
        _mm_extract_epi16::<7>(rows) as u16,
        _mm_movemask_epi8(_mm_slli_epi64::<7>(both)) as u16,
        _mm_movemask_epi8(both) as u16,
    ]
}
