//! Why a run over many positions cannot start.

use thiserror::Error;

use super::{SolveError, SolveRequest};

/// Why a run over many positions cannot start: the error of [`Engine::solve_many`](crate::Engine::solve_many)
/// and its relatives with progress. A limit is not an error of the run: it is its
/// [`StopReason`](crate::StopReason), and the result of each position in work.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::{Engine, SolveRequest};
/// use reversi_engine::search::ManyError;
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let each = |_| ControlFlow::Continue(());
/// let error = engine.solve_many([], SolveRequest::window(2, 2), each).unwrap_err();
/// assert!(matches!(error, ManyError::InvalidWindow { alpha: 2, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ManyError {
    /// The request's window is empty or reaches beyond the possible scores.
    #[error("{}", SolveError::InvalidWindow { alpha: *alpha, beta: *beta })]
    InvalidWindow {
        /// The lower end.
        alpha: i32,
        /// The upper end.
        beta: i32,
    },
    /// The request asks for a score that no board has.
    #[error("{}", SolveError::InvalidScore { score: *score })]
    InvalidScore {
        /// The score.
        score: i32,
    },
}

/// The error of one position that has the same request.
impl From<&ManyError> for SolveError {
    fn from(error: &ManyError) -> SolveError {
        match *error {
            ManyError::InvalidWindow { alpha, beta } => SolveError::InvalidWindow { alpha, beta },
            ManyError::InvalidScore { score } => SolveError::InvalidScore { score },
        }
    }
}

impl ManyError {
    pub(crate) fn check_window(request: &SolveRequest) -> Result<(), ManyError> {
        match request.checked_window() {
            Err(SolveError::InvalidScore { score }) => Err(ManyError::InvalidScore { score }),
            Err(_) => Err(ManyError::InvalidWindow { alpha: request.alpha(), beta: request.beta() }),
            Ok(_) => Ok(()),
        }
    }
}
