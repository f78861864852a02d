//! The patterns: 12 shapes, laid on the board in 46 places.
//!
//! A pattern is a list of squares. The contents of these squares form a number in base 3, the
//! *configuration*: a disc of the side to move is a 0, a disc of the other side a 1, an empty square a 2. The
//! first square listed is the most significant digit. Pattern weights are linear: every
//! configuration of every shape has a weight, and the value of a board is the sum of the weights of its 46
//! places and one constant. A [network](crate::network) has a row of numbers for every configuration instead
//! and passes their sum, with rows for the moves, through its layers.
//!
//! Every shape is its own mirror image, so mirrored configurations share a weight or row. They are stored
//! *packed*: one *slot* for each pair of mirrored configurations, shape after shape, the constant last.
//!
//! ```
//! use reversi_engine::{Board, pattern::{self, PACKED_LEN, Shape}};
//!
//! let weights = vec![0.5; PACKED_LEN];
//! let value: f64 = pattern::packed_slots(Board::START).iter().map(|&slot| weights[slot as usize]).sum();
//! assert_eq!(value, 23.5);
//!
//! assert_eq!(Shape::ALL.iter().map(Shape::places).sum::<usize>(), 46);
//! ```

mod shapes;

use std::fmt;
use std::ops::Range;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use reversi_bitboard::{Board, Square};
use shapes::{Data, SHAPES};

use crate::features::LANE_OFFSETS;
use crate::kernel::update::portable::with_digits;

/// The number of places that patterns have on the board.
pub const PLACES: usize = 46;
/// The number of weights of a ply, the constant included, when mirrored configurations share a weight.
pub const PACKED_LEN: usize = 114_364;
/// The number of configurations of all shapes, and the constant.
pub const UNPACKED_LEN: usize = 226_315;
/// The slot of the constant, the last one.
pub const CONSTANT_SLOT: usize = PACKED_LEN - 1;

/// One of the 12 shapes.
///
/// ```
/// use reversi_engine::pattern::Shape;
///
/// let corner = Shape::ALL[0];
/// assert_eq!((corner.name(), corner.places(), corner.first_place()), ("corner 3x3", 4, 0));
/// assert_eq!((corner.configurations(), corner.slots()), (19_683, 10_206));
/// assert_eq!(corner.squares()[8].to_string(), "c3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(u8);

impl Shape {
    /// The number of shapes.
    pub const COUNT: usize = 12;

    /// All shapes, in the order in which their weights and places are numbered.
    pub const ALL: [Shape; Shape::COUNT] = {
        let mut all = [Shape(0); Shape::COUNT];
        let mut i = 0;
        while i < Shape::COUNT {
            all[i] = Shape(i as u8);
            i += 1;
        }
        all
    };

