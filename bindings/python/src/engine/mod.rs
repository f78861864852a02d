//! `Engine` and its calls.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the class: how it is made, what it tells of itself |
//! | [`lease`] | the engine for one call: other threads wait, and a call from within is refused |
//! | [`watch`] | progress, and Ctrl-C during a search |
//! | [`calls`] | one position or one game: solve, analyze, ask |
//! | [`results`] | a run on a thread, and its results as an iterator takes them |
//! | [`many`] | thousands of positions, as an iterator |
//! | [`bulk`] | many games and positions, analyzed by several engines |
//! | [`batch`] | evaluation of one board or of an array of boards |

mod batch;
mod bulk;
mod calls;
mod lease;
mod many;
mod results;
mod watch;

use std::sync::Arc;

pub(crate) use batch::{evaluate, from_array, overlap, to_array};
pub(crate) use bulk::{PyAnalyzedBoards, PyAnalyzedGame, PyAnalyzedGames};
pub(crate) use calls::solve;
pub(crate) use lease::PATIENCE;
pub(crate) use many::{PySolvedBoards, boards};
pub(crate) use watch::{PROPERTIES, PyProgress};

use lease::Lender;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use reversi_engine::book::Book;
use reversi_engine::cpu::CpuLevel;
use reversi_engine::surface::EngineOptions;
use reversi_engine::{BuildError, Engine, EngineBuilder, Weights};

use crate::args;
use crate::book::PyBook;
use crate::errors::{self, Class};
use crate::weights::PyWeights;

/// Solves, analyzes and evaluates positions. An engine has a hash table of its own; engines share weights.
///
/// `threads` is the number of threads of a search, 0 for all that the machine runs at once. With one thread
/// all results and node counts are the same from run to run and on every CPU.
///
/// Any number of threads of Python may call one engine: they wait for each other. Threads with an engine each
/// search at the same time. A call of an engine from its own callback, or while the same thread iterates over
/// its `solve_many`, raises `BusyError`, and so does one from a callback of another engine while it is at
/// work for another thread: a callback never waits for an engine.
///
/// Ctrl-C ends a search of the main thread within a tenth of a second by `KeyboardInterrupt`.
///
/// The memory of the hash table is free again when the engine is collected, or at once by `close`, which
/// the end of `with Engine() as engine:` calls.
///
/// >>> from reversi_engine import Engine
/// >>> Engine(hash_mib=16, threads=2)
/// Engine(hash_mib=16, threads=2)
#[pyclass(frozen, module = "reversi_engine", name = "Engine")]
pub(crate) struct PyEngine {
    lender: Lender,
    /// For engines with the same settings.
    builder: EngineBuilder,
    /// For evaluations, which wait for no search.
    weights: Weights,
    hash_mib: u64,
    threads: usize,
    cpu_level: CpuLevel,
    book: Option<Arc<Book>>,
}

fn build_error(error: &BuildError) -> PyErr {
    Class::Build.of(error)
}

#[pymethods]
impl PyEngine {
    #[new]
    #[pyo3(signature = (*, weights=None, book=None, **options))]
    fn new(
        py: Python<'_>,
        weights: Option<&Bound<'_, PyAny>>,
        book: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyEngine> {
        let options: EngineOptions = args::fields(options)?;
        let mut builder = options.builder().map_err(|error| Class::Request.of(&error))?;
        let book = args::optional::<PyBook>(book, "book")?.map(|book| Arc::<Book>::clone(&book.get().0));
        if let Some(book) = &book {
            builder = builder.book(Arc::<Book>::clone(book));
        }
        let weights = args::optional::<PyWeights>(weights, "weights")?.map(|weights| weights.get().0.clone());
        let hash_mib = options.hash_mib.unwrap_or(Engine::DEFAULT_HASH_MIB as u64);
        // The memory of the table and the network take milliseconds.
        py.detach(|| {
            let weights = match weights {
                Some(weights) => weights,
                None => Weights::embedded().map_err(|error| errors::weights(&error))?,
            };
            let builder = builder.weights(weights.clone());
            let (lender, threads, cpu_level) =
                Lender::new(builder.clone()).map_err(|error| build_error(&error))?;
            Ok(PyEngine { lender, builder, weights, hash_mib, threads, cpu_level, book })
        })
    }

    /// The number of threads of a search.
    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    /// The size of the hash table in MiB.
    #[getter]
    fn hash_mib(&self) -> u64 {
        self.hash_mib
    }

    /// The CPU level in use, such as `"x86-v3"`.
    #[getter]
    fn cpu_level(&self) -> String {
        self.cpu_level.to_string()
    }

    /// The fingerprint of the evaluation, as 16 hexadecimal digits. It tells this evaluation from others, and
    /// is the same on every CPU.
    ///
    /// >>> from reversi_engine import Engine
    /// >>> len(Engine(hash_mib=1).evaluation_fingerprint)
    /// 16
    #[getter]
    fn evaluation_fingerprint(&self, py: Python<'_>) -> PyResult<String> {
        let engine = self.lender.lend(py)?;
        Ok(py.detach(|| engine.evaluation_fingerprint()))
    }

    /// Forgets all earlier searches.
    fn clear_hash(&self, py: Python<'_>) -> PyResult<()> {
        let mut engine = self.lender.lend(py)?;
        py.detach(|| engine.clear_hash());
        Ok(())
    }

    /// Gives back the memory of the hash table and the threads. Running calls end as usual, later ones raise
    /// `ClosedError`. Closing twice does nothing.
    ///
    /// >>> from reversi_engine import Board, Engine
    /// >>> with Engine(hash_mib=64) as engine:
    /// ...     value = engine.analyze(Board(), level=4).value
    /// >>> engine.closed
    /// True
    fn close(&self, py: Python<'_>) {
        self.lender.close(py);
    }

    /// True after `close`.
    #[getter]
    fn closed(&self, py: Python<'_>) -> bool {
        self.lender.is_closed(py)
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyResult<PyRef<'_, Self>> {
        slf.lender.pool(slf.py())?;
        Ok(slf)
    }

    #[pyo3(signature = (*exception))]
    fn __exit__(&self, py: Python<'_>, exception: &Bound<'_, PyTuple>) {
        let _ = exception;
        self.close(py);
    }

    fn __repr__(&self) -> String {
        let book = if self.book.is_some() { ", book=..." } else { "" };
        format!("Engine(hash_mib={}, threads={}{book})", self.hash_mib, self.threads)
    }
}
