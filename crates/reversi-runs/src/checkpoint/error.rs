//! Why a checkpoint cannot be used.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use reversi_question::{Place, Problem};
use reversi_search::{AnalyzeError, ManyError};
use thiserror::Error;

/// Why a [`Checkpoint`](crate::Checkpoint) cannot be used.
///
/// ```
/// use reversi_engine::SolveRequest;
/// use reversi_engine::runs::{Checkpoint, CheckpointErrorKind};
///
/// let error = Checkpoint::open("/no/such/folder/file", SolveRequest::exact()).unwrap_err();
/// assert!(matches!(error.kind, CheckpointErrorKind::Io(_)));
/// println!("{error}"); // /no/such/folder/file: cannot be read or written: No such file or directory ...
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct CheckpointError {
    /// The file.
    pub path: PathBuf,
    /// The problem.
    pub kind: CheckpointErrorKind,
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.kind)
    }
}

/// The message has all causes, so there is no source: a report with sources would print them twice.
impl Error for CheckpointError {}

/// The kinds of [`CheckpointError`].
///
/// ```
/// use reversi_engine::SolveRequest;
/// use reversi_engine::runs::{Checkpoint, CheckpointErrorKind};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-in-use-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.jsonl");
/// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
/// let second = Checkpoint::open(&path, SolveRequest::exact()).unwrap_err();
/// assert!(matches!(second.kind, CheckpointErrorKind::InUse));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointErrorKind {
    /// The file cannot be read or written.
    #[error("cannot be read or written: {0}")]
    Io(io::Error),
    /// Another run has the file open, in this program or in another one.
    #[error("already in use: another run has it open")]
    InUse,
    /// Another program has changed the file while it was open: its length is not the length that was written.
    /// Nothing more is written to it.
    #[error("changed by another program: it has {found} bytes, and {expected} were written")]
    Changed {
        /// The number of bytes that this program has read and written.
        expected: u64,
        /// The length of the file.
        found: u64,
    },
    /// The file belongs to another request, or is not a checkpoint.
    #[error("not for this request: it begins with {found:?}, and {expected:?} is expected")]
    OtherRequest {
        /// The start of its first line.
        found: String,
        /// The first line for the request.
        expected: String,
    },
    /// The file is a journal of a growing book by an older version, in another format. It is unchanged.
    #[error("a journal by an older version, which cannot be read: delete it to begin again")]
    Older,
    /// The engine, or the other file, has estimates of another version or evaluation.
    #[error("by another evaluation: its analyses are by {found}, not by {expected}")]
    OtherEvaluation {
        /// The version and evaluation of the file's estimates.
        found: String,
        /// The version and evaluation of the engine, or of the file that takes the analyses.
        expected: String,
    },
    /// The request's window is empty or reaches beyond the possible scores.
    #[error(transparent)]
    Request(#[from] ManyError),
    /// The request asks for no depth, no lines or no legal move.
    #[error(transparent)]
    Analyze(#[from] AnalyzeError),
    /// A question that a run cannot ask.
    #[error("ask must be solve or analyze, not {0}")]
    Ask(&'static str),
}

impl CheckpointErrorKind {
    pub(crate) fn of(self, path: &Path) -> CheckpointError {
        CheckpointError { path: path.to_owned(), kind: self }
    }
}

/// Converts the error by hand, because thiserror would make it a source of an error that prints it.
impl From<io::Error> for CheckpointErrorKind {
    fn from(error: io::Error) -> CheckpointErrorKind {
        CheckpointErrorKind::Io(error)
    }
}

/// A line of a [`Checkpoint`](crate::Checkpoint) that is not a position with its answer. It was moved to
/// another file.
///
/// ```
/// use reversi_engine::SolveRequest;
/// use reversi_engine::runs::Checkpoint;
///
/// # let folder = std::env::temp_dir().join(format!("reversi-damaged-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.jsonl");
/// # drop(Checkpoint::open(&path, SolveRequest::exact())?);
/// # let header = std::fs::read_to_string(&path)?;
/// # std::fs::write(&path, format!("{header}nonsense\n"))?;
/// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
/// let [damaged] = checkpoint.damaged() else { unreachable!("one line is damaged") };
/// assert_eq!((damaged.line, damaged.text.as_str()), (2, "nonsense"));
/// assert_eq!(damaged.to_string(), "line 2 is damaged: it does not begin with a checksum");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DamagedLine {
    /// The number of the line, from 1.
    pub line: u64,
    /// The reason, as text.
    pub reason: String,
    /// The start of the line, at most 200 characters. Bytes that are not text are replaced.
    pub text: String,
}

impl fmt::Display for DamagedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is damaged: {}", self.line, self.reason)
    }
}

/// Names the file as the place, and the line if there is one.
impl From<&CheckpointError> for Problem {
    fn from(error: &CheckpointError) -> Problem {
        let mut at = Place::default();
        at.file = Some(error.path.display().to_string());
        let code = match &error.kind {
            CheckpointErrorKind::Io(_) => "checkpoint-io",
            CheckpointErrorKind::Changed { .. } => "checkpoint-changed",
            CheckpointErrorKind::InUse => "checkpoint-in-use",
            CheckpointErrorKind::OtherRequest { .. } => {
                at.line = Some(1);
                "checkpoint-of-other-request"
            }
            CheckpointErrorKind::Older => "checkpoint-older",
            CheckpointErrorKind::OtherEvaluation { .. } => "checkpoint-of-other-evaluation",
            CheckpointErrorKind::Request(_) => "invalid-window",
            CheckpointErrorKind::Analyze(error) => return Problem::from(error),
            CheckpointErrorKind::Ask(_) => "unknown-name",
        };
        let mut problem = Problem::new(code, error.to_string());
        problem.at = at;
        problem
    }
}

/// Makes a problem of a damaged line. It is reported when the file is opened, and is not an error by itself.
impl From<&DamagedLine> for Problem {
    fn from(damaged: &DamagedLine) -> Problem {
        let mut problem = Problem::new("checkpoint-line", damaged.to_string());
        problem.at.line = Some(damaged.line);
        problem
    }
}
