//! The solutions of a run over many positions, in a file.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use reversi_bitboard::{Board, Color, Game, Move, Position};
use thiserror::Error;

use crate::api::{Solution, SolveError, SolveRequest, Value};

/// A file with the solutions of [`Engine::resume_many`](crate::Engine::resume_many): a run of days continues
/// where it was interrupted.
///
/// It is text. The first line has the request's window, each further line a position and its [`Solution`],
/// written as soon as it is found. A last line that is cut short is dropped, and its position is solved
/// again.
///
/// ```
/// use reversi_engine::{Checkpoint, SolveRequest};
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
    /// The solutions added since the file was read; a position that comes twice in a run may be solved twice.
    added: HashMap<Board, Solution>,
}

impl Checkpoint {
    /// Reads the file, or makes a new one.
    ///
    /// # Errors
    /// [`CheckpointError`] if the request's window holds no score ([`SolveError::InvalidWindow`]), or if the
    /// file cannot be read or written, is open elsewhere, is not a checkpoint, or belongs to a request for
    /// another window. Reading stops at the first line that is wrong, after at most 1000 bytes of it, however
    /// long the file is. Each line has to answer the request by a legal line of play; its score is not proven
    /// again.
    pub fn open(path: impl AsRef<Path>, request: SolveRequest) -> Result<Checkpoint, CheckpointError> {
        let path = path.as_ref();
        let error = |kind| CheckpointError { path: path.to_owned(), kind };
        request.checked_window().map_err(|e| error(e.into()))?;
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(|e| error(e.into()))?;
        if !file.metadata().map_err(|e| error(e.into()))?.is_file() {
            let e = io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"); // a pipe might be endless
            return Err(error(e.into()));
        }
        file.try_lock().map_err(|e| error(io::Error::from(e).into()))?; // two runs would write over each other
        let (solved, len) = read(BufReader::new(&file), &request).map_err(error)?;
        file.set_len(len).map_err(|e| error(e.into()))?;
        file.seek(SeekFrom::End(0)).map_err(|e| error(e.into()))?;
        let mut file = SolvedFile { path: path.to_owned(), file, len, added: HashMap::new() };
        if len == 0 {
            file.write(&header(&request))?;
        }
        Ok(Checkpoint { request, solved, file })
    }

    /// The request for each position.
    pub fn request(&self) -> &SolveRequest {
        &self.request
    }

    /// The number of solved positions.
    pub fn len(&self) -> usize {
        self.solved.len() + self.file.added.len()
    }

    /// Whether no position is solved.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn parts(&mut self) -> (&HashMap<Board, Solution>, &mut SolvedFile) {
        self.solved.extend(self.file.added.drain());
        (&self.solved, &mut self.file)
    }
}

impl SolvedFile {
    pub(crate) fn add(&mut self, board: Board, solution: &Solution) -> Result<(), CheckpointError> {
        self.write(&Line { board, solution })?;
        self.added.insert(board, solution.clone());
        Ok(())
    }

    /// One system call for each line: if the program is ended, at most one line is cut.
    fn write(&mut self, line: &dyn fmt::Display) -> Result<(), CheckpointError> {
        let line = format!("{line}\n");
        let written = self.file.write_all(line.as_bytes()).map_err(|e| {
            // Half a line would spoil the next one. If it cannot be cut off either, `open` reports it.
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

/// Longer than any line.
const MAX_LINE: u64 = 1000;

/// The solutions, and the number of bytes in whole lines.
fn read(
    mut file: impl BufRead,
    request: &SolveRequest,
) -> Result<(HashMap<Board, Solution>, u64), CheckpointErrorKind> {
    let header = header(request);
    let (mut solved, mut len) = (HashMap::new(), 0);
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        file.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
        let line = bytes.strip_suffix(b"\n");
        match number {
            1 if line == Some(header.as_bytes()) => {}
            1 if line.is_none() && header.as_bytes().starts_with(&bytes) => break, // empty or cut short
            1 => {
                let found = String::from_utf8_lossy(line.unwrap_or(&bytes)).chars().take(80).collect();
                return Err(CheckpointErrorKind::OtherRequest { found });
            }
            _ if line.is_none() && (bytes.len() as u64) < MAX_LINE => break, // the end, or cut short
            _ => {
                let line = line.and_then(|line| str::from_utf8(line).ok());
                let position = line.and_then(|line| read_line(line, request));
                solved.extend([position.ok_or(CheckpointErrorKind::Line { line: number })?]);
            }
        }
        len += bytes.len() as u64;
    }
    Ok((solved, len))
}

fn read_line(line: &str, request: &SolveRequest) -> Option<(Board, Solution)> {
    let mut parts = line.split(';').map(str::trim);
    let board = parts.next()?.parse().ok()?;
    let (lower, upper) = parts.next()?.split_once(' ')?;
    let value = read_value(lower, upper)?;
    let nodes = parts.next()?.parse().ok()?;
    let elapsed = Duration::from_micros(parts.next()?.parse().ok()?);
    let pv = parts.next()?.split_whitespace().map(|mv| mv.parse::<Move>().ok()).collect::<Option<_>>()?;
    let solution = Solution { value, pv, nodes, elapsed };
    (parts.next().is_none() && answers(request, board, &solution)).then_some((board, solution))
}

fn read_value(lower: &str, upper: &str) -> Option<Value> {
    let score = |text: &str| text.parse().ok().filter(|score| (-64..=64).contains(score) && score % 2 == 0);
    let (lower, upper) = (score(lower)?, score(upper)?);
    (lower <= upper).then(|| Value::between(lower, upper))
}

/// Whether the solution answers the request, by a legal line of play.
fn answers(request: &SolveRequest, board: Board, solution: &Solution) -> bool {
    let mut game = Game::from_position(Position { board, side: Color::Black });
    if !solution.pv.iter().all(|&mv| game.play(mv).is_ok()) {
        return false;
    }
    let (alpha, beta) = (request.alpha(), request.beta());
    match solution.value.exact() {
        Some(score) if alpha < score && score < beta => game.score() == Some(score),
        Some(_) => true,
        None => solution.value.upper() <= alpha || solution.value.lower() >= beta,
    }
}

/// Why a [`Checkpoint`] cannot be used.
///
/// ```
/// use reversi_engine::{Checkpoint, CheckpointErrorKind, SolveRequest};
///
/// let error = Checkpoint::open("/no/such/folder/file", SolveRequest::exact()).unwrap_err();
/// assert!(matches!(error.kind, CheckpointErrorKind::Io(_)));
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

/// Its source is that of the kind: the message of the kind is part of this one.
impl Error for CheckpointError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.kind.source()
    }
}

/// The kinds of [`CheckpointError`].
///
/// ```
/// let kind = reversi_engine::CheckpointErrorKind::Line { line: 7 };
/// assert_eq!(kind.to_string(), "line 7 is not a solved position");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointErrorKind {
    /// It cannot be read or written.
    #[error("cannot be read or written")]
    Io(#[from] io::Error),
    /// It belongs to another request or is not a checkpoint.
    #[error("not for this request: it begins with {found:?}")]
    OtherRequest {
        /// How its first line begins.
        found: String,
    },
    /// The request's window is empty or reaches beyond the possible scores.
    #[error(transparent)]
    Request(#[from] SolveError),
    /// A line that is not a position with its solution.
    #[error("line {line} is not a solved position")]
    Line {
        /// Its number, from 1.
        line: usize,
    },
}
