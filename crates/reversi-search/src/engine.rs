use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use reversi_bitboard::cpu::Quirks;
use reversi_bitboard::{Board, Cpu, CpuLevel, dispatch};
use reversi_eval::{Evaluator, Weights};

use crate::endgame::{Context, MIN_EMPTIES_TO_SHARE};
use crate::error::{BuildError, SolveError};
use crate::local_table::LocalTable;
use crate::midgame::{Points, Window};
use crate::monitor::Call;
use crate::parallel::{Shared, Team};
use crate::solve::answer;
use crate::table::Table;
use crate::{Solution, SolveRequest};

/// Solves and analyzes positions. Owns its hash tables; engines share nothing but weights, which nobody changes.
///
/// One engine searches one position at a time, on the calling thread and as many more as [`EngineBuilder::threads`] allows.
/// What earlier searches have proven stays in
/// the table and speeds up later ones on the same game; it never changes an exact score.
///
/// ```
/// use reversi_search::{Engine, SolveRequest};
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let board = "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?;
/// let solution = engine.solve(&board, SolveRequest::exact())?;
/// println!("{}", solution.value());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    pub(crate) cpu: Cpu,
    pub(crate) table: Table,
    /// One for each thread.
    pub(crate) locals: Vec<LocalTable>,
    pub(crate) weights: Weights,
    pub(crate) evaluator: Option<Arc<dyn Evaluator>>,
}

impl Engine {
    /// The size of the hash table unless [`EngineBuilder::hash_mib`] says otherwise.
    pub const DEFAULT_HASH_MIB: usize = 64;

    /// The size of the largest hash table.
    pub const MAX_HASH_MIB: usize = Table::MAX_MIB;

    /// The most threads that one engine takes: enough for any machine. A larger number is a mistake.
    pub const MAX_THREADS: usize = 1024;

    /// Settings with their defaults.
    pub fn builder() -> EngineBuilder {
        EngineBuilder {
            cpu: None,
            quirks: None,
            weights: None,
            evaluator: None,
            hash_bytes: Self::DEFAULT_HASH_MIB << 20,
            threads: 1,
        }
    }

    /// Proves the score of a position, or as much of it as the request asks for.
    ///
    /// # Errors
    /// [`SolveError::Interrupted`] if a limit of the request was reached first; it carries what was proven by then.
    /// [`SolveError::InvalidWindow`] if the request's window holds no score.
    pub fn solve(&mut self, board: &Board, request: SolveRequest) -> Result<Solution, SolveError> {
        dispatch!(self.cpu, l => self.solve_on(l, board, request))
    }

    /// [`solve`](Self::solve) on this level, or on one with a kernel of the gallery.
    pub(crate) fn solve_on<L: Points>(
        &mut self,
        l: L,
        board: &Board,
        request: SolveRequest,
    ) -> Result<Solution, SolveError> {
        let call = Call::new(Instant::now(), request.limits.clone());
        let (alpha, beta) = request.checked_window()?;
        let long = board.empties().len() > MIN_EMPTIES_TO_SHARE;
        Ok(self.search_with(l, call, long, |cx| answer(l, cx, *board, Window { alpha, beta }))?)
    }

    /// A search by the engine's threads, if it is `long` enough for more than one; this one does what it is told, the
    /// others help.
    pub(crate) fn search_with<L: Points, R>(
        &mut self,
        l: L,
        call: Arc<Call>,
        long: bool,
        search: impl FnOnce(&mut Context<'_>) -> R,
    ) -> R {
        self.table.start_search();
        let (own, others) = self.locals.split_first_mut().expect("an engine has a thread");
        let others = if long { others } else { &mut [] };
        let team = Team::default();
        let shared = Shared {
            table: &self.table,
            tables: self.weights.tables(),
            evaluator: self.evaluator.as_deref(),
            team: &team,
        };
        shared.with_helpers(l, others, || search(&mut shared.context(own, call)))
    }

    /// What the board is worth without a search, in discs, from the side to move; the final score if the game is
    /// over. An estimate is never beyond 63: it does not say that somebody is wiped out.
    ///
    /// ```
    /// use reversi_bitboard::Board;
    /// use reversi_search::Engine;
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// assert!(engine.evaluate(&Board::START).abs() < 10.0);
    /// # Ok::<(), reversi_search::BuildError>(())
    /// ```
    pub fn evaluate(&self, board: &Board) -> f32 {
        self.evaluator.as_deref().unwrap_or(&self.weights).evaluate_or_score(board)
    }

    /// Forgets all earlier searches.
    pub fn clear_hash(&mut self) {
        self.table.clear();
        self.locals.iter_mut().for_each(LocalTable::clear);
    }

    /// How many threads work on a search.
    ///
    /// ```
    /// let engine = reversi_search::Engine::builder().hash_mib(1).build()?;
    /// assert_eq!(engine.threads(), 1);
    /// # Ok::<(), reversi_search::BuildError>(())
    /// ```
    pub fn threads(&self) -> usize {
        self.locals.len()
    }

    /// The CPU level in use.
    pub fn cpu_level(&self) -> CpuLevel {
        self.cpu.level()
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("cpu_level", &self.cpu_level()).finish_non_exhaustive()
    }
}

/// Settings of an [`Engine`].
///
/// ```
/// use reversi_bitboard::CpuLevel;
/// use reversi_search::Engine;
///
/// let engine = Engine::builder().hash_mib(1).cpu(CpuLevel::Portable).build()?;
/// assert_eq!(engine.cpu_level(), CpuLevel::Portable);
/// # Ok::<(), reversi_search::BuildError>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct EngineBuilder {
    cpu: Option<CpuLevel>,
    quirks: Option<Quirks>,
    weights: Option<Weights>,
    evaluator: Option<Arc<dyn Evaluator>>,
    hash_bytes: usize,
    threads: usize,
}

