use reversi_bitboard::{Bitboard, Board, Square};

use super::{by_digit, first};
use crate::Features;
use crate::features::{EMPTY_BOARD, INCREMENTS, LANES, PASS_SUM};

type Values = [u16; LANES];

#[inline(always)]
pub fn features(board: Board) -> Features {
    with_digits(by_digit(board))
}

/// The features of the sets of discs whose digits are 0 and 1.
#[inline(always)]
pub fn with_digits(discs: [Bitboard; 2]) -> Features {
    let [zeros, ones] = discs.map(increments);
    Features(lanes(|i| EMPTY_BOARD.0[i].wrapping_sub(zeros[i].wrapping_mul(2)).wrapping_sub(ones[i])))
}

/// At even plies the digit of the new disc changes from 2 to 0 and those of turned discs from 1 to 0. At odd
/// plies they change from 2 to 1 and from 0 to 1.
#[inline(always)]
pub fn after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features {
    let (placed, turned) = (&INCREMENTS[square.index()].0, increments(flips));
    let without = |i: usize| features.0[i].wrapping_sub(placed[i]);
    Features(if empties.is_multiple_of(2) {
        lanes(|i| without(i).wrapping_sub(placed[i]).wrapping_sub(turned[i]))
    } else {
        lanes(|i| without(i).wrapping_add(turned[i]))
    })
}

#[inline(always)]
pub fn after_pass(features: &Features, empties: Bitboard) -> Features {
    let empties = increments(empties);
    Features(lanes(|i| PASS_SUM.0[i].wrapping_sub(features.0[i]).wrapping_add(empties[i].wrapping_mul(3))))
}

/// The sum of the increments of all squares of a set.
#[inline(always)]
fn increments(mut set: Bitboard) -> Values {
    let mut sum = [0; LANES];
    while !set.is_empty() {
        let (row, others) = first(set);
        for (sum, row) in sum.iter_mut().zip(row.0) {
            *sum = row.wrapping_add(*sum);
        }
        set = others;
    }
    sum
}

#[inline(always)]
fn lanes(value: impl Fn(usize) -> u16) -> Values {
    let mut values = [0; LANES];
    for (i, lane) in values.iter_mut().enumerate() {
        *lane = value(i);
    }
    values
}
