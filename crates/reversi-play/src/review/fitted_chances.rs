//! Made by `reversi-train chances`: see docs/src/reviewing.md.

/// How far the results of people are from the value: the scale of their distribution in discs, a
/// polynomial in sixtieths of the empty squares.
pub(super) const SPREAD: [f64; 4] = [-5.121, 88.422, -128.008, 71.469];

/// The square of the scale grows by this times the square of the error of the value.
pub(super) const SPREAD_OF_ERROR: f64 = 0.361;

/// A result that is closer to 0 than this is a draw, in discs.
pub(super) const DRAW: f64 = 0.717;
