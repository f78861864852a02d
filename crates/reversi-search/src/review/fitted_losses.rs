//! Made by `reversi-train losses`: see docs/src/reviewing.md.

/// The error of the difference of two values, in errors of one value.
pub(super) const LOSS_OF_VALUE: f64 = 0.45;

/// The error in discs that a search adds by the moves that it leaves out, at 73, 87, 95, 98, 99 and 100 %.
pub(super) const SELECTIVE: [f64; 6] = [1.6, 1.2, 0.9, 0.6, 0.4, 0.0];
