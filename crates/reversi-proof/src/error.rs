//! Why a proof is refused, and where.

use std::fmt;

use reversi_bitboard::Board;
use thiserror::Error;

use crate::Claim;

/// Why a proof is refused, and where.
///
/// ```
/// use reversi_engine::proof::{ProofErrorKind, verify};
///
/// let error = verify(b"reversi-proof 2 00000000\n").unwrap_err();
/// assert!(matches!(error.kind, ProofErrorKind::Version { version: 2 }));
/// assert_eq!(error.to_string(), "the version must be 1, not 2");
/// ```
///
/// The message has all of it, so there is no source.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub struct ProofError {
    /// The byte of the file at which the wrong part begins. `None` if the error has no single place.
    pub offset: Option<u64>,
    /// The kind of the error.
    pub kind: ProofErrorKind,
}

/// Makes an error without an offset.
impl From<ProofErrorKind> for ProofError {
    fn from(kind: ProofErrorKind) -> ProofError {
        ProofError { offset: None, kind }
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.offset {
            write!(f, "byte {offset}: ")?;
        }
        self.kind.fmt(f)
    }
}

/// Why a proof is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofErrorKind {
    /// A version of the format that this checker does not know.
    #[error("the version must be 1, not {version}")]
    Version {
        /// The version.
        version: u64,
    },
    /// A line of the head has another form. The first line decides whether a file is a proof at all.
    #[error("a line must be \"{form}\"")]
    Head {
        /// The form that it must have.
        form: &'static str,
    },
    /// The file is damaged.
    #[error("the checksum is wrong: the file is damaged")]
    Checksum,
    /// The proof needs more positions than the checker may take.
    #[error("positions must be at most {limit}, not {stated}")]
    TooLarge {
        /// The number in the head.
        stated: u64,
        /// The limit of the checker.
        limit: u64,
    },
    /// The number of positions of the proof differs from the number in its head.
    #[error("the proof has {found} positions or more, not {stated}")]
    Positions {
        /// The number in the head.
        stated: u64,
        /// The number of positions counted so far.
        found: u64,
    },
    /// The file ends before its last move.
    #[error("the file is truncated: it ends before its last move, at {board}")]
    EndsEarly {
        /// The first position without a move.
        board: Board,
    },
    /// There is more after the last move.
    #[error("unexpected bytes follow the last move")]
    TrailingData,
    /// A position has fewer moves than the number of the move to be played.
    #[error("move {number} of {count} does not exist at {board}")]
    NoSuchMove {
        /// The number, from 0.
        number: u32,
        /// The number of legal moves.
        count: u32,
        /// The position, with the side to move that is to score.
        board: Board,
    },
    /// The proof rests on another proof, which is missing.
    #[error("the proof rests on a missing proof: the score is {claim} at {board}")]
    Open {
        /// The claim of the missing proof.
        claim: Claim,
        /// The position.
        board: Board,
    },
    /// The strategy leads to a position whose score contradicts the claim.
    #[error("the claim is not proven: the strategy allows a score of {scores} at {board}")]
    Refuted {
        /// The score for the side to move.
        scores: Bound,
        /// The position.
        board: Board,
    },
}

/// A bound of the score of a position. It contradicts a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bound {
    /// Less than this.
    Less(i32),
    /// More than this.
    More(i32),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::Less(score) => write!(f, "less than {score}"),
            Bound::More(score) => write!(f, "more than {score}"),
        }
    }
}
