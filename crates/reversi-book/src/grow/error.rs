//! The errors of growing a book.

use reversi_bitboard::{Board, Move};
use reversi_runs::CheckpointError;
use reversi_search::BuildError;
use thiserror::Error;

/// The reason why a book cannot grow. The manuscript has the complete batches before the error.
///
/// ```
/// use reversi_engine::book::{GrowError, Grower, Header, Manuscript};
/// use reversi_engine::Level;
///
/// let mut manuscript = Manuscript::new(Header::new(Level::of::<1>()));
/// let error = Grower::new().learn(&mut manuscript, &"f5d6c3".parse()?).unwrap_err();
/// assert!(matches!(error, GrowError::NoResult { moves: 3, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GrowError {
    /// No engine can be built.
    #[error(transparent)]
    Engine(#[from] BuildError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] CheckpointError),
    /// An entry of the manuscript has a move that its board does not allow.
    #[error("{board}: the book has the move {mv}, which is not legal there")]
    IllegalMove {
        /// The canonical board.
        board: Board,
        /// The move of that board.
        mv: Move,
    },
    /// An entry of the manuscript has a score beyond 64 discs.
    #[error("{board}: score must be -64 to 64, not {score}")]
    Score {
        /// The canonical board.
        board: Board,
        /// The score.
        score: i8,
    },
    /// The position cannot be added, because the game is over.
    #[error("{board}: cannot be added, because the game is over")]
    GameOver {
        /// The position.
        board: Board,
    },
    /// A game has no result, so nothing can be learnt from it.
    #[error("the game is not over after its {moves} moves, so it has no result")]
    NoResult {
        /// The index of the game among the games of the call, from 0.
        game: usize,
        /// The number of its moves, passes included.
        moves: usize,
    },
}
