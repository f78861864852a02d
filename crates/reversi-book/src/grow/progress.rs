//! What a growing book tells of itself.

use std::time::Duration;

use reversi_search::StopReason;

/// A look at a growing book, for the callback of [`Grower::grow_with`](crate::Grower::grow_with) and its
/// relatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrowProgress {
    /// The positions of the book, those of whole batches.
    pub positions: usize,
    /// The number of positions at which the growth ends.
    pub target: usize,
    /// Searches that are done, in this run and those before it.
    pub searches: u64,
    /// Searches of the batch that are not done.
    pub left: usize,
    /// Nodes of the searches of this run.
    pub nodes: u64,
    /// Wall-clock time since the start of the call.
    pub elapsed: Duration,
}

/// What has become of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Grown {
    /// The positions that were added.
    pub added: usize,
    /// The searches of this run.
    pub searches: u64,
    /// The searches that the journal had.
    pub reused: u64,
    /// The nodes of the searches of this run.
    pub nodes: u64,
    /// Wall-clock time of the call.
    pub elapsed: Duration,
    /// The limit that ended the call; `None` if it has done what it was asked for.
    pub stopped: Option<StopReason>,
}
