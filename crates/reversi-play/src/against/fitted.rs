//! Made by `reversi-train replies`: see docs/src/people.md.

/// The scale of the results around the value in discs: a polynomial in sixtieths of the empty squares.
pub(super) const SPREAD: [f64; 4] = [-4.342, 79.215, -111.363, 66.191];

/// The change of the scale for each 200 points of the mean rating above 1500, as a share.
pub(super) const SPREAD_OF_RATING: f64 = -0.120;

/// The discs that 100 points more than the other side are worth, by sixtieths of the empty squares and their
/// square.
pub(super) const GAIN: [f64; 2] = [4.355, 7.647];

/// The discs by which the side to move ends below its value: a line in sixtieths of the empty squares.
pub(super) const SHIFT: [f64; 2] = [-0.260, -1.225];

/// A result closer to 0 than this is a draw, in discs.
pub(super) const DRAW: f64 = 0.987;

/// How much the policy counts at 1500, and the change for each 200 points, in thousandths.
pub(super) const SHARE: [i64; 2] = [789, -38];

/// The worth of a disc at 1500, and the change for each 200 points, in thousandths of a bit.
pub(super) const DISC: [i64; 2] = [146, 59];