    const fn data(&self) -> &'static Data {
        &SHAPES[self.0 as usize]
    }

    /// The number of the shape, from 0.
    pub const fn index(&self) -> usize {
        self.0 as usize
    }

    /// The name of the shape.
    pub const fn name(&self) -> &'static str {
        self.data().name
    }

    /// The squares of its first place, the most significant digit first.
    pub const fn squares(&self) -> &'static [Square] {
        self.data().squares
    }

    /// The number of its places on the board: the first place and its rotations by quarter turns.
    pub const fn places(&self) -> usize {
        self.data().places
    }

    /// The index of its first place among the 46.
    pub const fn first_place(&self) -> usize {
        let (mut place, mut i) = (0, 0);
        while i < self.index() {
            place += SHAPES[i].places;
            i += 1;
        }
        place
    }

    /// The number of its configurations: 3 to the power of its size.
    pub const fn configurations(&self) -> usize {
        3usize.pow(self.data().squares.len() as u32)
    }

    /// The index of its first configuration if all are stored, shape after shape and the constant last.
    pub const fn unpacked_offset(&self) -> usize {
        let (mut offset, mut i) = (0, 0);
        while i < self.index() {
            offset += Shape(i as u8).configurations();
            i += 1;
        }
        offset
    }

    /// The number of its slots: mirrored configurations share one.
    pub const fn slots(&self) -> usize {
        let (mut same, mut i) = (0, 0);
        let mirror = self.data().mirror;
        while i < mirror.len() {
            same += (mirror[i] as usize <= i) as u32; // free digits of a self-mirrored one
            i += 1;
        }
        (self.configurations() + 3usize.pow(same)) / 2
    }

    /// The index of its first slot among all slots.
    pub const fn first_slot(&self) -> usize {
        let (mut slot, mut i) = (0, 0);
        while i < self.index() {
            slot += Shape(i as u8).slots();
            i += 1;
        }
        slot
    }

    /// The mirror image of a configuration.
    ///
    /// # Panics
    /// If the shape has no such configuration.
    ///
    /// ```
    /// use reversi_engine::pattern::Shape;
    ///
    /// let line = Shape::ALL[4];
    /// assert_eq!((line.name(), line.mirrored(1)), ("second line", 3usize.pow(7)));
    /// ```
    pub fn mirrored(&self, configuration: usize) -> usize {
        assert!(configuration < self.configurations(), "{self} has no configuration {configuration}");
        let (mirror, size) = (self.data().mirror, self.data().mirror.len());
        let digit = |place: usize| configuration / 3usize.pow((size - 1 - place) as u32) % 3;
        mirror.iter().fold(0, |index, &place| 3 * index + digit(place as usize))
    }

    /// The index of a configuration's slot among all slots, below [`PACKED_LEN`].
    ///
    /// Slots are assigned in the order of the configurations. A configuration takes the slot of its mirror
    /// image if that one came before, and the next unused slot of its shape otherwise.
    ///
    /// # Panics
    /// If the shape has no such configuration.
    ///
    /// ```
    /// use reversi_engine::pattern::Shape;
    ///
    /// let diagonal = Shape::ALL[11];
    /// assert_eq!(diagonal.slot(0), diagonal.first_slot());
    /// assert_eq!(diagonal.slot(1), diagonal.slot(27)); // mirror images
    /// ```
    pub fn slot(&self, configuration: usize) -> usize {
        assert!(configuration < self.configurations(), "{self} has no configuration {configuration}");
        Slots::numbered().of(self.unpacked_offset() + configuration)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape({self})")
    }
}

/// A position of a shape on the board.
///
/// ```
/// use reversi_engine::pattern::Place;
///
/// let names = |place: Place| place.squares().map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
/// assert_eq!(names(Place::ALL[28]), "a1 b2 c3 d4 e5 f6 g7 h8");
/// assert_eq!(names(Place::ALL[29]), "h1 g2 f3 e4 d5 c6 b7 a8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    shape: Shape,
    quarters: u8,
}

impl Place {
    /// All 46 places, by shape: the first place, then its rotations by quarter turns.
    pub const ALL: [Place; PLACES] = {
        let mut all = [Place { shape: Shape(0), quarters: 0 }; PLACES];
        let mut shape = 0;
        while shape < Shape::COUNT {
            let mut turn = 0;
            while turn < SHAPES[shape].places {
                all[Shape::ALL[shape].first_place() + turn] =
                    Place { shape: Shape(shape as u8), quarters: turn as u8 };
                turn += 1;
            }
            shape += 1;
        }
        all
    };

    /// The shape at this place.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The squares, the most significant digit first.
    pub fn squares(self) -> impl ExactSizeIterator<Item = Square> {
        self.shape.squares().iter().map(move |&square| self.turned(square))
    }

    /// The square of this place that corresponds to a square of the first place.
    pub(crate) const fn turned(self, square: Square) -> Square {
        let (mut x, mut y) = (square.file(), square.rank());
        let mut i = 0;
        while i < self.quarters {
            (x, y) = (7 - y, x);
            i += 1;
        }
        Square::ALL[8 * y as usize + x as usize]
    }

    /// The configuration of a board at this place.
    ///
    /// ```
    /// use reversi_engine::{Board, pattern::Place};
    ///
    /// // An empty corner.
    /// assert_eq!(Place::ALL[0].configuration(Board::START), 3usize.pow(9) - 1);
    /// ```
    pub fn configuration(&self, board: Board) -> usize {
        self.squares().fold(0, |index, square| {
            let digit = if board.player().contains(square) {
                0
            } else if board.opponent().contains(square) {
                1
            } else {
                2
            };
            3 * index + digit
        })
    }
}

