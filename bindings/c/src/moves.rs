//! Moves: a square, a pass, or none.

use std::ffi::c_char;

use reversi_engine::{Move, Square};

use crate::failure::Failure;
use crate::pointer::{In, Out, fill_text};
use crate::status::{ReversiStatus, guard};

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

/// Reads a move from `text` of `length` bytes: a square such as `f5`, or a pass (`ps`, `pa`, `pass`, `--`),
/// in any case.
///
/// * Ownership: nothing is handed over. `text` needs no final NUL.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_BAD_TEXT` if it is not a move; `REVERSI_STATUS_NULL_POINTER` for `text` or `mv`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_move_parse(text: In<c_char>, length: usize, mv: Out<ReversiMove>) -> ReversiStatus {
    guard(|| {
        let read: Result<Move, _> = text.text(length, "text")?.parse();
        mv.write("mv", to_c(read.map_err(|error| Failure::of(ReversiStatus::BadText, &error))?))
    })
}

/// Writes a move as text, such as `f5` or `ps`, into `buffer` of `capacity` bytes, of which 3 are enough.
/// `length` may be NULL; it gets the bytes of the text without its final NUL.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` if `mv` is not a move; `REVERSI_STATUS_BUFFER_TOO_SMALL`, with
///   the length that is needed; `REVERSI_STATUS_NULL_POINTER` for `buffer`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_move_format(
    mv: ReversiMove,
    buffer: Out<c_char>,
    capacity: usize,
    length: Out<usize>,
) -> ReversiStatus {
    guard(|| fill_text(&from_c(mv, "mv")?.to_string(), buffer, capacity, length))
}
