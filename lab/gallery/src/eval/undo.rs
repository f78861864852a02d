//! A move made and taken back: features that are copied (EVAL-09), or changed in place and changed back.

use std::hint::black_box;

use reversi_bitboard::{Bitboard, Square};
use reversi_eval::__internal::{INCREMENTS, LANES, first};
use reversi_eval::Features;

use super::update::{add, placed_and_turned};

/// The features after a move, written to memory as a search does. To take the move back is to drop them.
#[inline(always)]
pub(super) fn copied(child: Features) -> u64 {
    u64::from(black_box(&child).0[0])
}

/// Changes only the lanes of the new disc and of each turned disc (EVAL-08), then changes them back.
#[inline(always)]
pub(super) fn selective(mut features: Features, square: Square, flips: u64, empties: u32) -> u64 {
    let (placed, turned) = placed_and_turned(empties);
    let update = |features: &mut Features, sign: u16| {
        add(features, square, placed.wrapping_mul(sign));
        for square in Bitboard(flips) {
            add(features, square, turned.wrapping_mul(sign));
        }
    };
    update(&mut features, 1);
    let child = u64::from(black_box(&mut features).0[0]);
    update(&mut features, u16::MAX);
    black_box(&mut features);
    child
}

/// Changes all lanes, then changes them back. The sum of the rows of the turned discs is kept meanwhile.
#[inline(always)]
pub(super) fn all_lanes(mut features: Features, square: Square, flips: u64, empties: u32) -> u64 {
    let (placed, turned) = placed_and_turned(empties);
    let new = &INCREMENTS[square.index()].0;
    let mut set = Bitboard(flips);
    let mut rows = [0_u16; LANES];
    while !set.is_empty() {
        let (row, others) = first(set);
        for (sum, row) in rows.iter_mut().zip(row.0) {
            *sum = sum.wrapping_add(row);
        }
        set = others;
    }
    let change = |i: usize| new[i].wrapping_mul(placed).wrapping_add(rows[i].wrapping_mul(turned));
    for (i, lane) in features.0.iter_mut().enumerate() {
        *lane = lane.wrapping_add(change(i));
    }
    let child = u64::from(black_box(&mut features).0[0]);
    for (i, lane) in features.0.iter_mut().enumerate() {
        *lane = lane.wrapping_sub(change(i));
    }
    black_box(&mut features);
    child
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_in_place_is_that_of_the_copy() {
        for board in reversi_testkit::game_boards(&mut reversi_testkit::Rng::with_seed(9)) {
            let (features, empties) = (Features::new(board), board.empties().len());
            for square in board.legal_moves() {
                let flips = board.flips(square).0;
                let expected = copied(Features::new(board.play(square)));
                assert_eq!(selective(features, square, flips, empties), expected, "{board} {square}");
                assert_eq!(all_lanes(features, square, flips, empties), expected, "{board} {square}");
            }
        }
    }
}
