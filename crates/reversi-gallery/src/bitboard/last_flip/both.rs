//! The counts of both sides in plain integers, with and without a table for both.

use reversi_bitboard::__internal::last_flip::{both, portable};
use reversi_bitboard::__internal::rays::LINES;
use reversi_bitboard::{Bitboard, Square};

/// One side after the other.
#[inline(always)]
pub(super) fn twice(square: Square, player: u64) -> [u32; 2] {
    [
        portable::count(square, Bitboard(player)),
        portable::count(square, !Bitboard(player).with_square(square)),
    ]
}

/// Both sides' counts from the same bits (LAST-01, LAST-14).
#[inline(always)]
pub(super) fn doubled(square: Square, player: u64) -> [u32; 2] {
    let [_, _, diagonal9, diagonal7] = LINES[square.index()].0;
    let row = player >> (8 * square.rank());
    let file = portable::file(square, player);
    let by_rank = |line| portable::file(Square::A1, sum_of_files(line));
    both::counts(square, row, file, by_rank(player & diagonal9), by_rank(player & diagonal7))
}

/// The union of all files, on file A.
#[inline(always)]
fn sum_of_files(set: u64) -> u64 {
    let set = set | set >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    let set = set | set >> 2 & 0x3333_3333_3333_3333;
    set | set >> 1 & 0x5555_5555_5555_5555
}
