//! Line by line with look-ups. A line of eight squares is gathered into a byte, one look-up covers both
//! directions, and the flips are spread back onto the line.

use crate::board::{Bitboard, Board, Square};
use crate::kernel::rays::LINES;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const DIAGONAL_A8_H1: u64 = 0x0102_0408_1020_4080;

/// Gathers and spreads lines by multiplications, "kindergarten" (FLIP-02).
#[inline(always)]
pub fn flip(square: Square, board: Board) -> Bitboard {
    Bitboard(by_multiplication(square, board, turned))
}

/// Computes the same with another look-up: from the place on a line and the discs of both sides to the discs
/// turned.
#[inline(always)]
pub fn by_multiplication(square: Square, board: Board, turned: impl Fn(usize, u64, u64) -> u64) -> u64 {
    let (player, opponent) = (board.player().0, board.opponent().0);
    let (x, y) = (square.file() as usize, square.rank() as usize);
    let [_, _, diagonal9, diagonal7] = LINES[square.index()].0;

    let row = |set: u64| set >> (8 * y) & 0xff;
    let mut flips = turned(x, row(player), row(opponent)) << (8 * y);

    let file = |set: u64| (set >> x & FILE_A).wrapping_mul(DIAGONAL_A8_H1) >> 56;
    let on_file = turned(y, file(player), file(opponent));
    // The end of a line is never turned, and the copies of six bits never overlap (EDGE-07).
    flips |= (((on_file & 0x7e) * 0x0000_0408_1020_4080) & 0x0001_0101_0101_0100) << x;

    for line in [diagonal9, diagonal7] {
        let diagonal = |set: u64| (set & line).wrapping_mul(FILE_A) >> 56;
        flips |= turned(x, diagonal(player), diagonal(opponent)).wrapping_mul(FILE_A) & line;
    }
    flips
}

/// `OUTFLANK[i][inner]`: the squares whose discs outflank a run from square `i` of a line. `inner` are the
/// opponent's discs on the six inner squares of the line.
pub static OUTFLANK: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut i = 0;
    while i < 8 {
        let mut inner = 0;
        while inner < 64 {
            table[i][inner] = outflank(i, inner << 1);
            inner += 1;
        }
        i += 1;
    }
    table
};

const fn outflank(i: usize, opponent: usize) -> u8 {
    let (mut above, mut below) = (1usize << i << 1, 1usize << i >> 1);
    while above & opponent != 0 {
        above <<= 1;
    }
    while below & opponent != 0 {
        below >>= 1;
    }
    // Only a run of at least one disc can be outflanked.
    let above = if above == 1 << i << 1 { 0 } else { above & 0xff };
    let below = if below == 1 << i >> 1 { 0 } else { below };
    (above | below) as u8
}

/// `FLIPPED[i][outflank]`: all squares between square `i` and the outflanking discs. The largest index is
/// 136, for D8 and H8 seen from F8. There is an entry for every byte, so that no index needs a check; those
/// that are not used take no place in a cache.
pub static FLIPPED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut i = 0;
    while i < 8 {
        let mut outflank = 0;
        while outflank < 256 {
            table[i][outflank] = flipped(i, outflank);
            outflank += 1;
        }
        i += 1;
    }
    table
};

pub const fn flipped(i: usize, outflank: usize) -> u8 {
    let mut turned = 0;
    let mut disc = 0;
    while disc < 8 {
        if outflank >> disc & 1 != 0 {
            let (from, to) = if disc < i { (disc, i) } else { (i, disc) };
            turned |= ((1 << to) - 1) & !((2 << from) - 1);
        }
        disc += 1;
    }
    turned as u8
}

/// Returns the flips on a line of eight squares (FLIP-02).
#[inline(always)]
pub fn turned(i: usize, player: u64, opponent: u64) -> u64 {
    let outflank = OUTFLANK[i & 7][opponent as usize >> 1 & 63] & player as u8;
    FLIPPED[i & 7][outflank as usize].into()
}
