//! Made by `reversi-train probcut`: see docs/src/training.md.

/// The variance that a further ply adds to a search, times the number of the ply plus one: a polynomial in
/// sixtieths of the empty squares at that ply.
pub(super) const PLY: [f32; 3] = [41.4, -91.9, 56.4];
