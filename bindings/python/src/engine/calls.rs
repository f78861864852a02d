//! The calls for one position or one game.

use pyo3::prelude::*;
use reversi_engine::{AnalyzeError, Engine, ManyError, Question, SolveError};

use super::PyEngine;
use super::request::{AnalyzeArgs, SolveArgs};
use super::watch::Watch;
use crate::answers::{PyAnalysis, PyAnalyzedMove, PySolution};
use crate::args::{AnyBoard, AnyMove};
use crate::errors::{self, Class};
use crate::game::PyGame;
use crate::limits::PyLimits;

impl PyEngine {
    /// Runs a search on the engine without the lock of the interpreter. Its callback looks at Ctrl-C.
    pub(crate) fn search<R: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Py<PyAny>>,
        search: impl FnOnce(&mut Engine, &mut Watch<'_>) -> R + Send,
    ) -> PyResult<R> {
        let mut lease = self.lender.lend(py)?;
        let mut watch = Watch::new(progress);
        let result = py.detach(|| {
            let result = search(&mut lease, &mut watch);
            drop(lease);
            result
        });
        match watch.error {
            Some(error) => Err(error),
            None => Ok(result),
        }
    }
}

#[pymethods]
impl PyEngine {
    /// Proves the score of a position: exact score, best move, line of best play.
    ///
    /// `wld=True` asks for win, draw or loss alone, `at_least=n` whether the side to move can score `n` or
    /// more, `window=(a, b)` for the exact score if it lies between `a` and `b`. They need less work.
    ///
    /// `progress` is called with a `Progress` every 50 ms at most; `False` ends the search.
    ///
    /// Raises `Interrupted`, with the bounds that are proven, if a limit is reached first.
    ///
    /// >>> from reversi_engine import Board, Bounds, Engine, Exact
    /// >>> board = Board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
    /// >>> engine = Engine(hash_mib=1)
    /// >>> engine.solve(board).value
    /// Exact(18)
    /// >>> engine.clear_hash()
    /// >>> engine.solve(board, at_least=10).value.lower >= 10
    /// True
    #[pyo3(signature = (board, *, wld=false, at_least=None, window=None, limits=None, progress=None))]
    #[expect(clippy::too_many_arguments)] // they have names
    fn solve(
        &self,
        py: Python<'_>,
        board: AnyBoard,
        wld: bool,
        at_least: Option<i32>,
        window: Option<(i32, i32)>,
        limits: Option<&Bound<'_, PyLimits>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PySolution> {
        let mut request = SolveArgs { wld, at_least, window }.request()?;
        if let Some(limits) = limits {
            request = request.limits(limits.get().0.clone());
        }
        let result = self.search(py, progress.as_ref(), |engine, watch| {
            engine.solve_with(&board.0, request, |progress| watch.look(progress))
        })?;
        result.map(PySolution).map_err(|error| solve_error(py, &error))
    }

