//! The answers of searches: `Solution`, `Line`, `Analysis`, `AnalyzedMove`, `Solved`.

use pyo3::prelude::*;
use reversi_engine::search::{AnalyzedMove, Interrupted, Solved};
use reversi_engine::{Analysis, Board, Line, Move, Solution};
use serde::{Deserialize, Serialize};

use crate::args::{self, Text};
use crate::board::PyBoard;
use crate::data::{self, data};
use crate::errors;
use crate::fields::answers;
use crate::value;

answers! {
    /// The answer to a solve. All of it is proven.
    ///
    /// >>> import reversi_engine as re
    /// >>> board = re.Board("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O")
    /// >>> solution = re.solve(board)
    /// >>> solution.value, solution.best_move
    /// (Exact(2), 'g8')
    PySolution(Solution) "Solution" as SOLUTION { value(), pv(), nodes(), elapsed() as "seconds", source() }
        |found| {
            let best = best(found.best_move());
            format!("<Solution {} with {best}, {} nodes>", found.value(), found.nodes())
        };

    /// The value of a move and how the game goes on after it.
    PyLine(Line) "Line" as LINE { value(), pv() }
        |line| format!("<Line {}: {}>", line.value(), args::moves(line.pv().iter().copied()).join(" "));

    /// The best moves of a position, each with its line.
    ///
    /// >>> from reversi_engine import Board, Engine
    /// >>> analysis = Engine(hash_mib=1).analyze(Board().play("f5"), depth=6, lines=2)
    /// >>> [line.best_move for line in analysis.lines], analysis.value.depth
    /// (['d6', 'f6'], 6)
    PyAnalysis(Analysis) "Analysis" as ANALYSIS {
        lines(), stopped(), nodes(), elapsed() as "seconds", source(), human(),
    }
        |found| {
            let best = best(found.best_move());
            format!("<Analysis {} with {best}, {} lines>", found.value(), found.lines().len())
        };

    /// A move of a game beside the best move of its position.
    PyAnalyzedMove(AnalyzedMove) "AnalyzedMove" as ANALYZED_MOVE {
        position(), played(), loss(), depth(), line(), analysis(),
    }
        |turn| format!("<AnalyzedMove {}, loss {}>", turn.played(), turn.loss());
}

data! {
    PySolved: SolvedForm = |solved| Ok(solved.0.clone()), |form| {
        if form.solution.is_some() == form.interrupted.is_some() {
            return Err(data::contradiction("a result is either solution or interrupted"));
        }
        Ok(PySolved(form))
    };
}

fn best(mv: Option<Move>) -> String {
    mv.map_or("no move".to_owned(), |mv| mv.to_string())
}

#[pymethods]
impl PySolution {
    /// The best move, or one that proves the bound; `None` if the game is over, or if none proves it.
    #[getter]
    fn best_move(&self) -> Option<String> {
        self.0.best_move().map(|mv| mv.to_string())
    }
}

#[pymethods]
impl PyLine {
    /// The move; `None` if the game is over.
    #[getter]
    fn best_move(&self) -> Option<String> {
        self.0.best_move().map(|mv| mv.to_string())
    }
}

#[pymethods]
impl PyAnalysis {
    /// The board that it is about.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board())
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
}

/// The result for one of the boards of `solve_many`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolvedForm {
    index: usize,
    board: Board,
    stored: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<Solution>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    interrupted: Option<Interrupted>,
}

/// The result of `solve_many` for one of its boards.
#[pyclass(frozen, eq, module = "reversi_engine", name = "Solved")]
#[derive(PartialEq, Eq)]
pub(crate) struct PySolved(SolvedForm);

impl PySolved {
    pub(crate) fn of(solved: Solved) -> PySolved {
        let Solved { index, board, result, stored, .. } = solved;
        let (solution, interrupted) = match result {
            Ok(solution) => (Some(solution), None),
            Err(interrupted) => (None, Some(interrupted)),
        };
        PySolved(SolvedForm { index, board, stored, solution, interrupted })
    }

    fn proven(&self) -> reversi_engine::Value {
        let bounds = self.0.interrupted.as_ref().map(|interrupted| interrupted.bounds);
        let solved = self.0.solution.as_ref().map(Solution::value);
        solved.or(bounds).unwrap_or(reversi_engine::Value::Bounds { lower: -64, upper: 64 })
    }
}

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

    /// Proven: the value of the solution, or the bounds that were proven when a limit was reached.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.proven())
    }

    /// True if the solution was in the checkpoint before the run.
    #[getter]
    fn stored(&self) -> bool {
        self.0.stored
    }

    /// The solution; `None` if a limit was reached first.
    #[getter]
    fn solution(&self) -> Option<PySolution> {
        self.0.solution.clone().map(PySolution)
    }

    /// The exception that `solve` would have raised; `None` if there is a solution.
    #[getter]
    fn interrupted<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.0.interrupted.as_ref().map(|error| errors::interrupted_object(py, error)).transpose()
    }

    fn __repr__(&self) -> String {
        let not_yet = if self.0.solution.is_some() { "" } else { "not yet, " };
        format!("<Solved {}: {not_yet}{}>", self.0.index, self.proven())
    }
}

/// Makes the exception `Interrupted` of its JSON.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn _interrupted(py: Python<'_>, text: Text) -> PyResult<Bound<'_, PyAny>> {
    errors::interrupted_object(py, &data::read(&text.0)?)
}
