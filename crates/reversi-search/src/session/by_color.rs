//! A value for each side.

use reversi_bitboard::Color;

/// A value for each side.
///
/// ```
/// use reversi_engine::{ByColor, Color};
///
/// let discs = ByColor { black: 3, white: 5 };
/// assert_eq!(discs.of(Color::White), &5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ByColor<T> {
    /// The value of black.
    pub black: T,
    /// The value of white.
    pub white: T,
}

impl<T> From<[T; 2]> for ByColor<T> {
    fn from([black, white]: [T; 2]) -> ByColor<T> {
        ByColor { black, white }
    }
}

impl<T> ByColor<T> {
    /// Returns the value of a side.
    pub fn of(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    pub(super) fn both(self) -> [T; 2] {
        [self.black, self.white]
    }
}