    /// The best moves of any position.
    ///
    /// `level` is 0 to 60, `depth` a number of plies; without either one, limits alone say when it ends, and
    /// without limits it is level 21. `selectivity` is 73, 87, 95, 98, 99 or 100 percent. `lines` is the
    /// number of moves that get a score of their own; `only` the moves that are searched. `book` is
    /// `"never"`, `"as_deep"` or `"always"`: when the book of the engine answers. `clock` is the time in
    /// seconds that is left for the rest of a game, and what the clock gets after each move: `(300, 2)`; the
    /// search takes its share.
    ///
    /// >>> from reversi_engine import Board, Engine, Estimate, Limits
    /// >>> engine = Engine(hash_mib=16)
    /// >>> analysis = engine.analyze(Board().play("f5"), level=8)
    /// >>> analysis.best_move in ("d6", "f6"), isinstance(analysis.value, Estimate)
    /// (True, True)
    /// >>> engine.analyze(Board(), limits=Limits(nodes=10_000)).stopped
    /// 'nodes'
    #[pyo3(signature = (board, *, level=None, depth=None, selectivity=None, lines=1, only=None,
            book="as_deep", limits=None, clock=None, progress=None))]
    #[expect(clippy::too_many_arguments)] // they have names
    fn analyze(
        &self,
        py: Python<'_>,
        board: AnyBoard,
        level: Option<u32>,
        depth: Option<u32>,
        selectivity: Option<u32>,
        lines: usize,
        only: Option<Vec<AnyMove>>,
        book: &str,
        limits: Option<&Bound<'_, PyLimits>>,
        clock: Option<(f64, f64)>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyAnalysis> {
        let total_limits = None;
        let args =
            AnalyzeArgs { level, depth, selectivity, lines, only, book, limits, total_limits, clock };
        let request = args.request()?;
        let result = self.search(py, progress.as_ref(), |engine, watch| {
            engine.analyze_with(&board.0, request, |progress| watch.look(progress))
        })?;
        result.map(PyAnalysis).map_err(|error| analyze_error(&error))
    }

    /// The moves of a game, each beside the best move of its position. The limits hold for each position,
    /// `total_limits` for the call; the other arguments are those of `analyze`.
    ///
    /// It goes from the end of the game to its start; `progress.done` counts the moves.
    ///
    /// >>> from reversi_engine import Engine, Game
    /// >>> turns = Engine(hash_mib=16).analyze_game(Game("f5d6c3d3c4"), depth=6)
    /// >>> [turn.played for turn in turns], turns[0].loss
    /// (['f5', 'd6', 'c3', 'd3', 'c4'], 0)
    #[pyo3(signature = (game, *, level=None, depth=None, selectivity=None, lines=1,
            book="as_deep", limits=None, total_limits=None, progress=None))]
    #[expect(clippy::too_many_arguments)] // they have names
    fn analyze_game(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        level: Option<u32>,
        depth: Option<u32>,
        selectivity: Option<u32>,
        lines: usize,
        book: &str,
        limits: Option<&Bound<'_, PyLimits>>,
        total_limits: Option<&Bound<'_, PyLimits>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<PyAnalyzedMove>> {
        let (only, clock) = (None, None);
        let args =
            AnalyzeArgs { level, depth, selectivity, lines, only, book, limits, total_limits, clock };
        let (game, request) = (game.get().game(), args.request()?);
        let result = self.search(py, progress.as_ref(), |engine, watch| {
            engine.analyze_game_with(&game, request, |event| watch.look_at(&event))
        })?;
        let turns = result.map_err(|error| analyze_error(&error))?;
        Ok(turns.into_iter().map(PyAnalyzedMove).collect())
    }

    /// Answers a question in JSON by JSON: everything that the engine can be asked. `schema()` has the forms.
    ///
    /// >>> import json
    /// >>> from reversi_engine import Engine, ReversiError
    /// >>> engine = Engine(hash_mib=1)
    /// >>> json.loads(engine.ask('{"moves": "f5", "ask": "legal_moves"}'))["legal_moves"]
    /// ['f4', 'd6', 'f6']
    /// >>> try:
    /// ...     engine.ask('{"moves": "f5", "ask": "analyze", "levle": 3}')
    /// ... except ReversiError as error:
    /// ...     print(error.code, error.field)
    /// unknown-field levle
    #[pyo3(signature = (question, /))]
    fn ask(&self, py: Python<'_>, question: &str) -> PyResult<String> {
        let question = Question::from_json(question).map_err(|error| Class::Request.of(&error))?;
        let answer = self
            .search(py, None, |engine, watch| engine.answer_with(&question, |event| watch.look_at(&event)))?;
        answer.map(|answer| answer.to_json()).map_err(|error| Class::Request.of(&error))
    }
}

/// Proves the score of a position, without limits: see `Engine.solve`. Ctrl-C ends it.
///
/// Up to about 26 empties take seconds; each further one takes about three times as long.
///
/// >>> import reversi_engine as re
/// >>> board = re.Board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
/// >>> re.solve(board).value
/// Exact(18)
#[pyfunction]
#[pyo3(signature = (board, /))]
pub(crate) fn solve(py: Python<'_>, board: AnyBoard) -> PyResult<PySolution> {
    let empties = board.0.empties().len();
    if empties <= 14 {
        // At most some milliseconds.
        return py
            .detach(|| reversi_engine::solve(&board.0))
            .map(PySolution)
            .map_err(|error| super::build_error(&error));
    }
    let mut watch = Watch::new(None);
    let result = py.detach(|| {
        let mut engine = Engine::builder().hash_bytes(1 << (empties + 2).min(26)).build()?;
        let request = reversi_engine::SolveRequest::exact();
        Ok(engine.solve_with(&board.0, request, |progress| watch.look(progress)))
    });
    if let Some(error) = watch.error {
        return Err(error);
    }
    let solved = result.map_err(|error| super::build_error(&error))?;
    solved.map(PySolution).map_err(|error| solve_error(py, &error))
}

fn solve_error(py: Python<'_>, error: &SolveError) -> PyErr {
    match error {
        SolveError::Interrupted(interrupted) => errors::interrupted(py, interrupted),
        _ => Class::Request.of(error),
    }
}

/// Questions in JSON call the number of moves `lines`; the argument has its own name.
fn analyze_error(error: &AnalyzeError) -> PyErr {
    match error {
        AnalyzeError::NoLines => Class::Request.in_field("lines", error),
        _ => Class::Request.of(error),
    }
}

/// The exception of a run over many positions that cannot begin, or whose file cannot be written.
pub(super) fn many_error(error: &ManyError) -> PyErr {
    match error {
        ManyError::Checkpoint(error) => errors::checkpoint(error),
        _ => Class::Request.of(error),
    }
}
