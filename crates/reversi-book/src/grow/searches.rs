//! Searches on all threads, each beginning with an empty hash table, written to the journal.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use reversi_bitboard::{Board, Square};
use reversi_search::{
    AnalyzeRequest, BookUse, Engine, EngineBuilder, Level, Limits, Progress, Stop, StopReason,
};

use super::journal::Search;
use super::{GrowError, GrowProgress, Grown, Journal};
use crate::ScoredMove;
use crate::instant::Instant;

/// What a growth shows of itself. `Break` ends it.
pub(super) type Callback<'a> = dyn FnMut(&GrowProgress) -> ControlFlow<()> + 'a;

/// The engines of a thread, by the size of their hash tables.
type ThreadEngines = BTreeMap<usize, Engine>;

/// Engines of one thread each, built when they are needed.
pub(super) struct Engines {
    builder: EngineBuilder,
    count: usize,
    /// One for each thread. Empty while they are at work, and after a panic.
    threads: Vec<ThreadEngines>,
}

impl Engines {
    /// For as many threads; 0 stands for as many as the machine runs at once.
    pub(super) fn new(builder: EngineBuilder, threads: usize) -> Engines {
        let threads = match threads {
            0 => thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let count = threads.min(Engine::MAX_THREADS);
        Engines { builder: builder.threads(1), count, threads: Vec::new() }
    }

    /// Builds what searches of this level need.
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
    limits: Limits,
    callback: &'a mut Callback<'a>,
    start: Instant,
    /// When the callback is due.
    next_look: Instant,
    /// Positions of whole batches, and those at the end.
    pub(super) positions: usize,
    pub(super) target: usize,
    /// Batches whose searches are all done.
    pub(super) whole_batches: usize,
    pub(super) done: Grown,
}

/// What a worker found: the number of the search, the best move if it is complete, the nodes.
type Found = (usize, Result<ScoredMove, StopReason>, u64);

impl<'a> Searches<'a> {
    /// Engines for searches of this level and, when they come, of others.
    pub(super) fn new(
        engines: &'a mut Engines,
        level: Level,
        limits: Limits,
        mut journal: Option<&'a mut Journal>,
        callback: &'a mut Callback<'a>,
    ) -> Result<Searches<'a>, GrowError> {
        engines.build_for(level)?;
        if let (Some(journal), Some(engine)) = (&mut journal, engines.threads[0].values().next()) {
            journal.use_engine(fingerprint(engine))?;
        }
        let start = Instant::now();
        Ok(Searches {
            engines,
            journal,
            limits,
            callback,
            start,
            next_look: start,
            positions: 0,
            target: 0,
            whole_batches: 0,
            done: Grown::default(),
        })
    }

