//! Grows a book.

use std::ops::ControlFlow;

use reversi_search::{Engine, EngineBuilder, Level, Limits};

use super::graph::Graph;
use super::growth;
use super::searches::{Callback, Engines, Searches};
use super::{GrowError, GrowProgress, GrowRequest, Grown, Journal};
use crate::Manuscript;

/// Grows a book with engines, limits and a journal. The level of its searches is the level of the book's
/// header, or the level of a position that was searched at a higher one.
///
/// Each search begins with an empty hash table. So it depends only on the position, the moves and the level,
/// and the book is the same with any number of threads and after any interruption.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
/// use reversi_engine::{Board, Level};
///
/// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
/// let grown = Grower::new().threads(2).grow(&mut manuscript, &GrowRequest::to(50))?;
/// assert_eq!((grown.added, manuscript.len()), (50, 50));
/// let start = manuscript.get(&Board::START).unwrap();
/// println!("{:+} by {}", start.value, start.links[0].mv);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Grower {
    engine: EngineBuilder,
    threads: usize,
    pub(super) limits: Limits,
    journal: Option<Journal>,
    /// The engines, kept between calls.
    engines: Option<Engines>,
}

impl Grower {
    /// Makes a grower with one thread, the default weights of an engine, no limit and no journal.
    pub fn new() -> Grower {
        Grower { engine: Engine::builder(), threads: 1, limits: Limits::new(), journal: None, engines: None }
    }

    /// Sets the options of the engines, such as their weights. They have one thread each, and hash tables
    /// that fit the level: half a MiB up to level 8, 128 MiB from level 22 on. An opening book is not asked.
    pub fn engine(mut self, builder: EngineBuilder) -> Grower {
        self.engine = builder;
        self.engines = None;
        self
    }

    /// Sets the number of parallel searches; 0 means the number of threads that the machine runs at once. It
    /// does not change the book.
    pub fn threads(mut self, threads: usize) -> Grower {
        self.threads = threads;
        self.engines = None;
        self
    }

    /// Sets the limits. A call ends when a limit is reached. Unfinished searches are dropped.
    pub fn limits(mut self, limits: Limits) -> Grower {
        self.limits = limits;
        self
    }

    /// Sets the journal. Each search is written to it when it is done, and searches that it has are not
    /// repeated: see [`Journal`].
    pub fn journal(mut self, journal: Journal) -> Grower {
        self.journal = Some(journal);
        self
    }

    /// Takes the journal back, to [delete](Journal::delete) it when the book is written.
    pub fn take_journal(&mut self) -> Option<Journal> {
        self.journal.take()
    }

    /// Adds positions, best first: see [`GrowRequest`] for the order. An empty book gets the start of the
    /// game.
    ///
    /// Leaves become positions in batches of 16 or of a 32nd of the book, whichever is more, and at most
    /// 4,096. A limit that ends the call within a batch reverts this batch. So the manuscript is a valid book
    /// at all times: a later call repeats that batch, and finds its searches in the journal.
    ///
    /// Missing parts of the manuscript are added first: leaves, links to positions of the book, and positions
    /// after forced passes.
    ///
    /// # Errors
    /// [`GrowError`] if an engine cannot be built, the journal cannot be written, a move of the manuscript is
    /// not legal, a score of it is invalid, or the game is over in a position of the request.
    pub fn grow(&mut self, manuscript: &mut Manuscript, request: &GrowRequest) -> Result<Grown, GrowError> {
        self.grow_with(manuscript, request, |_| ControlFlow::Continue(()))
    }

    /// Grows a book as [`grow`](Self::grow) does, with a callback on the calling thread, at most every
    /// [`Progress::INTERVAL`](reversi_search::Progress::INTERVAL). [`ControlFlow::Break`] ends the growth.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::book::{GrowRequest, Grower, Header, Manuscript};
    /// use reversi_engine::Level;
    /// use reversi_engine::search::StopReason;
    ///
    /// let mut manuscript = Manuscript::new(Header::new(Level::of::<2>()));
    /// let grown = Grower::new().grow_with(&mut manuscript, &GrowRequest::to(1_000_000), |progress| {
    ///     println!("{} of {}", progress.positions, progress.target);
    ///     if progress.positions < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// })?;
    /// assert_eq!(grown.stopped, Some(StopReason::Callback));
    /// assert!(manuscript.len() >= 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`grow`](Self::grow).
    pub fn grow_with(
        &mut self,
        manuscript: &mut Manuscript,
        request: &GrowRequest,
        mut callback: impl FnMut(&GrowProgress) -> ControlFlow<()>,
    ) -> Result<Grown, GrowError> {
        self.with_searches(manuscript, &mut callback, |graph, searches| {
            growth::grow(graph, request, searches)
        })
    }
}

impl Grower {
    /// Runs `work` on the positions of a manuscript. The manuscript then has the complete batches, whether a
    /// limit or an error has ended the work or not.
    pub(super) fn with_searches(
        &mut self,
        manuscript: &mut Manuscript,
        callback: &mut Callback<'_>,
        work: impl FnOnce(&mut Graph, &mut Searches<'_>) -> Result<(), GrowError>,
    ) -> Result<Grown, GrowError> {
        let before = manuscript.len();
        let mut graph = Graph::new(manuscript)?;
        let mut searches = self.searches(graph.header.level, true, callback)?;
        let result = work(&mut graph, &mut searches);
        if searches.whole_batches > 0 {
            *manuscript = graph.manuscript();
        }
        result.map(|()| searches.grown(manuscript.len() - before))
    }

    /// Makes the searches of a call, with or without the journal.
    pub(super) fn searches<'a>(
        &'a mut self,
        level: Level,
        with_journal: bool,
        callback: &'a mut Callback<'a>,
    ) -> Result<Searches<'a>, GrowError> {
        let engines = self.engines.get_or_insert_with(|| Engines::new(self.engine.clone(), self.threads));
        let journal = self.journal.as_mut().filter(|_| with_journal);
        Searches::new(engines, level, self.limits.clone(), journal, callback)
    }
}

impl Default for Grower {
    fn default() -> Grower {
        Grower::new()
    }
}
