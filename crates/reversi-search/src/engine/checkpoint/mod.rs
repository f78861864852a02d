//! The answers of a run over many positions, in a file.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`Checkpoint`]: solutions; the file of any checkpoint |
//! | [`insert`], [`insert_analyses`] | solutions and analyses from elsewhere |
//! | [`analyses`] | [`AnalysisCheckpoint`]: analyses of positions and of the moves of games |
//! | [`error`] | why a file cannot be used, and what is wrong with a line |
//! | [`lines`] | the lines of any checkpoint |
//! | [`solved`], [`analyzed`] | the text of a solution and of an analysis, written and read |
//! | [`salvage`] | the sound lines of a damaged file, moved to a new one |

mod analyses;
mod analyzed;
mod error;
mod insert;
mod insert_analyses;
mod lines;
mod salvage;
mod solved;

use std::collections::HashMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use analyses::AnalysisCheckpoint;
pub(super) use analyzed::Analyzed;
pub use error::{CheckpointError, CheckpointErrorKind, DamagedLine};
pub use insert::{Contradiction, Gap, Inserted, Merged};
use lines::{Content, Damage, Question, read};
use reversi_bitboard::Board;
use solved::SolvedLine;

use crate::api::{Solution, SolveRequest, Source};
use crate::instant::Instant;
use crate::store::{self, open_folder_of};

/// A file with the solutions of [`Engine::resume_many`](crate::Engine::resume_many): a run of days continues
/// where it was interrupted.
///
/// It is text. The first line has the request's window, each further line a board, as if black were to move,
/// and its [`Solution`]: bounds, nodes, microseconds and moves. It is written as soon as it is found. Only
/// one program at a time can use the file. If another one cuts or extends it all the same, the run ends with
/// [`CheckpointErrorKind::Changed`] at the next solution, or when it is over.
///
/// # What survives
/// * The end of the program, however it ends: all solutions. A last line that is cut short is dropped, and
///   its position is solved again.
/// * A power cut: the solutions before the last [`sync`](Self::sync), and usually most later ones. Zero bytes
///   at the end of the file, which some file systems leave, are dropped like a line that is cut short.
/// * Any other damage: [`open`](Self::open) refuses the file and names the first line that is wrong.
///   [`salvage`](Self::salvage) keeps all lines that are sound.
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

/// The file for new solutions.
#[derive(Debug)]
pub(crate) struct SolvedFile {
    file: CheckpointFile,
    /// The solutions added since the file was read; a position that comes twice in a run may be solved twice.
    added: HashMap<Board, Solution>,
}

/// The file, open at its end.
#[derive(Debug)]
struct CheckpointFile {
    path: PathBuf,
    file: File,
    /// The folder that has the name of the file, if it can be opened. The path may lead elsewhere once the
    /// program changes its own folder.
    folder: Option<File>,
    /// The file that a salvage has replaced. Its lock refuses a run that opened it before it was replaced.
    _replaced: Option<File>,
    /// Bytes of whole lines.
    len: u64,
    /// How often to sync, and the time of the last sync.
    sync_every: Option<(Duration, Instant)>,
}

impl Checkpoint {
    /// Reads the file, or makes a new one.
    ///
    /// Each line has to answer the request by a legal line of play; its score is not proven again. Reading
    /// stops at the first line that is wrong, after at most 1000 bytes of it, however long the file is. Only
    /// zero bytes are read further, up to 256 MiB, to see whether they end the file.
    ///
    /// # Errors
    /// [`CheckpointError`] if the request's window holds no score, or if the file cannot be read or written,
    /// is in use, is not a checkpoint, belongs to a request for another window, or has a damaged line. The
    /// file is then unchanged.
    pub fn open(path: impl AsRef<Path>, request: SolveRequest) -> Result<Checkpoint, CheckpointError> {
        let read = Read::open(path.as_ref(), &request)?;
        Ok(Checkpoint::of(request, read))
    }

