use reversi_bitboard::{Bitboard, Board};

use super::lanes::{LANES, inner_offset};
use crate::kernel::zip;
use crate::pattern::{PLACES, POWERS, Place};

/// The configurations of a board in all 46 places, the input of an evaluation.
///
/// Features are computed from a board, or from the features of the parent board with
/// [`EvalPrimitives`](crate::kernel::EvalPrimitives). The parent's features are not modified, so undoing a
/// move means dropping the child's.
///
/// ```
/// use reversi_bitboard::{Board, Square, cpu::Portable};
/// use reversi_eval::{Features, kernel::EvalPrimitives};
///
/// let (board, features) = (Board::START, Features::new(Board::START));
/// let flips = board.flips(Square::D3);
/// let child = Portable.features_after_move(&features, Square::D3, flips, board.empties().len());
/// assert_eq!(child, Features::new(board.play(Square::D3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
#[allow(clippy::exhaustive_structs, reason = "the lanes of vectors")]
pub struct Features(#[doc(hidden)] pub [u16; LANES]);

impl Features {
    /// Computes the features of a board.
    #[inline]
    pub fn new(board: Board) -> Features {
        let [zeros, ones] = by_digit(board);
        let (zeros, ones) = (increments(zeros), increments(ones));
        Features(each_lane(|i| EMPTY_BOARD.0[i].wrapping_sub(zeros[i].wrapping_mul(2)).wrapping_sub(ones[i])))
    }
}

/// Returns the sets of discs whose digits are 0 and 1.
#[inline(always)]
pub fn by_digit(board: Board) -> [Bitboard; 2] {
    let (player, opponent) = (board.player(), board.opponent());
    if board.empties().len().is_multiple_of(2) { [player, opponent] } else { [opponent, player] }
}

/// Takes the first square of a set, and returns its increments and the rest of the set. The increments of an
/// empty set are 0.
#[inline(always)]
pub fn first(Bitboard(set): Bitboard) -> (&'static Features, Bitboard) {
    (&INCREMENTS[set.trailing_zeros() as usize], Bitboard(set & set.wrapping_sub(1)))
}

/// Returns the sum of the increments of all squares of a set.
#[inline(always)]
pub(crate) fn increments(mut set: Bitboard) -> [u16; LANES] {
    let mut sum = [0; LANES];
    while !set.is_empty() {
        let (row, others) = first(set);
        for (sum, row) in zip(&mut sum, row.0) {
            *sum = row.wrapping_add(*sum);
        }
        set = others;
    }
    sum
}

/// Computes a value for each lane.
#[inline(always)]
pub(crate) fn each_lane(value: impl Fn(usize) -> u16) -> [u16; LANES] {
    let mut values = [0; LANES];
    for (i, lane) in values.iter_mut().enumerate() {
        *lane = value(i);
    }
    values
}

/// For each square, the power of 3 of its digit in each lane, and 0 in lanes without the square. The last row
/// is zero, because an empty set has 64 trailing zeros.
pub static INCREMENTS: [Features; 65] = {
    let mut table = [Features([0; LANES]); 65];
    let mut square = 0;
    while square < 64 {
        let mut lane = 0;
        while lane < PLACES {
            table[square].0[lane] = POWERS[square][lane];
            lane += 1;
        }
        square += 1;
    }
    table
};

/// The features of a board without discs: all digits are 2.
pub static EMPTY_BOARD: Features = {
    let mut features = Features([0; LANES]);
    let mut lane = 0;
    while lane < PLACES {
        let shape = Place::ALL[lane].shape();
        features.0[lane] = inner_offset(shape) + (shape.configurations() - 1) as u16;
        lane += 1;
    }
    features
};

/// The sum of the features of a board before and after a pass, apart from its empty squares. With `E` the sum
/// of the increments of the empty squares, `after = PASS_SUM - before + 3 E`: a digit d becomes 1 - d, which
/// would turn 2 into -1.
pub static PASS_SUM: Features = {
    let mut features = Features([0; LANES]);
    let mut lane = 0;
    while lane < PLACES {
        let shape = Place::ALL[lane].shape();
        let ones = (shape.configurations() - 1) / 2;
        features.0[lane] = 2 * inner_offset(shape) + ones as u16;
        lane += 1;
    }
    features
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::CONSTANT_LANE;

    #[test]
    fn features_are_the_configurations_seen_by_colour() {
        let even = Board::START;
        let odd = even.play("d3".parse().unwrap());
        for (board, by_colour) in [(even, even), (odd, odd.pass()), (even.pass(), even.pass())] {
            let features = Features::new(board);
            for (lane, place) in Place::ALL.iter().enumerate() {
                let value = usize::from(features.0[lane] - inner_offset(place.shape()));
                assert_eq!(value, place.configuration(by_colour), "lane {lane}");
            }
            assert_eq!(features.0[CONSTANT_LANE..], [0, 0]);
        }
    }
}
