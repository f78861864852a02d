//! Proofs of scores: files that anyone can check, without trust in the engine that made them.
//!
//! A proof that a side scores at least so much is a strategy: one move for each position where that side
//! moves. The format is a page of the book in `docs`, for those who write a checker of their own.
//!
//! | Module | What is in it |
//! |---|---|
//! | `claim` | [`Claim`]: what a proof proves |
//! | `proof` | [`Proof`]: a proof in memory, and its file |
//! | `checker` | [`Checker`] and [`verify`]: the interface of the checker |
//! | `check` | the checker itself: 400 lines that use nothing but the standard library and `Board` |
//! | `library` | [`Library`]: what is proven already, for proofs that rest on others |
//! | `make` | [`prove`], what makes proofs, with the feature `make` |
//! | `error` | [`ProofError`]: why a proof is refused, and where |
//! | `problem` | the code and the place of each error |
#![forbid(unsafe_code)]

mod board;
mod check;
mod checker;
mod claim;
mod error;
mod library;
#[cfg(feature = "make")]
mod make;
#[cfg(feature = "make")]
mod problem;
#[cfg(feature = "make")]
mod proof;
#[cfg(test)]
mod tests;

pub use checker::{Checker, Verified, verify};
pub use claim::Claim;
pub use error::{Bound, ProofError, ProofErrorKind};
pub use library::Library;
#[cfg(feature = "make")]
pub use make::{ProveError, ProveProgress, ProveRequest, prove, prove_with};
#[cfg(feature = "make")]
pub use proof::Proof;

/// The most empty squares of the positions that a checker searches.
pub const MAX_LEAF_EMPTIES: u32 = 10;
