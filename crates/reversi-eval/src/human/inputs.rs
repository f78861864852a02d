use std::sync::LazyLock;

use reversi_bitboard::{Bitboard, Board, Square};

use super::MoveValues;
use crate::arrays::regions::{neighbours, region};
use crate::pattern::{PLACES, Place, Shape};

/// The number of numbers of a move beside its rows.
pub const NUMBERS: usize = 24;

/// The inputs of the policy for a move. Moves that are mirror images have the same inputs.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveInputs {
    rows: [u32; MOST_ROWS],
    len: usize,
    /// Numbers of about -1 to 1: values, mobility, discs, parity.
    pub numbers: [f32; NUMBERS],
}

impl MoveInputs {
    /// Returns the rows that are added up, each below [`ROWS`].
    #[inline]
    pub fn rows(&self) -> &[u32] {
        &self.rows[..self.len]
    }

    #[inline]
    fn push(&mut self, row: u32) {
        self.rows[self.len] = row;
        self.len += 1;
    }
}

/// The maximum number of rows of a move: its places after it and before it, and two of its class.
const MOST_ROWS: usize = 2 * PLACES + 2;

/// The shapes whose configurations after a move have rows, if the move changes them. Two shapes of ten
/// squares are left out, because their rows take more room than they are worth.
const AFTER: [bool; Shape::COUNT] =
    [true, false, true, false, true, true, true, true, true, true, true, true];
/// The shapes whose configurations before a move have rows, for each square that the move may be on.
const BEFORE: [bool; Shape::COUNT] =
    [true, false, false, false, true, true, true, true, true, true, true, true];

/// The number of classes of squares under symmetry: corners, C squares, ...
const CLASSES: usize = 10;
/// The number of rows of a class: one for each number of empty squares, and one for each number of replies
/// and of flips.
const OF_CLASS: usize = 64 + 16 * 8;

/// The first row of each shape after the move, of each shape and square before it, of the classes, and the
/// number of all rows.
const LAYOUT: ([u32; Shape::COUNT], [[u32; 10]; Shape::COUNT], u32, usize) = {
    let (mut after, mut before, mut next) = ([0; Shape::COUNT], [[0; 10]; Shape::COUNT], 0);
    let mut shape = 0;
    while shape < Shape::COUNT {
        if AFTER[shape] {
            after[shape] = next as u32;
            next += Shape::ALL[shape].configurations();
        }
        shape += 1;
    }
    shape = 0;
    while shape < Shape::COUNT {
        let mut at = 0;
        while BEFORE[shape] && at < Shape::ALL[shape].squares().len() {
            before[shape][at] = next as u32;
            next += Shape::ALL[shape].configurations() / 3;
            at += 1;
        }
        shape += 1;
    }
    (after, before, next as u32, next + CLASSES * OF_CLASS)
};

/// The number of all rows. Some are never used: only one of two mirror images has a row.
pub const ROWS: usize = LAYOUT.3;

/// The place of a square within a place of a pattern.
#[derive(Clone, Copy)]
struct At {
    place: usize,
    shape: usize,
    /// The number of the square in the shape and the number of its mirror image, with the powers of 3 of
    /// both.
    squares: [usize; 2],
    powers: [u16; 2],
}

/// For each square, its powers of 3 in each place, unchanged and mirrored, and the places that contain it.
struct Geometry {
    powers: [[[u16; PLACES]; 2]; 64],
    at: Vec<Vec<At>>,
}

static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| {
    let mut geometry = Geometry { powers: [[[0; PLACES]; 2]; 64], at: vec![Vec::new(); 64] };
    for (place, of_place) in Place::ALL.iter().enumerate() {
        let shape = of_place.shape();
        let size = shape.squares().len();
        let power = |at: usize| 3u16.pow((size - 1 - at) as u32);
        for (at, square) in of_place.squares().enumerate() {
            // The mirror image of the configuration with this square as its only digit 1.
            let mirrored = shape.mirrored(power(at).into()) as u16;
            let other = size - 1 - mirrored.ilog(3) as usize;
            geometry.powers[square.index()][0][place] = power(at);
            geometry.powers[square.index()][1][place] = mirrored;
            let at = At { place, shape: shape.index(), squares: [at, other], powers: [power(at), mirrored] };
            geometry.at[square.index()].push(at);
        }
    }
    geometry
});

/// The configurations of all places, and their mirror images. The discs of one side are 0, of the other
/// side 1.
type Configurations = [[u16; PLACES]; 2];

