//! Proofs of scores: files that anyone can check, without trust in the engine that made them.
//!
//! A proof that a side scores at least some number is a strategy: one move for each position where that side
//! moves. The format is a page of the book in `docs`, for those who write a checker of their own.
//!
//! | Module | What is in it |
//! |---|---|
//! | `claim` | [`Claim`]: what a proof proves |
//! | `proof` | [`Proof`]: a proof in memory, and its file |
//! | `checker` | [`Checker`] and [`verify`]: the interface of the checker |
//! | `check` | the checker itself: 400 lines that use nothing but the standard library and `Board` |
//! | `library` | [`Library`]: verified claims, for proofs that rest on others |
//! | `strategy` | makes proofs from known moves: `Engine::prove` of `reversi-search` |
//! | `error` | [`ProofError`]: why a proof is refused, and where |
#![forbid(unsafe_code)]

mod board;
mod check;
mod checker;
mod claim;
mod error;
mod library;
mod proof;
mod strategy;
#[cfg(test)]
mod tests;

pub use checker::{Checker, Verified, verify};
pub use claim::Claim;
pub use error::{Bound, ProofError, ProofErrorKind};
pub use library::Library;
pub use proof::Proof;
#[doc(hidden)]
pub use strategy::Strategist;

/// The maximum number of empty squares of the positions that a checker searches.
pub const MAX_LEAF_EMPTIES: u32 = 10;
