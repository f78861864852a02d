//! Games and positions in any notation.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::vec;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use reversi_engine::book::Format;
use reversi_engine::cpu::forks;
use reversi_engine::notation::{Content, ReadError, ReadErrorKind, Reader, Record};
use reversi_engine::question::Problem;
use reversi_engine::search::ForkedProcess;

use crate::args::{AnyBytes, AnyPath, Text};
use crate::engine::PATIENCE;
use crate::errors::{self, Class};
use crate::game::PyGame;
use crate::position::PyPosition;

/// A game or a position that `read_games` has found.
#[pyclass(frozen, module = "reversi_engine", name = "Record")]
pub(crate) struct PyRecord(Record);

#[pymethods]
impl PyRecord {
    /// The game; a position is one without moves.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame::of(self.0.game().into_owned())
    }

    /// The position; of a game, the position at its end.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition(self.0.position())
    }

    /// The notation that it was read from: `moves`, `board`, `fen`, `obf`, `ggf`, `sgf`, `wthor`, `json`,
    /// `headers` or `url`.
    #[getter]
    fn notation(&self) -> &'static str {
        self.0.notation.name()
    }

    /// The number of the record, from 1. Records that cannot be read count.
    #[getter]
    fn number(&self) -> u64 {
        self.0.place.record
    }

    /// The line where it begins, from 1; `None` in a file of bytes.
    #[getter]
    fn line(&self) -> Option<u64> {
        self.0.place.line
    }

    /// The byte of the input where it begins.
    #[getter]
    fn offset(&self) -> usize {
        self.0.place.offset
    }

    /// The file of an archive that has it, behind the name of the archive: `games.zip/WTH_2001.wtb`. `None`
    /// if it is from no archive.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.0.file.as_deref()
    }

    /// The tags of GGF but those of the game itself. Names, dates and results of other notations are tags
    /// too. Of several with one name, the first.
    #[getter]
    fn tags(&self) -> HashMap<&str, &str> {
        let Content::Game(game) = &self.0.content else { return HashMap::new() };
        let mut tags: Vec<_> = game.tags().filter(|tag| *tag != ("TY", "8")).collect(); // the usual type
        tags.reverse();
        tags.into_iter().collect()
    }

    /// The result from black's side. A game that is over has the score of its board, unless it was lost on
    /// time or resigned; others have the result that the record states.
    #[getter]
    fn result(&self) -> Option<f64> {
        let Content::Game(game) = &self.0.content else { return None };
        game.result().ok().flatten().map(|result| result.score())
    }

    /// Moves and their scores, from OBF.
    #[getter]
    fn scores(&self) -> Vec<(String, i32)> {
        let Content::Position(line) = &self.0.content else { return Vec::new() };
        line.moves.iter().map(|scored| (scored.mv.to_string(), scored.score)).collect()
    }

    /// The parts that were passed over, at most the first eight: the kind (`text`, `comment`,
    /// `passes` or `result`), the byte of the input, and the beginning of the text.
    #[getter]
    fn notes(&self) -> Vec<(&'static str, usize, &str)> {
        self.0.notes.iter().map(|note| (note.kind.name(), note.offset, note.text.as_str())).collect()
    }

    /// True if the text does not say who is to move.
    #[getter]
    fn side_is_open(&self) -> bool {
        self.0.side_is_open
    }

    fn __repr__(&self) -> String {
        let Record { notation, place, .. } = &self.0;
        let line = place.line.map_or_else(|| format!("byte {}", place.offset), |line| format!("line {line}"));
        format!("<Record {} in {notation}, {line}>", place.record)
    }
}

/// The number of records that go at once from the thread that reads to the one that takes them.
const BATCH: usize = 256;

type Batch = Vec<Result<Record, ReadError>>;

/// Reads in a thread, so that a large file has few records in memory at a time.
fn batches(reader: Reader, bytes: Vec<u8>) -> Receiver<Batch> {
    let (sender, batches) = sync_channel(2);
    thread::spawn(move || {
        let mut records = reader.read(&bytes);
        loop {
            let batch: Batch = records.by_ref().take(BATCH).collect();
            if batch.is_empty() || sender.send(batch).is_err() {
                break; // of the file, or of the interest in it
            }
        }
    });
    batches
}

/// The records of `read_games`.
#[pyclass(module = "reversi_engine", name = "Records")]
pub(crate) struct PyRecords {
    batches: Mutex<Receiver<Batch>>,
    batch: vec::IntoIter<Result<Record, ReadError>>,
    path: Option<PathBuf>,
    is_book: bool,
    skips: bool,
    skipped: Vec<Py<PyAny>>,
    /// The one with the thread that reads.
    process: u32,
}

