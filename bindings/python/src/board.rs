//! `Board` and `Symmetry`.

use pyo3::prelude::*;
use pyo3::types::PyType;
use reversi_engine::board::Symmetry;
use reversi_engine::notation::Fen;
use reversi_engine::{Bitboard, Board, Color, Move, Position};

use crate::args::{self, AnyColor, AnyMove, AnySquare, Text};
use crate::errors::Class;
use crate::position::PyPosition;

/// The discs of the side to move, `player`, and of the other side, `opponent`. It never changes.
///
/// `Board()` is the start of the game. Text is 64 cells from A1 to H8 and the side to move. Sets of squares
/// are integers: A1 is bit 0, B1 is bit 1, H8 is bit 63.
///
/// >>> from reversi_engine import Board
/// >>> board = Board().play("f5")
/// >>> board
/// Board('---------------------------XO------OOO-------------------------- X')
/// >>> board.legal_moves()
/// ['f4', 'd6', 'f6']
/// >>> board == eval(repr(board)), board.must_pass, board.is_game_over
/// (True, False, False)
#[pyclass(frozen, eq, ord, hash, module = "reversi_engine", name = "Board")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PyBoard(pub(crate) Board);

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (text=None, /))]
    fn new(text: Option<Text>) -> PyResult<PyBoard> {
        match text {
            Some(text) => text.0.parse().map(PyBoard).map_err(|error| Class::Parse.of(&error)),
            None => Ok(PyBoard(Board::START)),
        }
    }

    /// Makes a board from two sets of squares.
    ///
    /// >>> from reversi_engine import Board
    /// >>> Board.from_bits(0x0000000810000000, 0x0000001008000000) == Board()
    /// True
    #[classmethod]
    fn from_bits(
        _: &Bound<'_, PyType>,
        player: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
    ) -> PyResult<PyBoard> {
        let player = args::whole(player, "player", 0, u64::MAX.into())?;
        let opponent = args::whole(opponent, "opponent", 0, u64::MAX.into())?;
        let board = Board::new(Bitboard(player), Bitboard(opponent));
        board.map(PyBoard).map_err(|error| Class::InvalidValue.of(&error))
    }

    /// Reads a board from 64 cells, and the side to move.
    #[classmethod]
    #[pyo3(signature = (text, side=AnyColor(Color::Black)), text_signature = "(text, side='black')")]
    fn from_cells(_: &Bound<'_, PyType>, text: Text, side: AnyColor) -> PyResult<PyBoard> {
        Board::from_cells(&text.0, side.0).map(PyBoard).map_err(|error| Class::Parse.of(&error))
    }

    /// Reads the board of a position in the FEN of Edax. `Position.from_fen` keeps its side to move.
    ///
    /// >>> from reversi_engine import Board
    /// >>> Board.from_fen("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1") == Board()
    /// True
    #[classmethod]
    fn from_fen(_: &Bound<'_, PyType>, text: Text) -> PyResult<PyBoard> {
        let Fen(position) = text.0.parse().map_err(|error| Class::Parse.of(&error))?;
        Ok(PyBoard(position.board))
    }

    /// Returns the board in the FEN of Edax, if this colour is to move.
    #[pyo3(signature = (side=AnyColor(Color::Black)), text_signature = "($self, side='black')")]
    fn fen(&self, side: AnyColor) -> String {
        Fen(Position { board: self.0, side: side.0 }).to_string()
    }

    /// Returns the board with a colour to move.
    #[pyo3(signature = (side=AnyColor(Color::Black)), text_signature = "($self, side='black')")]
    fn position(&self, side: AnyColor) -> PyPosition {
        PyPosition(Position { board: self.0, side: side.0 })
    }

    /// The discs of the side to move, as a set of squares.
    #[getter]
    fn player(&self) -> u64 {
        self.0.player().0
    }

    /// The discs of the other side, as a set of squares.
    #[getter]
    fn opponent(&self) -> u64 {
        self.0.opponent().0
    }

    /// The squares without a disc, as a set of squares.
    #[getter]
    fn empties(&self) -> u64 {
        self.0.empties().0
    }

    /// The number of squares without a disc.
    #[getter]
    fn empty_count(&self) -> u32 {
        self.0.empties().len()
    }

    /// Returns the moves of the side to move, from A1 to H8; `["ps"]` if it must pass, none if the game is
    /// over.
    fn legal_moves(&self) -> Vec<String> {
        args::moves(self.0.legal_plays())
    }

    /// The squares of the legal moves, as a set of squares.
    #[getter]
    fn legal_squares(&self) -> u64 {
        self.0.legal_moves().0
    }

    /// Returns whether the side to move may play this move, or this pass.
    #[pyo3(signature = (r#move, /))]
    fn is_legal(&self, r#move: AnyMove) -> bool {
        match r#move.0 {
            Move::Place(square) => self.0.is_legal(square),
            Move::Pass => self.0.must_pass(),
        }
    }

    /// Returns the discs that a move on this square turns, as a set of squares; 0 if the move is illegal.
    #[pyo3(signature = (square, /))]
    fn flips(&self, square: AnySquare) -> u64 {
        self.0.flips(square.0).0
    }

    /// Returns the board after a move, or after a forced pass, seen from the other side.
    ///
    /// >>> from reversi_engine import Board, IllegalMoveError
    /// >>> try:
    /// ...     Board().play("a1")
    /// ... except IllegalMoveError as error:
    /// ...     print(error)
    /// a1 is not a legal move: it flips no disc
    #[pyo3(signature = (r#move, /))]
    fn play(&self, r#move: AnyMove) -> PyResult<PyBoard> {
        self.0.try_after(r#move.0).map(PyBoard).map_err(|error| Class::IllegalMove.of(&error))
    }

    /// Returns the same discs, seen from the other side, whether a pass is legal or not.
    fn swap(&self) -> PyBoard {
        PyBoard(self.0.pass())
    }

    /// True if the side to move has no move and the other side has one.
    #[getter]
    fn must_pass(&self) -> bool {
        self.0.must_pass()
    }

    /// True if neither side has a move.
    #[getter]
    fn is_game_over(&self) -> bool {
        self.0.is_game_over()
    }

    /// The discs of the side to move less those of the other side.
    #[getter]
    fn disc_difference(&self) -> i32 {
        self.0.disc_difference()
    }

    /// The disc difference with the empties given to the side that has more: the score of a game that ended.
    #[getter]
    fn final_score(&self) -> i32 {
        self.0.final_score()
    }

    /// Returns the smallest of the eight symmetric images, and the symmetry that leads to it.
    ///
    /// >>> from reversi_engine import Board
    /// >>> first = {Board().play(move).canonical()[0] for move in Board().legal_moves()}
    /// >>> len(first)
    /// 1
    fn canonical(&self) -> (PyBoard, PySymmetry) {
        let (board, symmetry) = self.0.canonical();
        (PyBoard(board), PySymmetry(symmetry))
    }

    /// Returns the eight symmetric images, the board itself first.
    fn images(&self) -> Vec<PyBoard> {
        Symmetry::ALL.iter().map(|symmetry| PyBoard(symmetry.board(self.0))).collect()
    }

    /// Draws the board for people: coordinates, `X` for the side to move, dots for legal moves.
    fn diagram(&self) -> String {
        self.0.diagram().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (u64, u64))> {
        let board = slf.get().0;
        Ok((slf.get_type().getattr("from_bits")?, (board.player().0, board.opponent().0)))
    }
}

