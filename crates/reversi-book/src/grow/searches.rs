//! Runs searches on all threads, each with an empty hash table, and writes them to the journal.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use reversi_runs::{Budget, CheckpointError, in_order_with};
use reversi_search::instant::Instant;
use reversi_search::{
    AnalyzeRequest, BookUse, Engine, EngineBuilder, Level, Limits, Progress, Stop, StopReason, or_cores,
};

use super::journal::Search;
use super::{GrowError, GrowProgress, Grown, Journal};
use crate::ScoredMove;

/// The callback for the progress of a growth. `Break` ends the growth.
pub(super) type Callback<'a> = dyn FnMut(&GrowProgress) -> ControlFlow<()> + 'a;

/// The engines of a thread, by the size of their hash tables.
type ThreadEngines = BTreeMap<usize, Engine>;

/// Engines of one thread each, built when they are needed.
pub(super) struct Engines {
    builder: EngineBuilder,
    count: usize,
    /// The engines of each thread. The list is empty during searches, and after a panic.
    threads: Vec<ThreadEngines>,
}

impl Engines {
    /// Makes engines for this number of threads; 0 means the number of threads that the machine runs at once.
    pub(super) fn new(builder: EngineBuilder, threads: usize) -> Engines {
        let count = or_cores(threads, Engine::MAX_THREADS).min(Engine::MAX_THREADS);
        Engines { builder: builder.threads(1), count, threads: Vec::new() }
    }

    /// Builds the engines for searches of this level.
    fn build_for(&mut self, level: Level) -> Result<(), GrowError> {
        self.threads.resize_with(self.count, BTreeMap::new);
        let bytes = table_bytes(level);
        for engines in &mut self.threads {
            if let Entry::Vacant(engine) = engines.entry(bytes) {
                engine.insert(self.builder.clone().hash_bytes(bytes).build()?);
            }
        }
        Ok(())
    }
}

/// The searches of a call.
pub(super) struct Searches<'a> {
    engines: &'a mut Engines,
    journal: Option<&'a mut Journal>,
    budget: Arc<Budget>,
    callback: &'a mut Callback<'a>,
    /// The time of the next callback.
    next_look: Instant,
    /// The number of positions of complete batches, and at the end of all.
    pub(super) positions: usize,
    pub(super) target: usize,
    /// The number of batches whose searches are all done.
    pub(super) whole_batches: usize,
    pub(super) done: Grown,
}