    /// [`open`](Self::open) for a file with damaged lines: keeps all sound ones and returns what is wrong
    /// with the others. Their positions are solved again.
    ///
    /// Damaged lines are moved to a file beside, which has `.rejected` added to its name, so that nothing is
    /// lost. The new checkpoint is written to a file beside, which has `.salvaging` added to its name, and
    /// replaces the old one when it is complete. A file without damage is opened as it is.
    ///
    /// The first line may be damaged as well, if a later one is sound. A whole line of zero bytes may be of
    /// any length. All of the file is read, with little memory for each line.
    ///
    /// ```
    /// use reversi_engine::{Checkpoint, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-salvage-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.solved");
    /// # drop(Checkpoint::open(&path, SolveRequest::exact())?);
    /// # let header = std::fs::read_to_string(&path)?;
    /// # std::fs::write(&path, format!("{header}nonsense\n"))?;
    /// let (checkpoint, damaged) = Checkpoint::salvage(&path, SolveRequest::exact())?;
    /// println!("{} lines are sound", checkpoint.len());
    /// for line in &damaged {
    ///     eprintln!("{}: {line}", path.display()); // line 2 is damaged: ...
    /// }
    /// # assert_eq!(damaged[0].text, "nonsense");
    /// # assert_eq!(std::fs::read_to_string(folder.join("positions.solved.rejected"))?, "nonsense\n");
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] as [`open`](Self::open), except for damaged lines; also if the new file or that of
    /// the damaged lines cannot be written. The checkpoint is then unchanged.
    pub fn salvage(
        path: impl AsRef<Path>,
        request: SolveRequest,
    ) -> Result<(Checkpoint, Vec<DamagedLine>), CheckpointError> {
        let (read, damaged) = Read::salvage(path.as_ref(), &request)?;
        Ok((Checkpoint::of(request, read), damaged))
    }

    fn of(request: SolveRequest, read: Read<SolveRequest>) -> Checkpoint {
        let file = SolvedFile { file: read.file, added: HashMap::new() };
        Checkpoint { request, solved: read.answers, file }
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

    /// The solution of a position, if it is solved.
    ///
    /// ```
    /// use reversi_engine::{Board, Checkpoint, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-get-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.solved");
    /// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
    /// assert_eq!(checkpoint.get(&Board::START), None);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, board: &Board) -> Option<&Solution> {
        self.file.added.get(board).or_else(|| self.solved.get(board))
    }

    /// All solved positions with their solutions, in no order.
    ///
    /// ```
    /// use reversi_engine::{Checkpoint, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-all-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.solved");
    /// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
    /// for (board, solution) in checkpoint.solutions() {
    ///     println!("{board}: {}", solution.value());
    /// }
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(&self) -> impl Iterator<Item = (Board, &Solution)> {
        self.solved.iter().chain(&self.file.added).map(|(&board, solution)| (board, solution))
    }

    /// Waits until all solutions are on the disk, where they survive a power cut. They survive the end of
    /// the program without it.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Checkpoint, Engine, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-sync-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.solved");
    /// let boards = ["--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?];
    /// let mut checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// engine.resume_many(&mut checkpoint, boards, |_| ControlFlow::Continue(()))?;
    /// checkpoint.sync()?;
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the system cannot do that.
    pub fn sync(&self) -> Result<(), CheckpointError> {
        self.file.file.sync()
    }

    /// [Syncs](Self::sync) during a run: after a solution, if `interval` has passed since the last time, and
    /// at the end of the run. A solution that comes sooner is synced with the next one.
    ///
    /// With an interval of 0 it syncs after each solution, which takes some milliseconds on many disks.
    /// Without this call the system decides when it writes to the disk.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{Checkpoint, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-sync-every-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.solved");
    /// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?.sync_every(Duration::from_secs(1));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sync_every(mut self, interval: Duration) -> Checkpoint {
        self.file.file.sync_every(interval);
        self
    }

    /// The solutions that were in the file, and the file for new ones.
    pub(crate) fn parts(&mut self) -> (&HashMap<Board, Solution>, &mut SolvedFile) {
        self.solved.extend(self.file.added.drain());
        (&self.solved, &mut self.file)
    }
}

/// The answers of a file, and the file for new ones.
struct Read<Q: Question> {
    answers: HashMap<Q::Key, Q::Answer>,
    file: CheckpointFile,
}

impl<Q: Question> Read<Q> {
    fn open(path: &Path, question: &Q) -> Result<Read<Q>, CheckpointError> {
        let file = lock(path, question)?;
        let content = read(&mut buffered(&file), question, Damage::Refuse);
        Read::continued(path, question, file, content.map_err(|kind| kind.of(path))?)
    }

