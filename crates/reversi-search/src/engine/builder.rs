//! Settings of an engine.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use reversi_bitboard::cpu::Quirks;
use reversi_bitboard::{Cpu, CpuLevel, UnsupportedLevel};
use reversi_eval::{Classical, Evaluator, Weights, WeightsError, WeightsErrorKind};
use thiserror::Error;

use super::{Engine, EnginePool, Evaluation};
use crate::api::OpeningBook;
use crate::memory::{SharedTable, ThreadMemory};

impl Engine {
    /// The size of the hash table unless [`EngineBuilder::hash_mib`] says otherwise.
    pub const DEFAULT_HASH_MIB: usize = 64;

    /// The size of the largest hash table.
    pub const MAX_HASH_MIB: usize = SharedTable::MAX_MIB;

    /// The maximum number of threads of one engine, also for `threads(0)` on a larger machine.
    pub const MAX_THREADS: usize = 1024;

    /// Returns the default settings.
    pub fn builder() -> EngineBuilder {
        EngineBuilder::new()
    }

    /// Returns the settings of an engine that evaluates as this one does, on as many threads, with a hash
    /// table of its own and without a book.
    #[doc(hidden)] // reversi-play: second looks of reviews
    pub fn beside(&self) -> EngineBuilder {
        let builder = Engine::builder().cpu(self.cpu_level()).threads(self.threads());
        #[cfg(feature = "people")]
        let builder = EngineBuilder { people: self.people.clone(), ..builder };
        match self.evaluation.clone() {
            Evaluation::Weights { weights, endgame } => builder.weights(weights).endgame_weights(endgame),
            Evaluation::Custom(evaluator) => builder.evaluator(evaluator),
        }
    }
}

/// Settings of an [`Engine`].
///
/// ```
/// use reversi_engine::Engine;
/// use reversi_engine::cpu::CpuLevel;
///
/// let engine = Engine::builder().hash_mib(1).cpu(CpuLevel::Portable).build()?;
/// assert_eq!(engine.cpu_level(), CpuLevel::Portable);
/// # Ok::<(), reversi_engine::BuildError>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct EngineBuilder {
    cpu: Option<CpuLevel>,
    quirks: Option<Quirks>,
    weights: Option<Weights>,
    endgame_weights: Option<Weights>,
    evaluator: Option<Arc<dyn Evaluator>>,
    book: Option<Arc<dyn OpeningBook>>,
    #[cfg(feature = "people")]
    people: Option<reversi_eval::human::HumanPolicy>,
    hash_bytes: usize,
    threads: usize,
}

impl EngineBuilder {
    pub(super) fn new() -> EngineBuilder {
        EngineBuilder {
            cpu: None,
            quirks: None,
            weights: None,
            endgame_weights: None,
            evaluator: None,
            book: None,
            #[cfg(feature = "people")]
            people: None,
            hash_bytes: Engine::DEFAULT_HASH_MIB << 20,
            threads: 1,
        }
    }

    /// Sets the size of the hash table in MiB, at most [`Engine::MAX_HASH_MIB`]. More helps from about 24
    /// empties on; 0 gives the smallest table. `build` allocates all of it.
    pub fn hash_mib(self, mib: usize) -> EngineBuilder {
        self.hash_bytes(mib.saturating_mul(1 << 20))
    }

    /// Sets the size of the hash table in bytes, rounded down to whole cache lines, at least one.
    pub fn hash_bytes(mut self, bytes: usize) -> EngineBuilder {
        self.hash_bytes = bytes;
        self
    }

    /// Sets the number of threads of a search, the calling one included; 0 takes as many as the machine runs
    /// at once. The default is 1.
    ///
    /// A call starts the other threads when its search is long enough to be shared. They sleep while there is
    /// nothing to share, and end before the call returns. Proven scores, and scores of searches that leave
    /// out nothing, are the same as with one thread. Nodes, times, the choice among equally good moves and
    /// the estimates of selective searches vary from run to run.
    ///
    /// If the system has no thread left, a call continues with fewer. More than [`Engine::MAX_THREADS`] are
    /// refused.
    ///
    /// A panic on another thread, of an [`Evaluator`] for example, becomes a panic of the call. The engine
    /// stays usable.
    ///
    /// ```
    /// use reversi_engine::{Engine, SolveRequest};
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

