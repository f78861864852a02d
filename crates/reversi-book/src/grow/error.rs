//! Why a book cannot grow.

use std::io;
use std::path::PathBuf;

use reversi_bitboard::{Board, Move};
use reversi_search::BuildError;
use thiserror::Error;

/// Why a book cannot grow. The manuscript has what whole batches have added before the error.
///
/// ```
/// use reversi_engine::book::{GrowError, Grower, Header, Manuscript};
/// use reversi_engine::Level;
///
/// let mut manuscript = Manuscript::new(Header::new(Level::new(1)?));
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
    /// The system has no thread left.
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// An entry of the manuscript has a move that its board does not allow.
    #[error("{board}: the book has the move {mv}, which is not legal there")]
    IllegalMove {
        /// The canonical board.
        board: Board,
        /// The move of that board.
        mv: Move,
    },
    /// An entry of the manuscript has a score beyond 64 discs.
    #[error("{board}: the book has a score of {score} discs")]
    Score {
        /// The canonical board.
        board: Board,
        /// The score.
        score: i8,
    },
    /// A position that cannot be added, because the game is over.
    #[error("{board}: the game is over")]
    GameOver {
        /// The position.
        board: Board,
    },
    /// A game without a result, from which nothing can be learnt.
    #[error("the game is not over after its {moves} moves, so it has no result")]
    NoResult {
        /// Its place among the games of the call, from 0.
        game: usize,
        /// The number of its moves, passes included.
        moves: usize,
    },
}

/// Why a journal cannot be used.
///
/// ```
/// use reversi_engine::book::{Journal, JournalErrorKind};
///
/// let error = Journal::open("/no/such/folder/file").unwrap_err();
/// assert!(matches!(error.kind, JournalErrorKind::Io(_)));
/// println!("{error}"); // /no/such/folder/file: cannot be read or written: No such file or directory ...
/// ```
#[derive(Debug, Error)]
#[error("{}: {kind}", path.display())]
#[non_exhaustive]
pub struct JournalError {
    /// The file.
    pub path: PathBuf,
    /// The problem.
    pub kind: JournalErrorKind,
}

/// The problems of a journal.
///
/// ```
/// use reversi_engine::book::{Journal, JournalErrorKind};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-journal-in-use-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("my.book.journal");
/// let journal = Journal::open(&path)?;
/// let second = Journal::open(&path).unwrap_err();
/// assert!(matches!(second.kind, JournalErrorKind::InUse));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalErrorKind {
    /// It cannot be read or written.
    #[error("cannot be read or written: {0}")]
    Io(io::Error),
    /// Another run has it open, in this program or in another one.
    #[error("in use: another run has it open")]
    InUse,
    /// It is no journal of a book.
    #[error("this is no journal of a book")]
    NotAJournal,
    /// Its searches are those of another evaluation or of another release, whose results differ.
    #[error("its searches were made with other weights or by another release: delete it to begin again")]
    OtherEngine,
}

impl From<io::Error> for JournalErrorKind {
    fn from(error: io::Error) -> JournalErrorKind {
        JournalErrorKind::Io(error)
    }
}
