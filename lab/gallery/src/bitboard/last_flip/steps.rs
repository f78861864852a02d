//! Every ray by the distance to the nearest own disc, without a table.

use reversi_bitboard::__internal::rays::{RAYS_DOWN, RAYS_UP};
use reversi_bitboard::Square;

/// The steps of the four lanes.
const STEPS: [u32; 4] = [1, 8, 9, 7];

/// The number of squares between the empty square and the nearest own disc. `bits` is their distance, counted
/// from the neighbour of the empty square. Division by 8 is right for steps of 9 too, and for steps of 7
/// after rounding up. Without a disc the distance is 64 and the result 0.
#[inline(always)]
fn discs<const LANE: usize>(bits: u32) -> u32 {
    match LANE {
        0 => bits & 7,
        3 => (bits + 7) >> 3 & 7,
        _ => bits >> 3 & 7,
    }
}

/// Leading zeros down (LAST-06), trailing zeros up.
#[inline(always)]
pub(super) fn zeros(square: Square, player: u64) -> u32 {
    #[inline(always)]
    fn lane<const LANE: usize>(square: Square, player: u64) -> u32 {
        let s = square.index() as u32;
        // Moves the neighbour to the end of the word. A square without a neighbour has no ray there.
        let up = (player & RAYS_UP[square.index()].0[LANE]).wrapping_shr(s + STEPS[LANE]);
        let down = (player & RAYS_DOWN[square.index()].0[LANE]).wrapping_shl(63 - s + STEPS[LANE]);
        discs::<LANE>(up.trailing_zeros()) + discs::<LANE>(down.leading_zeros())
    }
    lane::<0>(square, player)
        + lane::<1>(square, player)
        + lane::<2>(square, player)
        + lane::<3>(square, player)
}
