//! The calls of a user.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`Engine`]: its tables and threads |
//! | [`builder`] | its settings |
//! | [`options`] | its settings as data |
//! | [`callers`] | the users of the engines of a pool, and their process |
//! | [`pool`] | a fixed number of engines for any number of callers |
//! | [`solve`] | the proof of a score |
//! | `prove` | files that show a score to anyone (feature `proof`) |
//! | [`proven_line`] | the line of a score that was proven before |
//! | [`book_answer`] | the answers of an opening book |
//! | [`analyze`] | the best moves of a position |
//! | [`pace`] | the time of a move with a clock |
//! | [`analyze_game`] | the moves of a game, each beside the best one |
//! | [`people`] | moves that people would play |
//! | [`score_moves`] | the scores of the moves of many boards |
//! | [`series`] | many searches of one call, for the crates above |
//! | [`solve_many`] | thousands of positions |
//! | [`fingerprint`] | a hash that tells one evaluation from another |

mod analyze;
mod analyze_game;
mod book_answer;
mod builder;
mod callers;
mod fingerprint;
mod options;
mod pace;
mod people;
mod pool;
#[cfg(feature = "proof")]
mod prove;
mod proven_line;
mod score_moves;
mod series;
mod solve;
mod solve_many;

use std::sync::{Arc, OnceLock};

pub use analyze_game::{ANALYZED_MOVE, AnalyzedMove};
pub use builder::{BuildError, EngineBuilder, or_cores};
pub use callers::ForkedProcess;
use fingerprint::Fingerprint;
pub use options::{ENGINE, EngineOptions};
pub use pool::{EnginePool, PooledEngine};
#[cfg(feature = "proof")]
pub use prove::{ProveError, ProveRequest};
use reversi_bitboard::{Board, Cpu, CpuLevel};
use reversi_eval::{Evaluator, Tables, Weights};
pub use series::{OnProgress, Series};
pub use solve_many::{Archive, Solved};

use crate::api::OpeningBook;
use crate::memory::{SharedTable, ThreadMemory};
use crate::parallel::{Account, CallState, SharedState, Team, Watch};
use crate::tree::Context;
use crate::tree::midgame::SolvedLeaves;
use crate::tree::outlined::Outlined;

/// Solves and analyzes positions. An engine owns its hash tables, unless a pool has built it
/// [with a shared one](EnginePool::with_shared_table). All engines share the weights, which never change.
///
/// One engine searches one position at a time, on the calling thread and as many more as
/// [`EngineBuilder::threads`] allows. Its threads end with the call: an engine that is not searching works
/// in a forked process, with a copy of its table. Proofs of earlier searches stay in the table. They speed
/// up later searches of the same game and never change an exact score.
///
/// ```
/// use reversi_engine::{Engine, SolveRequest};
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let board = "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?;
/// let solution = engine.solve(&board, SolveRequest::exact())?;
/// println!("{}", solution.value());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    pub(crate) cpu: Cpu,
    /// Engines of a pool may share it.
    pub(crate) table: Arc<SharedTable>,
    /// One for each thread.
    pub(crate) memories: Vec<ThreadMemory>,
    pub(crate) evaluation: Evaluation,
    /// The fingerprint of the evaluation, once a file of analyses has asked for it.
    fingerprint: OnceLock<Fingerprint>,
    pub(crate) book: Option<Arc<dyn OpeningBook>>,
    /// How people play, if it is not the policy of the program.
    #[cfg(feature = "people")]
    pub(crate) people: Option<reversi_eval::human::HumanPolicy>,
    /// The account of what its threads do together.
    pub(crate) account: Arc<Account>,
}

/// The evaluation of boards in an engine. Clones share it.
#[derive(Clone)]
pub(crate) enum Evaluation {
    Weights {
        weights: Weights,
        /// The weights that order the moves of exact searches.
        endgame: Weights,
    },
    /// The user's own evaluation.
    Custom(Arc<dyn Evaluator>),
}

/// The size of a search.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// The leaves of its estimates that it solves. `None` if it asks for no estimates: then their weights stay
    /// packed.
    pub(crate) estimates: Option<SolvedLeaves>,
    /// `true` if threads share it.
    pub(crate) long: bool,
}

