//! The calls for one position or one game.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use reversi_engine::question::Question;
use reversi_engine::runs::RunError;
use reversi_engine::search::HumanMoves;
use reversi_engine::surface::{AnalyzeOptions, SolveOptions};
use reversi_engine::{AnalyzeRequest, Engine, SolveError, SolveRequest};

use super::PyEngine;
use super::watch::Watch;
use crate::answers::{PyAnalysis, PyAnalyzedMove, PySolution};
use crate::args::{self, AnyBoard, Text};
use crate::errors::{self, Class};
use crate::game::PyGame;
use crate::human::PyHumanMoves;
use crate::position::PyPosition;
use crate::review::{PyPuzzle, PyReview};

impl PyEngine {
    /// Runs a search on the engine without the lock of the interpreter. Its callback looks at Ctrl-C.
    pub(crate) fn search<R: Send>(
        &self,
        py: Python<'_>,
        progress: Option<&Py<PyAny>>,
        search: impl FnOnce(&mut Engine, &mut Watch<'_>) -> R + Send,
    ) -> PyResult<R> {
        Watch::check(py, progress)?;
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

/// The request of the options.
pub(super) fn solve_request(options: Option<&Bound<'_, PyDict>>) -> PyResult<SolveRequest> {
    args::options::<SolveOptions>("solve", options)?.request().map_err(|error| Class::Request.of(&error))
}

pub(super) fn analyze_request(
    ask: &'static str,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<AnalyzeRequest> {
    args::options::<AnalyzeOptions>(ask, options)?.request().map_err(|error| Class::Request.of(&error))
}

#[pymethods]
impl PyEngine {
    /// Proves the score of a position: exact score, best move, line of best play. `SolveOptions` has the
    /// options.
    ///
    /// `window="wld"` asks for win, draw or loss alone, `at_least=n` whether the side to move can score `n` or
    /// more, `window=(a, b)` for the exact score if it lies between `a` and `b`. They need less work.
    ///
    /// `progress` is called with a `Progress` every 50 ms at most; `False` ends the search.
    ///
    /// Raises `Interrupted`, with the bounds that are proven, if a limit is reached first.
    ///
    /// >>> from reversi_engine import Board, Engine
    /// >>> board = Board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
    /// >>> engine = Engine(hash_mib=1)
    /// >>> engine.solve(board).value
    /// Exact(18)
    /// >>> engine.clear_hash()
    /// >>> engine.solve(board, at_least=10).value.lower >= 10
    /// True
    #[pyo3(signature = (board, *, progress=None, **options))]
    fn solve(
        &self,
        py: Python<'_>,
        board: AnyBoard,
        progress: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PySolution> {
        let request = solve_request(options)?;
        let result = self.search(py, progress.as_ref(), |engine, watch| {
            engine.solve_with(&board.0, request, |progress| watch.look(progress))
        })?;
        result.map(PySolution).map_err(|error| solve_error(py, &error))
    }

    /// Finds the best moves of any position. `AnalyzeOptions` has the options.
    ///
    /// Without a level or a depth the search is as deep as a clock, or seconds or nodes of the limits, allow;
    /// without these it has level 21.
    ///
    /// >>> from reversi_engine import Board, Engine, Estimate, Limits
    /// >>> engine = Engine(hash_mib=16)
    /// >>> analysis = engine.analyze(Board().play("f5"), level=8)
    /// >>> analysis.best_move in ("d6", "f6"), isinstance(analysis.value, Estimate)
    /// (True, True)
    /// >>> engine.analyze(Board(), limits=Limits(nodes=10_000)).stopped
    /// 'nodes'
    #[pyo3(signature = (board, *, progress=None, **options))]
    fn analyze(
        &self,
        py: Python<'_>,
        board: AnyBoard,
        progress: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyAnalysis> {
        let request = analyze_request("analyze", options)?;
        let result = self.search(py, progress.as_ref(), |engine, watch| {
            engine.analyze_with(&board.0, request, |progress| watch.look(progress))
        })?;
        result.map(PyAnalysis).map_err(|error| Class::Request.of(&error))
    }

    /// Analyzes the moves of a game, each beside the best move of its position. `limits` hold for each
    /// position, `total_limits` for the call; it takes the options of `analyze`.
    ///
    /// It goes from the end of the game to its start; `progress.done` counts the moves.
    ///
    /// >>> from reversi_engine import Engine, Game
    /// >>> turns = Engine(hash_mib=16).analyze_game(Game("f5d6c3d3c4"), depth=6)
    /// >>> [turn.played for turn in turns], turns[0].loss
    /// (['f5', 'd6', 'c3', 'd3', 'c4'], 0)
    #[pyo3(signature = (game, *, progress=None, **options))]
    fn analyze_game(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        progress: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<PyAnalyzedMove>> {
        let game = args::object::<PyGame>(game, "game")?.get().game();
        let request = analyze_request("analyze_game", options)?;
        let result = self.search(py, progress.as_ref(), |engine, watch| {
            engine.analyze_game_with(&game, request, |event| watch.look_at(&event))
        })?;
        let turns = result.map_err(|error| Class::Request.of(&error))?;
        Ok(turns.into_iter().map(PyAnalyzedMove).collect())
    }

    /// Reviews a game: the loss and the class of each move, the chances, the accuracy of each side, turning
    /// points, the name of the opening. A deeper search looks again at moves that lost something by an
    /// estimate. It takes the options of `analyze_game` but `only`.
    ///
    /// >>> from reversi_engine import Engine, Game
    /// >>> review = Engine(hash_mib=16).review(Game("f5d6c3d3c4"), depth=6)
    /// >>> [move.played for move in review.moves], review.moves[0].loss, review.opening
    /// (['f5', 'd6', 'c3', 'd3', 'c4'], 0, 'Tiger')
    #[pyo3(signature = (game, *, progress=None, **options))]
    fn review(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        progress: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyReview> {
        let game = args::object::<PyGame>(game, "game")?.get().game();
        let request = analyze_request("review", options)?;
        let result = self.search(py, progress.as_ref(), |engine, watch| {
            reversi_engine::play::Review::by_with(engine, &game, request, |event| watch.look_at(&event))
        })?;
        result.map(PyReview).map_err(|error| Class::Request.of(&error))
    }

    /// Returns the puzzle of a position: all its moves are searched, and one is the best. `None` where the
    /// best move is not the only one, or may not be the only one because of an error of the search: a deeper
    /// search has to confirm an estimate. It takes the options of `analyze` but `only`.
    ///
    /// >>> from reversi_engine import Engine, Position
    /// >>> cells = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    /// >>> puzzle = Engine(hash_mib=16).puzzle(Position(cells), level=10)
    /// >>> puzzle.best_move, puzzle.value, puzzle.proven
    /// ('g8', Exact(18), True)
    #[pyo3(signature = (position, *, progress=None, **options))]
    fn puzzle(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        progress: Option<Py<PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<PyPuzzle>> {
        let position = args::object::<PyPosition>(position, "position")?.get().0;
        let request = analyze_request("analyze", options)?;
        let result = self.search(py, progress.as_ref(), |engine, watch| {
            reversi_engine::play::Puzzle::by_with(engine, &position, request, |progress| watch.look(progress))
        })?;
        result.map(|puzzle| puzzle.map(PyPuzzle)).map_err(|error| Class::Request.of(&error))
    }

    /// Returns the moves that people of this rating would play, without a search. The rating is 400 to 2400;
    /// 1500 is the median of people who play many tournament games. `human` of `analyze` has them beside the
    /// best moves.
    ///
    /// >>> from reversi_engine import Board, Engine
    /// >>> board = Board("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X")
    /// >>> engine = Engine(hash_mib=1)
    /// >>> people, analysis = engine.human_moves(board), engine.analyze(board, level=10, human=1500)
    /// >>> analysis.human == people, len(people.moves) == len(board.legal_moves())
    /// (True, True)
    /// >>> f"{people.chance(analysis.best_move):.0%} of people of {people.rating} find {analysis.best_move}"
    /// '38% of people of 1500 find c6'
    #[pyo3(signature = (board, rating=None), text_signature = "($self, board, rating=1500)")]
    fn human_moves(
        &self,
        py: Python<'_>,
        board: AnyBoard,
        rating: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyHumanMoves> {
        let (least, most) = HumanMoves::RATINGS.into_inner();
        let rating = rating.map(|rating| args::whole(rating, "rating", least.into(), most.into()));
        let rating = rating.transpose()?.unwrap_or(1500);
        let found = self.search(py, None, |engine, _| engine.human_moves(&board.0, rating))?;
        found.map(PyHumanMoves).map_err(|error| Class::Request.of(&error))
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
    fn ask(&self, py: Python<'_>, question: Text) -> PyResult<String> {
        let question = Question::from_json(&question.0).map_err(|error| Class::Request.of(&error))?;
        let answer = self
            .search(py, None, |engine, watch| question.answer_with(engine, |event| watch.look_at(&event)))?;
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
    let mut watch = Watch::new(None);
    let request = SolveRequest::exact();
    let result = py.detach(|| {
        reversi_engine::solve_by(&board.0, |engine| {
            engine.solve_with(&board.0, request, |progress| watch.look(progress))
        })
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

/// The exception of a run over many positions that cannot begin, or whose file cannot be written.
pub(super) fn run_error(error: &RunError) -> PyErr {
    match error {
        RunError::Checkpoint(error) => errors::checkpoint(error),
        _ => Class::Request.of(error),
    }
}
