//! How positions, problems and games are written down.
//!
//! | Text | Type |
//! |---|---|
//! | a square, `f5` | [`Square`](crate::Square) |
//! | 64 cells and the side to move, `---...OX...--- X` | [`Position`](crate::Position), [`Board`](crate::Board) |
//!
//! `FromStr` reads every usual spelling, `Display` writes one that reads back as the same value. Nothing is guessed:
//! what cannot be read is an error that says what is wrong and at which byte.

mod board;

use thiserror::Error;

pub use board::{ParseBoardError, ParseBoardErrorKind};

/// Not a square name such as `f5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("not a square: expected a file a-h and a rank 1-8")]
pub struct ParseSquareError;
