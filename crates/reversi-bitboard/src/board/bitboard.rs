use core::fmt;
use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub, SubAssign,
};
use core::str::FromStr;

use super::{Square, mask};
use crate::text::ParseSquareError;
use crate::text::pad;

/// A set of squares, one bit each: A1 is bit 0, H8 bit 63.
///
/// ```
/// use reversi_engine::{Bitboard, Square};
///
/// let corners = Bitboard::CORNERS;
/// assert_eq!(corners.len(), 4);
/// assert!(corners.contains(Square::H8));
/// let top: Vec<Square> = (corners & Bitboard(0xff)).into_iter().collect();
/// assert_eq!(top, [Square::A1, Square::H1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
#[allow(clippy::exhaustive_structs, reason = "the bits of 64 squares")]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// A1, H1, A8 and H8: [`mask::CORNERS`](crate::mask::CORNERS).
    pub const CORNERS: Bitboard = mask::CORNERS;

    /// Reads a set from a picture: 64 cells from A1 to H8, `*` for a square of the set and `-` for any other,
    /// with blanks and line breaks anywhere. `{:#}` prints such a picture.
    ///
    /// ```
    /// use reversi_engine::{Bitboard, Square};
    ///
    /// const AROUND_B2: Bitboard = Bitboard::from_picture(
    ///     "
    ///     * * * - - - - -
    ///     * - * - - - - -
    ///     * * * - - - - -
    ///     - - - - - - - -
    ///     - - - - - - - -
    ///     - - - - - - - -
    ///     - - - - - - - -
    ///     - - - - - - - -
    ///     ",
    /// );
    /// assert_eq!(AROUND_B2.to_string(), "a1 b1 c1 a2 c2 a3 b3 c3");
    /// assert_eq!(Bitboard::from_picture(&format!("{AROUND_B2:#}")), AROUND_B2);
    /// ```
    ///
    /// # Panics
    /// If the picture has another number of cells or another symbol. In a constant that is a compile error.
    pub const fn from_picture(picture: &str) -> Bitboard {
        let picture = picture.as_bytes();
        let (mut set, mut cells, mut i) = (0, 0, 0);
        while i < picture.len() {
            match picture[i] {
                b'*' | b'-' => {
                    assert!(cells < 64, "a picture with more than 64 cells");
                    set |= ((picture[i] == b'*') as u64) << cells;
                    cells += 1;
                }
                symbol => assert!(symbol.is_ascii_whitespace(), "neither *, - nor a blank"),
            }
            i += 1;
        }
        assert!(cells == 64, "a picture with fewer than 64 cells");
        Bitboard(set)
    }

    /// Returns the set with `square`.
    ///
    /// ```
    /// use reversi_engine::{Bitboard, Square};
    ///
    /// const MAIN_DIAGONAL_ENDS: Bitboard = Bitboard::EMPTY.with_square(Square::A1).with_square(Square::H8);
    /// assert_eq!(MAIN_DIAGONAL_ENDS.to_string(), "a1 h8");
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn with_square(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.bit())
    }

    /// Returns the set without `square`.
    ///
    /// ```
    /// use reversi_engine::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::CORNERS.without_square(Square::A1).to_string(), "h1 a8 h8");
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn without_square(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !square.bit())
    }

    /// Returns the number of squares in the set.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set has no square.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `square` is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns the square with the lowest index, if there is one.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::of_lowest_bit(self.0)) }
    }

    /// Returns the square with the highest index, if there is one.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        Square::new(63u8.wrapping_sub(self.0.leading_zeros() as u8)) // 255 for the empty set
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        Bitboard(square.bit())
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a [`Bitboard`], from A1 to H8.
///
/// ```
/// use reversi_engine::{Bitboard, Square};
/// use reversi_engine::board::Squares;
///
/// let mut corners: Squares = Bitboard::CORNERS.into_iter();
/// assert_eq!(corners.next(), Some(Square::A1));
/// assert_eq!(corners.next_back(), Some(Square::H8));
/// assert_eq!(corners.collect::<Vec<_>>(), [Square::H1, Square::A8]);
/// ```
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).last()?;
        self.0 ^= square.bit();
        Some(square)
    }
}

impl FusedIterator for Squares {}

impl ExactSizeIterator for Squares {
    fn len(&self) -> usize {
        self.0.count_ones() as usize
    }
}

macro_rules! set_operators {
    ($($op:ident $method:ident $assign_op:ident $assign:ident |$a:ident, $b:ident| $result:expr;)*) => {$(
        impl $op for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                let (Bitboard($a), Bitboard($b)) = (self, other);
                Bitboard($result)
            }
        }
        impl $assign_op for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                *self = self.$method(other);
            }
        }
    )*};
}
set_operators! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

/// Moves every square `n` squares on, in the order from A1 to H8: past H2 comes A3. Squares past H8 are
/// dropped.
///
/// ```
/// use reversi_engine::{Bitboard, Square};
///
/// let set = Bitboard::from(Square::G1) | Square::G8.into();
/// assert_eq!((set << 2).to_string(), "a2");
/// assert_eq!((set >> 8).to_string(), "g7");
/// ```
impl Shl<u32> for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn shl(self, n: u32) -> Bitboard {
        Bitboard(self.0 << n)
    }
}

/// Moves every square `n` squares back.
impl Shr<u32> for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn shr(self, n: u32) -> Bitboard {
        Bitboard(self.0 >> n)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// The squares in order, separated by blanks; `{:#}` draws eight ranks of `*` and `-`.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            for rank in 0..8 {
                for file in 0..8 {
                    f.write_str(if self.0 >> (8 * rank + file) & 1 != 0 { "*" } else { "-" })?;
                }
                f.write_str("\n")?;
            }
            return Ok(());
        }
        pad(f, |out| {
            let mut squares = self.into_iter().enumerate();
            squares.try_for_each(|(i, square)| write!(out, "{}{square}", if i == 0 { "" } else { " " }))
        })
    }
}

/// Squares in any order and case, separated by blanks; none for the empty set.
///
/// ```
/// use reversi_engine::{Bitboard, Square};
///
/// let corners: Bitboard = "a1 H1 a8 h8".parse()?;
/// assert_eq!(corners, Bitboard::CORNERS);
/// # Ok::<(), reversi_engine::notation::ParseSquareError>(())
/// ```
impl FromStr for Bitboard {
    type Err = ParseSquareError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        s.split_ascii_whitespace().map(str::parse::<Square>).collect()
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})", self.0)
    }
}
