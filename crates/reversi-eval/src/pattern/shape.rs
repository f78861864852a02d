use std::fmt;
use std::ops::Range;

use reversi_bitboard::Square;

use super::shapes::{Data, SHAPES};

/// The number of configurations of all shapes, and the constant.
pub const UNPACKED_LEN: usize = 226_315;

/// One of the 12 shapes.
///
/// ```
/// use reversi_engine::weights::pattern::Shape;
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
    pub const COUNT: usize = SHAPES.len();

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

    /// Returns the number of the shape, from 0.
    pub const fn index(&self) -> usize {
        self.0 as usize
    }

    /// Returns the name of the shape.
    pub const fn name(&self) -> &'static str {
        self.data().name
    }

    /// Returns the squares of its first place, the most significant digit first.
    pub const fn squares(&self) -> &'static [Square] {
        self.data().squares
    }

    /// Returns the number of its places on the board: the first place and its rotations by quarter turns.
    pub const fn places(&self) -> usize {
        self.data().places
    }

    /// Returns the index of its first place among the 46.
    pub const fn first_place(&self) -> usize {
        let (mut place, mut i) = (0, 0);
        while i < self.index() {
            place += SHAPES[i].places;
            i += 1;
        }
        place
    }

    /// Returns the number of its configurations: 3 to the power of its size.
    pub const fn configurations(&self) -> usize {
        3usize.pow(self.data().squares.len() as u32)
    }

    /// Returns the index of its first configuration if all are stored, shape after shape and the constant
    /// last.
    pub const fn unpacked_offset(&self) -> usize {
        let (mut offset, mut i) = (0, 0);
        while i < self.index() {
            offset += Shape(i as u8).configurations();
            i += 1;
        }
        offset
    }

    /// Returns the number of its slots: mirrored configurations share one.
    pub const fn slots(&self) -> usize {
        let (mut same, mut i) = (0, 0);
        let mirror = self.data().mirror;
        while i < mirror.len() {
            same += (mirror[i] as usize <= i) as u32; // free digits of a self-mirrored one
            i += 1;
        }
        (self.configurations() + 3usize.pow(same)) / 2
    }

    /// Returns the index of its first slot among all slots.
    pub const fn first_slot(&self) -> usize {
        let (mut slot, mut i) = (0, 0);
        while i < self.index() {
            slot += Shape(i as u8).slots();
            i += 1;
        }
        slot
    }

    /// Returns the mirror image of a configuration.
    ///
    /// # Panics
    /// If the shape has no such configuration.
    ///
    /// ```
    /// use reversi_engine::weights::pattern::Shape;
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

/// Returns all configurations of a shape at odd plies, where the side to move is 1 instead of 0
/// ([`features`](crate::features)).
pub(crate) fn swapped_configurations(shape: Shape) -> impl Iterator<Item = usize> {
    images(shape, |place| place, [1, 0, 2])
}

/// Returns [`Shape::mirrored`] of all configurations. The first of two mirror images has a slot.
pub(crate) fn mirrored_configurations(shape: Shape) -> impl Iterator<Item = usize> {
    let mirror = shape.data().mirror;
    images(shape, |place| mirror[place].into(), [0, 1, 2])
}

/// Returns the images of all configurations of a shape, in order: the digit `d` at `place` becomes
/// `digits[d]` at `to(place)`.
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
        (sums, len)
    };
    let ((upper, len), (lower, lower_len)) = (sums(0..middle), sums(middle..size));
    // By index: a nested iterator would hold a copy of the lower sums for each upper one.
    let (mut i, mut j) = (0, 0);
    std::iter::from_fn(move || {
        (i, j) = if j == lower_len { (i + 1, 1) } else { (i, j + 1) };
        (i < len).then(|| upper[i] + lower[j - 1])
    })
}
