//! Made by `reversi-train probcut`: see lab/docs/src/training.md.

/// The variance that a further ply adds to a search, times the number of the ply plus one: a polynomial in
/// sixtieths of the empty squares at that ply.
pub(super) const PLY: [f32; 3] = [43.1, -99.1, 62.2];

/// The variance of two searches of any depths.
pub(super) const OFFSET: f32 = 0.23;

/// The factor of the variance around a search to the end of the game.
pub(super) const TO_THE_END: f32 = 0.70;

/// Standard deviations on either side of the mean that hold 73, 87, 95, 98 and 99 % of the errors.
pub(super) const QUANTILES: [f32; 5] = [0.986, 1.436, 1.983, 2.564, 3.066];