impl Extent {
    /// A search by one thread that may ask for estimates.
    pub(crate) const SHORT: Extent = Extent { estimates: Some(SolvedLeaves::ANALYSIS), long: false };
}

impl Engine {
    /// Runs `search` on this thread, where its caller may `watch` it. The other threads of the engine help
    /// if it is long enough.
    pub(crate) fn search_with<L: Outlined, R>(
        &mut self,
        l: L,
        call: Arc<CallState>,
        watch: Option<Watch<'_>>,
        extent: Extent,
        search: impl FnOnce(&mut Context<'_>) -> R,
    ) -> R {
        self.table.start_search(extent.long);
        let team = Team::new(&self.account);
        let (shared, memories) = self.shared_and_own(&team);
        let (own, others) = memories.split_first_mut().expect("an engine has a thread");
        let others = if extent.long { others } else { &mut [] };
        shared.with_helpers(l, others, || search(&mut shared.context(own, call, watch, extent.estimates)))
    }

    /// The state that all threads of a call share, and the memory of each thread.
    fn shared_and_own<'a>(&'a mut self, team: &'a Team) -> (SharedState<'a>, &'a mut [ThreadMemory]) {
        let (weights, endgame_weights, evaluator) = match &self.evaluation {
            Evaluation::Weights { weights, endgame } => (Some(weights), endgame.tables(), None),
            Evaluation::Custom(evaluator) => (None, Tables::NONE, Some(&**evaluator)),
        };
        let shared = SharedState { table: &self.table, weights, endgame_weights, evaluator, team };
        (shared, &mut self.memories)
    }

    /// Returns the value of the board without a search, in discs, from the side to move, or the final score
    /// if the game is over. An estimate stays within -63 to 63: it never claims a wipe-out.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine};
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// assert!(engine.evaluate(&Board::START).abs() < 10.0);
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    pub fn evaluate(&self, board: &Board) -> f32 {
        match &self.evaluation {
            Evaluation::Weights { weights, .. } => weights.evaluate(board),
            Evaluation::Custom(evaluator) => evaluator.evaluate(board),
        }
    }

    /// Returns a fingerprint of the evaluation, as 16 hexadecimal digits: a hash of its values of the
    /// positions of a game. The same weights in another file format, or at another CPU level, have the same
    /// fingerprint. The evaluation that orders the moves in an endgame is not in it.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use reversi_engine::Engine;
    /// use reversi_engine::weights::Classical;
    ///
    /// let network = Engine::builder().hash_mib(1).build()?;
    /// let classical = Engine::builder().hash_mib(1).evaluator(Arc::new(Classical)).build()?;
    /// assert_eq!(network.evaluation_fingerprint().len(), 16);
    /// assert_ne!(network.evaluation_fingerprint(), classical.evaluation_fingerprint());
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    pub fn evaluation_fingerprint(&self) -> String {
        self.fingerprint().to_string()
    }

    /// The fingerprint of the evaluation.
    fn fingerprint(&self) -> Fingerprint {
        *self.fingerprint.get_or_init(|| Fingerprint::of(|board| self.evaluate(board)))
    }

    /// Forgets all earlier searches. In a table that engines share, also the searches of the other engines.
    pub fn clear_hash(&mut self) {
        if !Arc::get_mut(&mut self.table).is_some_and(SharedTable::renew) {
            self.table.clear();
        }
        self.memories.iter_mut().for_each(ThreadMemory::clear);
    }

    /// Returns the number of threads of a search.
    ///
    /// ```
    /// let engine = reversi_engine::Engine::builder().hash_mib(1).build()?;
    /// assert_eq!(engine.threads(), 1);
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Returns the opening book of the engine.
    #[doc(hidden)] // reversi-play: where a game left the book
    pub fn book(&self) -> Option<&dyn OpeningBook> {
        self.book.as_deref()
    }

    /// Returns the CPU level in use.
    pub fn cpu_level(&self) -> CpuLevel {
        self.cpu.level()
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("cpu_level", &self.cpu_level()).finish_non_exhaustive()
    }
}