    /// Uses this CPU level instead of the best one of the machine. Results and node counts are the same at
    /// every level.
    pub fn cpu(mut self, level: CpuLevel) -> EngineBuilder {
        self.cpu = Some(level);
        self
    }

    /// Treats the CPU as one with these quirks instead of its own. Quirks change the speed only.
    ///
    /// ```
    /// use reversi_engine::Engine;
    /// use reversi_engine::cpu::Quirks;
    ///
    /// let engine = Engine::builder().hash_mib(1).quirks(Quirks::default()).build()?;
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    pub fn quirks(mut self, quirks: Quirks) -> EngineBuilder {
        self.quirks = Some(quirks);
        self
    }

    /// Evaluates with these weights instead of the embedded ones. Weights change the estimates of an
    /// analysis and the time of a solve, never an exact score.
    ///
    /// ```
    /// use reversi_engine::{Engine, Weights};
    ///
    /// # #[cfg(feature = "embedded")]
    /// let weights = Weights::embedded_patterns()?; // or Weights::open("my.weights")?
    /// # #[cfg(feature = "embedded")]
    /// let engine = Engine::builder().hash_mib(1).weights(weights).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weights(mut self, weights: Weights) -> EngineBuilder {
        self.weights = Some(weights);
        self
    }

    /// Orders the moves of exact searches by these weights, instead of those that
    /// [`Weights::for_endgame`] chooses. They change the nodes of a solve, never a score: small ones are
    /// faster near the leaves.
    ///
    /// ```
    /// use reversi_engine::{Engine, Weights};
    ///
    /// let weights = Weights::embedded_patterns()?; // or Weights::open("my.weights")?
    /// let engine = Engine::builder().hash_mib(1).weights(weights).endgame_weights(Weights::small()?).build()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn endgame_weights(mut self, weights: Weights) -> EngineBuilder {
        self.endgame_weights = Some(weights);
        self
    }

    /// Evaluates with your own evaluation instead of weights. It is slower: a search updates pattern features
    /// move by move, but calls this for each board. The embedded network takes no memory.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use reversi_engine::{Board, Engine};
    /// use reversi_engine::weights::Classical;
    ///
    /// let engine = Engine::builder().hash_mib(1).evaluator(Arc::new(Classical)).build()?;
    /// assert_eq!(engine.evaluate(&Board::START), 0.0);
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    pub fn evaluator(mut self, evaluator: Arc<dyn Evaluator>) -> EngineBuilder {
        self.evaluator = Some(evaluator);
        self
    }

    /// Lets an opening book answer the analyses of positions that it knows: see
    /// [`AnalyzeRequest::book`](crate::AnalyzeRequest::book). Other positions are searched as without a book.
    /// [`solve`](Engine::solve) never uses the book.
    ///
    /// ```
    /// # #[cfg(feature = "embedded-book")] {
    /// use std::sync::Arc;
    /// use reversi_engine::book::Book;
    /// use reversi_engine::{AnalyzeRequest, Board, Engine};
    /// use reversi_engine::search::{BookUse, Source};
    ///
    /// let mut engine = Engine::builder().hash_mib(1).book(Arc::new(Book::embedded())).build()?;
    /// let request = AnalyzeRequest::depth(2).book(BookUse::Always);
    /// assert_eq!(engine.analyze(&Board::START, request)?.source(), Source::Book);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn book(mut self, book: Arc<dyn OpeningBook>) -> EngineBuilder {
        self.book = Some(book);
        self
    }

    /// Uses this policy of how people play instead of the policy of the program, if it has one: see
    /// [`AnalyzeRequest::human`](crate::AnalyzeRequest::human).
    ///
    /// ```
    /// use reversi_engine::{Board, Engine};
    /// use reversi_engine::weights::HumanPolicy;
    ///
    /// let policy = HumanPolicy::embedded()?; // or HumanPolicy::read(file)?
    /// let engine = Engine::builder().hash_mib(1).people(policy).build()?;
    /// assert_eq!(engine.human_moves(&Board::START, 1500)?.moves.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "people")]
    pub fn people(mut self, policy: reversi_eval::human::HumanPolicy) -> EngineBuilder {
        self.people = Some(policy);
        self
    }

    /// Allocates the engine. Without [`weights`](Self::weights) or an [`evaluator`](Self::evaluator) it
    /// evaluates by the [best embedded weights](Weights::best_embedded), or by [`Classical`] if the program
    /// contains none.
    ///
    /// # Errors
    /// [`BuildError`] if there is no memory for the tables or for the embedded networks, if a size or a
    /// number of threads is too large, or if the CPU cannot run the level. After a refusal of memory the
    /// next call tries again.
    pub fn build(self) -> Result<Engine, BuildError> {
        self.build_on(None)
    }

    /// Builds engines with these settings, for a thread each: 0 builds as many as the machine runs threads at
    /// once. Each engine has its own hash table; they share the weights.
    ///
    /// ```
    /// use reversi_engine::Engine;
    ///
    /// let engines = Engine::builder().hash_mib(1).build_each(2)?;
    /// assert_eq!(engines.len(), 2);
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`build`](Self::build), and [`BuildError::Engines`] for more than
    /// [`EnginePool::MAX_ENGINES`](super::EnginePool::MAX_ENGINES).
    pub fn build_each(self, engines: usize) -> Result<Vec<Engine>, BuildError> {
        self.build_sharing(engines, false)
    }

    /// Builds like [`build_each`](Self::build_each), perhaps with one table for all.
    pub(super) fn build_sharing(self, engines: usize, share_table: bool) -> Result<Vec<Engine>, BuildError> {
        let number = or_cores(engines, EnginePool::MAX_ENGINES);
        if number > EnginePool::MAX_ENGINES {
            return Err(BuildError::Engines { engines });
        }
        let mut built: Vec<Engine> = Vec::new();
        let bytes = number * size_of::<Engine>();
        built.try_reserve_exact(number).map_err(|_| BuildError::HashAllocation { bytes })?;
        for _ in 0..number {
            let table = built.first().filter(|_| share_table).map(|engine| &engine.table);
            let engine = self.clone().build_on(table)?;
            built.push(engine);
        }
        Ok(built)
    }

    /// Builds like [`build`](Self::build), with the hash table of another engine if there is one.
    pub(super) fn build_on(self, table: Option<&Arc<SharedTable>>) -> Result<Engine, BuildError> {
        let level = self.cpu.unwrap_or_else(|| Cpu::detect().level());
        let cpu = Cpu::with_quirks(level, self.quirks.unwrap_or_else(Quirks::detect))?;
        let threads = or_cores(self.threads, Engine::MAX_THREADS);
        if threads > Engine::MAX_THREADS {
            return Err(BuildError::Threads { threads });
        }
        let bytes = self.hash_bytes;
        if bytes as u64 > (Engine::MAX_HASH_MIB as u64) << 20 {
            return Err(BuildError::HashSize { bytes });
        }
        // First what all engines share: it stays.
        let evaluation = match (self.evaluator, self.weights) {
            (Some(evaluator), _) => Evaluation::Custom(evaluator),
            (None, weights) => by_weights(weights, self.endgame_weights)?,
        };
        let table = table.cloned().or_else(|| SharedTable::new(bytes).map(Arc::new));
        let (Some(table), Some(memories)) = (table, ThreadMemory::of_threads(threads)) else {
            let bytes = bytes.saturating_add(threads * ThreadMemory::BYTES);
            return Err(BuildError::HashAllocation { bytes });
        };
        let (book, fingerprint, account) = (self.book, OnceLock::new(), Arc::default());
        Ok(Engine {
            cpu,
            table,
            memories,
            evaluation,
            fingerprint,
            book,
            #[cfg(feature = "people")]
            people: self.people,
            account,
        })
    }
}

