//! Moves: a square, a pass, or none.

use std::ffi::c_char;

use reversi_engine::{Move, Square};

use crate::failure::Failure;
use crate::pointer::{In, Out, fill_text};
use crate::status::calls;

/// A move: a square from 0 for A1, 1 for B1 to 63 for H8, `REVERSI_PASS`, or `REVERSI_NO_MOVE`.
pub type ReversiMove = i32;

/// A pass.
pub const REVERSI_PASS: ReversiMove = 64;

/// The move of a game that is over.
pub const REVERSI_NO_MOVE: ReversiMove = -1;

/// The moves of the longest line of play: 60 squares, and a pass between any two of them.
pub const REVERSI_MAX_MOVES: usize = 128;

pub(crate) fn to_c(mv: Move) -> ReversiMove {
    match mv {
        Move::Place(square) => square.index() as ReversiMove,
        Move::Pass => REVERSI_PASS,
    }
}

pub(crate) fn option_to_c(mv: Option<Move>) -> ReversiMove {
    mv.map_or(REVERSI_NO_MOVE, to_c)
}

pub(crate) fn from_c(mv: ReversiMove, name: &'static str) -> Result<Move, Failure> {
    if mv == REVERSI_PASS {
        return Ok(Move::Pass);
    }
    let square = u8::try_from(mv).ok().and_then(Square::new);
    square.map(Move::Place).ok_or_else(|| Failure::out_of_range(name, "0 to 63, or REVERSI_PASS", mv))
}

calls!(
    /// Reads a move from `text` of `length` bytes: a square such as `f5`, or a pass (`ps`, `pa`, `pass`,
    /// `--`), in any case, and writes it to `mv`.
    ///
    /// Errors: `REVERSI_STATUS_BAD_TEXT` if it is not a move.
    fn reversi_move_parse(text: In<c_char>, length: usize, mv: Out<ReversiMove>) {
        let read: Move = text.text(length, "text")?.parse().map_err(Failure::bad_text)?;
        mv.write("mv", to_c(read))
    }

    /// Writes the move `mv` as text, such as `f5` or `ps`, into `buffer`, of which 3 bytes are enough.
    fn reversi_move_format(mv: ReversiMove, buffer: Out<c_char>, capacity: usize, length: Out<usize>) {
        fill_text(&from_c(mv, "mv")?.to_string(), buffer, capacity, length)
    }
);
