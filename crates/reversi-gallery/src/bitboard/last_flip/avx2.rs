use core::arch::x86_64::*;

use reversi_bitboard::__internal::flip::avx2::load;
use reversi_bitboard::__internal::last_flip::avx2;
use reversi_bitboard::__internal::last_flip::both::{DIAGONAL, FULL, OFFSET};
use reversi_bitboard::__internal::last_flip::sum;
use reversi_bitboard::__internal::rays::{LINES, RayLanes};
use reversi_bitboard::{Bitboard, Square};

/// A1-H8 diagonal, nothing, the other diagonal, file. So in the byte mask the diagonals are the low bytes of
/// the two halves.
static SPREAD: [RayLanes; 64] = {
    let mut table = LINES;
    let mut square = 0;
    while square < 64 {
        let [_, file, diagonal9, diagonal7] = LINES[square].0;
        table[square] = RayLanes([diagonal9, 0, diagonal7, file]);
        square += 1;
    }
    table
};

/// The offsets of both diagonals in one word.
static OFFSETS: [u32; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let [offset9, offset7] = OFFSET[square];
        table[square] = offset9 as u32 | (offset7 as u32) << 16;
        square += 1;
    }
    table
};

/// Both sides' counts. One addition computes the indices of both diagonals (LAST-10, LAST-14, LAST-15).
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn two_offsets(square: Square, player: u64) -> [u32; 2] {
    let discs = _mm256_and_si256(_mm256_set1_epi64x(player as i64), load(&SPREAD[square.index()]));
    let by_rank = _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)) as u32;
    let diagonals = OFFSETS[square.index()] + (by_rank & 0x00ff_00ff);
    let row = player >> (8 * square.rank()) & 0xff;
    let sum = FULL[square.file() as usize][row as usize]
        + FULL[square.rank() as usize][(by_rank >> 24) as usize]
        + DIAGONAL[(diagonals & 0xffff) as usize]
        + DIAGONAL[(diagonals >> 16) as usize];
    [u32::from(sum & 0xff), u32::from(sum >> 8)]
}

/// Both sides' counts. Those of the other side come from the test for a legal move: it leaves out rays
/// without a disc of the player, and on these the other side turns nothing (LAST-10, LAST-24).
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn from_closed_rays(square: Square, player: u64) -> [u32; 2] {
    let mine = avx2::count(square, Bitboard(player));
    [mine, sum_of_rays(square, !player, avx2::on_closed_rays(square, player))]
}

/// The count of a side with these discs on file and diagonals.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn sum_of_rays(square: Square, side: u64, discs: __m256i) -> u32 {
    sum(square, side, _mm256_movemask_epi8(_mm256_sub_epi8(_mm256_setzero_si256(), discs)) as u32)
}

/// Both sides' counts, gathered by a byte mask each, without a branch between them.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn one_by_one(square: Square, player: u64) -> [u32; 2] {
    [avx2::count(square, Bitboard(player)), avx2::count(square, Bitboard(!player))]
}
