//! What a run over many positions has solved so far, in a file.

use std::collections::HashMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use reversi_bitboard::{Board, Move};
use thiserror::Error;

use crate::{Solution, SolveRequest, Value};

/// A file with the solutions that [`Engine::resume_many`](crate::Engine::resume_many) has found: a run of days that
/// was ended goes on where it was.
///
/// It is text. The first line tells the request's window, every other a position and its [`Solution`]; they are written
/// as they are found. A last line that was cut short is solved again.
///
/// ```
/// use reversi_search::{Checkpoint, SolveRequest};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-checkpoint-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.solved");
/// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?; // a new file
/// assert!(checkpoint.is_empty());
/// drop(checkpoint);
/// assert!(Checkpoint::open(&path, SolveRequest::wld()).is_err()); // that is another question
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Checkpoint {
    request: SolveRequest,
    solved: HashMap<Board, Solution>,
    file: SolvedFile,
}

/// The file, open at its end.
#[derive(Debug)]
pub(crate) struct SolvedFile {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines.
    len: u64,
    /// What was added since the file was read.
    added: Vec<(Board, Solution)>,
}

impl Checkpoint {
    /// Reads the file, or makes a new one.
    ///
    /// # Errors
    /// [`CheckpointError`] if it cannot be read or written, is open elsewhere, is no such file, or belongs to a request
    /// for another window.
    pub fn open(path: impl AsRef<Path>, request: SolveRequest) -> Result<Checkpoint, CheckpointError> {
        let path = path.as_ref();
        let error = |kind| CheckpointError { path: path.to_owned(), kind };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(|e| error(e.into()))?;
        file.try_lock().map_err(|e| error(io::Error::from(e).into()))?; // two runs would write over each other
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|e| error(e.into()))?;
        let solved = read(&text, &header(&request)).map_err(error)?;
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        file.set_len(text.len() as u64).map_err(|e| error(e.into()))?;
        file.seek(SeekFrom::End(0)).map_err(|e| error(e.into()))?;
        let len = text.len() as u64;
        let mut file = SolvedFile { path: path.to_owned(), file, len, added: Vec::new() };
        if text.is_empty() {
            file.write(&header(&request))?;
        }
        Ok(Checkpoint { request, solved, file })
    }

    /// What is asked about each position.
    pub fn request(&self) -> &SolveRequest {
        &self.request
    }

    /// How many positions are solved.
    pub fn len(&self) -> usize {
        self.solved.len() + self.file.added.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn parts(&mut self) -> (&HashMap<Board, Solution>, &mut SolvedFile) {
        self.solved.extend(self.file.added.drain(..));
        (&self.solved, &mut self.file)
    }
}

impl SolvedFile {
    pub(crate) fn add(&mut self, board: Board, solution: &Solution) -> Result<(), CheckpointError> {
        self.write(&Line { board, solution })?;
        self.added.push((board, solution.clone()));
        Ok(())
    }

    /// One call of the operating system for each line, so that what ends the program cuts at most one.
    fn write(&mut self, line: &dyn fmt::Display) -> Result<(), CheckpointError> {
        let line = format!("{line}\n");
        let written = self.file.write_all(line.as_bytes()).map_err(|e| {
            // Half a line would spoil the next one. If that cannot be helped either, so will `open` say.
            let _ = self.file.set_len(self.len).and_then(|()| self.file.seek(SeekFrom::Start(self.len)));
            CheckpointError { path: self.path.clone(), kind: e.into() }
        });
        self.len += if written.is_ok() { line.len() as u64 } else { 0 };
        written
    }
}

fn header(request: &SolveRequest) -> String {
    format!("solved by reversi-search, window {} {}", request.alpha(), request.beta())
}

/// `board; lower upper; nodes; microseconds; moves`
struct Line<'a> {
    board: Board,
    solution: &'a Solution,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solution { value, pv, nodes, elapsed } = self.solution;
        let (lower, upper, micros) = (value.lower(), value.upper(), elapsed.as_micros());
        write!(f, "{}; {lower} {upper}; {nodes}; {micros};", self.board)?;
        pv.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

fn read(text: &str, header: &str) -> Result<HashMap<Board, Solution>, CheckpointErrorKind> {
    let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    match lines.next() {
        Some(first) if first == header => {}
        None if header.starts_with(text) => {} // nothing yet, or cut short
        first => {
            let found = first.unwrap_or(text).chars().take(80).collect();
            return Err(CheckpointErrorKind::OtherRequest { found });
        }
    }
    let numbered = lines.zip(2..);
    numbered.map(|(line, number)| read_line(line).ok_or(CheckpointErrorKind::Line { line: number })).collect()
}

fn read_line(line: &str) -> Option<(Board, Solution)> {
    let mut parts = line.split(';').map(str::trim);
    let board = parts.next()?.parse().ok()?;
    let (lower, upper) = parts.next()?.split_once(' ')?;
    let (lower, upper): (i32, i32) = (lower.parse().ok()?, upper.parse().ok()?);
    let scores = -64..=64;
    if lower > upper || !scores.contains(&lower) || !scores.contains(&upper) {
        return None;
    }
    let nodes = parts.next()?.parse().ok()?;
    let elapsed = Duration::from_micros(parts.next()?.parse().ok()?);
    let pv = parts.next()?.split_whitespace().map(|mv| mv.parse::<Move>().ok()).collect::<Option<_>>()?;
    Some((board, Solution { value: Value::between(lower, upper), pv, nodes, elapsed }))
}

/// A [`Checkpoint`] that cannot be used.
///
/// ```
/// use reversi_search::{Checkpoint, CheckpointErrorKind, SolveRequest};
///
/// let error = Checkpoint::open("/no/such/folder/file", SolveRequest::exact()).unwrap_err();
/// assert!(matches!(error.kind, CheckpointErrorKind::Io(_)));
/// ```
#[derive(Debug, Error)]
#[error("{}: {kind}", path.display())]
#[non_exhaustive]
pub struct CheckpointError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub kind: CheckpointErrorKind,
}

/// What is wrong with a [`Checkpoint`].
///
/// ```
/// let kind = reversi_search::CheckpointErrorKind::Line { line: 7 };
/// assert_eq!(kind.to_string(), "line 7 is not a solved position");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointErrorKind {
    /// It cannot be read or written.
    #[error("cannot be read or written")]
    Io(#[from] io::Error),
    /// It holds answers to another question, or something else altogether.
    #[error("not for this request: it begins with {found:?}")]
    OtherRequest {
        /// How its first line begins.
        found: String,
    },
    /// A line that is no position with its solution.
    #[error("line {line} is not a solved position")]
    Line {
        /// Its number, from 1.
        line: usize,
    },
}
