//! Transcripts: the moves of a game one after the other, `f5d6c3d3c4`.

use core::fmt;
use core::str::FromStr;

use super::moves::split_move;
use super::pad;
use super::{InText, ParseMoveError};
use crate::board::{Game, IllegalMove, Position};

/// A game from the usual start: see [`Game::from_transcript`].
///
/// ```
/// use reversi_engine::Game;
///
/// let game: Game = "F5D6 c3".parse()?;
/// assert_eq!(game.moves().len(), 3);
/// assert_eq!(game.to_string(), "f5d6c3");
/// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
/// ```
impl FromStr for Game {
    type Err = ParseTranscriptError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        Game::from_transcript(Position::START, s)
    }
}

/// The moves so far, a pass as `ps`; `{:#}` prints upper case. Where the game began is not part of it.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let upper_case = f.alternate();
        pad(f, |out| {
            self.moves()
                .try_for_each(|mv| if upper_case { write!(out, "{mv:#}") } else { write!(out, "{mv}") })
        })
    }
}

impl Game {
    /// Plays the moves of a transcript from any position.
    ///
    /// Any case, with or without blanks between the moves. A forced pass may be written (`ps`, `pa`, `pass`
    /// or `--`) or left out before the next move. A pass at the very end is not added.
    ///
    /// ```
    /// use reversi_engine::{Game, Position};
    ///
    /// // After C1 white has no move, and black goes on.
    /// let start = "XO------ X------- O------- -------- -------- -------- -------- -------- X";
    /// let start: Position = start.parse()?;
    /// let game = Game::from_transcript(start, "c1 a4")?;
    /// assert_eq!(game.to_string(), "c1psa4");
    /// assert_eq!(game.score(), Some(64));
    /// assert_eq!(Game::from_transcript(start, "C1PSA4")?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseTranscriptError`] for text that is not a move, and for a move that the rules do not allow: also
    /// a pass where there is a move to play, and a move after the end of the game.
    pub fn from_transcript(start: Position, text: &str) -> Result<Game, ParseTranscriptError> {
        let mut game = Game::from_position(start);
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let at = text.len() - rest.len();
            let error = |game: &Game, kind| ParseTranscriptError { at, ply: game.moves().len() + 1, kind };
            let (mv, after) = split_move(rest).ok_or_else(|| error(&game, ParseMoveError.into()))?;
            game.play_recorded(mv).map_err(|illegal| error(&game, illegal.into()))?;
            rest = after.trim_start();
        }
        Ok(game)
    }
}

/// Text that is not the transcript of a game.
///
/// ```
/// use reversi_engine::Game;
/// use std::error::Error;
///
/// let error = "f5 f6 a1".parse::<Game>().unwrap_err();
/// assert_eq!((error.at, error.ply), (6, 3));
/// assert_eq!(error.to_string(), "byte 6, ply 3: illegal move");
/// assert_eq!(error.source().unwrap().to_string(), "a1 is not a legal move: it flips no disc");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseTranscriptError {
    /// The place in the text, as a byte offset.
    pub at: usize,
    /// The number of the move in the game, from 1. Passes count, also those left out of the text.
    pub ply: usize,
    /// The problem at that place.
    pub kind: ParseTranscriptErrorKind,
}

impl ParseTranscriptError {
    /// Makes the error of a reader of another notation.
    #[doc(hidden)]
    pub fn new(at: usize, ply: usize, kind: impl Into<ParseTranscriptErrorKind>) -> ParseTranscriptError {
        ParseTranscriptError { at, ply, kind: kind.into() }
    }
}

crate::error_at! { ParseTranscriptError, error => "{}ply {}: ", InText(error.at, ", "), error.ply }

/// The problems of a text that is not a transcript.
///
/// ```
/// use reversi_engine::{Game, notation::ParseTranscriptErrorKind};
///
/// let error = "f5 xyz".parse::<Game>().unwrap_err();
/// assert!(matches!(error.kind, ParseTranscriptErrorKind::NotAMove(_)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseTranscriptErrorKind {
    /// Neither a square nor a word for a pass.
    NotAMove(ParseMoveError),
    /// A move that the rules do not allow there.
    IllegalMove(IllegalMove),
}

impl fmt::Display for ParseTranscriptErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseTranscriptErrorKind::NotAMove(error) => error.fmt(f),
            ParseTranscriptErrorKind::IllegalMove(_) => f.write_str("illegal move"),
        }
    }
}

impl core::error::Error for ParseTranscriptErrorKind {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ParseTranscriptErrorKind::NotAMove(_) => None,
            ParseTranscriptErrorKind::IllegalMove(error) => Some(error),
        }
    }
}

impl From<ParseMoveError> for ParseTranscriptErrorKind {
    fn from(error: ParseMoveError) -> ParseTranscriptErrorKind {
        ParseTranscriptErrorKind::NotAMove(error)
    }
}

impl From<IllegalMove> for ParseTranscriptErrorKind {
    fn from(error: IllegalMove) -> ParseTranscriptErrorKind {
        ParseTranscriptErrorKind::IllegalMove(error)
    }
}
