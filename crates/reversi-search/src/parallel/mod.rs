//! Several threads on one search: young brothers wait.
//!
//! At a node with enough plies left the eldest brother, the move that looks best, is searched first and by one thread.
//! If it does not cut the others off, its brothers are likely to be searched anyway: the node becomes a [`Split`], open
//! to all threads of the [`Team`]. Its owner takes brothers as everybody else does. Once none is left it waits for
//! those that are still at work, and while it waits it helps them: at splits below its own.
//!
//! A thread without work takes part in the split with the most plies left. When a brother is better than `alpha` the
//! others have become pointless: their threads unwind, as they would at a limit, up to the split.

mod crew;
mod split;
mod team;
#[cfg(all(test, not(loom)))]
mod tests;

pub(crate) use crew::{Dismissal, Shared, start};
pub(crate) use split::{Node, Split, brothers};
pub(crate) use team::Team;

use reversi_bitboard::outlined;

use crate::endgame::Context;
use crate::look_ahead::LookAhead;
use crate::ordering::Candidate;

outlined! {
    pub(crate) trait Points: LookAhead {
        fn brother(cx: &mut Context<'_>, node: Node, candidate: Candidate) -> i32 = split::brother;
    }
}
