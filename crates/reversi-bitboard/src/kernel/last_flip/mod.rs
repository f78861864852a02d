//! The move on the last empty square. Only the number of turned discs matters, and every other square that is
//! not the player's is the opponent's. The contract is
//! [`Primitives::last_flip_count`](super::Primitives::last_flip_count).

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
#[cfg(target_arch = "x86_64")]
pub mod bmi2;
#[cfg(target_arch = "aarch64")]
pub mod neon;
pub mod portable;
#[cfg(target_arch = "x86_64")]
pub mod sse2;

#[cfg(target_arch = "x86_64")]
use crate::board::Square;

/// `COUNT[i][line]`: the number of discs that a move on square `i` of a line of eight turns. The bits of
/// `line` are the player's discs; bit `i` is ignored. Missing squares of a short diagonal are zeros, which
/// add nothing to the count.
pub static COUNT: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut i = 0;
    while i < 8 {
        let mut line = 0;
        while line < 256 {
            let above = line >> (i + 1);
            let below = (line << (8 - i)) & 0xff;
            if above != 0 {
                table[i][line] += (above as u8).trailing_zeros() as u8;
            }
            if below != 0 {
                table[i][line] += (below as u8).leading_zeros() as u8;
            }
            line += 1;
        }
        i += 1;
    }
    table
};

/// Sums the counts of the row and of the three lines whose discs are gathered by rank. These are the upper
/// three bytes of `by_rank`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn sum(square: Square, player: u64, by_rank: u32) -> u32 {
    let (x, y) = (square.file() as usize, square.rank() as usize);
    let row = player >> (8 * y) & 0xff;
    let count = &COUNT[y];
    u32::from(COUNT[x][row as usize])
        + u32::from(count[(by_rank >> 8 & 0xff) as usize])
        + u32::from(count[(by_rank >> 16 & 0xff) as usize])
        + u32::from(count[(by_rank >> 24) as usize])
}