/// Returns a number of threads: 0 stands for as many as the machine runs at once, at most `most`.
///
/// ```
/// assert_eq!(reversi_engine::search::or_cores(3, 8), 3);
/// assert!((1..=8).contains(&reversi_engine::search::or_cores(0, 8)));
/// ```
pub fn or_cores(threads: usize, most: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(most),
        threads => threads,
    }
}

/// Returns the evaluation by these weights, or by the best that are part of the program.
fn by_weights(weights: Option<Weights>, endgame: Option<Weights>) -> Result<Evaluation, BuildError> {
    let evaluation = || {
        let Some(weights) = weights.map_or_else(Weights::best_embedded, |weights| Ok(Some(weights)))? else {
            return Ok(Evaluation::Custom(Arc::new(Classical)));
        };
        let endgame = endgame.map_or_else(|| weights.for_endgame(), Ok)?;
        Ok(Evaluation::Weights { weights, endgame })
    };
    evaluation().map_err(|error: WeightsError| match error.kind {
        WeightsErrorKind::Memory { bytes } => BuildError::WeightsAllocation { bytes },
        _ => unreachable!("an embedded network is damaged: {error}"),
    })
}

impl std::fmt::Debug for EngineBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EngineBuilder")
            .field("cpu", &self.cpu)
            .field("quirks", &self.quirks)
            .field("weights", &self.weights)
            .field("evaluator", &self.evaluator.is_some())
            .field("book", &self.book.is_some())
            .field("hash_bytes", &self.hash_bytes)
            .field("threads", &self.threads)
            .finish()
    }
}

