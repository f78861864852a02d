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
//! | `data` | questions, answers and errors as data |
//! | `engine` | the calls of a user: solve, analyze, solve many, make balanced starts |
//! | `tree` | the search, from the root to the last empty square |
//! | `memory` | the hash tables |
//! | `parallel` | several threads on one search |
//! | `picture` | answers as pictures |
//! | `review` | a game reviewed: losses, classes, chances, accuracy, reasons, puzzles |
//! | `session` | a game at the board: two sides, clocks, undo, due actions |
//! | `serde` | the results as data, with the feature `serde` |
//! | `store` | files that programs share: locked first, replaced atomically |
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
mod data;
mod engine;
#[doc(hidden)]
pub mod instant;
mod memory;
mod parallel;
mod picture;
mod review;
#[cfg(feature = "serde")]
mod serde;
#[cfg_attr(not(feature = "games"), allow(dead_code))] // parts of it answer questions alone
mod session;
#[doc(hidden)]
pub mod store;
#[doc(hidden)]
pub mod surface;
mod tree;

pub use api::{
    Analysis, AnalyzeError, AnalyzeRequest, AnswerError, AnswerErrorKind, BookMove, BookMoves, BookUse,
    Clock, Event, HumanMove, HumanMoves, Interrupted, Level, LevelError, Limits, Line, OpeningBook, Opponent,
    Outcome, ParseSelectivityError, ParseStrengthError, ParseVarietyError, Progress, Selectivity, Solution,
    SolveError, SolveRequest, Source, Stop, StopGuard, StopReason, Strength, Value, Variety,
};
pub use data::{
    Answer, Ask, Base64, CheckedProof, ClaimName, MadeProof, ParseBase64Error, Place, Played, Problem,
    Question, QuestionError, QuestionErrorKind, QuestionId, Reply, schema,
};
#[doc(hidden)]
pub use engine::Archive;
pub use engine::{
    AnalyzedMove, BalancedStart, BalancedStarts, BalancedStartsIter, BuildError, Engine, EngineBuilder,
    EnginePool, ForkedProcess, FoundStarts, ManyError, PooledEngine, Solved, or_cores,
};
#[cfg(feature = "proof")]
pub use engine::{ProveError, ProveRequest};
pub use review::{
    Accuracy, Chances, Fact, MoveClass, Puzzle, REVIEW_VERSION, Reason, Review, ReviewedMove, SideReview,
    TurningPoint, loss_error, opening_name, value_error,
};
pub use session::{
    Acted, Action, ByColor, Due, DueName, Ending, EngineMove, GameResult, Player, Pondering, Session,
    SessionError, SessionState,
};

pub use surface::{ProveOptions, VerifyOptions};

/// Compiles and runs the program of README.md as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
