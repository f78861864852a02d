//! What makes a book grow.

use std::ops::ControlFlow;

use reversi_search::{Engine, EngineBuilder, Level, Limits};

use super::graph::Graph;
use super::growth;
use super::searches::{Callback, Engines, Searches};
use super::{GrowError, GrowProgress, GrowRequest, Grown, Journal};
use crate::Draft;

/// What makes a book grow: engines, limits and a journal. The level of its searches is that of the book's
/// header.
#[must_use]
pub struct Grower {
    engine: EngineBuilder,
    threads: usize,
    pub(super) limits: Limits,
    journal: Option<Journal>,
    /// Kept from call to call.
    engines: Option<Engines>,
}

impl Grower {
    /// One thread, the embedded weights, no limit, no journal.
    pub fn new() -> Grower {
        Grower { engine: Engine::builder(), threads: 1, limits: Limits::new(), journal: None, engines: None }
    }

    /// The settings of the engines. Their hash tables and threads are chosen here: one thread each.
    pub fn engine(mut self, builder: EngineBuilder) -> Grower {
        self.engine = builder;
        self.engines = None;
        self
    }

    /// The number of searches at a time; 0 takes as many as the machine runs threads at once. It does not
    /// change the book.
    pub fn threads(mut self, threads: usize) -> Grower {
        self.threads = threads;
        self.engines = None;
        self
    }

    /// Ends a call when a limit is reached.
    pub fn limits(mut self, limits: Limits) -> Grower {
        self.limits = limits;
        self
    }

    /// Writes each search to the journal, and makes none that it has.
    pub fn journal(mut self, journal: Journal) -> Grower {
        self.journal = Some(journal);
        self
    }

    /// The journal back, to delete it when the book is written.
    pub fn take_journal(&mut self) -> Option<Journal> {
        self.journal.take()
    }

    /// Adds positions, best first.
    ///
    /// # Errors
    /// [`GrowError`]
    pub fn grow(&mut self, draft: &mut Draft, request: &GrowRequest) -> Result<Grown, GrowError> {
        self.grow_with(draft, request, |_| ControlFlow::Continue(()))
    }

    /// [`grow`](Self::grow) with a callback, on the calling thread.
    ///
    /// # Errors
    /// As [`grow`](Self::grow).
    pub fn grow_with(
        &mut self,
        draft: &mut Draft,
        request: &GrowRequest,
        mut callback: impl FnMut(&GrowProgress) -> ControlFlow<()>,
    ) -> Result<Grown, GrowError> {
        self.with_searches(draft, &mut callback, |graph, searches| growth::grow(graph, request, searches))
    }
}

impl Grower {
    /// Runs `work` on the positions of a draft, which then has what whole batches have added, whether a limit
    /// or an error has ended the work or not.
    pub(super) fn with_searches(
        &mut self,
        draft: &mut Draft,
        callback: &mut Callback<'_>,
        work: impl FnOnce(&mut Graph, &mut Searches<'_>) -> Result<(), GrowError>,
    ) -> Result<Grown, GrowError> {
        let before = draft.len();
        let mut graph = Graph::new(draft)?;
        let mut searches = self.searches(graph.header.level, true, callback)?;
        let result = work(&mut graph, &mut searches);
        if searches.whole_batches > 0 {
            *draft = graph.draft();
        }
        result.map(|()| searches.grown(draft.len() - before))
    }

    /// The searches of a call, with the journal or without it.
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
