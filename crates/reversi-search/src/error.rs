use std::time::Duration;

use reversi_bitboard::UnsupportedLevel;
use thiserror::Error;

use crate::Value;

/// An engine that cannot be built as asked.
///
/// ```
/// use reversi_search::{BuildError, Engine};
///
/// let error = Engine::builder().hash_mib(usize::MAX).build().unwrap_err();
/// assert!(matches!(error, BuildError::HashSize { .. }));
/// let error = Engine::builder().threads(1_000_000).build().unwrap_err();
/// assert_eq!(error.to_string(), "1000000 threads are more than an engine takes (at most 1024)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is not enough memory for the hash tables.
    #[error("no memory for hash tables of {bytes} bytes")]
    HashAllocation {
        /// The size asked for, with the small table of each thread.
        bytes: usize,
    },
    /// A hash table beyond [`Engine::MAX_HASH_MIB`](crate::Engine::MAX_HASH_MIB).
    #[error("{bytes} bytes are more than a hash table can use (at most {} MiB)", crate::Engine::MAX_HASH_MIB)]
    HashSize {
        /// The size asked for.
        bytes: usize,
    },
    /// More threads than [`Engine::MAX_THREADS`](crate::Engine::MAX_THREADS).
    #[error("{threads} threads are more than an engine takes (at most {})", crate::Engine::MAX_THREADS)]
    Threads {
        /// The number asked for.
        threads: usize,
    },
    /// The CPU cannot run the chosen level.
    #[error(transparent)]
    Cpu(#[from] UnsupportedLevel),
}

/// A position that was not solved.
///
/// ```
/// use reversi_bitboard::Board;
/// use reversi_search::{Engine, Limits, SolveError, SolveRequest};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// match engine.solve(&Board::START, SolveRequest::exact().limits(Limits::new().nodes(1000))) {
///     Ok(solution) => println!("{}", solution.value()),
///     Err(SolveError::Interrupted(interrupted)) => println!("not yet: {}", interrupted.bounds),
///     Err(error) => return Err(error.into()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A limit was reached first.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The request's window is empty or reaches beyond the possible scores.
    #[error("no window of scores: {alpha} to {beta} (expected -65 <= alpha < beta <= 65)")]
    InvalidWindow {
        /// The lower end.
        alpha: i32,
        /// The upper end.
        beta: i32,
    },
}

/// A search that reached a limit, with what it had proven by then.
///
/// ```
/// use reversi_bitboard::Board;
/// use reversi_search::{Engine, Limits, SolveError, SolveRequest, StopReason};
///
/// let request = SolveRequest::exact().limits(Limits::new().nodes(1000));
/// let answer = Engine::builder().hash_mib(1).build()?.solve(&Board::START, request);
/// let Err(SolveError::Interrupted(interrupted)) = answer else { unreachable!("it takes more nodes than that") };
/// assert_eq!(interrupted.reason, StopReason::Nodes);
/// assert!(interrupted.bounds.lower() <= 0 && 0 <= interrupted.bounds.upper());
/// println!("{interrupted}");
/// # Ok::<(), reversi_search::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("stopped by {reason} after {nodes} nodes; proven so far: {bounds}")]
#[non_exhaustive]
pub struct Interrupted {
    /// The limit.
    pub reason: StopReason,
    /// The score is proven to lie within.
    pub bounds: Value,
    /// Nodes searched.
    pub nodes: u64,
    /// Wall-clock time spent.
    pub elapsed: Duration,
}

/// An analysis that asks for nothing.
///
/// ```
/// use reversi_bitboard::Board;
/// use reversi_search::{AnalyzeError, AnalyzeRequest, Engine};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let error = engine.analyze(&Board::START, AnalyzeRequest::depth(0)).unwrap_err();
/// assert_eq!(error, AnalyzeError::NoDepth);
/// # Ok::<(), reversi_search::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum AnalyzeError {
    /// A depth of 0.
    #[error("a search of no depth: use evaluate")]
    NoDepth,
    /// Not a single line.
    #[error("a search for the best 0 moves")]
    NoLines,
}

/// Which limit ended a search.
///
/// ```
/// use reversi_search::StopReason;
///
/// assert_eq!(format!("stopped by {}", StopReason::Time), "stopped by the time limit");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum StopReason {
    /// [`Limits::time`](crate::Limits::time).
    #[error("the time limit")]
    Time,
    /// [`Limits::nodes`](crate::Limits::nodes).
    #[error("the node limit")]
    Nodes,
    /// [`Limits::stop`](crate::Limits::stop).
    #[error("the stop signal")]
    Stop,
    /// The callback of [`Engine::analyze_with`](crate::Engine::analyze_with).
    #[error("the callback")]
    Callback,
}
