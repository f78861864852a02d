//! The primitives of a search, a folder for each with one file per instruction set.
//!
//! | Folder or file | What is in it |
//! |---|---|
//! | `primitives.rs` | [`Primitives`]: the contract of each primitive |
//! | `flip/` | the discs that a move turns |
//! | `mobility/` | all legal moves at once |
//! | `last_flip/` | the number of discs that the last move turns |
//! | `lines/` | the squares whose whole line is occupied |
//! | `stability/` | discs that can never be turned; `edge/`: the edges as numbers |
//! | `hash/` | the hash of a board |
//! | `wide/` | a board that stays in vector registers for several moves |
//! | `rays.rs` | tables of the squares from each square to the edges |
//! | `levels.rs` | the leaves that each CPU level takes |
//!
//! The crate `reversi-gallery`, which is not published, has the kernels that no level uses.
// Identifiers such as FLIP-38 are from lab/docs/src/techniques.md.
#![allow(
    unreachable_pub,
    missing_docs,
    clippy::missing_safety_doc,
    reason = "`__internal` exports the leaves to reversi-gallery"
)]

pub(crate) mod flip;
pub(crate) mod hash;
pub(crate) mod last_flip;
mod levels;
pub(crate) mod lines;
pub(crate) mod mobility;
mod primitives;
pub(crate) mod rays;
pub(crate) mod stability;
pub(crate) mod wide;

pub use lines::FullLines;
pub use primitives::{Primitives, below};
pub use rays::NEIGHBOURS;
pub use wide::WideBoard;
