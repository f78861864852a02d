//! Updates lane by lane, for a move and for a pass.

use reversi_bitboard::{Bitboard, Square};
use reversi_eval::__internal::{INCREMENTS, inner_offset};
use reversi_eval::Features;
use reversi_eval::pattern::{PLACES, Place};

use crate::table::table;

/// The lanes that contain a square, each with the power of 3 of its digit.
#[derive(Clone, Copy)]
struct Memberships {
    len: usize,
    lanes: [(usize, u16); 7],
}

static MEMBERSHIPS: [Memberships; 64] = table!(|square| {
    let (mut len, mut lanes, mut lane) = (0, [(0, 0); 7], 0);
    while lane < PLACES {
        let power = INCREMENTS[square].0[lane];
        if power != 0 {
            lanes[len] = (lane, power);
            len += 1;
        }
        lane += 1;
    }
    Memberships { len, lanes }
});

/// Changes only the lanes of the new disc and of each turned disc (EVAL-08).
#[inline(always)]
pub(super) fn selective(features: &Features, square: Square, flips: u64, empties: u32) -> Features {
    let mut child = *features;
    let (placed, turned) = placed_and_turned(empties);
    add(&mut child, square, placed);
    for square in Bitboard(flips) {
        add(&mut child, square, turned);
    }
    child
}

/// What a move adds for each power of 3 of the new disc and of a turned disc, modulo 2^16.
#[inline(always)]
pub(super) fn placed_and_turned(empties: u32) -> (u16, u16) {
    let minus = 0u16.wrapping_sub(1);
    if empties.is_multiple_of(2) { (minus.wrapping_mul(2), minus) } else { (minus, 1) }
}

#[inline(always)]
pub(super) fn add(features: &mut Features, square: Square, times: u16) {
    let Memberships { len, lanes } = &MEMBERSHIPS[square.index()];
    // Every square has at least four lanes.
    let (always, others) = lanes.split_at(4);
    let mut change = |&(lane, power): &(usize, u16)| {
        features.0[lane] = features.0[lane].wrapping_add(power.wrapping_mul(times));
    };
    always.iter().for_each(&mut change);
    others[..len - 4].iter().for_each(change);
}

/// Numbers of ten digits in base 3.
const TEN_DIGITS: usize = 59_049;

/// `SWAPPED[i]`: the digits 0 and 1 of a ten-digit number swapped, including leading zeros.
static SWAPPED: [u16; TEN_DIGITS] = {
    let leading_one = (TEN_DIGITS / 3) as u16;
    let mut table = [0; TEN_DIGITS];
    table[0] = (TEN_DIGITS as u16 - 1) / 2;
    let mut i = 1;
    while i < TEN_DIGITS {
        let digit = i as u16 % 3;
        let swapped = if digit == 2 { 2 } else { 1 - digit };
        table[i] = (table[i / 3] - leading_one) * 3 + swapped;
        i += 1;
    }
    table
};

/// For each lane, the numbers that are subtracted before and after the look-up. The first is the start of
/// its shape. The second removes the ones that come from leading zeros, and adds the start again.
static OFFSETS: [(u16, u16); PLACES] = table!(|lane| {
    let shape = Place::ALL[lane].shape();
    let leading_ones = (TEN_DIGITS - shape.configurations()) / 2;
    let offset = inner_offset(shape);
    (offset, (leading_ones as u16).wrapping_sub(offset))
});

/// Looks up each lane. The empty squares are not needed (EVAL-05).
#[inline(always)]
pub(super) fn swapped_by_table(features: &Features, _empties: u64) -> Features {
    let mut swapped = *features;
    for (lane, (before, after)) in swapped.0.iter_mut().zip(OFFSETS) {
        let swapped = SWAPPED.get(usize::from(lane.wrapping_sub(before)));
        *lane = swapped.map_or(0, |swapped| swapped.wrapping_sub(after));
    }
    swapped
}

#[cfg(test)]
mod tests {
    use reversi_eval::__internal::update::portable;

    use super::*;

    /// The lists compare one lane; this test compares all of them.
    #[test]
    fn passes_by_table_in_all_lanes() {
        for board in reversi_testkit::game_boards(&mut reversi_testkit::Rng::with_seed(1)) {
            let features = Features::new(board);
            let passed = portable::after_pass(&features, board.empties());
            assert_eq!(swapped_by_table(&features, board.empties().0), passed, "{board}");
        }
    }
}
