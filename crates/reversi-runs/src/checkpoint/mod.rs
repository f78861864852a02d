//! The answers of a run over many positions or games, in a file.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | [`Checkpoint`]: the answers, in memory and in the file |
//! | [`calls`] | searches that go on where an earlier run ended |
//! | [`insert`] | answers from elsewhere |
//! | [`record`] | an answer, and its line |
//! | [`log`] | [`Log`]: rows of any kind, in memory and in a file |
//! | [`lines`] | the lines of a file |
//! | [`file`] | the file itself: its lock, its end, its replacement |
//! | [`error`] | why a file cannot be used, and what is wrong with a line |

mod calls;
mod error;
mod file;
mod insert;
mod lines;
mod log;
mod record;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub use calls::RunError;
pub use error::{CheckpointError, CheckpointErrorKind, DamagedLine};
pub use insert::{Contradiction, Gap, Inserted, Merged};
pub(crate) use lines::{seal, unseal};
pub use log::Log;
pub use record::{EngineId, Record};
use record::{Key, Row, line_of, read_line};
use reversi_bitboard::{Board, Move, Position};
use reversi_question::{Ask, Question};
use reversi_search::{Analysis, AnalyzedMove, BookUse, Limits, Solution, Value};

/// A file with the answers of a long run: solutions, analyses of positions, or of the moves of games. The
/// next run goes on where this one ends, however it ends.
///
/// The file is text: a line of JSON for each answer, written as soon as it is found. The first line has the
/// question. Each line has a checksum. Several engines can use the file at the same time, each in its thread.
/// Only one program can. If another program cuts or extends it, the run ends with
/// [`CheckpointErrorKind::Changed`] at the next answer, or when it is over.
///
/// A proof is valid for any engine. Estimates depend on the version and the evaluation: an engine with other
/// weights is refused with [`CheckpointErrorKind::OtherEvaluation`].
///
/// # What survives
/// * The end of the program, however it ends: all answers. A truncated last line is dropped, and its position
///   is searched again.
/// * A power cut: the answers before the last [`sync`](Self::sync), and usually most later ones.
/// * Any other damage: damaged lines are moved to a second file, which has `.rejected` added to its name, and
///   [listed](Self::damaged). Their positions are searched again.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::runs::Checkpoint;
/// use reversi_engine::{Engine, SolveRequest};
/// use reversi_engine::search::Event;
///
/// # let folder = std::env::temp_dir().join(format!("reversi-checkpoint-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("positions.jsonl");
/// let boards = ["--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?];
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// for _ in 0..2 {
///     let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
///     checkpoint.solve_many(&mut engine, boards, |event| {
///         if let Event::Done(solved) = event {
///             println!("{}", solved.result.unwrap().value()); // the second time from the file
///         }
///         ControlFlow::Continue(())
///     })?;
/// }
/// assert!(Checkpoint::open(&path, SolveRequest::wld()).is_err()); // that is another question
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Checkpoint {
    ask: Ask,
    damaged: Vec<DamagedLine>,
    state: Mutex<State>,
}

type State = Log<Key, Row>;

impl Checkpoint {
    /// Reads the file, or makes a new one, for a [`SolveRequest`](reversi_search::SolveRequest) or an
    /// [`AnalyzeRequest`](reversi_search::AnalyzeRequest). Positions and moves of games share a file. The
    /// file belongs to the question for a position, with its [limits](reversi_search::SolveRequest::limits),
    /// but without the limits of the whole call.
    ///
    /// Each line has to answer the request by legal lines of play; a proof is not proven again. The whole
    /// file is read. A damaged line takes little memory.
    ///
    /// # Errors
    /// [`CheckpointError`] if the request asks for nothing, or if the file cannot be read or written, is in
    /// use, is not a checkpoint, or belongs to another request. The file is then unchanged.
    pub fn open(path: impl AsRef<Path>, request: impl Into<Ask>) -> Result<Checkpoint, CheckpointError> {
        let (path, ask) = (path.as_ref(), request.into());
        let ask = asked(ask).map_err(|kind| kind.of(path))?;
        let (log, damaged) = Log::open(path, &question_of(&ask), |line| {
            let row = read_row(line, &ask)?;
            let by = row.by.clone().filter(|_| is_estimate(&row.record));
            Ok((row.record.key(), row, by))
        })?;
        Ok(Checkpoint { ask, damaged, state: Mutex::new(log) })
    }

    /// Returns the question for each position: [`Ask::Solve`] or [`Ask::Analyze`].
    pub fn ask(&self) -> &Ask {
        &self.ask
    }

    /// Returns the lines that were damaged when the file was opened. They are in a second file now.
    pub fn damaged(&self) -> &[DamagedLine] {
        &self.damaged
    }

    /// Returns the number of answers.
    pub fn len(&self) -> usize {
        self.state().iter().len()
    }

