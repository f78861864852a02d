//! Made by `reversi-train chances`: see docs/src/reviewing.md.

/// How far the results of people are from the value: the scale of a logistic distribution in discs, a
/// polynomial in sixtieths of the empty squares.
pub(super) const SPREAD: [f64; 3] = [-1.357, 35.215, -21.496];

/// What the error of the value adds: the square of the scale grows by this times the square of the error.
pub(super) const SPREAD_OF_ERROR: f64 = 0.254;
