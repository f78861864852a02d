//! What makes a book grow.

use std::ops::ControlFlow;

use reversi_bitboard::{Board, Game};
use reversi_search::{Engine, EngineBuilder, Limits};

use super::graph::Graph;
use super::growth;
use super::searches::{Callback, Searches};
use super::{Contradiction, GrowError, GrowProgress, GrowRequest, Grown, Journal, Recheck};
use crate::Draft;

/// What makes a book grow: engines, limits and a journal. The level of its searches is that of the book's
/// header.
#[must_use]
pub struct Grower {
    engine: EngineBuilder,
    threads: usize,
    limits: Limits,
    journal: Option<Journal>,
}

impl Grower {
    /// One thread, the embedded weights, no limit, no journal.
    pub fn new() -> Grower {
        Grower { engine: Engine::builder(), threads: 1, limits: Limits::new(), journal: None }
    }

    /// The settings of the engines. Their hash tables and threads are chosen here: one thread each.
    pub fn engine(mut self, builder: EngineBuilder) -> Grower {
        self.engine = builder;
        self
    }

    /// The number of searches at a time; 0 takes as many as the machine runs threads at once. It does not
    /// change the book.
    pub fn threads(mut self, threads: usize) -> Grower {
        self.threads = threads;
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

    /// Adds the positions of a game (or, from a game without moves, its position), whatever they are worth.
    ///
    /// # Errors
    /// [`GrowError`]
    pub fn add(&mut self, draft: &mut Draft, game: &Game) -> Result<Grown, GrowError> {
        let _ = (draft, game);
        todo!()
    }

    /// [`add`](Self::add), and counts the game's result at each of its positions.
    ///
    /// # Errors
    /// [`GrowError`]
    pub fn learn(&mut self, draft: &mut Draft, game: &Game) -> Result<Grown, GrowError> {
        let _ = (draft, game);
        todo!()
    }

    /// Adds all positions of another book. Where both have searched a position, the higher level wins.
    /// Contradictions are reported.
    ///
    /// # Errors
    /// [`GrowError`]
    pub fn merge(
        &mut self,
        draft: &mut Draft,
        other: &Draft,
    ) -> Result<(Grown, Vec<Contradiction>), GrowError> {
        let _ = (draft, other);
        todo!()
    }

    /// Searches this number of random positions again and returns each beside what the book says.
    ///
    /// # Errors
    /// [`GrowError`]
    pub fn recheck(&mut self, draft: &Draft, positions: usize, seed: u64) -> Result<Vec<Recheck>, GrowError> {
        let _ = (draft, positions, seed);
        todo!()
    }

    /// [`recheck`](Self::recheck) with a callback, on the calling thread.
    ///
    /// # Errors
    /// As [`recheck`](Self::recheck).
    pub fn recheck_with(
        &mut self,
        draft: &Draft,
        positions: usize,
        seed: u64,
        mut callback: impl FnMut(&GrowProgress) -> ControlFlow<()>,
    ) -> Result<Vec<Recheck>, GrowError> {
        let _ = (draft, positions, seed, &mut callback);
        todo!()
    }
}

impl Grower {
    /// Runs `work` on the positions of a draft, which then has what whole batches have added, whether a limit
    /// or an error has ended the work or not.
    fn with_searches(
        &mut self,
        draft: &mut Draft,
        callback: &mut Callback<'_>,
        work: impl FnOnce(&mut Graph, &mut Searches<'_>) -> Result<(), GrowError>,
    ) -> Result<Grown, GrowError> {
        let before = draft.len();
        let mut graph = Graph::new(draft)?;
        let Grower { engine, threads, limits, journal } = self;
        let level = graph.nodes.iter().map(|node| node.level).max();
        let level = level.unwrap_or(graph.header.level).max(graph.header.level);
        let mut searches =
            Searches::new(engine, *threads, level, limits.clone(), journal.as_mut(), callback)?;
        let result = work(&mut graph, &mut searches);
        if searches.whole_batches > 0 {
            *draft = graph.draft();
        }
        result.map(|()| searches.grown(draft.len() - before))
    }
}

impl Default for Grower {
    fn default() -> Grower {
        Grower::new()
    }
}

impl Draft {
    /// Computes all values, bounds and numbers of lines again, from the leaves and links. Links to positions
    /// that are there are added, and links to missing ones become leaves.
    ///
    /// # Errors
    /// [`GrowError::IllegalMove`]
    pub fn evaluate(&mut self) -> Result<(), GrowError> {
        *self = Graph::new(self)?.draft();
        Ok(())
    }

    /// Removes what is not reached from a root within these deviations. Returns the number of positions
    /// that were removed.
    ///
    /// # Errors
    /// [`GrowError::IllegalMove`]
    pub fn prune(&mut self, request: &super::PruneRequest) -> Result<usize, GrowError> {
        let _ = (request, Board::START);
        todo!()
    }
}
