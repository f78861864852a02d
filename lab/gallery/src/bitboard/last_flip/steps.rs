//! Ray by ray without a table of counts, by the distance to the nearest own disc.

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

/// The same, with a bit at the far end, because a bit scan is undefined for zero (LAST-06).
#[inline(always)]
pub(super) fn bit_scan(square: Square, player: u64) -> u32 {
    #[inline(always)]
    fn lane<const LANE: usize>(square: Square, player: u64) -> u32 {
        let s = square.index() as u32;
        let up = (player & RAYS_UP[square.index()].0[LANE]).wrapping_shr(s + STEPS[LANE]);
        let down = (player & RAYS_DOWN[square.index()].0[LANE]).wrapping_shl(63 - s + STEPS[LANE]);
        if LANE == 0 {
            // A row has seven other squares, so a bit at a distance of eight is far enough.
            return ((up | 1 << 8).trailing_zeros() & 7) + ((down | 1 << 55).leading_zeros() & 7);
        }
        let to_end = if LANE == 3 { 7 } else { 1 };
        let count = |zeros: u32| (zeros + to_end) >> 3 & 7;
        count((up | 1 << 63).trailing_zeros()) + count((down | 1).leading_zeros())
    }
    lane::<0>(square, player)
        + lane::<1>(square, player)
        + lane::<2>(square, player)
        + lane::<3>(square, player)
}

/// For each lane, the counts as the nibbles of a number. Multiplied by the bit of a disc, its count becomes
/// the top nibble (LAST-05).
const COUNTS: [u64; 4] = {
    let mut table = [0; 4];
    let mut lane = 1;
    while lane < 4 {
        let mut n = 0;
        while n < 7 {
            table[lane] |= (n as u64) << (60 - n * STEPS[lane]);
            n += 1;
        }
        lane += 1;
    }
    table
};

/// The lowest bit of each upper ray selects its count (LAST-05). The nibbles of rows would overlap, so rows
/// are counted as above, and so are the lower rays.
#[inline(always)]
pub(super) fn lowest_bit(square: Square, player: u64) -> u32 {
    #[inline(always)]
    fn lane<const LANE: usize>(square: Square, player: u64) -> u32 {
        let s = square.index() as u32;
        let up = (player & RAYS_UP[square.index()].0[LANE]).wrapping_shr(s + STEPS[LANE]);
        let down = (player & RAYS_DOWN[square.index()].0[LANE]).wrapping_shl(63 - s + STEPS[LANE]);
        let up = match LANE {
            0 => discs::<0>(up.trailing_zeros()),
            _ => ((up & up.wrapping_neg()).wrapping_mul(COUNTS[LANE]) >> 60) as u32,
        };
        up + discs::<LANE>(down.leading_zeros())
    }
    lane::<0>(square, player)
        + lane::<1>(square, player)
        + lane::<2>(square, player)
        + lane::<3>(square, player)
}

#[cfg(test)]
mod tests {
    use super::COUNTS;

    #[test]
    fn check_values_of_the_catalogue() {
        assert_eq!(COUNTS[1], 0x0000_1020_3040_5060 << 8, "the catalogue counts from the square itself");
    }
}
