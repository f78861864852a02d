//! What a growing book tells of itself.

use std::time::Duration;

use reversi_search::StopReason;

/// A look at a growing book, for the callback of [`Grower::grow_with`](crate::Grower::grow_with) and its
/// relatives.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::Level;
///
/// let mut manuscript = Manuscript::new(Header::new(Level::new(1)?));
/// let _ = Grower::new().grow_with(&mut manuscript, &GrowRequest::to(20), |progress| {
///     println!("{} positions after {:?}", progress.positions, progress.elapsed);
///     ControlFlow::Continue(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The games that are added, those of whole batches.
    pub games: usize,
    /// Nodes of the searches of this run.
    pub nodes: u64,
    /// Wall-clock time since the start of the call.
    pub elapsed: Duration,
}

/// What a call has done to a book.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::{Level, Limits, StopReason};
///
/// let mut manuscript = Manuscript::new(Header::new(Level::new(1)?));
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
    /// The positions that were added.
    pub added: usize,
    /// The games that were added.
    pub games: usize,
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