#[pymethods]
impl PyRecords {
    /// The errors of the records that were left out so far.
    #[getter]
    fn skipped(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        self.skipped.iter().map(|error| error.clone_ref(py)).collect()
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<PyRecord>> {
        while let Some(record) = self.next_record(py)? {
            py.check_signals()?; // `list` runs no code of Python
            let error = match record {
                Ok(record) => return Ok(Some(PyRecord(record))),
                Err(error) => {
                    let mut problem = Problem::from(&error);
                    if self.is_book && error.kind == ReadErrorKind::NotText {
                        problem.message = "this is an opening book: it must be opened by Book".to_owned();
                    }
                    let path = self.path.as_deref().filter(|_| problem.at.file.is_none());
                    Class::Parse.in_file(path, problem)
                }
            };
            if !self.skips {
                return Err(error);
            }
            self.skipped.push(error.into_value(py).into_any());
        }
        Ok(None)
    }
}

impl PyRecords {
    fn next_record(&mut self, py: Python<'_>) -> PyResult<Option<Result<Record, ReadError>>> {
        while self.batch.len() == 0 {
            if self.process != forks() {
                return Err(Class::Forked.of(&ForkedProcess)); // the thread that reads is not here
            }
            let batches = self.batches.get_mut().unwrap_or_else(PoisonError::into_inner);
            match py.detach(move || batches.recv_timeout(PATIENCE)) {
                Ok(batch) => self.batch = batch.into_iter(),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
        Ok(self.batch.next())
    }
}

/// Reads games and positions in any notation: files of WTHOR, GGF, SGF, JSON, OBF, FEN, boards and moves
/// in all spellings, with names and comments around. A position is a game without moves.
///
/// `source` is a path, or the content as bytes; `text` is given in place of it. A bad record raises a
/// `ParseError` when it is reached, with its file, line, offset and ply; the next records can still be read.
/// With `skip_bad` the errors are in `skipped` of the iterator.
///
/// Text beside the moves is passed over, and is in `notes` of the record; `strict` makes it an error. A
/// board may leave open who is to move with `open_side`. `players` and `tournaments` are the names of
/// games of WTHOR: see `read_names`.
///
/// Files of gzip and ZIP are unpacked, at most 16 MiB in all; `file` of a record is the file of the archive.
///
/// >>> from reversi_engine import read_games
/// >>> games = read_games(text="Ada vs Bo: 1. F5 D6 2. C3\nf5a1\nf5f6\n", skip_bad=True)
/// >>> [(record.game, record.line, record.notes) for record in games]
/// [(Game('f5d6c3'), 1, [('text', 0, 'Ada'), ('text', 4, 'vs Bo')]), (Game('f5f6'), 3, [])]
/// >>> games.skipped[0].line, games.skipped[0].ply, games.skipped[0].code
/// (2, 2, 'illegal-move')
#[pyfunction]
#[pyo3(signature = (
    source=None, /, *, text=None, strict=false, open_side=false, skip_bad=false, players=None, tournaments=None
))]
#[expect(clippy::too_many_arguments, reason = "they are named in Python")]
pub(crate) fn read_games(
    py: Python<'_>,
    source: Option<&Bound<'_, PyAny>>,
    text: Option<Text>,
    strict: bool,
    open_side: bool,
    skip_bad: bool,
    players: Option<Vec<String>>,
    tournaments: Option<Vec<String>>,
) -> PyResult<PyRecords> {
    let mut path = None;
    let bytes = match (source, text) {
        (Some(_), Some(_)) => {
            return Err(Class::Request.with_code("conflicting-fields", "source and text exclude each other"));
        }
        (None, None) => {
            let message = "source must be a path or bytes, or text be given";
            return Err(Class::Request.with_code("missing-field", message));
        }
        (None, Some(text)) => text.0.into_bytes(),
        (Some(source), None)
            if source.is_instance_of::<PyBytes>() || source.is_instance_of::<PyByteArray>() =>
        {
            source.extract::<AnyBytes>()?.0.to_vec()
        }
        (Some(source), None) => {
            let file = source.extract::<AnyPath>()?.0;
            let read = py.detach(|| fs::read(&file)).map_err(|error| errors::system(&error, Some(&file)))?;
            path = Some(file);
            read
        }
    };
    let name = path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    let reader = Reader::new().strict(strict).open_side(open_side).file_name(&name);
    let reader = reader.players(players.unwrap_or_default()).tournaments(tournaments.unwrap_or_default());
    let is_book = Format::of_bytes(&bytes).is_some();
    let batches = Mutex::new(batches(reader, bytes));
    Ok(PyRecords {
        batches,
        batch: Vec::new().into_iter(),
        path,
        is_book,
        skips: skip_bad,
        skipped: Vec::new(),
        process: forks(),
    })
}