    fn salvage(path: &Path, question: &Q) -> Result<(Read<Q>, Vec<DamagedLine>), CheckpointError> {
        let file = lock(path, question)?;
        let content = read(&mut buffered(&file), question, Damage::Skip);
        let mut content = content.map_err(|kind| kind.of(path))?;
        let (file, replaced) = if content.is_damaged() {
            let (new, len) = salvage::replace(path, &file, question, &content)?;
            content.len = len;
            (new, Some(file))
        } else {
            (file, None)
        };
        let damaged = content.damaged.drain(..).map(|(line, _)| line).collect();
        let mut read = Read::continued(path, question, file, content)?;
        read.file._replaced = replaced;
        Ok((read, damaged))
    }

    /// A file with this content; what follows it is dropped.
    fn continued(
        path: &Path,
        question: &Q,
        mut file: File,
        content: Content<Q>,
    ) -> Result<Read<Q>, CheckpointError> {
        let Content { answers, len, .. } = content;
        let cut = file.set_len(len).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|e| CheckpointErrorKind::from(e).of(path))?;
        let folder = std::fs::canonicalize(path).ok().as_deref().and_then(open_folder_of);
        let path = path.to_owned();
        let mut file = CheckpointFile { path, file, folder, _replaced: None, len, sync_every: None };
        if len == 0 {
            file.write(&question.header())?;
        }
        Ok(Read { answers, file })
    }
}

/// Opens the file, or makes one, for this program only.
fn lock<Q: Question>(path: &Path, question: &Q) -> Result<File, CheckpointError> {
    let open = || {
        question.check()?;
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).clone();
        match store::open_locked(path, &options) {
            Ok(file) => {
                salvage::clean(path);
                Ok(file)
            }
            Err(TryLockError::WouldBlock) => Err(CheckpointErrorKind::InUse),
            Err(TryLockError::Error(e)) => Err(e.into()),
        }
    };
    open().map_err(|kind| kind.of(path))
}

fn buffered(file: &File) -> BufReader<&File> {
    BufReader::with_capacity(1 << 16, file) // for files of gigabytes
}

impl SolvedFile {
    pub(crate) fn add(&mut self, board: Board, solution: &Solution) -> Result<(), CheckpointError> {
        self.file.append(&SolvedLine { board, solution })?;
        self.added.insert(board, solution.clone().with_source(Source::File));
        Ok(())
    }

    pub(crate) fn end_run(&self) -> Result<(), CheckpointError> {
        self.file.end_run()
    }
}

impl CheckpointFile {
    fn sync_every(&mut self, interval: Duration) {
        self.sync_every = Some((interval, Instant::now()));
    }

    /// Adds a line, and syncs if that is due.
    fn append(&mut self, line: &dyn fmt::Display) -> Result<(), CheckpointError> {
        self.write(line)?;
        if let Some((interval, last)) = self.sync_every
            && last.elapsed() >= interval
        {
            self.sync()?;
            self.sync_every = Some((interval, Instant::now()));
        }
        Ok(())
    }

    fn end_run(&self) -> Result<(), CheckpointError> {
        self.check_length()?;
        if self.sync_every.is_some() { self.sync() } else { Ok(()) }
    }

    /// A line behind the end of a file that was cut would leave zero bytes between.
    fn check_length(&self) -> Result<(), CheckpointError> {
        let (expected, len) = (self.len, self.file.metadata().map(|metadata| metadata.len()));
        match len {
            Ok(found) if found == expected => Ok(()),
            Ok(found) => Err(CheckpointErrorKind::Changed { expected, found }.of(&self.path)),
            Err(e) => Err(CheckpointErrorKind::from(e).of(&self.path)),
        }
    }

    /// One system call for each line: if the program is ended, at most one line is cut.
    fn write(&mut self, line: &dyn fmt::Display) -> Result<(), CheckpointError> {
        self.check_length()?;
        let line = format!("{line}\n");
        let written = self.file.write_all(line.as_bytes()).map_err(|e| {
            // Half a line would spoil the next one. If it cannot be cut off either, `open` reports it.
            let _ = self.file.set_len(self.len).and_then(|()| self.file.seek(SeekFrom::Start(self.len)));
            CheckpointErrorKind::from(e).of(&self.path)
        });
        self.len += if written.is_ok() { line.len() as u64 } else { 0 };
        written
    }

    fn sync(&self) -> Result<(), CheckpointError> {
        let synced = self.file.sync_all().and_then(|()| self.folder.as_ref().map_or(Ok(()), File::sync_all));
        synced.map_err(|e| CheckpointErrorKind::from(e).of(&self.path))
    }
}
