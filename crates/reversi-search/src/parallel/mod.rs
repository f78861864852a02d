//! Several threads on one search: young brothers wait (Feldmann, Monien, Mysliwietz, Vornberger 1989).
//!
//! | File | What is in it |
//! |---|---|
//! | [`account`] | the account of what is shared, and its cost |
//! | [`control`] | node counts and limits of a call |
//! | [`heartbeat`] | the progress of a call, told to its caller |
//! | [`split`] | a node whose moves several threads search |
//! | [`team`] | the threads of a call and the splits that are open to them |
//! | [`waiting`] | a thread that waits: awake, asleep, woken |
//! | [`workers`] | the threads themselves |
//!
//! At a node with enough plies left the first move is searched by one thread. If it does not cut the others
//! off, they are likely to be searched anyway: the node becomes a [`Split`], open to all threads of the
//! [`Team`]. Its owner takes moves as every other thread does. When no move is left it waits for the threads
//! that still search one. While it waits it helps them, at splits below its own.
//!
//! An idle thread takes part in the split with the most plies left. Below another split there is room for a
//! few helpers only. While a thread is idle, smaller nodes become splits as well.
//!
//! A thread aborts its search for one of three reasons. At a *limit*, and when the team is *dismissed*, it
//! aborts for good. When a move of a split is better than `alpha`, the others are *cut*: their threads abort
//! up to the split, and go on there.

pub(crate) mod account;
mod control;
mod heartbeat;
mod split;
mod team;
#[cfg(all(test, not(loom)))]
mod tests;
mod waiting;
mod workers;

pub(crate) use account::Account;
pub(crate) use control::{CallState, SearchControl};
pub(crate) use heartbeat::{Callback, Watch};
pub(crate) use split::{
    MIN_EMPTIES_TO_FEED, MIN_EMPTIES_TO_SHARE, MIN_PLIES_TO_FEED, MIN_PLIES_TO_SHARE, Split, search_siblings,
};
pub(crate) use team::{Dismissal, Team};
pub(crate) use workers::{SharedState, each_started, start};
