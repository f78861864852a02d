//! How positions, problems and games are written down.
use thiserror::Error;

/// Not a square name such as `f5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("not a square: expected a file a-h and a rank 1-8")]
pub struct ParseSquareError;
