//! Engines, and the evaluation of boards without a search.

use std::cell::Cell;
use std::ffi::c_char;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use reversi_engine::cpu::CpuLevel;
use reversi_engine::weights::{Classical, Evaluator};
use reversi_engine::{BuildError, Engine, Weights};

use crate::board::ReversiBoard;
use crate::failure::Failure;
use crate::handle::{Handle, kind};
use crate::pointer::{In, Out, fill_text, options};
use crate::status::{ReversiStatus, calls};
use crate::surface::ReversiEngineOptions;
use crate::weights;

kind! {
    /// An engine: its hash table, its threads, its weights and its book. There are no globals: a process may
    /// have any number of engines, and several of them may search at a time.
    ReversiEngine, SharedEngine, b"engn", "engine"
}

/// A value of `threads`: as many as the machine runs at once.
pub const REVERSI_ALL_THREADS: u32 = u32::MAX;

options!(ReversiEngineOptions, "REVERSI_ENGINE_OPTIONS_INIT", cpu_level_length: usize);

/// An engine for several threads: a search waits for its turn, an evaluation does not.
pub(crate) struct SharedEngine {
    engine: Mutex<Engine>,
    weights: Option<Weights>,
    threads: u32,
    cpu_level: CpuLevel,
}

impl SharedEngine {
    fn build(options: ReversiEngineOptions) -> Result<SharedEngine, Failure> {
        let mut builder = options.options()?.builder().map_err(Failure::invalid)?;
        if let Some(book) = options.book.enter_if_given("book")? {
            builder = builder.book(Arc::new(book.clone()));
        }
        // These weights also evaluate boards without the engine, beside a search.
        let weights = match options.weights.enter_if_given("weights")? {
            Some(weights) => Some(weights.clone()),
            None => Weights::best_embedded().map_err(weights::failure)?,
        };
        builder = match &weights {
            Some(weights) => builder.weights(weights.clone()),
            None => builder.evaluator(Arc::new(Classical)),
        };
        let engine = builder.build().map_err(|error| build_failure(&error))?;
        let (threads, cpu_level) = (engine.threads() as u32, engine.cpu_level());
        Ok(SharedEngine { engine: Mutex::new(engine), weights, threads, cpu_level })
    }

    /// Locks the engine, once no other thread searches with it.
    ///
    /// # Errors
    /// Fails in a callback while a search with the engine is running. The callback's own search would be
    /// waited for forever, and the callback of another thread may wait for the engine of this one.
    pub(crate) fn lock(&self) -> Result<Locked<'_>, Failure> {
        let engine = if ENGINES_HELD.get() == 0 {
            self.engine.lock().unwrap_or_else(PoisonError::into_inner)
        } else {
            match self.engine.try_lock() {
                Ok(engine) => engine,
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    let message = "engine: a search with it is running, and a callback cannot wait for it";
                    return Err(Failure::new(ReversiStatus::Busy, "busy", message).field("engine"));
                }
            }
        };
        ENGINES_HELD.set(ENGINES_HELD.get() + 1);
        Ok(Locked(engine))
    }

    #[inline]
    fn evaluate(&self, board: ReversiBoard) -> Result<f32, Failure> {
        let board = board.checked()?;
        Ok(match &self.weights {
            Some(weights) => weights.evaluate(&board),
            None => Classical.evaluate(&board),
        })
    }
}

thread_local! {
    /// The engines that this thread searches with. A callback runs in one of these searches.
    static ENGINES_HELD: Cell<u32> = const { Cell::new(0) };
}

/// The engine of a search. An engine stays usable after a panic.
pub(crate) struct Locked<'a>(MutexGuard<'a, Engine>);

impl Deref for Locked<'_> {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.0
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut Engine {
        &mut self.0
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        ENGINES_HELD.set(ENGINES_HELD.get() - 1);
    }
}

fn build_failure(error: &BuildError) -> Failure {
    let status = match error {
        BuildError::HashAllocation { .. } | BuildError::WeightsAllocation { .. } => ReversiStatus::NoMemory,
        BuildError::Cpu(_) => ReversiStatus::Unsupported,
        _ => ReversiStatus::InvalidArgument,
    };
    Failure::of(status, error)
}

calls!(
    /// Makes an engine with `options`, which may be NULL, and writes its handle to `engine`. The engine keeps
    /// weights and book of the options alive: their handles may be freed at once.
    ///
    /// Errors: `REVERSI_STATUS_NO_MEMORY`; `REVERSI_STATUS_UNSUPPORTED` for a CPU level that the machine does
    /// not have.
    fn reversi_engine_new(options: In<ReversiEngineOptions>, engine: Out<Handle<ReversiEngine>>) {
        engine.make("engine", || SharedEngine::build(options.options("options")?))
    }

    /// Forgets all earlier searches of `engine`. The call waits for it as a search does.
    fn reversi_engine_clear_hash(engine: Handle<ReversiEngine>) {
        engine.enter("engine")?.lock()?.clear_hash();
        Ok(())
    }

    /// Writes the number of threads of a search with `engine` to `threads`.
    fn reversi_engine_threads(engine: Handle<ReversiEngine>, threads: Out<u32>) {
        threads.write("threads", engine.enter("engine")?.threads)
    }

    /// Writes the name of the CPU level of `engine`, such as `x86-v3`, into `buffer`, of which 32 bytes are
    /// enough.
    fn reversi_engine_cpu_level(
        engine: Handle<ReversiEngine>,
        buffer: Out<c_char>,
        capacity: usize,
        length: Out<usize>,
    ) {
        fill_text(engine.enter("engine")?.cpu_level.name(), buffer, capacity, length)
    }

    /// Frees `engine`. Does nothing for NULL.
    fn reversi_engine_free(engine: Handle<ReversiEngine>) {
        engine.free("engine")
    }

    /// Writes the value of `board` without a search with `engine` to `score`: discs, seen by the side to
    /// move, from -63 to 63; the final score if the game is over.
    fn reversi_evaluate(engine: Handle<ReversiEngine>, board: In<ReversiBoard>, score: Out<f32>) {
        score.write("score", engine.enter("engine")?.evaluate(board.read("board")?)?)
    }

    /// Writes the values of the `count` boards at `boards` to the array `scores`, each as `reversi_evaluate`
    /// does with `engine`. It works on the calling thread: let several threads call it, each with a part of
    /// the boards. If a board is invalid, its index is in `reversi_error_place`, and the scores before it are
    /// written.
    fn reversi_evaluate_batch(
        engine: Handle<ReversiEngine>,
        boards: In<ReversiBoard>,
        count: usize,
        scores: Out<f32>,
    ) {
        let (engine, mut scores) = (engine.enter("engine")?, scores);
        let places = scores.slice(count, "scores")?.iter_mut();
        for (i, (board, place)) in boards.slice(count, "boards")?.iter().zip(places).enumerate() {
            place.write(engine.evaluate(*board).map_err(|failure| failure.at_index("boards", i))?);
        }
        Ok(())
    }
);
