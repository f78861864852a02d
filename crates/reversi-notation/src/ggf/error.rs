use thiserror::Error;

use crate::{InText, ParseBoardErrorKind, ParseMoveError};
use reversi_bitboard::{Color, IllegalMove};

/// Text that is not a game in GGF.
///
/// ```
/// use reversi_engine::notation::GgfGame;
/// use std::error::Error;
///
/// let text = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[A1];)";
/// let error = text.parse::<GgfGame>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 87: illegal move");
/// assert_eq!(error.source().unwrap().to_string(), "a1 is not a legal move: it flips no disc");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseGgfError {
    /// The place in the text, as a byte offset.
    pub at: usize,
    /// The problem at that place.
    pub kind: ParseGgfErrorKind,
}

reversi_bitboard::error_at! { ParseGgfError, error => "{}", InText(error.at, ": ") }

/// The problems of a text that is not a game in GGF.
///
/// ```
/// use reversi_engine::notation::{GgfGame, ParseGgfErrorKind};
///
/// let error = "(;GM[Go];)".parse::<GgfGame>().unwrap_err();
/// assert_eq!(error.kind, ParseGgfErrorKind::NotOthello);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum ParseGgfErrorKind {
    /// No record begins here.
    #[error("expected a game that begins with (;")]
    NoRecord,
    /// Neither a tag nor the end of the record.
    #[error("expected a tag such as PB[name], or the end of the game, ;)")]
    NotATag,
    /// The value of a tag does not end: there is no `]`, or the next record begins before it.
    #[error("this value has no ] at its end")]
    Unclosed,
    /// Another game than Othello.
    #[error("this is not a game of Othello")]
    NotOthello,
    /// Losing Othello, which the fewer discs win: `TY[8a]`.
    #[error("losing Othello is not supported")]
    LosingGame,
    /// Another board than 8x8.
    #[error("expected a board of size 8")]
    BoardSize,
    /// The cells, or the side to move.
    #[error(transparent)]
    Board(#[from] ParseBoardErrorKind),
    /// The record says neither what game it is nor where it begins, and has no move.
    #[error("the board is missing: expected BO[8 ...]")]
    NoBoard,
    /// A second board.
    #[error("the board must be given once")]
    SecondBoard,
    /// Neither a square nor a word for a pass.
    #[error(transparent)]
    NotAMove(#[from] ParseMoveError),
    /// A move of this colour where it is the other's turn.
    #[error("it is not {0}'s turn")]
    WrongSide(Color),
    /// A move that the rules do not allow there.
    #[error("illegal move")]
    IllegalMove(#[from] IllegalMove),
    /// The text does not end with the game. [`read_ggf`](crate::read_ggf) reads more than one.
    #[error("unexpected text after the game")]
    TrailingInput,
}
