//! Tables of rays: the squares from each square to the edge, in eight directions.
//!
//! Lanes hold the axes in the order row, file, A1-H8 diagonal, H1-A8 diagonal (steps 1, 8, 9, 7).

use crate::board::{Bitboard, Square, mask};

/// One 64-bit mask per axis, as one aligned vector.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
#[allow(clippy::exhaustive_structs, reason = "the lanes of a vector")]
pub struct RayLanes(pub [u64; 4]);

/// The eight steps to a neighbour: toward H8 (+1, +8, +9, +7), then back, both in lane order.
pub const STEPS: [(i8, i8); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

pub const fn ray(square: usize, (dx, dy): (i8, i8)) -> u64 {
    let (mut x, mut y) = (square as i8 % 8 + dx, square as i8 / 8 + dy);
    let mut mask = 0;
    while 0 <= x && x < 8 && 0 <= y && y < 8 {
        mask |= 1 << (8 * y + x);
        x += dx;
        y += dy;
    }
    mask
}

const fn rays(first_step: usize) -> [RayLanes; 64] {
    let mut table = [RayLanes([0; 4]); 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            table[square].0[lane] = ray(square, STEPS[first_step + lane]);
            lane += 1;
        }
        square += 1;
    }
    table
}

/// The rays toward higher bits: steps +1, +8, +9, +7. The square itself is not part of them.
pub static RAYS_UP: [RayLanes; 64] = rays(0);

/// The rays toward lower bits: steps -1, -8, -9, -7.
pub static RAYS_DOWN: [RayLanes; 64] = rays(4);

/// The whole lines through each square, without the square itself.
pub static LINES: [RayLanes; 64] = {
    let mut table = RAYS_UP;
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 4 {
            table[square].0[lane] |= RAYS_DOWN[square].0[lane];
            lane += 1;
        }
        square += 1;
    }
    table
};

/// The up to eight squares around each square.
///
/// ```
/// use reversi_bitboard::{Square, kernel::NEIGHBOURS};
///
/// assert_eq!(NEIGHBOURS[Square::A1.index()].to_string(), "b1 a2 b2");
/// ```
pub static NEIGHBOURS: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        let s = Square::ALL[i].bit();
        let row = s | (s & mask::FILES_A_TO_G.0) << 1 | s >> 1 & mask::FILES_A_TO_G.0;
        table[i] = Bitboard((row | row << 8 | row >> 8) & !s);
        i += 1;
    }
    table
};
