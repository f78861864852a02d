//! Updates that the engine does not use.

use reversi_bitboard::{Bitboard, Square};

use crate::Features;
use crate::features::INCREMENTS;

/// The lanes that a square has a digit in, with its power of 3.
#[derive(Clone, Copy)]
struct Memberships {
    len: usize,
    lanes: [(usize, u16); 7],
}

static MEMBERSHIPS: [Memberships; 64] = {
    let mut table = [Memberships { len: 0, lanes: [(0, 0); 7] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < 46 {
            let power = INCREMENTS[square].0[lane];
            if power != 0 {
                let entry = &mut table[square];
                entry.lanes[entry.len] = (lane, power);
                entry.len += 1;
            }
            lane += 1;
        }
        square += 1;
    }
    table
};

/// Only the lanes that change, square by square (EVAL-08).
#[inline(always)]
pub(super) fn selective(features: &Features, square: Square, flips: u64, empties: u32) -> Features {
    let mut child = *features;
    let (placed, turned) = if empties.is_multiple_of(2) { (2, 1u16.wrapping_neg()) } else { (1, 1) };
    add(&mut child, square, 0u16.wrapping_sub(placed));
    for square in Bitboard(flips) {
        add(&mut child, square, turned);
    }
    child
}

#[inline(always)]
fn add(features: &mut Features, square: Square, times: u16) {
    let Memberships { len, lanes } = &MEMBERSHIPS[square.index()];
    // Every square has four lanes at least, only some have more.
    let (always, others) = lanes.split_at(4);
    for &(lane, power) in always {
        change(features, lane, power.wrapping_mul(times));
    }
    for &(lane, power) in &others[..len - 4] {
        change(features, lane, power.wrapping_mul(times));
    }
}

#[inline(always)]
fn change(features: &mut Features, lane: usize, by: u16) {
    features.0[lane] = features.0[lane].wrapping_add(by);
}