fn configurations(geometry: &Geometry, board: Board) -> Configurations {
    let empty: [u16; PLACES] =
        std::array::from_fn(|place| Place::ALL[place].shape().configurations() as u16 - 1);
    let mut all = [empty; 2];
    for (discs, digits) in [(board.player(), 2), (board.opponent(), 1)] {
        discs.into_iter().for_each(|square| subtract(&mut all, &geometry.powers[square.index()], digits));
    }
    all
}

#[inline(always)]
fn subtract(all: &mut Configurations, powers: &[[u16; PLACES]; 2], digits: u16) {
    for (all, powers) in all.iter_mut().zip(powers) {
        all.iter_mut().zip(powers).for_each(|(sum, power)| *sum -= digits * power);
    }
}

/// Returns the row of a configuration before a move.
fn before_row(at: At, before: &Configurations) -> u32 {
    // Without the digit of the square, which is empty.
    let without = |side: usize| {
        let (configuration, power) = (before[side][at.place], at.powers[side]);
        configuration / (3 * power) * power + configuration % power
    };
    let [own, other] = at.squares;
    let row = match own.cmp(&other) {
        std::cmp::Ordering::Less => without(0),
        std::cmp::Ordering::Greater => without(1),
        std::cmp::Ordering::Equal => without(0).min(without(1)),
    };
    LAYOUT.1[at.shape][own.min(other)] + u32::from(row)
}

/// Returns the class of a square, by its distances to the nearest edges.
fn class(square: Square) -> usize {
    let fold = |at: u8| usize::from(at.min(7 - at));
    let (x, y) = (fold(square.file()), fold(square.rank()));
    let (low, high) = (x.min(y), x.max(y));
    high * (high + 1) / 2 + low
}

/// Computes the inputs of all legal moves of a board with these values, in the order of their squares.
///
/// ```
/// use reversi_bitboard::Board;
/// use reversi_eval::{Weights, human};
///
/// let board = Board::START.play("f5".parse()?);
/// let values = human::move_values(&Weights::small()?, board);
/// let inputs = human::move_inputs(board, &values);
/// assert_eq!(inputs.len(), 3); // d6, f4 and f6
/// assert!(inputs[0].rows().iter().all(|&row| (row as usize) < human::ROWS));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn move_inputs(board: Board, values: &[MoveValues]) -> Vec<MoveInputs> {
    let geometry = &*GEOMETRY;
    let before = configurations(geometry, board);
    let context = Context::new(board, values);
    let moves = board.legal_moves().into_iter().zip(values);
    let inputs = |(square, value): (Square, &MoveValues)| {
        let mut inputs = MoveInputs { rows: [0; MOST_ROWS], len: 0, numbers: [0.0; NUMBERS] };
        let flips = board.flips(square);
        let mut after = before;
        subtract(&mut after, &geometry.powers[square.index()], 2);
        flips.into_iter().for_each(|flip| subtract(&mut after, &geometry.powers[flip.index()], 1));
        for (place, of_place) in Place::ALL.iter().enumerate() {
            let shape = of_place.shape().index();
            if AFTER[shape] && after[0][place] != before[0][place] {
                inputs.push(LAYOUT.0[shape] + u32::from(after[0][place].min(after[1][place])));
            }
        }
        for &at in geometry.at[square.index()].iter().filter(|at| BEFORE[at.shape]) {
            inputs.push(before_row(at, &before));
        }
        let child = board.play(square);
        let replies = child.legal_moves();
        let first = LAYOUT.2 + (class(square) * OF_CLASS) as u32;
        inputs.push(first + board.empties().len());
        inputs.push(first + 64 + 8 * replies.len().min(15) + flips.len().min(7));
        inputs.numbers = context.numbers(square, *value, child, replies);
        inputs
    };
    moves.map(inputs).collect()
}

const CORNERS: u64 = 0x8100_0000_0000_0081;

/// The data that all moves of a board share.
struct Context<'a> {
    board: Board,
    values: &'a [MoveValues],
    /// The best values.
    most: MoveValues,
    /// The moves that the other side would have in this position.
    of_opponent: Bitboard,
}

