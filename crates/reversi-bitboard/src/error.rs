use thiserror::Error;

use crate::{Bitboard, CpuLevel, Square};

/// A square is claimed by both sides.
///
/// ```
/// use reversi_bitboard::{Bitboard, Board, Square};
///
/// let overlap = Board::new(Bitboard(0b011), Bitboard(0b110)).unwrap_err();
/// assert_eq!(overlap.squares, Square::B1.into());
/// assert_eq!(overlap.to_string(), "both sides have a disc on b1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("both sides have a disc on {squares}")]
#[non_exhaustive]
pub struct Overlap {
    /// The squares in question.
    pub squares: Bitboard,
}

/// A move that the rules do not allow; the position is unchanged.
///
/// ```
/// use reversi_bitboard::{Board, IllegalMoveReason, Square};
///
/// let error = Board::START.try_play(Square::D4).unwrap_err();
/// assert_eq!((error.square, error.reason), (Some(Square::D4), IllegalMoveReason::Occupied));
/// assert_eq!(error.to_string(), "d4 is not a legal move: the square is occupied");
/// ```
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
///
/// ```
/// use reversi_bitboard::{Game, IllegalMoveReason, Move};
///
/// let error = Game::new().play(Move::Pass).unwrap_err();
/// assert_eq!(error.reason, IllegalMoveReason::MustPlay);
/// ```
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
///
/// ```
/// use reversi_bitboard::{Cpu, CpuLevel};
///
/// for level in CpuLevel::ALL {
///     match Cpu::new(level) {
///         Ok(cpu) => assert_eq!(cpu.level(), level),
///         Err(unsupported) => assert_eq!(unsupported.level, level),
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("this CPU or build cannot run level {level}")]
#[non_exhaustive]
pub struct UnsupportedLevel {
    /// The level that was asked for.
    pub level: CpuLevel,
}