impl EngineBuilder {
    /// The size of the hash table in MiB, at most [`Engine::MAX_HASH_MIB`]. More helps from about 24 empties on; 0 gives the
    /// smallest there is. All of it is taken at once.
    pub fn hash_mib(self, mib: usize) -> EngineBuilder {
        self.hash_bytes(mib.saturating_mul(1 << 20))
    }

    /// The size of the hash table in bytes, rounded down to whole cache lines, at least one.
    pub fn hash_bytes(mut self, bytes: usize) -> EngineBuilder {
        self.hash_bytes = bytes;
        self
    }

    /// Searches with so many threads, the calling one included; 0 takes as many as the machine can run at once. The
    /// default is 1.
    ///
    /// The others are started when a search is long enough to be shared, sleep while there is nothing to share, and have
    /// ended when the call returns. Scores that are proven, or of searches that leave out nothing, are the same as with one
    /// thread; nodes, times, which of several equally good moves is found, and estimates of selective searches depend on
    /// chance.
    ///
    /// Where the system has no thread to give, a call goes on with fewer. More than [`Engine::MAX_THREADS`] are refused.
    ///
    /// What panics on another thread, such as an [`Evaluator`], panics in the call, and the engine can be used again.
    ///
    /// ```
    /// use reversi_search::{Engine, SolveRequest};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).threads(2).build()?;
    /// let board = "--XXXX----XOOOX-OOOXOOXXOOOXOXXXOOOXXXXXOOOOOOXX-OXXXXXX-OOOOOO- X".parse()?;
    /// println!("{}", engine.solve(&board, SolveRequest::exact())?.value());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(mut self, threads: usize) -> EngineBuilder {
        self.threads = threads;
        self
    }

    /// Uses this CPU level instead of the best one of the machine. Results and node counts are the same at every
    /// level.
    pub fn cpu(mut self, level: CpuLevel) -> EngineBuilder {
        self.cpu = Some(level);
        self
    }

    /// Treats the CPU as one with these quirks instead of its own. They decide about speed only.
    ///
    /// ```
    /// use reversi_bitboard::cpu::Quirks;
    /// use reversi_search::Engine;
    ///
    /// let engine = Engine::builder().hash_mib(1).quirks(Quirks::default()).build()?;
    /// # Ok::<(), reversi_search::BuildError>(())
    /// ```
    pub fn quirks(mut self, quirks: Quirks) -> EngineBuilder {
        self.quirks = Some(quirks);
        self
    }

    /// Evaluates with these weights instead of the embedded ones. They decide what an analysis estimates and how fast
    /// a position is solved, never its exact score.
    ///
    /// ```
    /// use reversi_eval::Weights;
    /// use reversi_search::Engine;
    ///
    /// let weights = Weights::embedded(); // or Weights::open("my.weights")?
    /// let engine = Engine::builder().hash_mib(1).weights(weights).build()?;
    /// # Ok::<(), reversi_search::BuildError>(())
    /// ```
    pub fn weights(mut self, weights: Weights) -> EngineBuilder {
        self.weights = Some(weights);
        self
    }

    /// Evaluates with an evaluation of your own instead of weights. It is slower: a search keeps pattern features up to
    /// date, but asks this for each board.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use reversi_bitboard::Board;
    /// use reversi_eval::Classical;
    /// use reversi_search::Engine;
    ///
    /// let engine = Engine::builder().hash_mib(1).evaluator(Arc::new(Classical)).build()?;
    /// assert_eq!(engine.evaluate(&Board::START), 0.0);
    /// # Ok::<(), reversi_search::BuildError>(())
    /// ```
    pub fn evaluator(mut self, evaluator: Arc<dyn Evaluator>) -> EngineBuilder {
        self.evaluator = Some(evaluator);
        self
    }

    /// Allocates the engine.
    ///
    /// # Errors
    /// [`BuildError`] if there is no memory for the tables, more is asked for than an engine can use, or the CPU cannot run
    /// the level.
    pub fn build(self) -> Result<Engine, BuildError> {
        let level = self.cpu.unwrap_or_else(|| Cpu::detect().level());
        let cpu = Cpu::with_quirks(level, self.quirks.unwrap_or_else(Quirks::detect))?;
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(Engine::MAX_THREADS),
            threads @ 1..=Engine::MAX_THREADS => threads,
            threads => return Err(BuildError::Threads { threads }),
        };
        let bytes = self.hash_bytes;
        if bytes as u64 > (Engine::MAX_HASH_MIB as u64) << 20 {
            return Err(BuildError::HashSize { bytes });
        }
        let locals: Option<_> = (0..threads).map(|_| LocalTable::new()).collect();
        let (Some(table), Some(locals)) = (Table::new(bytes), locals) else {
            let bytes = bytes.saturating_add(threads * LocalTable::BYTES);
            return Err(BuildError::HashAllocation { bytes });
        };
        Ok(Engine {
            cpu,
            table,
            locals,
            weights: self.weights.unwrap_or_else(Weights::embedded),
            evaluator: self.evaluator,
        })
    }
}

impl std::fmt::Debug for EngineBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EngineBuilder")
            .field("cpu", &self.cpu)
            .field("quirks", &self.quirks)
            .field("weights", &self.weights)
            .field("evaluator", &self.evaluator.is_some())
            .field("hash_bytes", &self.hash_bytes)
            .field("threads", &self.threads)
            .finish()
    }
}