impl<'a> Searches<'a> {
    /// Makes searches with engines of this level. Engines of other levels are built when they are needed.
    pub(super) fn new(
        engines: &'a mut Engines,
        level: Level,
        limits: Limits,
        journal: Option<&'a mut Journal>,
        callback: &'a mut Callback<'a>,
    ) -> Result<Searches<'a>, GrowError> {
        engines.build_for(level)?;
        if let (Some(journal), Some(engine)) = (&journal, engines.threads[0].values().next()) {
            journal.check_engine(engine)?;
        }
        Ok(Searches {
            engines,
            journal,
            budget: Arc::new(Budget::new(limits)),
            callback,
            next_look: Instant::now(),
            positions: 0,
            target: 0,
            whole_batches: 0,
            done: Grown::default(),
        })
    }

    /// Returns the best move of each search. `None` if a limit ends them; [`Grown::stopped`] of `done` names
    /// it.
    pub(super) fn run(&mut self, searches: &[Search]) -> Result<Option<Vec<ScoredMove>>, GrowError> {
        let known = |search| self.journal.as_ref().and_then(|journal| journal.get(search));
        let mut best: Vec<Option<ScoredMove>> = searches.iter().map(known).collect();
        let missing: Vec<usize> = (0..searches.len()).filter(|&i| best[i].is_none()).collect();
        self.done.reused += (searches.len() - missing.len()) as u64;
        if self.is_over() || self.look(missing.len()).is_break() {
            return Ok(None);
        }
        self.run_all(searches, &missing, &mut best)?;
        if self.done.stopped.is_none() && missing.is_empty() {
            let _ = self.is_over(); // limits also hold if all searches are in the journal
        }
        Ok(best.into_iter().collect())
    }

    /// Runs the searches with these numbers on all engines.
    fn run_all(
        &mut self,
        searches: &[Search],
        missing: &[usize],
        best: &mut [Option<ScoredMove>],
    ) -> Result<(), GrowError> {
        for level in missing.iter().map(|&number| searches[number].level).collect::<BTreeSet<_>>() {
            self.engines.build_for(level)?;
        }
        let (halt, budget) = (Stop::new(), Arc::clone(&self.budget));
        let journal = Mutex::new(self.journal.take());
        let mut threads = std::mem::take(&mut self.engines.threads);
        let count = threads.len().min(missing.len());
        let work = |engines: &mut ThreadEngines, &number: &usize| {
            let found = search(engines, &searches[number], &budget, &halt, &journal);
            if found.is_err() {
                halt.set();
            }
            found
        };
        let (mut left, mut ended) = (missing.len(), None);
        let result = in_order_with(missing, &mut threads[..count], &halt, work, |found| {
            match found {
                Some((&number, Ok(scored))) => {
                    best[number] = Some(scored);
                    self.done.searches += 1;
                    left -= 1;
                }
                Some((_, Err(End::Limit(reason)))) => ended = Some(reason),
                Some((_, Err(End::Journal(error)))) => return Err(error.into()),
                None => {}
            }
            if self.is_over() || self.look(left).is_break() {
                halt.set();
            }
            Ok(())
        });
        self.engines.threads = threads;
        self.journal = journal.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(reason) = ended.filter(|_| !self.is_over()) {
            self.stop(reason);
        }
        result
    }

    /// Ends the call. The first reason counts.
    fn stop(&mut self, reason: StopReason) {
        self.done.stopped.get_or_insert(reason);
    }

    /// Returns whether a limit has ended the call.
    pub(super) fn is_over(&mut self) -> bool {
        if let Some(reason) = self.budget.spent() {
            self.stop(reason);
        }
        self.done.stopped.is_some()
    }

    /// Reports the progress, if it is due.
    fn look(&mut self, left: usize) -> ControlFlow<()> {
        let now = Instant::now();
        if now < self.next_look {
            return ControlFlow::Continue(());
        }
        let flow = (self.callback)(&GrowProgress {
            positions: self.positions,
            target: self.target,
            searches: self.done.searches + self.done.reused,
            left,
            games: self.done.games,
            nodes: self.budget.nodes(),
            elapsed: self.budget.elapsed(),
        });
        self.next_look = Instant::now() + Progress::INTERVAL;
        if flow.is_break() {
            self.stop(StopReason::Callback);
        }
        flow
    }

    /// Returns the results of the call, at its end.
    pub(super) fn grown(&self, added: usize) -> Grown {
        Grown { added, nodes: self.budget.nodes(), elapsed: self.budget.elapsed(), ..self.done }
    }
}

/// The reason why a search has no result.
enum End {
    Limit(StopReason),
    Journal(CheckpointError),
}

/// Searches independently of earlier searches, and writes the result to the journal at once.
fn search(
    engines: &mut ThreadEngines,
    search: &Search,
    budget: &Budget,
    halt: &Stop,
    journal: &Mutex<Option<&mut Journal>>,
) -> Result<ScoredMove, End> {
    let engine = engines.get_mut(&table_bytes(search.level)).expect("it is built before the search");
    engine.clear_hash();
    let request = AnalyzeRequest::level(search.level).only(search.moves).book(BookUse::Never);
    let request = request.limits(Limits::new().stop(halt)).total_limits(budget.left());
    let analysis = engine.analyze(&search.board, request).expect("the moves are legal");
    budget.spend(analysis.nodes());
    let best = match (analysis.stopped(), analysis.best_move(), analysis.value().score()) {
        (Some(reason), ..) => return Err(End::Limit(reason)),
        (None, Some(mv), Some(score)) => ScoredMove { mv, score: score as i8 },
        (None, ..) => unreachable!("a search that is complete has a move and a score"),
    };
    if let Some(journal) = &mut *journal.lock().unwrap_or_else(PoisonError::into_inner) {
        journal.add(*search, best, engine).map_err(End::Journal)?;
    }
    Ok(best)
}

/// Returns the size of a table that a search of this level does not fill. The table is cleared before each
/// search, so a larger one would cost more time than it saves.
fn table_bytes(level: Level) -> usize {
    match level.number() {
        0..=8 => 1 << 19,
        9..=12 => 1 << 21,
        13..=17 => 1 << 23,
        18..=21 => 1 << 25,
        _ => 1 << 27,
    }
}
