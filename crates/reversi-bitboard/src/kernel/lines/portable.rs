use super::{FullLines, beyond_edge};
use crate::board::{Bitboard, mask};

/// Computes the row by prefix (FULL-01), the file by rotation (FULL-03), the diagonals by guarded prefix
/// (FULL-05).
#[inline(always)]
pub fn full_lines(occupied: Bitboard) -> FullLines {
    FullLines {
        row: row(occupied),
        file: file(occupied),
        diagonal9: prefix::<1, 1>(occupied) & prefix::<-1, -1>(occupied),
        diagonal7: prefix::<-1, 1>(occupied) & prefix::<1, -1>(occupied),
    }
}

#[inline(always)]
pub fn row(occupied: Bitboard) -> Bitboard {
    let mut row = occupied.0;
    row &= row >> 1;
    row &= row >> 2;
    row &= row >> 4;
    Bitboard((row & mask::FILE_A.0) * 0xff)
}

#[inline(always)]
pub fn file(occupied: Bitboard) -> Bitboard {
    let mut file = occupied.0;
    file &= file.rotate_right(8);
    file &= file.rotate_right(16);
    Bitboard(file & file.rotate_right(32))
}

/// The occupied squares from which all squares in the direction (DX, DY) up to the edge are occupied.
#[inline(always)]
fn prefix<const DX: i8, const DY: i8>(occupied: Bitboard) -> Bitboard {
    let mut full = occupied;
    full &= const { Bitboard(beyond_edge(1, DX, DY)) } | ahead::<1, DX, DY>(full);
    full &= const { Bitboard(beyond_edge(2, DX, DY)) } | ahead::<2, DX, DY>(full);
    full & (const { Bitboard(beyond_edge(4, DX, DY)) } | ahead::<4, DX, DY>(full))
}

/// Shifts the set so that each square holds the bit of the square `K` steps ahead in the direction (DX, DY).
#[inline(always)]
fn ahead<const K: i8, const DX: i8, const DY: i8>(set: Bitboard) -> Bitboard {
    let step = const { K * (8 * DY + DX) };
    if step > 0 { set >> step as u32 } else { set << -step as u32 }
}
