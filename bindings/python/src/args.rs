//! Arguments that several calls share: boards, moves, colours, times.

use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use reversi_engine::{Board, Color, Move, Problem, Square};

use crate::board::PyBoard;
use crate::errors::Class;
use crate::game::PyGame;
use crate::position::PyPosition;

/// A `Board`, or the board of a `Position` or of a `Game`.
#[derive(Clone, Copy)]
pub(crate) struct AnyBoard(pub(crate) Board);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyBoard {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<AnyBoard> {
        if let Ok(board) = object.cast::<PyBoard>() {
            return Ok(AnyBoard(board.get().0));
        }
        if let Ok(position) = object.cast::<PyPosition>() {
            return Ok(AnyBoard(position.get().0.board));
        }
        if let Ok(game) = object.cast::<PyGame>() {
            return Ok(AnyBoard(game.get().lock().board()));
        }
        let found = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected a Board, a Position or a Game, not {found}")))
    }
}

/// A move as text: `f5`, or `ps` for a pass.
#[derive(Clone, Copy)]
pub(crate) struct AnyMove(pub(crate) Move);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyMove {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<AnyMove> {
        let text: String = object.extract()?;
        text.parse().map(AnyMove).map_err(|error| Class::Parse.of(&error))
    }
}

/// A square as text: `f5`.
#[derive(Clone, Copy)]
pub(crate) struct AnySquare(pub(crate) Square);

impl<'a, 'py> FromPyObject<'a, 'py> for AnySquare {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<AnySquare> {
        let text: String = object.extract()?;
        text.parse().map(AnySquare).map_err(|error| Class::Parse.of(&error))
    }
}

/// `"black"` or `"white"`.
#[derive(Clone, Copy)]
pub(crate) struct AnyColor(pub(crate) Color);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyColor {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<AnyColor> {
        let text: String = object.extract()?;
        text.parse().map(AnyColor).map_err(|error| Class::Parse.of(&error))
    }
}

pub(crate) fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

pub(crate) fn moves(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

/// A time in seconds. A fraction counts; a negative one, or none that is a number, does not exist.
pub(crate) fn seconds(field: &'static str, seconds: f64) -> PyResult<Duration> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(time),
        Err(_) if seconds > 0.0 => Ok(Duration::MAX), // beyond all clocks, and infinity
        Err(_) => {
            let message = format!("expected a time in seconds, not {seconds}");
            Err(Class::Request.in_field(field, Problem::new("out-of-range", message)))
        }
    }
}
