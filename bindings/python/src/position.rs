//! `Position`: a board and the colour to move.

use pyo3::prelude::*;
use pyo3::types::PyType;
use reversi_engine::notation::Fen;
use reversi_engine::{Color, Position};

use crate::args::{self, AnyColor, AnyMove, Text};
use crate::board::PyBoard;
use crate::errors::Class;

/// A board and the colour to move. It never changes.
///
/// >>> from reversi_engine import Position
/// >>> position = Position().play("f5")
/// >>> position.side, position.fen()
/// ('white', '8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1')
#[pyclass(frozen, eq, ord, hash, module = "reversi_engine", name = "Position")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyPosition(pub(crate) Position);

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (text=None, /))]
    fn new(text: Option<Text>) -> PyResult<PyPosition> {
        match text {
            Some(text) => text.0.parse().map(PyPosition).map_err(|error| Class::Parse.of(&error)),
            None => Ok(PyPosition(Position::START)),
        }
    }

    /// Reads a position from 64 cells, and the side to move.
    #[classmethod]
    #[pyo3(signature = (text, side=AnyColor(Color::Black)), text_signature = "(text, side='black')")]
    fn from_cells(_: &Bound<'_, PyType>, text: Text, side: AnyColor) -> PyResult<PyPosition> {
        Position::from_cells(&text.0, side.0).map(PyPosition).map_err(|error| Class::Parse.of(&error))
    }

    /// Reads a position in the FEN of Edax.
    #[classmethod]
    fn from_fen(_: &Bound<'_, PyType>, text: Text) -> PyResult<PyPosition> {
        let Fen(position) = text.0.parse().map_err(|error| Class::Parse.of(&error))?;
        Ok(PyPosition(position))
    }

    /// Returns the position in the FEN of Edax.
    fn fen(&self) -> String {
        Fen(self.0).to_string()
    }

    /// The discs, seen from the side to move.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board)
    }

    /// The colour to move: `"black"` or `"white"`.
    #[getter]
    fn side(&self) -> &'static str {
        args::color(self.0.side)
    }

    /// Returns the discs of one colour, as a set of squares.
    #[pyo3(signature = (side, /))]
    fn discs(&self, side: AnyColor) -> u64 {
        self.0.discs(side.0).0
    }

    /// Returns the moves of the side to move, from A1 to H8; `["ps"]` if it must pass, none if the game is
    /// over.
    fn legal_moves(&self) -> Vec<String> {
        args::moves(self.0.board.legal_plays())
    }

    /// Returns the position after a move, or after a forced pass.
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: AnyMove) -> PyResult<PyPosition> {
        let board = self.0.board.try_after(r#move.0).map_err(|error| Class::IllegalMove.of(&error))?;
        Ok(PyPosition(Position { board, side: !self.0.side }))
    }

    /// Draws the position for people: coordinates, `X` for black, dots for legal moves.
    fn diagram(&self) -> String {
        self.0.diagram().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}
