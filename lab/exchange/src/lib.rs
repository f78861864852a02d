//! The search of `reversi-search`, compiled a second time: also for CPU levels with one kernel exchanged.
//!
//! A kernel is exchanged by the type of the token alone: [`With<L, K>`](With) is a level whose primitives are
//! those of `L`, but for the ones that `K` replaces. The published crates know nothing of it. This crate
//! includes the source files of the search. Their `reversi_bitboard` is this crate, which re-exports all of
//! that one and replaces its macro [`outlined!`]: the new one also compiles each listed function for `With`.
//!
//! | File | What is in it |
//! |---|---|
//! | `with.rs` | [`With`] and [`Substitute`] |
//! | `outlined.rs` | [`outlined!`] |
//! | `solver.rs` | parts of the search that experiments call |
#![cfg(not(test))] // `--all-targets` would compile the tests of the search a second time

extern crate self as reversi_bitboard;

#[path = "../../../crates/reversi-search/src/api/mod.rs"]
mod api;
#[path = "../../../crates/reversi-search/src/engine/mod.rs"]
mod engine;
#[path = "../../../crates/reversi-search/src/instant.rs"]
pub mod instant;
#[path = "../../../crates/reversi-search/src/memory/mod.rs"]
mod memory;
mod outlined;
#[path = "../../../crates/reversi-search/src/parallel/mod.rs"]
mod parallel;
pub mod solver;
#[path = "../../../crates/reversi-search/src/tree/mod.rs"]
mod tree;
mod with;

pub use api::{
    Analysis, AnalyzeError, AnalyzeRequest, AnswerError, AnswerErrorKind, BookMove, BookMoves, BookUse,
    Clock, Event, HumanMove, HumanMoves, Interrupted, Level, LevelError, Limits, Line, OpeningBook, Outcome,
    ParseSelectivityError, Progress, Selectivity, Solution, SolveError, SolveRequest, Source, Stop,
    StopGuard, StopReason, Value,
};
pub use bitboard::*;
pub use engine::{
    AnalyzedMove, Archive, BuildError, Engine, EngineBuilder, EnginePool, ForkedProcess, ManyError,
    PooledEngine, Solved, or_cores,
};
pub use with::{Substitute, WideWith, With};
