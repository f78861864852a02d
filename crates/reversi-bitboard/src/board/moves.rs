//! A move of a game, and why it is illegal.

use core::fmt;

use super::Square;

/// A turn: a disc placed on a square, or a pass.
///
/// ```
/// use reversi_engine::{Move, Square};
///
/// let mv: Move = "f5".parse()?;
/// assert_eq!(mv, Square::F5.into());
/// assert_eq!((mv.square(), Move::Pass.square()), (Some(Square::F5), None));
/// assert_eq!(format!("{mv} {mv:#} {}", Move::Pass), "f5 F5 ps");
/// # Ok::<(), reversi_engine::notation::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(clippy::exhaustive_enums, reason = "the rules know no other moves")]
pub enum Move {
    /// A disc on this square.
    Place(Square),
    /// No disc, because the side to move has no legal square.
    Pass,
}

impl Move {
    /// Returns the square, or `None` for a pass.
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Move::Place(square)
    }
}

/// The square, or `ps`; `{:#}` prints upper case.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.pad(if f.alternate() { "PS" } else { "ps" }),
        }
    }
}

/// A move that the rules do not allow; the position is unchanged.
///
/// ```
/// use reversi_engine::{Board, Square};
/// use reversi_engine::board::IllegalMoveReason;
///
/// let error = Board::START.try_play(Square::D4).unwrap_err();
/// assert_eq!((error.square, error.reason), (Some(Square::D4), IllegalMoveReason::Occupied));
/// assert_eq!(error.to_string(), "d4 is not a legal move: the square is occupied");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The square of the disc; `None` for a pass.
    pub square: Option<Square>,
    /// The rule that it breaks.
    pub reason: IllegalMoveReason,
}

error_texts! { IllegalMove {
    IllegalMove { square: Some(square), reason } => "{square} is not a legal move: {reason}";
    IllegalMove { square: None, reason } => "pass is not a legal move: {reason}";
} }

/// Why a move is illegal.
///
/// ```
/// use reversi_engine::{Game, Move};
/// use reversi_engine::board::IllegalMoveReason;
///
/// let error = Game::new().play(Move::Pass).unwrap_err();
/// assert_eq!(error.reason, IllegalMoveReason::MustPlay);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IllegalMoveReason {
    /// There is a disc on the square.
    Occupied,
    /// The move would flip nothing.
    FlipsNothing,
    /// The side to move has a legal move and may not pass.
    MustPlay,
    /// Neither side can move any more.
    GameOver,
}

error_texts! { IllegalMoveReason {
    IllegalMoveReason::Occupied => "the square is occupied";
    IllegalMoveReason::FlipsNothing => "it flips no disc";
    IllegalMoveReason::MustPlay => "a move must be played";
    IllegalMoveReason::GameOver => "the game is already over";
} }