    /// Returns whether there is no answer.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the solution of a position, if it is solved.
    ///
    /// ```
    /// use reversi_engine::runs::Checkpoint;
    /// use reversi_engine::{Board, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-get-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.jsonl");
    /// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
    /// assert_eq!(checkpoint.solution(&Board::START), None);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solution(&self, board: &Board) -> Option<Solution> {
        match self.known(&(*board, None))? {
            Record::Solution(_, solution) => Some(solution),
            _ => None,
        }
    }

    /// Returns the analysis of a position, if there is one that [`analyze`](Self::analyze) would use.
    pub fn analysis(&self, board: &Board) -> Option<Analysis> {
        match self.known(&(*board, None))? {
            Record::Analysis(analysis) => Some(analysis),
            _ => None,
        }
    }

    /// Returns the analysis of a move that was played, if there is one that
    /// [`analyze_game`](Self::analyze_game) would use.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::runs::Checkpoint;
    /// use reversi_engine::{AnalyzeRequest, Engine, Position, Square};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-get-move-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.jsonl");
    /// let checkpoint = Checkpoint::open(&path, AnalyzeRequest::depth(2))?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// checkpoint.analyze_game(&mut engine, &"f5d6".parse()?, |_| ControlFlow::Continue(()))?;
    /// let turn = checkpoint.analyzed_move(Position::START, Square::F5.into()).ok_or("not analyzed")?;
    /// assert_eq!((turn.played(), turn.loss()), (Square::F5.into(), 0));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyzed_move(&self, position: Position, played: Move) -> Option<AnalyzedMove> {
        match self.known(&(position.board, Some(played)))? {
            Record::Move(turn) => Some(turn.with_side(position.side)),
            _ => None,
        }
    }

    /// Returns all answers, in no order.
    ///
    /// ```
    /// use reversi_engine::runs::Checkpoint;
    /// use reversi_engine::SolveRequest;
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-all-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.jsonl");
    /// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
    /// for record in checkpoint.records() {
    ///     println!("{}: {}", record.board(), record.value());
    /// }
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn records(&self) -> Vec<Record> {
        self.state().iter().map(|(_, row)| row.record.clone()).collect()
    }

    /// Waits until all answers are on the disk, where they survive a power cut. They survive the end of the
    /// program without this call.
    ///
    /// # Errors
    /// [`CheckpointError`] if the system cannot.
    pub fn sync(&self) -> Result<(), CheckpointError> {
        self.state().sync()
    }

    /// Sets how often a run [syncs](Self::sync): after an answer, if `interval` has passed since the last
    /// time, and at the end of the run. An answer that comes sooner is synced with the next one.
    ///
    /// With an interval of 0 it syncs after each answer, which takes some milliseconds on many disks. Without
    /// this call the system decides when it writes to the disk.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::runs::Checkpoint;
    /// use reversi_engine::SolveRequest;
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-sync-every-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.jsonl");
    /// let checkpoint = Checkpoint::open(&path, SolveRequest::exact())?.sync_every(Duration::from_secs(1));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sync_every(self, interval: Duration) -> Checkpoint {
        self.state().sync_every(interval);
        self
    }

    fn known(&self, key: &Key) -> Option<Record> {
        self.state().get(key).map(|row| row.record.clone())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that the estimates are by an engine, as far as that is known.
    pub(crate) fn check_by(&self, by: &EngineId) -> Result<(), CheckpointError> {
        self.state().check_by(by)
    }

    /// Adds answers that belong together, all of them or, if the program is killed meanwhile, some.
    fn add(&self, records: &[Record], by: Option<&EngineId>) -> Result<(), CheckpointError> {
        add(&mut self.state(), records, by)
    }

    fn in_file(&self, kind: impl Into<CheckpointErrorKind>) -> CheckpointError {
        kind.into().of(self.state().path())
    }
}

/// Adds answers that belong together.
fn add(state: &mut State, records: &[Record], by: Option<&EngineId>) -> Result<(), CheckpointError> {
    let row = |record: &Record| {
        let row = Row { record: record.clone().stored(), by: by.cloned() };
        (record.key(), row, line_of(record, by))
    };
    state.add(records.iter().map(row).collect(), by.filter(|_| records.iter().any(is_estimate)))
}

/// Reads the row of a line, if it answers the question.
fn read_row(line: &str, ask: &Ask) -> Result<Row, String> {
    let row = read_line(line)?;
    row.record.check(ask).map_err(|error| error.to_string())?;
    Ok(row)
}

/// Returns whether an answer depends on the evaluation.
fn is_estimate(record: &Record) -> bool {
    record.values().iter().any(|value| matches!(value, Value::Estimate { .. }))
}

/// Checks that a question of a run asks for something.
fn asked(ask: Ask) -> Result<Ask, CheckpointErrorKind> {
    match ask {
        Ask::Solve(request) => {
            request.check()?;
            Ok(Ask::Solve(request))
        }
        Ask::Analyze(request) | Ask::AnalyzeGame(request) => {
            request.check()?;
            Ok(Ask::Analyze(request))
        }
        other => Err(CheckpointErrorKind::Ask(other.name())),
    }
}

/// Returns the question for a position, as data.
pub(crate) fn question_of(ask: &Ask) -> serde_json::Value {
    let none = Limits::new();
    let ask = match ask.clone() {
        Ask::Solve(request) => Ask::Solve(request.total_limits(none)),
        // The book is left out: it is not asked.
        Ask::Analyze(request) => Ask::Analyze(request.total_limits(none).book(BookUse::default())),
        other => other,
    };
    let question = Question::new(Position::START, ask);
    let mut question = serde_json::to_value(question).unwrap_or_default();
    if let Some(fields) = question.as_object_mut() {
        fields.retain(|name, _| name != "version" && name != "position");
    }
    question
}
