//! `Book`: opening books.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyType;
use reversi_engine::Move;
use reversi_engine::book::{Book, BookEntry, BookError, Conversion};
use serde::{Deserialize, Serialize};

use crate::args::{self, AnyBoard, AnyBytes, AnyPath};
use crate::board::PyBoard;
use crate::data::{contradiction, data};
use crate::errors;

/// An opening book. Each position stands for its eight symmetric images.
///
/// >>> from reversi_engine import Board, Book
/// >>> book = Book.embedded()
/// >>> len(book) > 1000, book.probe(Board()) is not None
/// (True, True)
/// >>> sorted(move for move, score in book.moves(Board()))
/// ['c4', 'd3', 'e6', 'f5']
#[pyclass(frozen, module = "reversi_engine", name = "Book")]
pub(crate) struct PyBook(pub(crate) Arc<Book>);

#[pymethods]
impl PyBook {
    /// Reads the file of a book: the packed format of this engine, of which only the index is read, or a
    /// book of Edax or Egaroucid, which is read into memory. A damaged book is refused.
    #[classmethod]
    fn open(_: &Bound<'_, PyType>, py: Python<'_>, path: AnyPath) -> PyResult<PyBook> {
        match py.detach(|| Conversion::new().read(&path.0)) {
            Ok((book, _)) => Ok(PyBook(Arc::new(book))),
            Err(error) => Err(errors::book(&error, Some(&path.0))),
        }
    }

    /// Reads the bytes of a packed book.
    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, data: AnyBytes) -> PyResult<PyBook> {
        let book = Book::from_bytes(data.0).map_err(|error| errors::book(&error, None))?;
        Ok(PyBook(Arc::new(book)))
    }

    /// Returns the small book that is part of the package.
    #[classmethod]
    fn embedded(_: &Bound<'_, PyType>) -> PyBook {
        PyBook(Arc::new(Book::embedded()))
    }

    /// Returns the entry of a position, or `None`.
    #[pyo3(signature = (board, /))]
    fn probe(&self, board: AnyBoard) -> Option<PyEntry> {
        self.0.probe(&board.0).map(PyEntry::of)
    }

    /// Returns the moves that the book knows and their scores, the best first; none for a position that it
    /// lacks.
    #[pyo3(signature = (board, /))]
    fn moves(&self, board: AnyBoard) -> Vec<(String, i8)> {
        self.0.moves(&board.0).into_iter().map(|scored| (scored.mv.to_string(), scored.score)).collect()
    }

    /// Returns the best move of the book, the best answer, and so on.
    #[pyo3(signature = (board, /))]
    fn best_line(&self, board: AnyBoard) -> Vec<String> {
        args::moves(self.0.best_line(&board.0))
    }

    /// Lists all positions and their entries. A board stands for its eight images. A book of millions takes
    /// memory for all of them.
    ///
    /// >>> from reversi_engine import Book
    /// >>> exact = [board for board, entry in Book.embedded().entries() if entry.lower == entry.upper]
    fn entries(&self, py: Python<'_>) -> PyResult<Vec<(PyBoard, PyEntry)>> {
        let read = || {
            self.0.iter().map(|position| position.map(|(board, entry)| (PyBoard(board), PyEntry::of(entry))))
        };
        let entries: Result<Vec<_>, BookError> = py.detach(|| read().collect());
        entries.map_err(|error| errors::book(&error, None))
    }

    /// Writes the book to a file, in the packed format of this engine. There is a whole file at all times,
    /// and a file that another program changes meanwhile is an error.
    fn save(&self, py: Python<'_>, path: AnyPath) -> PyResult<()> {
        py.detach(|| self.0.save(&path.0)).map_err(|error| errors::book(&error, Some(&path.0)))
    }

    /// Checks all of it: positions, links, values.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.0.verify()).map_err(|error| errors::book(&error, None))
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.0.len()).unwrap_or(usize::MAX)
    }

    fn __repr__(&self) -> String {
        format!("<Book of {} positions>", self.0.len())
    }
}

/// The entry of a position in a book. Scores are from the side to move.
#[pyclass(frozen, eq, hash, module = "reversi_engine", name = "BookEntry")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyEntry(EntryForm);

/// The part of an entry that Python sees.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryForm {
    value: i8,
    lower: i8,
    upper: i8,
    level: u32,
    moves: Vec<(Move, i8)>,
}

impl PyEntry {
    fn of(entry: BookEntry) -> PyEntry {
        let moves = entry.moves().map(|scored| (scored.mv, scored.score)).collect();
        let BookEntry { value, lower, upper, level, .. } = entry;
        PyEntry(EntryForm { value, lower, upper, level: level.number(), moves })
    }
}

data! {
    PyEntry: EntryForm = |entry| Ok(entry.0.clone()), |form| {
        if !(-64 <= form.lower && form.lower <= form.value && form.value <= form.upper && form.upper <= 64) {
            return Err(contradiction("the value of an entry lies between lower and upper"));
        }
        Ok(PyEntry(form))
    };
}

#[pymethods]
impl PyEntry {
    /// The score of the best move.
    #[getter]
    fn value(&self) -> i8 {
        self.0.value
    }

    /// The least score that the errors of the searches leave possible.
    #[getter]
    fn lower(&self) -> i8 {
        self.0.lower
    }

    /// The greatest one. The value is exact if both are equal.
    #[getter]
    fn upper(&self) -> i8 {
        self.0.upper
    }

    /// The level of the searches of this position.
    #[getter]
    fn level(&self) -> u32 {
        self.0.level
    }

    /// All moves that have a score.
    #[getter]
    fn moves(&self) -> Vec<(String, i8)> {
        self.0.moves.iter().map(|(mv, score)| (mv.to_string(), *score)).collect()
    }

    fn __repr__(&self) -> String {
        format!("<BookEntry {:+}, level {}>", self.0.value, self.0.level)
    }
}
