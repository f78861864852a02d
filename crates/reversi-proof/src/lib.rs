//! Proofs of scores: a file that anyone can check.
#![forbid(unsafe_code)]

mod check;
mod claim;
mod error;
#[cfg(feature = "make")]
mod make;
mod proof;

pub use check::{Checker, Verified, verify};
pub use claim::Claim;
pub use error::{Bound, ProofError, ProofErrorKind};
#[cfg(feature = "make")]
pub use make::*;
pub use proof::Proof;

/// The most empty squares of the positions that a checker searches.
pub const MAX_LEAF_EMPTIES: u32 = 10;