/// Why an engine cannot be built.
///
/// ```
/// use reversi_engine::{BuildError, Engine};
///
/// let error = Engine::builder().hash_mib(usize::MAX).build().unwrap_err();
/// assert!(matches!(error, BuildError::HashSize { .. }));
/// let error = Engine::builder().hash_mib(1 << 20).build().unwrap_err();
/// assert_eq!(error.to_string(), "hash_mib must be at most 262144, not 1048576");
/// let error = Engine::builder().threads(1_000_000).build().unwrap_err();
/// assert_eq!(error.to_string(), "threads must be at most 1024, not 1000000");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is not enough memory for the hash tables.
    #[error("no memory for hash tables of {} MiB", mib(.bytes))]
    HashAllocation {
        /// The size asked for, with the small table of each thread.
        bytes: usize,
    },
    /// There is not enough memory for the embedded network. A later attempt may succeed.
    #[error("no memory for {} MiB of weights", mib(.bytes))]
    WeightsAllocation {
        /// The size of the allocation that was refused. The network takes 21 MB, the small one 5 MB.
        bytes: usize,
    },
    /// A hash table beyond [`Engine::MAX_HASH_MIB`](crate::Engine::MAX_HASH_MIB).
    #[error("hash_mib must be at most {}, not {}", crate::Engine::MAX_HASH_MIB, mib(.bytes))]
    HashSize {
        /// The size asked for.
        bytes: usize,
    },
    /// More threads than [`Engine::MAX_THREADS`](crate::Engine::MAX_THREADS).
    #[error("threads must be at most {}, not {threads}", crate::Engine::MAX_THREADS)]
    Threads {
        /// The number asked for.
        threads: usize,
    },
    /// More engines than [`EnginePool::MAX_ENGINES`](crate::EnginePool::MAX_ENGINES).
    #[error("engines must be at most {}, not {engines}", crate::EnginePool::MAX_ENGINES)]
    Engines {
        /// The number asked for.
        engines: usize,
    },
    /// The CPU cannot run the chosen level.
    #[error(transparent)]
    Cpu(#[from] UnsupportedLevel),
}

impl BuildError {
    /// Returns the code of the error in data.
    #[doc(hidden)] // reversi-question
    pub fn code(&self) -> &'static str {
        match self {
            BuildError::HashAllocation { .. } | BuildError::WeightsAllocation { .. } => "no-memory",
            BuildError::HashSize { .. } => "hash-too-large",
            BuildError::Threads { .. } => "too-many-threads",
            BuildError::Engines { .. } => "too-many-engines",
            BuildError::Cpu(_) => "unsupported-cpu-level",
        }
    }
}

/// Whole MiB, rounded up.
fn mib(bytes: &usize) -> usize {
    bytes.div_ceil(1 << 20)
}