    /// The best move of each search. `None` if a limit ends them; [`Grown::stopped`] of `done` names it.
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
            let _ = self.is_over(); // a book that a journal makes has limits as well
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
        let (next, halt) = (AtomicUsize::new(0), Stop::new());
        let mut threads = std::mem::take(&mut self.engines.threads);
        let limits = self.limits_left();
        let result = thread::scope(|scope| {
            let guard = halt.guard(); // an error below ends the workers as well
            let (send, found) = mpsc::channel::<Found>();
            for engines in threads.iter_mut().take(missing.len()) {
                let (send, next, halt, limits) = (send.clone(), &next, &halt, &limits);
                let work = move || {
                    while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let (best, nodes) = search(engines, &searches[number], limits, halt);
                        if send.send((number, best, nodes)).is_err() || best.is_err() {
                            return;
                        }
                    }
                };
                thread::Builder::new().spawn_scoped(scope, work).map_err(GrowError::Thread)?;
            }
            drop(send);
            self.receive(searches, &found, &halt, best)?;
            guard.disarm();
            Ok(())
        });
        self.engines.threads = threads;
        result
    }

    /// Takes the results until all workers have ended.
    fn receive(
        &mut self,
        searches: &[Search],
        found: &mpsc::Receiver<Found>,
        halt: &Stop,
        best: &mut [Option<ScoredMove>],
    ) -> Result<(), GrowError> {
        let mut left = best.iter().filter(|best| best.is_none()).count();
        loop {
            match found.recv_timeout(Progress::INTERVAL) {
                Ok((number, result, nodes)) => {
                    self.done.nodes += nodes;
                    match result {
                        Ok(scored) => {
                            best[number] = Some(scored);
                            self.done.searches += 1;
                            left -= 1;
                            if let Some(journal) = &mut self.journal {
                                journal.add(searches[number], scored)?;
                            }
                        }
                        Err(reason) => self.stop(reason),
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            if self.is_over() || self.look(left).is_break() {
                halt.set();
            }
        }
    }

    /// Ends the call, for the first reason that there is.
    fn stop(&mut self, reason: StopReason) {
        self.done.stopped.get_or_insert(reason);
    }

    /// Whether a limit has ended the call.
    pub(super) fn is_over(&mut self) -> bool {
        let Limits { time, nodes, stop, .. } = &self.limits;
        let reason = if stop.as_ref().is_some_and(Stop::is_set) {
            Some(StopReason::Stop)
        } else if time.is_some_and(|time| self.start.elapsed() >= time) {
            Some(StopReason::Time)
        } else if nodes.is_some_and(|nodes| self.done.nodes >= nodes) {
            Some(StopReason::Nodes)
        } else {
            None
        };
        if let Some(reason) = reason {
            self.stop(reason);
        }
        self.done.stopped.is_some()
    }

    /// The limits of a search that begins now.
    fn limits_left(&self) -> Limits {
        let mut limits = self.limits.clone();
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(self.done.nodes));
        limits
    }

    /// Shows the progress, if it is time for that.
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
            nodes: self.done.nodes,
            elapsed: self.start.elapsed(),
        });
        self.next_look = Instant::now() + Progress::INTERVAL;
        if flow.is_break() {
            self.stop(StopReason::Callback);
        }
        flow
    }

    /// What has been done, at the end of the call.
    pub(super) fn grown(&self, added: usize) -> Grown {
        Grown { added, elapsed: self.start.elapsed(), ..self.done }
    }
}

/// A search that depends on nothing before it.
fn search(
    engines: &mut ThreadEngines,
    search: &Search,
    limits: &Limits,
    halt: &Stop,
) -> (Result<ScoredMove, StopReason>, u64) {
    let engine = engines.get_mut(&table_bytes(search.level)).expect("it is built before the search");
    engine.clear_hash();
    let request = AnalyzeRequest::level(search.level).only(search.moves).book(BookUse::Never);
    let request = request.limits(Limits::new().stop(halt)).total_limits(limits.clone());
    let analysis = engine.analyze(&search.board, request).expect("the moves are legal");
    let best = match (analysis.stopped(), analysis.best_move(), analysis.value().score()) {
        (Some(reason), ..) => Err(reason),
        (None, Some(mv), Some(score)) => Ok(ScoredMove { mv, score: score as i8 }),
        (None, ..) => unreachable!("a search that is complete has a move and a score"),
    };
    (best, analysis.nodes())
}

/// A table that a search of this level does not fill. It is cleared before each search, so a larger one
/// would cost more time than it saves.
fn table_bytes(level: Level) -> usize {
    match level.number() {
        0..=8 => 1 << 19,
        9..=12 => 1 << 21,
        13..=17 => 1 << 23,
        18..=21 => 1 << 25,
        _ => 1 << 27,
    }
}

/// Tells engines with different evaluations or of different releases apart.
fn fingerprint(engine: &Engine) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    let mut board = Board::START;
    while let Some(square) = last_move(board) {
        board = board.play(square);
        hasher.update(&engine.evaluate(&board).to_bits().to_le_bytes());
    }
    hasher.finalize()
}

fn last_move(board: Board) -> Option<Square> {
    board.legal_moves().last()
}
