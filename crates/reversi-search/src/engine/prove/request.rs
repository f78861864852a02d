//! The request of a proof: its claim, its limits, its errors.

use std::time::Duration;

use reversi_bitboard::Board;
use reversi_proof::{Claim, MAX_LEAF_EMPTIES};
use thiserror::Error;

use crate::api::{Interrupted, Limits, SolveError, StopReason, Value};

/// The claim and the limits of a proof.
///
/// ```
/// use reversi_engine::proof::{Claim, ProveRequest};
///
/// let wins = ProveRequest::claim(Claim::AtLeast(2)).leaf_empties(6);
/// # let _ = (wins, ProveRequest::exact());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct ProveRequest {
    pub(super) claim: Option<Claim>,
    pub(super) leaf_empties: u32,
    pub(super) open: bool,
    pub(super) limits: Limits,
}

impl ProveRequest {
    /// The default number of empty squares of the leaves.
    #[doc(hidden)] // reversi-question
    pub const LEAF_EMPTIES: u32 = 8;

    /// Asks for the exact score, whatever it is.
    pub fn exact() -> ProveRequest {
        ProveRequest { claim: None, leaf_empties: Self::LEAF_EMPTIES, open: false, limits: Limits::new() }
    }

    /// Asks for a proof of this claim.
    pub fn claim(claim: Claim) -> ProveRequest {
        ProveRequest { claim: Some(claim), ..ProveRequest::exact() }
    }

    /// Sets the number of empty squares from which on the checker searches. The default is 8. With fewer, the
    /// proof is larger: a half to three times as large for each. A checker in C or Rust takes about as long;
    /// a slow one gains.
    pub fn leaf_empties(mut self, leaf_empties: u32) -> ProveRequest {
        (self.leaf_empties, self.open) = (leaf_empties, false);
        self
    }

    /// Leaves the positions with this number of empty squares, 0 to 63, to proofs of their own:
    /// [`Proof::open`](reversi_proof::Proof::open) says what they have to show. See
    /// [`Library`](reversi_proof::Library).
    pub fn open_at(mut self, empties: u32) -> ProveRequest {
        (self.leaf_empties, self.open) = (empties, true);
        self
    }

    /// Ends the call, without a proof, when a limit is reached. Replaces limits that were set before: see
    /// [`within`](Self::within).
    pub fn limits(mut self, limits: Limits) -> ProveRequest {
        self.limits = limits;
        self
    }

    /// Limits the call further: the limits that the request has hold too.
    pub fn within(mut self, limits: Limits) -> ProveRequest {
        self.limits = self.limits.within(&limits);
        self
    }

    /// Checks the ranges of the request.
    pub(super) fn check(&self) -> Result<(), ProveError> {
        let most = if self.open { 63 } else { MAX_LEAF_EMPTIES };
        match self.claim.map(Claim::score) {
            Some(score) if !(-64..=64).contains(&score) => Err(ProveError::InvalidScore { score }),
            _ if self.leaf_empties > most => {
                Err(ProveError::InvalidLeafEmpties { most, leaf_empties: self.leaf_empties })
            }
            _ => Ok(()),
        }
    }
}

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The claim is false.
    #[error("cannot prove \"{claim}\": the score is {value}")]
    False {
        /// The claim.
        claim: Claim,
        /// The score, or a bound of it that contradicts the claim.
        value: Value,
    },
    /// A limit was reached.
    #[error("stopped by {reason} after {nodes} nodes and {positions} positions of the proof")]
    Interrupted {
        /// The limit.
        reason: StopReason,
        /// The bounds of the score that are proven.
        bounds: Value,
        /// The nodes searched.
        nodes: u64,
        /// The positions of the proof that were found.
        positions: u64,
    },
    /// The claim names a score that no board has.
    #[error("score must be -64 to 64, not {score}")]
    InvalidScore {
        /// The score.
        score: i32,
    },
    /// The leaves are too large for a checker.
    #[error("leaf_empties must be 0 to {most}, not {leaf_empties}")]
    InvalidLeafEmpties {
        /// The maximum number of empty squares of a leaf.
        most: u32,
        /// The number of empty squares.
        leaf_empties: u32,
    },
    /// The engine finds no move that reaches what it has proven before: a fault of the engine.
    #[error("cannot find a move that scores {least} or more at {board}, although the engine has proven one")]
    Contradiction {
        /// The position.
        board: Board,
        /// The score that one of its moves was proven to reach.
        least: i32,
    },
    /// The engine has failed.
    #[error(transparent)]
    Engine(SolveError),
}

impl ProveError {
    /// Returns the answer of a call that a limit has ended, or this error.
    ///
    /// # Errors
    /// Any other error.
    #[doc(hidden)] // reversi-question
    pub fn into_interrupted(self, elapsed: Duration) -> Result<Interrupted, ProveError> {
        match self {
            ProveError::Interrupted { reason, bounds, nodes, .. } => {
                Ok(Interrupted { reason, bounds, nodes, elapsed })
            }
            error => Err(error),
        }
    }

    /// Returns the code of the error in data.
    #[doc(hidden)] // reversi-question
    pub fn code(&self) -> &'static str {
        match self {
            ProveError::False { .. } => "false-claim",
            ProveError::Interrupted { .. } => "interrupted",
            ProveError::InvalidScore { .. } | ProveError::InvalidLeafEmpties { .. } => "out-of-range",
            ProveError::Contradiction { .. } => "proof-invalid",
            ProveError::Engine(error) => error.code(),
        }
    }
}