/// The slots of a board whose weights are added up: those of the 46 places, then the constant.
///
/// ```
/// use reversi_engine::{Board, Symmetry, pattern};
///
/// let sorted = |board| {
///     let mut slots = pattern::packed_slots(board);
///     slots.sort();
///     slots
/// };
/// let board = Board::START.play("f5".parse()?);
/// assert_eq!(sorted(board), sorted(Symmetry::TRANSPOSE.board(board)));
/// # Ok::<(), reversi_engine::notation::ParseSquareError>(())
/// ```
pub fn packed_slots(board: Board) -> [u32; PLACES + 1] {
    let slots = Slots::numbered();
    let features = with_digits([board.player(), board.opponent()]);
    let mut all = [CONSTANT_SLOT as u32; PLACES + 1];
    for (i, slot) in all.iter_mut().take(PLACES).enumerate() {
        // The constant comes first in the tables and last among the slots.
        *slot = slots.of(LANE_OFFSETS.0[i] as usize + usize::from(features.0[i]) - 1) as u32;
    }
    all
}

/// The slot of every configuration of every shape, the constant last.
///
/// They are counted at the first use. Their place is static, so they need no memory that could be refused.
#[derive(Clone, Copy)]
struct Slots(&'static [AtomicU32; UNPACKED_LEN]);

impl Slots {
    fn numbered() -> Slots {
        static NUMBERED: Once = Once::new();
        static SLOTS: [AtomicU32; UNPACKED_LEN] = [const { AtomicU32::new(0) }; UNPACKED_LEN];
        let slots = Slots(&SLOTS);
        NUMBERED.call_once(|| {
            let mut next = 0;
            for shape in Shape::ALL {
                let first = shape.unpacked_offset();
                mirrored_configurations(shape).enumerate().for_each(|(i, mirrored)| {
                    let slot = if mirrored < i { slots.of(first + mirrored) as u32 } else { next };
                    SLOTS[first + i].store(slot, Ordering::Relaxed);
                    next += u32::from(mirrored >= i);
                });
            }
            SLOTS[UNPACKED_LEN - 1].store(next, Ordering::Relaxed);
        });
        slots
    }

    /// The slot of the configuration with this number among those of all shapes.
    fn of(self, configuration: usize) -> usize {
        self.0[configuration].load(Ordering::Relaxed) as usize
    }
}

/// The slots of all configurations of all shapes in order, each at even and at odd plies.
pub(crate) fn slots_by_parity() -> impl Iterator<Item = [usize; 2]> {
    let slots = Slots::numbered();
    Shape::ALL.into_iter().flat_map(move |shape| {
        let first = shape.unpacked_offset();
        swapped_configurations(shape)
            .enumerate()
            .map(move |(i, swapped)| [slots.of(first + i), slots.of(first + swapped)])
    })
}

/// All configurations of a shape at odd plies, where the side to move is 1 instead of 0
/// ([`features`](crate::features)).
pub(crate) fn swapped_configurations(shape: Shape) -> impl Iterator<Item = usize> {
    images(shape, |place| place, [1, 0, 2])
}

/// [`Shape::mirrored`] of all configurations. The first of two mirror images is the one with a slot.
pub(crate) fn mirrored_configurations(shape: Shape) -> impl Iterator<Item = usize> {
    let mirror = shape.data().mirror;
    images(shape, |place| mirror[place].into(), [0, 1, 2])
}

/// The images of all configurations of a shape, in order: the digit `d` at `place` becomes `digits[d]` at
/// `to(place)`.
fn images(shape: Shape, to: impl Fn(usize) -> usize, digits: [usize; 3]) -> impl Iterator<Item = usize> {
    // An image is a sum over the digits, so each half of them contributes one of a few sums.
    let size = shape.squares().len();
    let middle = size.div_ceil(2);
    let sums = |places: Range<usize>| {
        let (mut sums, mut len) = ([0; 3usize.pow(5)], 1);
        for place in places.rev() {
            let power = 3usize.pow((size - 1 - to(place)) as u32);
            for digit in (0..3).rev() {
                for i in 0..len {
                    sums[digit * len + i] = sums[i] + digits[digit] * power;
                }
            }
            len *= 3;
        }
        sums.into_iter().take(len)
    };
    let (upper, lower) = (sums(0..middle), sums(middle..size));
    upper.flat_map(move |upper| lower.clone().map(move |lower| upper + lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_the_catalogue() {
        let packed = [10206, 29889, 29646, 29646, 3321, 3321, 3321, 3321, 1134, 378, 135, 45];
        let (mut places, mut unpacked, mut slots) = (0, 0, 0);
        for (shape, packed) in Shape::ALL.into_iter().zip(packed) {
            assert_eq!(shape.slots(), packed, "{shape}");
            assert_eq!(
                (shape.first_place(), shape.unpacked_offset(), shape.first_slot()),
                (places, unpacked, slots)
            );
            places += shape.places();
            unpacked += shape.configurations();
            slots += packed;
        }
        assert_eq!((places, unpacked + 1, slots + 1), (PLACES, UNPACKED_LEN, PACKED_LEN));
        assert_eq!(Slots::numbered().of(UNPACKED_LEN - 1), CONSTANT_SLOT);
    }

    #[test]
    fn slots_of_the_catalogue() {
        let slot = |shape: usize, i| Shape::ALL[shape].slot(i) - Shape::ALL[shape].first_slot();
        let [c9, c10, s8, s4] = [0, 1, 4, 11];
        assert_eq!([1, 27, 3, 9, 54, 80].map(|i| slot(s4, i)), [1, 1, 3, 3, 2, 44]);
        assert_eq!(slot(s8, 6425), 3316);
        assert_eq!([9, 3, 81, 27, 19682].map(|i| slot(c9, i)), [3, 3, 18, 18, 10205]);
        assert_eq!([19683, 1].map(|i| slot(c10, i)), [1, 1]);
    }

    #[test]
    fn mirrored_configurations_share_slots_that_are_all_used() {
        for shape in Shape::ALL {
            let mut used = vec![false; shape.slots()];
            for (i, mirrored) in mirrored_configurations(shape).enumerate() {
                assert_eq!(shape.mirrored(i), mirrored);
                assert_eq!(shape.mirrored(mirrored), i);
                assert_eq!(shape.slot(i), shape.slot(mirrored));
                used[shape.slot(i) - shape.first_slot()] = true;
            }
            assert!(used.iter().all(|&used| used), "{shape}");
        }
    }

    #[test]
    fn at_odd_plies_the_digits_0_and_1_are_swapped() {
        let swapped = |shape: Shape, i: usize| {
            let digit = |place: u32| [1, 0, 2][i / 3usize.pow(place) % 3] * 3usize.pow(place);
            (0..shape.squares().len() as u32).map(digit).sum::<usize>()
        };
        let mut slots = slots_by_parity();
        for shape in Shape::ALL {
            for i in 0..shape.configurations() {
                assert_eq!(slots.next(), Some([i, swapped(shape, i)].map(|i| shape.slot(i))), "{shape} {i}");
            }
        }
        assert_eq!(slots.next(), None);
    }

    #[test]
    fn packed_slots_are_those_of_the_places() {
        let mut board = Board::START;
        while let Some(square) = board.legal_moves().first() {
            board = board.play(square);
            let slots = packed_slots(board);
            for (place, slot) in Place::ALL.iter().zip(slots) {
                assert_eq!(place.shape().slot(place.configuration(board)), slot as usize, "{board}");
            }
            assert_eq!(slots[PLACES] as usize, CONSTANT_SLOT);
        }
    }

    #[test]
    fn places_of_the_catalogue() {
        let squares =
            |place: usize| Place::ALL[place].squares().map(|s| s.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(squares(1), "h1 h2 g1 g2 h3 f1 g3 f2 f3");
        assert_eq!(squares(29), "h1 g2 f3 e4 d5 c6 b7 a8");
        let places_of =
            |square| Place::ALL.iter().filter(|place| place.squares().any(|s| s == square)).count();
        let row = |rank| (0..8).map(|file| places_of(Square::at(file, rank).unwrap())).collect::<Vec<_>>();
        assert_eq!(row(0), [7, 5, 6, 7, 7, 6, 5, 7]);
        assert_eq!(row(3), [7, 5, 4, 4, 4, 4, 5, 7]);
        let configuration = |place: usize| Place::ALL[place].configuration(Board::START);
        assert_eq!([0, 24, 28].map(configuration), [19682, 6425, 6452]);
    }
}
