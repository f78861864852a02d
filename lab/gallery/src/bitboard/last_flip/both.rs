//! The counts of both sides: one after the other, or by one look-up per line (LAST-14). Discs that are not
//! the player's are the opponent's, so the same bits index both counts.

use reversi_bitboard::__internal::last_flip::{COUNT, portable};
use reversi_bitboard::__internal::rays::LINES;
use reversi_bitboard::{Bitboard, Square};

use crate::table::table;

/// `FULL[i][line]`: the player's count in the low byte, the opponent's in the high byte, on a line of eight.
pub(super) static FULL: [[u16; 256]; 8] = table!(|i| table!(|line| both(i, 0xff, line)));

/// The same for diagonals. Squares beyond the edge must not count as the opponent's, so each rank and extent
/// has its own table. The tables follow each other.
pub(super) static DIAGONAL: [u16; 10_754] = {
    let mut table = [0; 10_754];
    let mut end = 0;
    let mut extent = 0;
    while extent < 64 {
        let (rank, first, last) = extent_of(extent);
        let squares = (0xff << first & 0xff >> (7 - last)) as u8;
        let mut line = 0;
        while line < 2 << last {
            table[end] = both(rank, squares, line);
            end += 1;
            line += 1;
        }
        extent += 1;
    }
    assert!(end == table.len());
    table
};

/// The indices in [`DIAGONAL`] at which the tables of a square's two diagonals (step 9, step 7) begin.
pub(super) static OFFSET: [[u16; 2]; 64] = table!(|square| {
    let (x, y) = (square % 8, square / 8);
    [offset(y, x, 7 - x), offset(y, 7 - x, x)]
});

/// The numbers of discs that the player and the other side turn on `square`.
#[inline(always)]
pub(super) fn counts(square: Square, row: u64, file: u32, diagonal9: u32, diagonal7: u32) -> [u32; 2] {
    let [offset9, offset7] = OFFSET[square.index()];
    let sum = FULL[square.file() as usize][row as usize & 0xff]
        + FULL[square.rank() as usize][file as usize & 0xff]
        + DIAGONAL[offset9 as usize + diagonal9 as usize]
        + DIAGONAL[offset7 as usize + diagonal7 as usize];
    [u32::from(sum & 0xff), u32::from(sum >> 8)]
}

const fn both(i: usize, squares: u8, line: usize) -> u16 {
    let theirs = squares as usize & !line & !(1 << i);
    COUNT[i][line & squares as usize] as u16 | (COUNT[i][theirs] as u16) << 8
}

/// The rank of a square, and the first and the last rank of a diagonal through it. A diagonal begins at the
/// first rank or ends at the last, so each rank has eight extents.
const fn extent_of(extent: usize) -> (usize, usize, usize) {
    let (rank, i) = (extent / 8, extent % 8);
    if i <= rank { (rank, i, 7) } else { (rank, 0, i - 1) }
}

/// The index at which the table of a diagonal begins. `toward_first` and `toward_last` are the greatest
/// possible numbers of squares on the diagonal toward the first and the last rank.
const fn offset(rank: usize, toward_first: usize, toward_last: usize) -> u16 {
    let first = rank.saturating_sub(toward_first);
    let last = if rank + toward_last < 7 { rank + toward_last } else { 7 };
    let mut begin = 0;
    let mut extent = 0;
    loop {
        let candidate = extent_of(extent);
        if candidate.0 == rank && candidate.1 == first && candidate.2 == last {
            return begin;
        }
        begin += 2 << candidate.2;
        extent += 1;
    }
}

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
    counts(square, row, file, by_rank(player & diagonal9), by_rank(player & diagonal7))
}

/// The union of all files, on file A.
#[inline(always)]
fn sum_of_files(set: u64) -> u64 {
    let set = set | set >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    let set = set | set >> 2 & 0x3333_3333_3333_3333;
    set | set >> 1 & 0x5555_5555_5555_5555
}
