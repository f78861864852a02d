//! Made by `reversi-train probcut`: see TRAINING.md.

/// What a further ply adds to the variance of a search, times the number of the ply plus one: a polynomial in
/// sixtieths of the squares that are then empty.
pub(super) const PLY: [f32; 3] = [44.8, -97.7, 68.4];
