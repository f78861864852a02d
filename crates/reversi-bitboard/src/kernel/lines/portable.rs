use super::{FullLines, beyond_edge};

/// Row by prefix (FULL-01), file by rotation (FULL-03), diagonals by guarded prefix (FULL-05).
#[inline(always)]
pub(crate) fn full_lines(occupied: u64) -> FullLines {
    FullLines {
        row: row(occupied),
        file: file(occupied),
        diagonal9: prefix::<1, 1>(occupied) & prefix::<-1, -1>(occupied),
        diagonal7: prefix::<-1, 1>(occupied) & prefix::<1, -1>(occupied),
    }
}

#[inline(always)]
pub(crate) fn row(occupied: u64) -> u64 {
    let mut row = occupied;
    row &= row >> 1;
    row &= row >> 2;
    row &= row >> 4;
    (row & 0x0101_0101_0101_0101) * 0xff
}

#[inline(always)]
pub(crate) fn file(occupied: u64) -> u64 {
    let mut file = occupied;
    file &= file.rotate_right(8);
    file &= file.rotate_right(16);
    file & file.rotate_right(32)
}

/// Squares from which all is occupied in the direction (DX, DY) up to the edge.
#[inline(always)]
fn prefix<const DX: i8, const DY: i8>(occupied: u64) -> u64 {
    let mut full = occupied;
    full &= const { beyond_edge(1, DX, DY) } | ahead::<1, DX, DY>(full);
    full &= const { beyond_edge(2, DX, DY) } | ahead::<2, DX, DY>(full);
    full & (const { beyond_edge(4, DX, DY) } | ahead::<4, DX, DY>(full))
}

/// Moves the square `K` steps ahead in the direction (DX, DY) to where it is looked at from.
#[inline(always)]
fn ahead<const K: i8, const DX: i8, const DY: i8>(set: u64) -> u64 {
    let step = const { K * (8 * DY + DX) };
    if step > 0 { set >> step } else { set << -step }
}
