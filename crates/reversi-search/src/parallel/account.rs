//! The account of what the threads of an engine do together, and its cost.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Kept where threads meet: never at a node that one thread searches alone.
#[derive(Debug, Default)]
pub(crate) struct Account(Mutex<Sharing>);

impl Account {
    pub(super) fn add(&self, entry: impl FnOnce(&mut Sharing)) {
        entry(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn so_far(&self) -> Sharing {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The account of what the threads of an engine have done together since it was built.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Sharing {
    /// Nodes whose moves were open to all threads.
    pub splits: u64,
    /// Splits where a move was good enough, so that the other moves were left or given up.
    pub cuts: u64,
    /// The number of times that a thread took part in a split of another one.
    pub joins: u64,
    /// Nodes of moves that were given up.
    pub nodes_given_up: u64,
    /// The number of times that a thread slept.
    pub sleeps: u64,
    /// Time of all threads without a split to take part in, once a thread has started.
    pub idle: Duration,
    /// Time of all threads for the last helpers at a split of their own.
    pub waiting: Duration,
}
