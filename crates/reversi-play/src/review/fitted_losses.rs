//! Set by the ratios that `reversi-train losses` prints: see docs/src/reviewing.md.

/// The error of the difference of two values, in errors of one value.
pub(super) const LOSS_OF_VALUE: f64 = 0.50;

/// The error in discs that a search adds by the moves that it leaves out, at 73, 87, 95, 98, 99 and 100 %.
pub(super) const SELECTIVE: [f64; 6] = [1.0, 0.6, 0.5, 0.3, 0.2, 0.0];
