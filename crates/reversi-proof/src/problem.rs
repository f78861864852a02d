//! The code and the place of each error. Codes are stable: a published one keeps its meaning.

use reversi_search::Problem;

use crate::{ProofError, ProofErrorKind, ProveError};

/// The place is the byte.
impl From<&ProofError> for Problem {
    fn from(error: &ProofError) -> Problem {
        let code = match error.kind {
            ProofErrorKind::Head { .. } => "proof-format",
            ProofErrorKind::Version { .. } => "proof-version",
            ProofErrorKind::Checksum => "proof-checksum",
            ProofErrorKind::TooLarge { .. } => "proof-too-large",
            ProofErrorKind::EndsEarly { .. } => "proof-truncated",
            ProofErrorKind::Positions { .. }
            | ProofErrorKind::TrailingData
            | ProofErrorKind::NoSuchMove { .. } => "proof-invalid",
            ProofErrorKind::Open { .. } => "proof-open",
            ProofErrorKind::Refuted { .. } => "proof-refuted",
        };
        let mut problem = Problem::new(code, error.to_string());
        problem.at.offset = error.offset;
        problem
    }
}

/// The place is the field of the request.
impl From<&ProveError> for Problem {
    fn from(error: &ProveError) -> Problem {
        let (code, field) = match error {
            ProveError::False { .. } => ("false-claim", None),
            ProveError::Interrupted { .. } => ("interrupted", None),
            ProveError::InvalidScore { .. } => ("out-of-range", Some("score")),
            ProveError::InvalidLeafEmpties { .. } => ("out-of-range", Some("leaf_empties")),
            ProveError::Contradiction { .. } => ("proof-invalid", None),
            ProveError::Engine(error) => return error.into(),
        };
        let mut problem = Problem::new(code, error.to_string());
        problem.at.field = field.map(str::to_owned);
        problem
    }
}
