//! Search for Reversi (Othello), exact near the end and selective before, written once and compiled for every
//! CPU level.
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you build your own engine: it re-exports the
//! public items of this crate and makes the only stability promise.
//!
//! An [`Engine`] owns its hash table, its number of threads and its choice of CPU level. There are no
//! globals: a process may hold any number of engines. A [`SolveRequest`] names the question and its
//! [`Limits`]; the [`Solution`] is proven.
//!
//! | Module | What is in it |
//! |---|---|
//! | `api` | the nouns of a user: requests, answers, limits, levels |
//! | `engine` | the calls of a user: solve, analyze, prove, solve many |
//! | `tree` | the search, from the root to the last empty square |
//! | `memory` | the hash tables |
//! | `parallel` | several threads on one search |
//! | `serde` | requests and results as data, with the feature `serde` |
//!
//! ```
//! use reversi_engine::{Engine, SolveRequest, Value};
//!
//! let mut engine = Engine::builder().hash_mib(16).build()?;
//! let board = "--XXXX----XOOOX-OOOXOOXXOOOXOXXXOOOXXXXXOOOOOOXX-OXXXXXX-OOOOOO- X".parse()?;
//! let solution = engine.solve(&board, SolveRequest::exact())?;
//! assert!(matches!(solution.value(), Value::Exact(_)));
//! println!("{} with {}", solution.value(), solution.best_move().unwrap());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[doc(hidden)]
pub mod __internal;
mod api;
mod engine;
#[doc(hidden)]
pub mod instant;
mod memory;
mod parallel;
#[cfg(feature = "serde")]
mod serde;
mod tree;

#[doc(hidden)] // reversi-runs
pub use api::Budget;
pub use api::{
    Analysis, AnalyzeError, AnalyzeRequest, AnswerError, AnswerErrorKind, BookMove, BookMoves, BookUse,
    Clock, Event, HumanMove, HumanMoves, Interrupted, Level, LevelError, Limits, Line, ManyError,
    OpeningBook, Outcome, ParseSelectivityError, Progress, Selectivity, Solution, SolveError, SolveRequest,
    Source, Stop, StopGuard, StopReason, Value,
};
#[doc(hidden)]
pub use engine::Archive;
pub use engine::{
    AnalyzedMove, BuildError, Engine, EngineBuilder, EnginePool, ForkedProcess, PooledEngine, Solved,
    or_cores,
};
#[cfg(feature = "proof")]
pub use engine::{ProveError, ProveRequest};

/// Options and tables of fields, for the crates above and the doors.
#[doc(hidden)]
pub mod surface {
    #[cfg(feature = "serde")]
    pub use crate::api::analysis::unplaced;
    pub use crate::api::answer::{check_line, check_solution, check_value};
    pub use crate::api::{
        ANALYSIS, ANALYZE, AnalyzeOptions, BOOK_USES, CLOCK, ClockOptions, HUMAN_MOVE, HUMAN_MOVES,
        INTERRUPTED, LIMITS, LINE, OUTCOMES, SOLUTION, SOLVE, SOURCES, STOP_REASONS, SolveOptions, Window,
    };
    pub use crate::engine::{ANALYZED_MOVE, ENGINE, EngineOptions, OnProgress, Series};
    #[cfg(feature = "serde")]
    pub use crate::serde::AnalysisWithoutBoard;
    pub use crate::tree::midgame::prob_cut::variance;
}

/// Compiles and runs the program of README.md as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
