//! Games and positions in bulk, as iterators: several engines work on threads of their own.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use reversi_engine::book::Book;
use reversi_engine::play::Review;
use reversi_engine::runs::{
    AnalyzedGame, AnalyzedPosition, Asked, Checkpoint, analyze_games_with, analyze_many_with,
};
use reversi_engine::search::{Event, OpeningBook};
use reversi_engine::weights::HumanPolicy;
use reversi_engine::{AnalyzeRequest, Board, Engine, Game, Progress};

use super::calls::{analyze_request, run_error};
use super::many;
use super::results::{Next, Results, Shared};
use super::{PyEngine, build_error};
use crate::answers::{PyAnalysis, PyAnalyzedMove};
use crate::args;
use crate::errors::{self, Class};
use crate::game::PyGame;
use crate::review::PyReview;

/// The results that may wait for a slow reader before the engines wait.
const RESULTS_AHEAD: usize = 64;

impl<T: Send + 'static> Results<T> {
    /// Takes the next result of a run that needs no more work. An error ends the run.
    fn take_next(&self, py: Python<'_>) -> PyResult<Option<T>> {
        match self.next(py, |_| false) {
            Ok(Next::Result(result)) => Ok(Some(result)),
            Ok(Next::Ended(ended)) => ended.map(|()| None).map_err(|error| run_error(&error)),
            Ok(Next::Nothing) => Ok(None),
            Err(error) => {
                self.close(py);
                Err(error)
            }
        }
    }
}

/// A class of Python for a kind of results.
macro_rules! iterator {
    ($(#[$doc:meta])* $Class:ident($name:literal): $Result:ty => $Item:ty, $item:expr) => {
        $(#[$doc])*
        #[pyclass(frozen, module = "reversi_engine", name = $name)]
        pub(crate) struct $Class {
            results: Results<$Result>,
            total: usize,
        }

        #[pymethods]
        impl $Class {
            fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                slf
            }

            fn __next__(&self, py: Python<'_>) -> PyResult<Option<$Item>> {
                Ok(self.results.take_next(py)?.map($item))
            }

            /// The moves or positions that are analyzed, also those that were not handed out.
            #[getter]
            fn done(&self) -> usize {
                self.results.shared.done.load(Ordering::Relaxed)
            }

            /// The moves or positions of the run.
            #[getter]
            fn total(&self) -> usize {
                self.total
            }

            /// Ends the run, within some milliseconds. Its checkpoint can be opened again.
            fn close(&self, py: Python<'_>) {
                self.results.close(py);
            }

            fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                slf
            }

            #[pyo3(signature = (*exception))]
            fn __exit__(&self, py: Python<'_>, exception: &Bound<'_, PyTuple>) {
                let _ = exception;
                self.results.close(py);
            }
        }
    };
}

iterator! {
    /// The games of `Engine.analyze_games`, in order, as they come. A loop that is left early needs
    /// `close`, or `with`, to end the searches at once.
    PyAnalyzedGames("AnalyzedGames"): PyAnalyzedGame => PyAnalyzedGame, |game| game
}

iterator! {
    /// The analyses of `Engine.analyze_many`, in the order of the boards, as they come. A loop that is left
    /// early needs `close`, or `with`, to end the searches at once.
    PyAnalyzedBoards("AnalyzedBoards"): AnalyzedPosition => PyAnalysis, |position: AnalyzedPosition| {
        PyAnalysis(position.analysis)
    }
}

/// A game whose moves are analyzed.
#[pyclass(frozen, module = "reversi_engine", name = "AnalyzedGame")]
pub(crate) struct PyAnalyzedGame {
    analyzed: AnalyzedGame,
    game: Game,
    search: Arc<Search>,
}

/// The search behind the games of a run, for reviews.
struct Search {
    request: AnalyzeRequest,
    book: Option<Arc<Book>>,
    fingerprint: String,
}

#[pymethods]
impl PyAnalyzedGame {
    /// The number of the game, from 0.
    #[getter]
    fn index(&self) -> usize {
        self.analyzed.index
    }

