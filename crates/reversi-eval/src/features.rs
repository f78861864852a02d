//! The pattern configurations of a board, updated incrementally move by move.
//!
//! [`Features`] are the configurations of the 46 places, 16 bits each, in three 256-bit vectors. They are
//! cheap because they are *linear*: a disc adds its power of 3 in each of the four to seven places that
//! contain its square. Each square therefore has one row of increments ([`INCREMENTS`]), and a move adds and
//! subtracts a few rows (EVAL-07). No code has to find the places of a square.
//!
//! # Whose disc is a 0?
//! In a weight file, the disc of the side to move. In features that would change with every move, so a digit
//! stands for a *colour* there, and the ply tells the colours apart: at even plies (an even number of empty
//! squares) the side to move is 0, at odd plies it is 1 (EVAL-04). A move changes the ply by one and the side
//! to move, so all discs keep their digits. A pass changes only the side to move, so all discs change their
//! digits: 0 and 1 are swapped, 2 stays (EVAL-05). Features therefore depend on the board alone and not on
//! the passes before it. The tables of [`Weights`](crate::Weights) have their digits swapped to match at odd
//! plies.
#![allow(unreachable_pub, reason = "reversi-gallery gets at it through `__internal`")]

use reversi_bitboard::Board;

use crate::kernel::update::portable;
use crate::pattern::{PLACES, Place, Shape};

/// The number of 16-bit lanes: 46 places, the constant, and one that stays unused.
pub const LANES: usize = 48;

/// The lane of the constant.
pub const CONSTANT_LANE: usize = PLACES;

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
pub struct Features(#[doc(hidden)] pub [u16; LANES]);

impl Features {
    /// The features of a board.
    pub fn new(board: Board) -> Features {
        portable::features(board)
    }
}

/// Where the configurations of each shape start inside the stored value: shapes whose tables together fit
/// into 16 bits share one section (EVAL-11).
pub const fn inner_offset(shape: Shape) -> u16 {
    let mut first = shape.index();
    let start = match first {
        0..4 => return 0,
        4..8 => 4,
        _ => 8,
    };
    let mut offset = 0;
    while first > start {
        first -= 1;
        offset += Shape::ALL[first].configurations() as u16;
    }
    offset
}

/// For each lane, the index in a table of the element for the value 0 (EVAL-13). The constant comes first,
/// then all configurations in the order of the shapes, then a zero element for the unused lane.
pub static LANE_OFFSETS: PerLane<u32> = {
    let mut offsets = PerLane([0; LANES]);
    let mut lane = 0;
    while lane < PLACES {
        let shape = Place::ALL[lane].shape();
        offsets.0[lane] = 1 + shape.unpacked_offset() as u32 - inner_offset(shape) as u32;
        lane += 1;
    }
    offsets.0[CONSTANT_LANE] = 0;
    offsets.0[CONSTANT_LANE + 1] = crate::pattern::UNPACKED_LEN as u32;
    offsets
};

/// One value per lane, aligned for every vector type.
#[repr(C, align(64))]
pub struct PerLane<T>(pub [T; LANES]);

/// For each square, the power of 3 of its digit in each lane, and 0 in lanes without the square. The last row
/// is zero, because an empty set has 64 trailing zeros.
pub static INCREMENTS: [Features; 65] = {
    let mut table = [Features([0; LANES]); 65];
    let mut lane = 0;
    while lane < PLACES {
        let squares = Place::ALL[lane].shape().squares();
        let mut i = squares.len();
        let mut power = 1;
        while i > 0 {
            i -= 1;
            table[Place::ALL[lane].turned(squares[i]).index()].0[lane] = power;
            power *= 3;
        }
        lane += 1;
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
    use crate::pattern::UNPACKED_LEN;

    #[test]
    fn sections_of_the_catalogue() {
        let offsets = |lanes: [usize; 8]| lanes.map(|lane| LANE_OFFSETS.0[lane]);
        assert_eq!(
            offsets([46, 0, 4, 8, 12, 16, 30, 47]),
            [0, 1, 19684, 78733, 137782, 196831, 223075, UNPACKED_LEN as u32]
        );
        let inner = |shapes: [usize; 8]| shapes.map(|shape| inner_offset(Shape::ALL[shape]));
        assert_eq!(inner([4, 5, 6, 7, 8, 9, 10, 11]), [0, 6561, 13122, 19683, 0, 2187, 2916, 3159]);
    }

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
