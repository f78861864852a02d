//! The primitives of evaluation, a folder for each with one file per instruction set.
//!
//! | Folder or file | What is in it |
//! |---|---|
//! | `primitives.rs` | [`EvalPrimitives`]: the contract of each primitive |
//! | `update/` | the features of a board, after a move and after a pass |
//! | `sum/` | the sum of pattern weights |
//! | `quadrants/` | the moves of both sides, by quadrant |
//! | `network/` | the value that a network computes |
//! | `levels.rs` | the leaves that each CPU level uses |
#![allow(
    unreachable_pub,
    missing_docs,
    clippy::missing_safety_doc,
    reason = "`__internal` exports the leaves to reversi-gallery"
)]

mod levels;
pub(crate) mod network;
mod primitives;
pub(crate) mod quadrants;
pub(crate) mod sum;
pub(crate) mod update;

pub use primitives::EvalPrimitives;
