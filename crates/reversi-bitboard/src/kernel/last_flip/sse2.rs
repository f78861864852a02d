use core::arch::x86_64::*;

use super::COUNT;
use crate::board::{Bitboard, Square};
use crate::kernel::rays::LINES;

/// Sums the row and one diagonal to an index by file. The file and the other diagonal become a byte mask by
/// rank (LAST-08).
#[target_feature(enable = "sse4.2")]
#[inline]
pub fn count(square: Square, Bitboard(player): Bitboard) -> u32 {
    let (x, y) = (square.file() as usize, square.rank() as usize);
    let player = _mm_set1_epi64x(player as i64);
    let [row, file, diagonal9, diagonal7] = LINES[square.index()].0;
    let by_file = _mm_and_si128(player, _mm_set_epi64x(diagonal9 as i64, row as i64));
    let by_rank = _mm_and_si128(player, _mm_set_epi64x(diagonal7 as i64, file as i64));
    let zero = _mm_setzero_si128();
    let by_file = _mm_sad_epu8(by_file, zero);
    let by_rank = _mm_movemask_epi8(_mm_sub_epi8(zero, by_rank)) as u32;
    u32::from(COUNT[x][_mm_extract_epi16::<0>(by_file) as usize & 0xff])
        + u32::from(COUNT[x][_mm_extract_epi16::<4>(by_file) as usize & 0xff])
        + u32::from(COUNT[y][(by_rank & 0xff) as usize])
        + u32::from(COUNT[y][(by_rank >> 8 & 0xff) as usize])
}
