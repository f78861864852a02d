//! Files of problems and games: OBF, GGF, WTHOR.

use std::fs;

use pyo3::prelude::*;
use reversi_engine::notation::{self, GgfGame, ObfLine, WthorGame};
use serde::{Deserialize, Serialize};

use crate::args::{AnyBytes, AnyPath, Text};
use crate::data::data;
use crate::errors::{self, Class};
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
    fn new(text: Text) -> PyResult<PyObfLine> {
        text.0.parse().map(PyObfLine).map_err(|error| Class::Parse.of(&error))
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

    /// The score of the position: the one that the line states, else the score of its best move.
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
}

/// A game of a GGF file, with its names and results.
///
/// >>> from reversi_engine import Game, read_ggf
/// >>> [record] = read_ggf(Game("f5d6").ggf(PB="Ada", PW="Bob"))
/// >>> record.game, record.tags["PB"]
/// (Game('f5d6'), 'Ada')
#[pyclass(frozen, eq, module = "reversi_engine", name = "GgfGame")]
#[derive(PartialEq)]
pub(crate) struct PyGgfGame(pub(crate) GgfGame);

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
pub(crate) struct PyWthorGame(WthorForm);

/// A game and the year of its file.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WthorForm {
    year: u16,
    record: WthorGame,
}

data! {
    PyObfLine: String = |line| Ok(line.0.to_string()),
        |text| text.parse().map(PyObfLine).map_err(|error| Class::Parse.of(&error));
    PyGgfGame: GgfGame = |record| Ok(record.0.clone()), |record| Ok(PyGgfGame(record));
    PyWthorGame: WthorForm = |game| Ok(game.0.clone()), |form| Ok(PyWthorGame(form));
}

impl PyWthorGame {
    pub(crate) fn record(&self) -> &WthorGame {
        &self.0.record
    }
}

#[pymethods]
impl PyWthorGame {
    /// The game, with its passes.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame::of(self.0.record.game.clone())
    }

    /// The year of the file.
    #[getter]
    fn year(&self) -> u16 {
        self.0.year
    }

    /// The number of the tournament in the `.trn` file.
    #[getter]
    fn tournament(&self) -> u16 {
        self.0.record.tournament
    }

    /// The number of the player in the `.jou` file.
    #[getter]
    fn black(&self) -> u16 {
        self.0.record.black
    }

    /// The number of the player in the `.jou` file.
    #[getter]
    fn white(&self) -> u16 {
        self.0.record.white
    }

    /// The result from black's side: of a game that is over the score of its board, of others as the tournament
    /// has it.
    #[getter]
    fn score(&self) -> i32 {
        self.0.record.score()
    }

    /// The result from black's side if both had played perfectly from a depth on that the file states.
    #[getter]
    fn theoretical_score(&self) -> i32 {
        self.0.record.theoretical_score()
    }
}

/// Reads a file of problems (OBF), a line each. Blank lines and comments are passed over. An error has the
/// file and the line.
///
/// >>> import pathlib, tempfile
/// >>> from reversi_engine import ParseError, read_obf
/// >>> file = pathlib.Path(tempfile.mkdtemp(), "two.obf")
/// >>> start = "---------------------------OX------XO--------------------------- X;"
/// >>> _ = file.write_text(f"{start}\n{start}")
/// >>> len(read_obf(file))
/// 2
/// >>> _ = file.write_text(f"{start}\nnonsense")
/// >>> try:
/// ...     read_obf(file)
/// ... except ParseError as error:
/// ...     print(error.file == str(file), error.line, error.offset)
/// True 2 0
#[pyfunction]
#[pyo3(signature = (path, /))]
pub(crate) fn read_obf(py: Python<'_>, path: AnyPath) -> PyResult<Vec<PyObfLine>> {
    let path = path.0;
    let bytes = py.detach(|| fs::read(&path)).map_err(|error| errors::system(&error, Some(&path)))?;
    let text = String::from_utf8_lossy(&bytes);
    notation::read_obf(text.trim_start_matches('\u{feff}'))
        .map(|line| line.map(PyObfLine).map_err(|error| Class::Parse.in_file(Some(&path), &error)))
        .collect()
}

/// Reads the games of a text in GGF.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn read_ggf(text: Text) -> PyResult<Vec<PyGgfGame>> {
    notation::read_ggf(&text.0)
        .map(|record| record.map(PyGgfGame).map_err(|error| Class::Parse.of(&error)))
        .collect()
}

/// Reads the games of the bytes of a `.wtb` file of the WTHOR data base.
///
/// >>> from reversi_engine import ParseError, read_wtb
/// >>> try:
/// ...     read_wtb(b"short")
/// ... except ParseError as error:
/// ...     print(error.offset)
/// 5
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn read_wtb(data: AnyBytes) -> PyResult<Vec<PyWthorGame>> {
    let (header, games) = notation::read_wtb(&data.0).map_err(|error| Class::Parse.of(&error))?;
    let year = header.year;
    games
        .map(|record| record.map(|record| PyWthorGame(WthorForm { year, record })))
        .map(|record| record.map_err(|error| Class::Parse.of(&error)))
        .collect()
}

/// Reads the names of a `.jou` file, the players of the WTHOR data base, or of a `.trn` file, its
/// tournaments. `WthorGame` has their numbers.
#[pyfunction]
#[pyo3(signature = (data, /))]
pub(crate) fn read_names(data: AnyBytes) -> PyResult<Vec<String>> {
    // The two differ in the length of a name, which the header does not state: only one fits the file.
    let (_, names) = notation::read_jou(&data.0)
        .or_else(|players| notation::read_trn(&data.0).map_err(|_| players))
        .map_err(|error| Class::Parse.of(&error))?;
    Ok(names)
}
