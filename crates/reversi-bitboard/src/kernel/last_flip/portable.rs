use super::COUNT;
use crate::board::{Bitboard, Square};
use crate::kernel::rays::LINES;

/// Gathers each line into eight bits by a multiplication and looks it up (LAST-01).
#[inline(always)]
pub fn count(square: Square, Bitboard(player): Bitboard) -> u32 {
    let (x, y) = (square.file() as usize, square.rank() as usize);
    let [_, _, diagonal9, diagonal7] = LINES[square.index()].0;
    let row = player >> (8 * y) & 0xff;
    let by_file = &COUNT[x];
    u32::from(by_file[row as usize])
        + u32::from(COUNT[y][file(square, player) as usize])
        + u32::from(by_file[sum_of_rows(player & diagonal9) as usize])
        + u32::from(by_file[sum_of_rows(player & diagonal7) as usize])
}

/// Returns the file of `square` as a byte, rank 1 in bit 0.
#[inline(always)]
pub fn file(square: Square, set: u64) -> u32 {
    ((set >> square.file() & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
}

/// The union of all rows of a set with at most one square per file.
#[inline(always)]
fn sum_of_rows(set: u64) -> u32 {
    (set.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}
