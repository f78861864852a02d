use core::fmt;
use core::str::FromStr;

use crate::text::ParseSquareError;
use crate::text::pad;

/// One of the 64 squares. A1 is index 0, B1 index 1, H8 index 63.
///
/// ```
/// use reversi_engine::Square;
///
/// let square: Square = "f5".parse()?;
/// assert_eq!(square, Square::F5);
/// assert_eq!((square.file(), square.rank()), (5, 4));
/// assert_eq!(square.to_string(), "f5");
/// # Ok::<(), reversi_engine::notation::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8); // always below 64: the kernels index their tables with it

impl Square {
    /// All squares from A1 to H8.
    pub const ALL: [Square; 64] = {
        let mut all = [Square(0); 64];
        let mut i = 0;
        while i < 64 {
            all[i] = Square(i as u8);
            i += 1;
        }
        all
    };

    /// Returns the square with this index (A1 = 0 ... H8 = 63), if there is one.
    #[inline(always)]
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// Returns the square at `file` (A = 0) and `rank` (the first = 0), both below 8.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square(8 * rank + file)) } else { None }
    }

    /// The square of the lowest bit of `set`; A1 for the empty set.
    #[inline(always)]
    pub(crate) const fn of_lowest_bit(set: u64) -> Square {
        Square(set.trailing_zeros() as u8 & 63)
    }

    /// Returns the index, A1 = 0 ... H8 = 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // SAFETY: no constructor makes a square of 64 or more. Told here once, the compiler drops the bounds
        // check of every table with 64 entries.
        unsafe { core::hint::assert_unchecked(self.0 < 64) };
        self.0 as usize
    }

    /// Returns the file, A = 0 ... H = 7.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Returns the rank, 1 = 0 ... 8 = 7.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Returns the bit of this square: `1 << index`.
    #[inline(always)]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// Lower case, as in transcripts; `{:#}` prints upper case.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = if f.alternate() { b'A' } else { b'a' };
        pad(f, |out| write!(out, "{}{}", (base + self.file()) as char, self.rank() + 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}

/// Any case: `f5` or `F5`.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match *s.as_bytes() {
            [file, rank] => {
                let file = file.to_ascii_lowercase().wrapping_sub(b'a');
                Square::at(file, rank.wrapping_sub(b'1')).ok_or(ParseSquareError)
            }
            _ => Err(ParseSquareError),
        }
    }
}

macro_rules! name_squares {
    ($($rank:literal: $($name:ident)*;)*) => {
        impl Square {
            $($(
                #[doc = concat!("The square ", stringify!($name), ".")]
                pub const $name: Square = {
                    let [file, rank] = *stringify!($name).as_bytes() else { unreachable!() };
                    Square(8 * (rank - b'1') + (file - b'A'))
                };
            )*)*
        }
    };
}
name_squares! {
    1: A1 B1 C1 D1 E1 F1 G1 H1;
    2: A2 B2 C2 D2 E2 F2 G2 H2;
    3: A3 B3 C3 D3 E3 F3 G3 H3;
    4: A4 B4 C4 D4 E4 F4 G4 H4;
    5: A5 B5 C5 D5 E5 F5 G5 H5;
    6: A6 B6 C6 D6 E6 F6 G6 H6;
    7: A7 B7 C7 D7 E7 F7 G7 H7;
    8: A8 B8 C8 D8 E8 F8 G8 H8;
}
