use core::arch::x86_64::_pext_u64;

use super::COUNT;
use crate::board::{Bitboard, Square};
use crate::kernel::rays::{LINES, RayLanes};

/// The first lane holds all lines through the square. The other lanes hold the file and the diagonals, filled
/// up to exactly one square in each rank. The squares beyond the edge are replaced by squares that are on no
/// line.
static ONE_A_RANK: [RayLanes; 64] = {
    let mut table = LINES;
    let mut square = 0;
    while square < 64 {
        let [row, file, diagonal9, diagonal7] = LINES[square].0;
        table[square].0[0] = row | file | diagonal9 | diagonal7;
        let free = !(table[square].0[0] | 1 << square);
        let mut lane = 1;
        while lane < 4 {
            let mut rank = 0;
            while rank < 8 {
                let squares = 0xff << (8 * rank);
                if table[square].0[lane] & squares == 0 {
                    let own = 1 << square & squares;
                    let free = free & squares;
                    table[square].0[lane] |= if own != 0 { own } else { free & free.wrapping_neg() };
                }
                rank += 1;
            }
            lane += 1;
        }
        square += 1;
    }
    table
};

/// Gathers the discs on each of the four lines through `square` into a byte: the row by file, the others by
/// rank (LAST-07).
#[target_feature(enable = "bmi2")]
#[inline]
pub fn gather(square: Square, player: u64) -> [u64; 4] {
    let [lines, file, diagonal9, diagonal7] = ONE_A_RANK[square.index()].0;
    let on_lines = player & lines;
    [
        player >> (8 * square.rank()) & 0xff,
        _pext_u64(on_lines, file),
        _pext_u64(on_lines, diagonal9),
        _pext_u64(on_lines, diagonal7),
    ]
}

#[target_feature(enable = "bmi2")]
#[inline]
pub fn count(square: Square, player: Bitboard) -> u32 {
    let [row, file, diagonal9, diagonal7] = gather(square, player.0);
    let by_rank = &COUNT[square.rank() as usize];
    u32::from(COUNT[square.file() as usize][row as usize & 0xff])
        + u32::from(by_rank[file as usize & 0xff])
        + u32::from(by_rank[diagonal9 as usize & 0xff])
        + u32::from(by_rank[diagonal7 as usize & 0xff])
}
