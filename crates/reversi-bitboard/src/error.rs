use thiserror::Error;

use crate::{Bitboard, CpuLevel, Square};

/// A square is claimed by both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("both sides have a disc on {squares}")]
#[non_exhaustive]
pub struct Overlap {
    /// The squares in question.
    pub squares: Bitboard,
}

/// A move that the rules do not allow; the position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("{} is not a legal move: {reason}", match square { Some(s) => s as &dyn core::fmt::Display, None => &"pass" })]
#[non_exhaustive]
pub struct IllegalMove {
    /// Where the disc was to be placed; `None` for a pass.
    pub square: Option<Square>,
    /// What the rules have against it.
    pub reason: IllegalMoveReason,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum IllegalMoveReason {
    /// There is a disc on the square.
    #[error("the square is occupied")]
    Occupied,
    /// The move would flip nothing.
    #[error("it flips no disc")]
    FlipsNothing,
    /// The side to move has a legal move and may not pass.
    #[error("there is a move to play")]
    MustPlay,
    /// Neither side can move any more.
    #[error("the game is over")]
    GameOver,
}

/// The CPU or the target does not have what this level needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("this CPU or build cannot run level {level}")]
#[non_exhaustive]
pub struct UnsupportedLevel {
    /// The level that was asked for.
    pub level: CpuLevel,
}
