//! The gathered bits of the player, used for the other side too (LAST-12). Discs that are not the player's
//! are the other side's, so its bits are the complement, on the squares of the lines.
//!
//! The source, Okuhara's notes on bitboards, finds it slower on x86-64, where gathering is cheap, passes are
//! rare and registers spill, and worthwhile on Arm64.

use reversi_bitboard::__internal::last_flip::COUNT;
use reversi_bitboard::__internal::rays::LINES;
use reversi_bitboard::Square;

use crate::table::table;

/// The lines of a square, each as a byte: row and A1-H8 diagonal by file, file and the other diagonal by
/// rank.
pub(super) type Lines = [u8; 4];

/// The squares of each line that are on the board. On a row and a file these are all.
static ON_BOARD: [Lines; 64] = table!(|square| {
    let [_, _, diagonal9, diagonal7] = LINES[square].0;
    [0xff, files_and_ranks_of(diagonal9)[0], 0xff, files_and_ranks_of(diagonal7)[1]]
});

const fn files_and_ranks_of(set: u64) -> [u8; 2] {
    let [mut files, mut ranks] = [0; 2];
    let mut rank = 0;
    while rank < 8 {
        let of_rank = (set >> (8 * rank)) as u8;
        files |= of_rank;
        ranks |= ((of_rank != 0) as u8) << rank;
        rank += 1;
    }
    [files, ranks]
}

/// The other side's lines. The bit of the empty square itself does not matter.
#[inline(always)]
pub(super) fn of_other_side(square: Square, mine: Lines) -> Lines {
    (u32::from_ne_bytes(mine) ^ u32::from_ne_bytes(ON_BOARD[square.index()])).to_ne_bytes()
}

/// The number of discs that a side with these lines turns.
#[inline(always)]
pub(super) fn sum(square: Square, [row, diagonal9, file, diagonal7]: Lines) -> u32 {
    let (by_file, by_rank) = (&COUNT[square.file() as usize], &COUNT[square.rank() as usize]);
    u32::from(by_file[row as usize])
        + u32::from(by_file[diagonal9 as usize])
        + u32::from(by_rank[file as usize])
        + u32::from(by_rank[diagonal7 as usize])
}

/// Both sides' counts from the same bits.
#[inline(always)]
pub(super) fn both(square: Square, mine: Lines) -> [u32; 2] {
    [sum(square, mine), sum(square, of_other_side(square, mine))]
}

/// The gathered bits as in the engine's kernel of x86-v2 (LAST-08).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse4.2")]
#[inline]
pub(super) fn gather_sse2(square: Square, player: u64) -> Lines {
    use core::arch::x86_64::*;

    let player = _mm_set1_epi64x(player as i64);
    let [row, file, diagonal9, diagonal7] = LINES[square.index()].0;
    let zero = _mm_setzero_si128();
    let by_file = _mm_sad_epu8(_mm_and_si128(player, _mm_set_epi64x(diagonal9 as i64, row as i64)), zero);
    let discs = _mm_and_si128(player, _mm_set_epi64x(diagonal7 as i64, file as i64));
    let [file, diagonal7] = (_mm_movemask_epi8(_mm_sub_epi8(zero, discs)) as u16).to_le_bytes();
    let (row, diagonal9) = (_mm_extract_epi16::<0>(by_file), _mm_extract_epi16::<4>(by_file));
    [row as u8, diagonal9 as u8, file, diagonal7]
}