/// One of the eight symmetries of the board: a rotation or a reflection. `Symmetry.ALL` has all of them, the
/// identity first.
///
/// >>> from reversi_engine import Symmetry
/// >>> sorted(symmetry.move("b1") for symmetry in Symmetry.ALL)
/// ['a2', 'a7', 'b1', 'b8', 'g1', 'g8', 'h2', 'h7']
#[pyclass(frozen, eq, hash, module = "reversi_engine", name = "Symmetry")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PySymmetry(pub(crate) Symmetry);

impl PySymmetry {
    fn index(self) -> usize {
        Symmetry::ALL.iter().position(|&other| other == self.0).unwrap_or(0)
    }
}

#[pymethods]
impl PySymmetry {
    /// Returns the symmetry at this place of `Symmetry.ALL`.
    #[new]
    #[pyo3(signature = (index=None, /), text_signature = "(index=0, /)")]
    fn new(index: Option<&Bound<'_, PyAny>>) -> PyResult<PySymmetry> {
        let index: usize = index.map_or(Ok(0), |index| args::whole(index, "index", 0, 7))?;
        Ok(PySymmetry(Symmetry::ALL[index]))
    }

    #[classattr]
    #[pyo3(name = "ALL")]
    fn all() -> Vec<PySymmetry> {
        Symmetry::ALL.map(PySymmetry).into()
    }

    /// Returns the symmetry that undoes this one.
    fn inverse(&self) -> PySymmetry {
        PySymmetry(self.0.inverse())
    }

    /// Returns the board with all its discs moved.
    #[pyo3(signature = (board, /))]
    fn board(&self, board: &Bound<'_, PyAny>) -> PyResult<PyBoard> {
        Ok(PyBoard(self.0.board(args::object::<PyBoard>(board, "board")?.get().0)))
    }

    /// Returns the image of a move; a pass stays a pass.
    #[pyo3(name = "move", signature = (r#move, /))]
    fn mv(&self, r#move: AnyMove) -> String {
        match r#move.0 {
            Move::Place(square) => self.0.square(square).to_string(),
            Move::Pass => Move::Pass.to_string(),
        }
    }

    fn __repr__(&self) -> String {
        format!("Symmetry({})", self.index())
    }

    fn __getnewargs__(&self) -> (usize,) {
        (self.index(),)
    }
}
