//! Search for Reversi (Othello), exact near the end and selective before, written once and compiled per CPU level.
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you build an engine of your own: it re-exports what
//! is public here and makes the only stability promise.
//!
//! An [`Engine`] owns its hash table, its number of threads and its choice of CPU level; there are no globals, so a process may hold as many
//! as it likes. A [`SolveRequest`] says what is asked, within which [`Limits`]; the [`Solution`] is proven.
//!
//! ```
//! use reversi_search::{Engine, SolveRequest, Value};
//!
//! let mut engine = Engine::builder().hash_mib(16).build()?;
//! let board = "--XXXX----XOOOX-OOOXOOXXOOOXOXXXOOOXXXXXOOOOOOXX-OXXXXXX-OOOOOO- X".parse()?;
//! let solution = engine.solve(&board, SolveRequest::exact())?;
//! assert!(matches!(solution.value(), Value::Exact(_)));
//! println!("{} with {}", solution.value(), solution.best_move().unwrap());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyze;
mod checkpoint;
mod clock;
mod endgame;
mod engine;
mod error;
#[cfg(feature = "gallery")]
pub mod gallery;
mod game;
mod handicap;
mod level;
mod limits;
mod local_table;
mod look_ahead;
mod many;
mod midgame;
mod monitor;
mod ordering;
mod parallel;
mod parity_order;
mod request;
mod result;
mod selectivity;
#[cfg(feature = "serde")]
mod serde_impls;
mod solve;
mod table;

pub use analyze::{Analysis, AnalyzeRequest, Line};
pub use checkpoint::{Checkpoint, CheckpointError, CheckpointErrorKind};
pub use clock::Clock;
pub use engine::{Engine, EngineBuilder};
pub use error::{AnalyzeError, BuildError, Interrupted, SolveError, StopReason};
pub use game::AnalyzedMove;
pub use handicap::Handicap;
pub use level::{Level, LevelError};
pub use limits::{Limits, Stop};
pub use many::Solved;
pub use request::SolveRequest;
pub use result::{Outcome, Solution, Value};
pub use selectivity::{ParseSelectivityError, Selectivity};

/// Compiles and runs the program of README.md as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
