//! A move made and taken back: features that are copied (EVAL-09), or changed in place and changed back.

use std::hint::black_box;

use reversi_bitboard::{Bitboard, Square};
use reversi_eval::__internal::{INCREMENTS, LANES, first};
use reversi_eval::Features;

use super::update::{add, placed_and_turned};

/// A lane after a move in place, which is taken back. The black box makes a kernel write all lanes.
#[inline(always)]
pub(super) fn kept(features: &mut Features) -> u64 {
    u64::from(black_box(features).0[0])
}

/// Changes only the lanes of the new disc and of each turned disc (EVAL-08), then changes them back. Between
/// the two `search` has the features after the move.
#[inline(always)]
pub(super) fn selective<R>(
    features: &mut Features,
    square: Square,
    flips: u64,
    empties: u32,
    search: impl FnOnce(&mut Features) -> R,
) -> R {
    let (placed, turned) = placed_and_turned(empties);
    let update = |features: &mut Features, sign: u16| {
        add(features, square, placed.wrapping_mul(sign));
        for square in Bitboard(flips) {
            add(features, square, turned.wrapping_mul(sign));
        }
    };
    update(features, 1);
    let result = search(features);
    update(features, u16::MAX);
    black_box(features);
    result
}

/// Changes all lanes, then changes them back. The sum of the rows of the turned discs is kept meanwhile.
#[inline(always)]
pub(super) fn all_lanes<R>(
    features: &mut Features,
    square: Square,
    flips: u64,
    empties: u32,
    search: impl FnOnce(&mut Features) -> R,
) -> R {
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
    let result = search(features);
    for (i, lane) in features.0.iter_mut().enumerate() {
        *lane = lane.wrapping_sub(change(i));
    }
    black_box(features);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_in_place_is_that_of_the_copy_and_leaves_nothing_behind() {
        for board in reversi_testkit::game_boards(&mut reversi_testkit::Rng::with_seed(9)) {
            let (before, empties) = (Features::new(board), board.empties().len());
            for square in board.legal_moves() {
                let (flips, expected) = (board.flips(square).0, Features::new(board.play(square)));
                let mut features = before;
                let child = selective(&mut features, square, flips, empties, |child| *child);
                assert_eq!((child, features), (expected, before), "{board} {square}");
                let child = all_lanes(&mut features, square, flips, empties, |child| *child);
                assert_eq!((child, features), (expected, before), "{board} {square}");
            }
        }
    }
}
