//! The crate `reversi-bitboard` with more CPU levels: those with one kernel exchanged.
//!
//! A kernel is exchanged by the type of the token alone: [`With<L, K>`](With) is a level whose primitives are
//! those of `L`, but for the ones that `K` replaces. The published crates know nothing of it. The crate
//! `reversi-exchange` is the search compiled on this crate in the place of `reversi-bitboard`: it exports the
//! same, except for the macro [`outlined!`], which also compiles each listed function for `With`.
//!
//! | File | Content |
//! |---|---|
//! | `with.rs` | [`With`] and [`Substitute`] |
//! | `outlined.rs` | [`outlined!`] |

mod outlined;
mod with;

#[doc(hidden)]
pub use reversi_bitboard as bitboard; // a path for the macro
pub use reversi_bitboard::*;
pub use with::{Substitute, WideWith, With};
