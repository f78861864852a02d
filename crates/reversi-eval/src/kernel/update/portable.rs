use reversi_bitboard::{Bitboard, Board, Square};

use crate::features::{Features, INCREMENTS, PASS_SUM, each_lane, increments};

#[inline(always)]
pub fn features(board: Board) -> Features {
    Features::new(board)
}

/// Updates the features after a move. At even plies the digit of the new disc changes from 2 to 0, and the
/// digits of turned discs from 1 to 0. At odd plies they change from 2 to 1 and from 0 to 1.
#[inline(always)]
pub fn after_move(features: &Features, square: Square, flips: Bitboard, empties: u32) -> Features {
    let (placed, turned) = (&INCREMENTS[square.index()].0, increments(flips));
    let without = |i: usize| features.0[i].wrapping_sub(placed[i]);
    Features(if empties.is_multiple_of(2) {
        each_lane(|i| without(i).wrapping_sub(placed[i]).wrapping_sub(turned[i]))
    } else {
        each_lane(|i| without(i).wrapping_add(turned[i]))
    })
}

#[inline(always)]
pub fn after_pass(features: &Features, empties: Bitboard) -> Features {
    let empties = increments(empties);
    Features(each_lane(|i| {
        PASS_SUM.0[i].wrapping_sub(features.0[i]).wrapping_add(empties[i].wrapping_mul(3))
    }))
}