impl Context<'_> {
    fn new(board: Board, values: &[MoveValues]) -> Context<'_> {
        let most = |value: fn(&MoveValues) -> i16| values.iter().map(value).max().unwrap_or_default();
        let most = MoveValues { at_once: most(|v| v.at_once), after_reply: most(|v| v.after_reply) };
        Context { board, values, most, of_opponent: board.pass().legal_moves() }
    }

    fn numbers(&self, square: Square, value: MoveValues, child: Board, replies: Bitboard) -> [f32; NUMBERS] {
        let discs = |value: i16| f32::from(value) / 128.0;
        let loss = |value: i16, most: i16| (discs(most) - discs(value)).min(40.0);
        let at_once = loss(value.at_once, self.most.at_once);
        let after_reply = loss(value.after_reply, self.most.after_reply);
        let better = |of: fn(&MoveValues) -> i16| {
            self.values.iter().filter(|other| of(other) > of(&value)).count().min(8) as f32 / 4.0
        };
        let count = |set: Bitboard| set.len() as f32;
        let corners = |set: Bitboard| (set.0 & CORNERS).count_ones() as f32;
        let frontier = |set: u64| (neighbours(Bitboard(set)).0 & child.empties().0).count_ones() as f32;
        let is = |truth: bool| f32::from(u8::from(truth));
        let (empties, own) = (self.board.empties(), child.pass().legal_moves());
        let turned = self.board.flips(square).0 | 1 << square.index();
        let flips = turned.count_ones() as f32 - 1.0;
        let region = region(square.into(), empties).len();
        let phase = (empties.len() as f32 - 30.0) / 15.0;
        [
            at_once / 10.0,
            after_reply / 10.0,
            at_once.sqrt() / 3.0,
            after_reply.sqrt() / 3.0,
            discs(value.at_once) / 20.0,
            discs(value.after_reply) / 20.0,
            discs(self.most.after_reply) / 20.0,
            better(|value| value.at_once),
            better(|value| value.after_reply),
            (self.values.len() as f32 - 9.0) / 8.0,
            (count(replies) - 8.0) / 6.0,
            (count(own) - 9.0) / 6.0,
            (count(replies) - count(self.of_opponent)) / 4.0,
            (flips - 2.5) / 2.0,
            (frontier(turned) - 5.0) / 4.0,
            (frontier(child.opponent().0) - frontier(child.player().0)) / 10.0,
            corners(replies) - corners(self.of_opponent),
            corners(own),
            corners(Bitboard(turned)),
            is(region % 2 == 1),
            region.min(12) as f32 / 6.0 - 1.0,
            is(replies.is_empty()),
            phase,
            phase * phase / 2.0 - 0.5,
        ]
    }
}

#[cfg(test)]
mod tests {
    use reversi_bitboard::Symmetry;

    use super::*;
    use crate::human::move_values;
    use crate::weights::Weights;

    #[test]
    fn mirror_images_have_the_same_inputs() {
        let weights = Weights::small().unwrap();
        let of = |board: Board, square: Square| {
            let values = move_values(&weights, board);
            let number = board.legal_moves().into_iter().position(|s| s == square).unwrap();
            let mut inputs = move_inputs(board, &values).swap_remove(number);
            let len = inputs.len;
            inputs.rows[..len].sort_unstable();
            inputs
        };
        let rng = &mut reversi_testkit::Rng::with_seed(8);
        for empties in (1..=60).step_by(3) {
            let board = reversi_testkit::reached(rng, empties);
            for square in board.legal_moves() {
                let inputs = of(board, square);
                assert!(inputs.rows().iter().all(|&row| (row as usize) < ROWS));
                for symmetry in Symmetry::ALL {
                    let image = of(symmetry.board(board), symmetry.square(square));
                    assert_eq!(image, inputs, "{board} {square} {symmetry:?}");
                }
            }
        }
    }

    #[test]
    fn a_configuration_before_and_after_a_move_has_its_own_row() {
        // f5: the fifth rank has no disc of the mover at e5 and d5 is its own.
        let board = Board::START;
        let values = move_values(&Weights::small().unwrap(), board);
        let inputs = move_inputs(board, &values);
        let expected = LAYOUT.2 + (class(Square::F5) * OF_CLASS) as u32 + 60;
        assert!(inputs.iter().all(|inputs| inputs.rows().contains(&expected)));
        assert!(inputs.iter().all(|inputs| inputs.rows().contains(&(expected - 60 + 64 + 8 * 3 + 1))));
        assert_eq!(class(Square::A1), 0);
        let classes: std::collections::BTreeSet<usize> = Square::ALL.into_iter().map(class).collect();
        assert_eq!(classes.len(), CLASSES);
        // Each row belongs to one place: rows of different squares of a shape differ.
        let firsts = LAYOUT.1.iter().flatten().filter(|&&first| first > 0).count();
        assert_eq!(firsts, 9 + 4 * 8 + 7 + 6 + 5 + 4);
    }
}
