use std::time::Duration;

use reversi_bitboard::UnsupportedLevel;
use thiserror::Error;

use crate::Value;

/// An engine that cannot be built as asked.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is not enough memory for the hash table.
    #[error("no memory for a hash table of {bytes} bytes")]
    HashAllocation {
        /// The size asked for.
        bytes: usize,
    },
    /// The CPU cannot run the chosen level.
    #[error(transparent)]
    Cpu(#[from] UnsupportedLevel),
}

/// A position that was not solved.
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

/// Which limit ended a search.
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
}
