//! What searches answer: `Solution`, `Line`, `Analysis`, `AnalyzedMove`, `Solved`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAnyMethods, PyType};
use reversi_engine::{Analysis, AnalyzedMove, Line, Problem, Solution, Solved};

use crate::args;
use crate::board::PyBoard;
use crate::errors::{self, Class};
use crate::position::PyPosition;
use crate::value;

/// An answer in JSON, read and checked.
fn from_json<T: for<'de> serde::Deserialize<'de>>(text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| {
        let mut problem = Problem::new("bad-answer", error.to_string());
        problem.at.line = Some(error.line() as u64);
        problem.at.column = Some(error.column() as u64);
        Class::Parse.of(problem)
    })
}

/// An answer in JSON. Its fields are those of the schema.
fn to_json(answer: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(answer).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// How an object is made again: a function and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (String,));

fn reduce<'py>(class: &Bound<'py, PyType>, json: String) -> PyResult<Reduced<'py>> {
    Ok((class.getattr("from_json")?, (json,)))
}

/// What all answers of a search have: its cost, its source, and the answer as JSON.
macro_rules! search_answer {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            /// The nodes of the search.
            #[getter]
            fn nodes(&self) -> u64 {
                self.0.nodes()
            }

            /// The seconds of the search.
            #[getter]
            fn elapsed(&self) -> f64 {
                self.0.elapsed().as_secs_f64()
            }

            /// `"search"`, `"book"` or `"file"`.
            #[getter]
            fn source(&self) -> &'static str {
                self.0.source().name()
            }

            /// The answer as JSON.
            fn to_json(&self) -> PyResult<String> {
                to_json(&self.0)
            }

            /// Reads what `to_json` wrote. What contradicts itself is refused.
            #[classmethod]
            fn from_json(_: &Bound<'_, PyType>, text: &str) -> PyResult<$Class> {
                from_json(text).map($Class)
            }

            fn __reduce__(slf: Bound<'_, Self>) -> PyResult<Reduced<'_>> {
                reduce(&slf.get_type(), slf.get().to_json()?)
            }
        }
    };
}
search_answer!(PySolution);
search_answer!(PyAnalysis);

/// The answer to a solve. All of it is proven.
///
/// >>> import reversi_engine as re
/// >>> board = re.Board("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O")
/// >>> solution = re.solve(board)
/// >>> solution.value, solution.best_move
/// (Exact(2), 'g8')
#[pyclass(frozen, eq, module = "reversi_engine", name = "Solution")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PySolution(pub(crate) Solution);

#[pymethods]
impl PySolution {
    /// The score: `Exact`, or `Bounds` that answer the question that was asked.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.0.value())
    }

    /// The best move, or one that proves the bound; `None` if the game is over, or if none proves it.
    #[getter]
    fn best_move(&self) -> Option<String> {
        self.0.best_move().map(|mv| mv.to_string())
    }

    /// The line of best play, passes as `"ps"`.
    #[getter]
    fn pv(&self) -> Vec<String> {
        args::moves(self.0.pv().iter().copied())
    }

    fn __repr__(&self) -> String {
        let best = self.0.best_move().map_or("no move".to_owned(), |mv| mv.to_string());
        format!("<Solution {} with {best}, {} nodes>", self.0.value(), self.0.nodes())
    }
}

/// The value of a move and how the game goes on after it.
#[pyclass(frozen, eq, module = "reversi_engine", name = "Line")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyLine(pub(crate) Line);

#[pymethods]
impl PyLine {
    /// The score, from the side that plays the move.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.0.value())
    }

    /// The move; `None` if the game is over.
    #[getter]
    fn best_move(&self) -> Option<String> {
        self.0.best_move().map(|mv| mv.to_string())
    }

    /// The move and what follows, passes as `"ps"`.
    #[getter]
    fn pv(&self) -> Vec<String> {
        args::moves(self.0.pv().iter().copied())
    }

    fn __repr__(&self) -> String {
        format!("<Line {}: {}>", self.0.value(), self.pv().join(" "))
    }
}

