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
    #[error("{}", SolveError::InvalidWindow { alpha: *.alpha, beta: *.beta })]
    InvalidWindow {
        /// The lower end.
        alpha: i32,
        /// The upper end.
        beta: i32,
    },
}

impl ManyError {
    pub(crate) fn check_window(request: &SolveRequest) -> Result<(), ManyError> {
        let (alpha, beta) = (request.alpha(), request.beta());
        request.checked_window().map(|_| ()).map_err(|_| ManyError::InvalidWindow { alpha, beta })
    }
}
