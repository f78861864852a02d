//! Files of problems and games: OBF, GGF, WTHOR.

use pyo3::prelude::*;
use reversi_engine::notation::{self, GgfGame, ObfLine, WthorGame};

use crate::errors::Class;
use crate::game::PyGame;
use crate::position::PyPosition;

/// A line of a file of problems (OBF): a position, and what is known of its moves.
///
/// >>> from reversi_engine import ObfLine
/// >>> start = "---------------------------OX------XO--------------------------- X"
/// >>> line = ObfLine(f"{start}; F5:+0; % the start")
/// >>> line.moves, line.best_score, line.comment
/// ([('f5', 0)], 0, 'the start')
#[pyclass(frozen, eq, hash, module = "reversi_engine", name = "ObfLine")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyObfLine(ObfLine);

#[pymethods]
impl PyObfLine {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &str) -> PyResult<PyObfLine> {
        text.parse().map(PyObfLine).map_err(|error| Class::Parse.of(&error))
    }

    /// The position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position)
    }

    /// Moves and their scores for the side that plays them, in the order of the line. They need not be all.
    #[getter]
    fn moves(&self) -> Vec<(String, i32)> {
        self.0.moves.iter().map(|scored| (scored.mv.to_string(), scored.score)).collect()
    }

    /// The score of the position: the one that the line states, else that of its best move.
    #[getter]
    fn best_score(&self) -> Option<i32> {
        self.0.best_score()
    }

    /// The text after `%`.
    #[getter]
    fn comment(&self) -> Option<&str> {
        self.0.comment.as_deref()
    }

    fn __repr__(&self) -> String {
        format!("ObfLine({:?})", self.0.to_string())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// A game of a GGF file, with its names and results.
///
/// >>> from reversi_engine import Game, read_ggf
/// >>> [record] = read_ggf(Game("f5d6").ggf(PB="Ada", PW="Bob"))
/// >>> record.game, record.tags["PB"]
/// (Game('f5d6'), 'Ada')
#[pyclass(frozen, module = "reversi_engine", name = "GgfGame")]
pub(crate) struct PyGgfGame(GgfGame);

#[pymethods]
impl PyGgfGame {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame::of(self.0.game.clone())
    }

    /// The tags but those of the game itself. Of several with one name, the first.
    #[getter]
    fn tags(&self) -> std::collections::HashMap<&str, &str> {
        let mut tags: Vec<_> = self.0.tags().collect();
        tags.reverse();
        tags.into_iter().collect()
    }

    /// The evaluation and the seconds that the record states for each move.
    #[getter]
    fn notes(&self) -> Vec<(Option<f64>, Option<f64>)> {
        self.0.notes.iter().map(|note| (note.eval, note.seconds)).collect()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

/// A game of a `.wtb` file of the WTHOR data base.
#[pyclass(frozen, eq, hash, module = "reversi_engine", name = "WthorGame")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyWthorGame {
    record: WthorGame,
    year: u16,
}

#[pymethods]
impl PyWthorGame {
    /// The game, with its passes.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame::of(self.record.game.clone())
    }

    /// The year of the file.
    #[getter]
    fn year(&self) -> u16 {
        self.year
    }

    /// The number of the tournament in the `.trn` file.
    #[getter]
    fn tournament(&self) -> u16 {
        self.record.tournament
    }

    /// The number of the player in the `.jou` file.
    #[getter]
    fn black(&self) -> u16 {
        self.record.black
    }

    /// The number of the player in the `.jou` file.
    #[getter]
    fn white(&self) -> u16 {
        self.record.white
    }

    /// The result from black's side, as the tournament has it. The moves need not lead there.
    #[getter]
    fn score(&self) -> i32 {
        self.record.score()
    }

    /// The result from black's side if both had played perfectly from a depth on that the file states.
    #[getter]
    fn theoretical_score(&self) -> i32 {
        self.record.theoretical_score()
    }
}

/// Reads a file of problems (OBF), a line each. Blank lines and comments are passed over.
///
/// >>> from reversi_engine import ParseError, read_obf
/// >>> start = "---------------------------OX------XO--------------------------- X;"
/// >>> len(read_obf(f"{start}\n{start}"))
/// 2
/// >>> try:
/// ...     read_obf(f"{start}\nnonsense")
/// ... except ParseError as error:
/// ...     print(error.line, error.offset)
/// 2 0
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn read_obf(text: &str) -> PyResult<Vec<PyObfLine>> {
    notation::read_obf(text)
        .map(|line| line.map(PyObfLine).map_err(|error| Class::Parse.of(&error)))
        .collect()
}

/// Reads the games of a GGF file.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn read_ggf(text: &str) -> PyResult<Vec<PyGgfGame>> {
    notation::read_ggf(text)
        .map(|record| record.map(PyGgfGame).map_err(|error| Class::Parse.of(&error)))
        .collect()
}

/// Reads the games of a `.wtb` file of the WTHOR data base.
///
/// >>> from reversi_engine import ParseError, read_wtb
/// >>> try:
/// ...     read_wtb(b"short")
/// ... except ParseError as error:
/// ...     print(error.offset)
/// 5
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn read_wtb(data: &[u8]) -> PyResult<Vec<PyWthorGame>> {
    let (header, games) = notation::read_wtb(data).map_err(|error| Class::Parse.of(&error))?;
    games
        .map(|record| match record {
            Ok(record) => Ok(PyWthorGame { record, year: header.year }),
            Err(error) => Err(Class::Parse.of(&error)),
        })
        .collect()
}

/// Reads the names of a `.jou` file, the players of the WTHOR data base, or of a `.trn` file, its
/// tournaments. `WthorGame` has their numbers.
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn read_names(data: &[u8]) -> PyResult<Vec<String>> {
    // The two differ in the length of a name, which the header does not state: only one fits the file.
    let (_, names) = notation::read_jou(data)
        .or_else(|players| notation::read_trn(data).map_err(|_| players))
        .map_err(|error| Class::Parse.of(&error))?;
    Ok(names)
}
