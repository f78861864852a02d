//! The reports of a growing book.

use std::time::Duration;

use reversi_search::StopReason;

/// The progress of a growing book, for the callback of [`Grower::grow_with`](crate::Grower::grow_with) and
/// its relatives.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::Level;
///
/// let mut manuscript = Manuscript::new(Header::new(Level::of::<1>()));
/// let _ = Grower::new().grow_with(&mut manuscript, &GrowRequest::to(20), |progress| {
///     println!("{} positions after {:?}", progress.positions, progress.elapsed);
///     ControlFlow::Continue(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GrowProgress {
    /// The number of positions of the book, by complete batches.
    pub positions: usize,
    /// The number of positions at which the growth ends.
    pub target: usize,
    /// The number of searches that are done, in this run and those before it.
    pub searches: u64,
    /// The number of searches of the batch that are not done.
    pub left: usize,
    /// The number of games that are added, by complete batches.
    pub games: usize,
    /// The number of nodes of the searches of this run.
    pub nodes: u64,
    /// Wall-clock time since the start of the call.
    pub elapsed: Duration,
}

/// The result of a call on a book.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::{Level, Limits};
/// use reversi_engine::search::StopReason;
///
/// let mut manuscript = Manuscript::new(Header::new(Level::of::<1>()));
/// let mut grower = Grower::new().limits(Limits::new().nodes(2_000));
/// let grown = grower.grow(&mut manuscript, &GrowRequest::to(1_000_000))?;
/// assert_eq!(grown.stopped, Some(StopReason::Nodes));
/// assert_eq!(grown.added, manuscript.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct Grown {
    /// The number of positions that were added.
    pub added: usize,
    /// The number of games that were added.
    pub games: usize,
    /// The number of searches of this run.
    pub searches: u64,
    /// The number of searches that the journal had.
    pub reused: u64,
    /// The number of nodes of the searches of this run.
    pub nodes: u64,
    /// Wall-clock time of the call.
    pub elapsed: Duration,
    /// The limit that ended the call; `None` if the call is complete.
    pub stopped: Option<StopReason>,
}