    /// The moves of the game, each beside the best one: all of them, or the last ones where a limit has ended
    /// the run.
    #[getter]
    fn turns(&self) -> Vec<PyAnalyzedMove> {
        self.analyzed.turns.iter().cloned().map(PyAnalyzedMove).collect()
    }

    /// The number of the ply of the first of these moves, from 1.
    #[getter]
    fn first_ply(&self) -> usize {
        self.analyzed.first_ply
    }

    /// Returns the review of the game from its analyzed moves, without a search, and so without the second
    /// looks of `Engine.review`.
    ///
    /// >>> from reversi_engine import Engine, Game
    /// >>> games = [Game("f5d6c3d3c4"), Game("f5f6e6f4")]
    /// >>> reviews = [game.review() for game in Engine(hash_mib=1).analyze_games(games, depth=4)]
    /// >>> [review.opening for review in reviews]
    /// ['Tiger', 'Diagonal']
    fn review(&self) -> PyResult<PyReview> {
        self.search.request.check_unrestricted().map_err(|error| Class::Request.of(&error))?;
        let book = self.search.book.as_deref().map(|book| book as &dyn OpeningBook);
        let policy = HumanPolicy::embedded().map_err(|error| errors::weights(&error))?;
        let review = Review::of(&self.game, &self.analyzed.turns, book).with_people(&policy);
        Ok(PyReview(review.with_fingerprint(self.search.fingerprint.as_str())))
    }

    /// Returns the moves of the game as rows of a table, in the order of `MOVE_COLUMNS`.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let row = |row: reversi_engine::runs::MoveRow| {
            let (side, played, best) = (args::color(row.side), row.played.to_string(), row.best.to_string());
            let first = (row.game, row.ply, side, row.empties, played, best, row.best_score, row.score);
            let second = (row.loss, row.exact, row.depth, row.source.name(), row.nodes, row.seconds);
            first.into_pyobject(py)?.add(second).map(|row| row.cast_into::<PyTuple>())?.map_err(PyErr::from)
        };
        self.analyzed.rows().into_iter().map(row).collect()
    }

    fn __repr__(&self) -> String {
        let lost: u32 = self.analyzed.turns.iter().map(|turn| turn.loss()).sum();
        format!(
            "<AnalyzedGame {}: {} moves, {lost} discs lost>",
            self.analyzed.index,
            self.analyzed.turns.len()
        )
    }
}

/// The parts of a run, built without the lock of the interpreter.
struct Bulk {
    engines: Vec<Engine>,
    request: AnalyzeRequest,
    checkpoint: Option<Checkpoint>,
}

impl Bulk {
    fn asked(&self) -> Asked<'_> {
        self.checkpoint.as_ref().map_or(Asked::Request(&self.request), Asked::Checkpoint)
    }
}

