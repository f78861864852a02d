//! The four edges as numbers, and the table of their stable discs.
//!
//! An edge is `player << 8 | opponent`, the first square in bit 0 of each byte. The order is rank 1, rank 8,
//! file A, file H: the contract of [`Primitives::edges`](crate::kernel::Primitives::edges).

pub mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod simd128;
#[cfg(target_arch = "x86_64")]
pub mod sse2;

use crate::board::Bitboard;

/// `STABLE[p << 8 | o]`: the discs of `p` that no sequence of moves on this edge can turn, legal or not, by
/// either side (EDGE-01). Only discs of an edge decide about each other, so the table is exact.
pub static STABLE: [u8; 65536] = stable_edges();

/// Returns the stable discs of the side to move on the edges.
#[inline(always)]
pub fn stable(edges: [u16; 4]) -> Bitboard {
    stable_by(edges, unpack_files)
}

/// Returns the same with another function in the place of [`unpack_files`].
#[inline(always)]
pub fn stable_by(edges: [u16; 4], unpack_files: impl FnOnce(u64, u64) -> u64) -> Bitboard {
    let [row1, row8, file_a, file_h] = edges;
    // A closure, not `map` of the array, which a program without LTO would call.
    let stable = |edge: u16| u64::from(STABLE[edge as usize]);
    Bitboard(stable(row1) | stable(row8) << 56 | unpack_files(stable(file_a), stable(file_h)))
}

/// Unpacks files A and H from a byte each. The corners come with the rows; the products of the other six bits
/// do not collide (EDGE-07).
#[inline(always)]
pub fn unpack_files(file_a: u64, file_h: u64) -> u64 {
    ((file_a & 0x7e) * 0x0000_0408_1020_4080) & 0x0001_0101_0101_0100
        | ((file_h & 0x7e) * 0x0002_0408_1020_4000) & 0x0080_8080_8080_8000
}

/// Counts the stable discs on the edges, without their squares (EDGE-08).
#[inline(always)]
pub fn stable_count(edges: [u16; 4]) -> u32 {
    // Each corner is counted with its row only.
    let [a, b, c, d] = edges;
    let stable = |edge: u16| STABLE[edge as usize];
    (u32::from_le_bytes([stable(a), stable(b), stable(c), stable(d)]) & 0x7e7e_ffff).count_ones()
}

#[allow(long_running_const_eval, reason = "6561 edges of 16 moves each: a second of compile time")]
const fn stable_edges() -> [u8; 65536] {
    let mut table = [0; 65536];
    // Every move adds a disc, so edges with more discs come first.
    let mut discs = 9;
    while discs > 0 {
        discs -= 1;
        let mut player = 0;
        while player < 256 {
            let mut opponent = 0;
            while opponent < 256 {
                if player & opponent == 0 && ((player | opponent) as u8).count_ones() == discs {
                    table[player << 8 | opponent] = stable_after_any_move(&table, player, opponent);
                }
                opponent += 1;
            }
            player += 1;
        }
    }
    table
}

const fn stable_after_any_move(table: &[u8; 65536], player: usize, opponent: usize) -> u8 {
    let mut stable = player;
    let mut square = 0;
    while square < 8 && stable != 0 {
        if (player | opponent) >> square & 1 == 0 {
            let flips = flip_on_edge(square, player, opponent);
            stable &= table[(player | flips | 1 << square) << 8 | (opponent & !flips)] as usize;
            let flips = flip_on_edge(square, opponent, player);
            stable &= table[(player & !flips) << 8 | (opponent | flips | 1 << square)] as usize;
        }
        square += 1;
    }
    stable as u8
}

const fn flip_on_edge(square: usize, player: usize, opponent: usize) -> usize {
    let mut flips = 0;
    let mut run = 0;
    let mut bit = 1 << square << 1;
    while bit & opponent != 0 {
        run |= bit;
        bit <<= 1;
    }
    if bit & player != 0 {
        flips |= run;
    }
    run = 0;
    bit = 1 << square >> 1;
    while bit & opponent != 0 {
        run |= bit;
        bit >>= 1;
    }
    if bit & player != 0 {
        flips |= run;
    }
    flips
}