/// The best moves of a position, each with its line.
///
/// >>> from reversi_engine import Board, Engine
/// >>> analysis = Engine(hash_mib=1).analyze(Board().play("f5"), depth=6, lines=2)
/// >>> [line.best_move for line in analysis.lines], analysis.value.depth
/// (['d6', 'f6'], 6)
#[pyclass(frozen, eq, module = "reversi_engine", name = "Analysis")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyAnalysis(pub(crate) Analysis);

#[pymethods]
impl PyAnalysis {
    /// The board that it is about.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board())
    }

    /// The lines, the best first.
    #[getter]
    fn lines(&self) -> Vec<PyLine> {
        self.0.lines().iter().cloned().map(PyLine).collect()
    }

    /// The value of the best line.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.0.value())
    }

    /// The move of the best line; `None` if the game is over.
    #[getter]
    fn best_move(&self) -> Option<String> {
        self.0.best_move().map(|mv| mv.to_string())
    }

    /// The moves of the best line, passes as `"ps"`.
    #[getter]
    fn pv(&self) -> Vec<String> {
        args::moves(self.0.pv().iter().copied())
    }

    /// What ended it early: `"time"`, `"nodes"`, `"stop"`, `"callback"`, or `None`.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.0.stopped().map(errors::reason)
    }

    fn __repr__(&self) -> String {
        let best = self.0.best_move().map_or("no move".to_owned(), |mv| mv.to_string());
        format!("<Analysis {} with {best}, {} lines>", self.0.value(), self.0.lines().len())
    }
}

/// A move of a game beside the best move of its position.
#[pyclass(frozen, eq, module = "reversi_engine", name = "AnalyzedMove")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyAnalyzedMove(pub(crate) AnalyzedMove);

#[pymethods]
impl PyAnalyzedMove {
    /// The position before the move.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position())
    }

    /// The move that was played.
    #[getter]
    fn played(&self) -> String {
        self.0.played().to_string()
    }

    /// The value of the move and how the game could have gone on.
    #[getter]
    fn line(&self) -> PyLine {
        PyLine(self.0.line().clone())
    }

    /// The analysis of the position before the move.
    #[getter]
    fn analysis(&self) -> PyAnalysis {
        PyAnalysis(self.0.analysis().clone())
    }

    /// The plies of the search that found the best move, passes not counted.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth()
    }

    /// By how many discs the move was worse than the best one.
    #[getter]
    fn loss(&self) -> u32 {
        self.0.loss()
    }

    fn __repr__(&self) -> String {
        format!("<AnalyzedMove {}, loss {}>", self.0.played(), self.0.loss())
    }
}

/// The result of `solve_many` for one of its boards.
#[pyclass(frozen, module = "reversi_engine", name = "Solved")]
pub(crate) struct PySolved(pub(crate) Solved);

#[pymethods]
impl PySolved {
    #[classattr]
    #[pyo3(name = "__match_args__")]
    const MATCH_ARGS: (&'static str, &'static str, &'static str) = ("index", "board", "value");

    /// The number of the board, from 0.
    #[getter]
    fn index(&self) -> usize {
        self.0.index
    }

    /// The board.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board)
    }

    /// What is proven: the value of the solution, or the bounds that were proven when a limit was reached.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(
            py,
            match &self.0.result {
                Ok(solution) => solution.value(),
                Err(interrupted) => interrupted.bounds,
            },
        )
    }

    /// Whether the solution was in the checkpoint before the run.
    #[getter]
    fn stored(&self) -> bool {
        self.0.stored
    }

    /// The solution; `None` if a limit was reached first.
    #[getter]
    fn solution(&self) -> Option<PySolution> {
        self.0.result.as_ref().ok().cloned().map(PySolution)
    }

    /// What `solve` would have raised; `None` if there is a solution.
    #[getter]
    fn interrupted<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let error = self.0.result.as_ref().err();
        error.map(|error| errors::interrupted_object(py, error)).transpose()
    }

    fn __repr__(&self) -> String {
        match &self.0.result {
            Ok(solution) => format!("<Solved {}: {}>", self.0.index, solution.value()),
            Err(interrupted) => format!("<Solved {}: not yet, {}>", self.0.index, interrupted.bounds),
        }
    }
}