impl PyEngine {
    fn bulk(
        &self,
        py: Python<'_>,
        ask: &'static str,
        jobs: Option<&Bound<'_, PyAny>>,
        checkpoint: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bulk> {
        let most = reversi_engine::search::EnginePool::MAX_ENGINES as i128;
        let jobs = jobs.map_or(Ok(1), |jobs| args::whole(jobs, "jobs", 0, most))?;
        let request = analyze_request(ask, options)?;
        let path = checkpoint.map(|path| args::path(path, "checkpoint")).transpose()?;
        self.lender.pool(py)?; // a closed engine does nothing more
        let builder = self.builder.clone().threads(1);
        py.detach(|| {
            let engines = builder.build_each(jobs).map_err(|error| build_error(&error))?;
            let open = |path| Checkpoint::open(path, request.clone());
            let checkpoint = path.map(open).transpose().map_err(|error| errors::checkpoint(&error))?;
            Ok(Bulk { engines, request, checkpoint })
        })
    }
}

#[pymethods]
impl PyEngine {
    /// Analyzes the moves of many games, each beside the best one: an iterator of `AnalyzedGame`, in the
    /// order of the games. `jobs` games are analyzed at a time, 0 for as many as the machine runs at once,
    /// each by an engine of one thread with the settings of this one; this one stays free.
    ///
    /// A position that stands in several games is searched once, in the first of them. `checkpoint` is a
    /// file that records the games that are done: the next run with it goes on, however this one ends.
    /// `limits` hold for each position, `total_limits` for the run; it takes the options of `analyze`.
    ///
    /// >>> from reversi_engine import Engine, Game
    /// >>> games = [Game("f5d6c3d3c4"), Game("f5d6c3d3c4f4f6")]
    /// >>> [(game.index, len(game.turns)) for game in Engine(hash_mib=1).analyze_games(games, depth=4)]
    /// [(0, 5), (1, 7)]
    #[pyo3(signature = (games, *, jobs=None, checkpoint=None, **options),
        text_signature = "($self, games, *, jobs=1, checkpoint=None, **options)")]
    fn analyze_games(
        &self,
        py: Python<'_>,
        games: &Bound<'_, PyAny>,
        jobs: Option<&Bound<'_, PyAny>>,
        checkpoint: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyAnalyzedGames> {
        let of_item = |item: PyResult<Bound<'_, PyAny>>| {
            Ok::<Game, PyErr>(args::object::<PyGame>(&item?, "games")?.get().game())
        };
        let games: Vec<Game> = games.try_iter()?.map(of_item).collect::<PyResult<_>>()?;
        let total = games.iter().map(|game| game.moves().len()).sum();
        let mut bulk = self.bulk(py, "analyze_game", jobs, checkpoint, options)?;
        let book = self.book.clone();
        let work = move |shared: &Shared, each: &mut dyn FnMut(PyAnalyzedGame) -> ControlFlow<()>| {
            let watch = |event: Event<'_, &reversi_engine::search::AnalyzedMove>| {
                if let Event::Done(_) = event {
                    shared.done.fetch_add(1, Ordering::Relaxed);
                }
                shared.flow()
            };
            let mut engines = std::mem::take(&mut bulk.engines);
            let fingerprint = engines.first().map_or_else(String::new, Engine::evaluation_fingerprint);
            let search = Arc::new(Search { request: bulk.request.clone(), book, fingerprint });
            analyze_games_with(&mut engines, &games, bulk.asked(), watch, |analyzed| {
                let game = games[analyzed.index].clone();
                each(PyAnalyzedGame { analyzed, game, search: Arc::clone(&search) })
            })
        };
        Ok(PyAnalyzedGames { results: Results::start(RESULTS_AHEAD, work)?, total })
    }

    /// Analyzes many boards: an iterator of `Analysis`, in the order of the boards. `jobs` boards are
    /// analyzed at a time, as by `analyze_games`.
    ///
    /// Each is searched with an empty hash table, so its answer depends on nothing else; equal boards are
    /// searched once. Use `hash_mib=1` up to level 12: small tables are cleared quickly. `boards` is an
    /// iterable of boards, or an array as for `evaluate`.
    ///
    /// >>> from reversi_engine import Board, Engine
    /// >>> boards = [Board(), Board().play("f5")]
    /// >>> [analysis.value.depth for analysis in Engine(hash_mib=1).analyze_many(boards, depth=4)]
    /// [4, 4]
    #[pyo3(signature = (boards, *, jobs=None, checkpoint=None, **options),
        text_signature = "($self, boards, *, jobs=1, checkpoint=None, **options)")]
    fn analyze_many(
        &self,
        py: Python<'_>,
        boards: &Bound<'_, PyAny>,
        jobs: Option<&Bound<'_, PyAny>>,
        checkpoint: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyAnalyzedBoards> {
        let boards: Vec<Board> = many::boards(py, boards)?;
        let mut bulk = self.bulk(py, "analyze", jobs, checkpoint, options)?;
        let total = boards.len();
        let work = move |shared: &Shared, each: &mut dyn FnMut(AnalyzedPosition) -> ControlFlow<()>| {
            let mut engines = std::mem::take(&mut bulk.engines);
            let watch = |_: &Progress<'_>| shared.flow();
            analyze_many_with(&mut engines, &boards, bulk.asked(), watch, |position| {
                shared.done.fetch_add(1, Ordering::Relaxed);
                each(position)
            })
        };
        Ok(PyAnalyzedBoards { results: Results::start(RESULTS_AHEAD, work)?, total })
    }
}
