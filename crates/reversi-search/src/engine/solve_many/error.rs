//! Why a run over many positions cannot begin, or ends early.

use thiserror::Error;

use crate::api::{SolveError, SolveRequest};
use crate::engine::checkpoint::CheckpointError;

/// Why a run over many positions cannot begin, or ends early: the error of
/// [`Engine::solve_many`](crate::Engine::solve_many), [`Engine::resume_many`](crate::Engine::resume_many),
/// and their relatives with progress.
///
/// A limit is no error of the run: it is its [`StopReason`](crate::StopReason), and the result of each
/// position in work. A function that returns this error can use `?` on a [`CheckpointError`] as well.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::path::Path;
/// use reversi_engine::{Board, Checkpoint, Engine, ManyError, SolveRequest};
///
/// fn run(engine: &mut Engine, boards: Vec<Board>, file: Option<&Path>) -> Result<usize, ManyError> {
///     let mut solved = 0;
///     let each = |one: reversi_engine::Solved| {
///         solved += usize::from(one.result.is_ok());
///         ControlFlow::Continue(())
///     };
///     match file {
///         None => engine.solve_many(boards, SolveRequest::wld(), each)?,
///         Some(file) => {
///             let mut checkpoint = Checkpoint::open(file, SolveRequest::wld())?;
///             engine.resume_many(&mut checkpoint, boards, each)?
///         }
///     };
///     Ok(solved)
/// }
///
/// let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// assert_eq!(run(&mut engine, vec![board], None)?, 1);
/// let error = run(&mut engine, vec![board], Some(Path::new("/no/such/folder/file"))).unwrap_err();
/// assert!(matches!(error, ManyError::Checkpoint(_)));
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
    /// The checkpoint cannot be written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

impl ManyError {
    pub(super) fn check_window(request: &SolveRequest) -> Result<(), ManyError> {
        let (alpha, beta) = (request.alpha(), request.beta());
        request.checked_window().map(|_| ()).map_err(|_| ManyError::InvalidWindow { alpha, beta })
    }
}
