use core::arch::aarch64::*;

use super::COUNT;
use crate::board::{Bitboard, Square};
use crate::kernel::rays::LINES;

/// Row and A1-H8 diagonal byte by byte in turn, then file and the other diagonal.
static INTERLEAVED: [[[u8; 16]; 2]; 64] = {
    let mut table = [[[0; 16]; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let [row, file, diagonal9, diagonal7] = LINES[square].0;
        table[square] = [interleaved(row, diagonal9), interleaved(file, diagonal7)];
        square += 1;
    }
    table
};

const fn interleaved(even: u64, odd: u64) -> [u8; 16] {
    let (even, odd) = (even.to_le_bytes(), odd.to_le_bytes());
    let mut bytes = [0; 16];
    let mut i = 0;
    while i < 8 {
        (bytes[2 * i], bytes[2 * i + 1]) = (even[i], odd[i]);
        i += 1;
    }
    bytes
}

/// Counts two lines at once: the sum of lines that are interleaved byte by byte gives two indices (LAST-11).
#[target_feature(enable = "neon")]
#[inline]
pub fn count(square: Square, player: Bitboard) -> u32 {
    sum(square, gather(square, player.0))
}

#[inline(always)]
pub fn sum(square: Square, [row, diagonal9, file, diagonal7]: [u8; 4]) -> u32 {
    let (by_file, by_rank) = (&COUNT[square.file() as usize], &COUNT[square.rank() as usize]);
    u32::from(by_file[row as usize])
        + u32::from(by_file[diagonal9 as usize])
        + u32::from(by_rank[file as usize])
        + u32::from(by_rank[diagonal7 as usize])
}

/// Gathers the player's discs on row and one diagonal by file, on file and the other diagonal by rank.
#[target_feature(enable = "neon")]
#[inline]
pub fn gather(square: Square, player: u64) -> [u8; 4] {
    const WEIGHTS: [u8; 16] = [1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 128, 128];
    let bytes = vcreate_u8(player);
    let doubled = vcombine_u8(vzip1_u8(bytes, bytes), vzip2_u8(bytes, bytes));
    let [lines_by_file, lines_by_rank] = &INTERLEAVED[square.index()];

    // One disc a file: the sum of the bytes is the index.
    let by_file = vaddvq_u16(vreinterpretq_u16_u8(vandq_u8(doubled, load(lines_by_file))));
    // One disc a rank: each rank gives its weight.
    let by_rank = vandq_u8(vtstq_u8(doubled, load(lines_by_rank)), load(&WEIGHTS));
    let by_rank = vaddvq_u16(vreinterpretq_u16_u8(by_rank));
    let ([row, diagonal9], [file, diagonal7]) = (by_file.to_le_bytes(), by_rank.to_le_bytes());
    [row, diagonal9, file, diagonal7]
}

#[target_feature(enable = "neon")]
#[inline]
fn load(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: 16 bytes are read from an array of 16.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}
