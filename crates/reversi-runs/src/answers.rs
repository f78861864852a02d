//! The file of a finished shard: a header line with the question and the positions, then a line for each
//! answer, in the order of the positions.
//!
//! A line has the form of a line of a [`Checkpoint`](crate::Checkpoint), behind its checksum. Its `id` is the
//! number of its position. The header has the number of lines, so truncation is noticed.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, SeekFrom, Write};
use std::path::Path;

use crc32fast::Hasher;
use reversi_bitboard::Board;
use reversi_question::{Answer, Ask, QuestionId};
use reversi_search::Engine;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::Shard;
use crate::checkpoint::{EngineId, question_of, seal, unseal};

/// The common properties of the files of a run: the question, the positions, and the settings that decide on
/// an answer and its nodes. Files with another set do not belong together.
///
/// ```
/// use reversi_engine::runs::answers::Set;
/// use reversi_engine::{Board, Engine, SolveRequest};
/// use reversi_engine::question::Ask;
///
/// let engine = Engine::builder().hash_mib(1).build()?;
/// let exact = Set::new([Board::START], &Ask::Solve(SolveRequest::exact()), &engine, 1);
/// let who_wins = Set::new([Board::START], &Ask::Solve(SolveRequest::wld()), &engine, 1);
/// assert_eq!(exact.difference(&exact), None);
/// println!("{}", exact.difference(&who_wins).unwrap()); // the question is .., not ..
/// # Ok::<(), reversi_engine::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Set {
    /// The question, in the form of `reversi ask`, without a position.
    question: Value,
    /// The number of positions.
    positions: u64,
    /// The checksum of the positions.
    input: String,
    by: EngineId,
    /// The size of the hash table, which decides on the nodes.
    hash_mib: u64,
    /// The number of threads of a search. With one thread, its nodes are reproducible.
    threads: u64,
}

impl Set {
    /// Describes the question, the positions and the engine of a run.
    pub fn new(
        positions: impl IntoIterator<Item = Board>,
        ask: &Ask,
        engine: &Engine,
        hash_mib: usize,
    ) -> Set {
        let (mut hasher, mut number, mut text) = (Hasher::new(), 0, String::new());
        for board in positions {
            text.clear();
            let _ = writeln!(text, "{board}"); // a string takes all
            hasher.update(text.as_bytes());
            number += 1;
        }
        Set {
            question: question_of(ask),
            positions: number,
            input: format!("{:08x}", hasher.finalize()),
            by: EngineId::of(engine),
            hash_mib: hash_mib as u64,
            threads: engine.threads() as u64,
        }
    }

    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Returns the first difference from another set, if there is one: `the question is .., not ..`.
    pub fn difference(&self, other: &Set) -> Option<String> {
        let fields = |set: &Set| {
            [
                ("question", set.question.to_string()),
                ("number of positions", set.positions.to_string()),
                ("checksum of the positions", set.input.clone()),
                ("version of the program", set.by.version.clone()),
                ("fingerprint of the evaluation", set.by.evaluation.clone()),
                ("size of the hash table in MiB", set.hash_mib.to_string()),
                ("number of threads of a search", set.threads.to_string()),
            ]
        };
        let mut different =
            fields(self).into_iter().zip(fields(other)).filter(|(ours, theirs)| ours != theirs);
        different.next().map(|((name, ours), (_, theirs))| format!("the {name} is {ours}, not {theirs}"))
    }

    /// Returns a text that only this set and this shard have, for the name of a file.
    pub fn name(&self, shard: Shard) -> String {
        format!("{:08x}", crc32fast::hash(header_line(self, shard, 0).as_bytes()))
    }
}

/// The first line of a file of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The question and its positions.
    pub set: Set,
    /// The part of the positions that is in the file.
    pub shard: Shard,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Run {
    run: Fields,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    set: Set,
    shard: Shard,
    /// The number of lines that follow.
    answers: u64,
}

fn header_line(set: &Set, shard: Shard, answers: u64) -> String {
    let run = Run { run: Fields { set: set.clone(), shard, answers } };
    seal(&serde_json::to_string(&run).expect("it has nothing that JSON has not"))
}

/// Why a file is not a complete file of answers.
///
/// ```
/// use std::path::Path;
/// use reversi_engine::runs::answers::{AnswersError, read};
///
/// let error = read(Path::new("/no/such/file"), |_, _, _| Ok(())).unwrap_err();
/// assert!(matches!(error, AnswersError::Missing));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AnswersError {
    /// The file does not exist, or is empty.
    #[error("there is no such file, or it is empty")]
    Missing,
    /// The file cannot be read, or is another file.
    #[error("{0}")]
    Other(String),
    /// The file begins as a file of answers, and is damaged.
    #[error("{0}")]
    Damaged(String),
}

/// Upper bound of the bytes of a line: the longest answer has 60 lines of 120 moves.
const MAX_LINE: u64 = 1 << 20;

/// Reads a file to its end, and calls `each` with the number of a position, its answer, and the line without
/// its checksum. The answers passed to `each` are sound only if this function returns the header.
///
/// # Errors
/// [`AnswersError`] if the file is not complete, or `each` refuses an answer.
pub fn read(
    path: &Path,
    mut each: impl FnMut(u64, &Answer, &str) -> Result<(), String>,
) -> Result<Header, AnswersError> {
    let other = |error: &dyn std::fmt::Display| AnswersError::Other(error.to_string());
    let mut file = BufReader::new(File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => AnswersError::Missing,
        _ => other(&error),
    })?);
    let mut next = move |line: &mut Vec<u8>| -> Result<bool, AnswersError> {
        line.clear();
        let read = file.by_ref().take(MAX_LINE).read_until(b'\n', line).map_err(|error| other(&error))?;
        Ok(read > 0)
    };
    let mut line = Vec::new();
    if !next(&mut line)? {
        return Err(AnswersError::Missing);
    }
    let first = text_of(&line).and_then(|text| {
        serde_json::from_str::<Run>(&text).map_err(|error| error.to_string()) //
    });
    let Run { run: Fields { set, shard, answers } } =
        first.map_err(|error| other(&format!("line 1 is not that of a file of answers: {error}")))?;
    let mut last = 0;
    for number in (2..).take(usize::try_from(answers).unwrap_or(usize::MAX)) {
        let damaged =
            |reason: &dyn std::fmt::Display| AnswersError::Damaged(format!("line {number}: {reason}"));
        if !next(&mut line)? || line.last() != Some(&b'\n') {
            return Err(AnswersError::Damaged(format!("it ends before line {number}")));
        }
        let text = text_of(&line).map_err(|error| damaged(&error))?;
        let answer: Answer = serde_json::from_str(&text).map_err(|error| damaged(&error))?;
        let id = match answer.id {
            Some(QuestionId::Number(id)) => u64::try_from(id).unwrap_or(0),
            _ => 0,
        };
        let sound = (last + 1..=set.positions).contains(&id) && shard.has(&answer.position.board);
        if !sound {
            return Err(damaged(&format!("it is not that of the next position of shard {shard}")));
        }
        last = id;
        each(id, &answer, &text).map_err(|error| damaged(&error))?;
    }
    if next(&mut line)? {
        return Err(AnswersError::Damaged(format!("it goes on after {answers} answers")));
    }
    Ok(Header { set, shard })
}

/// Returns the object of a whole line whose checksum agrees.
fn text_of(line: &[u8]) -> Result<String, String> {
    let line = str::from_utf8(line).map_err(|error| error.to_string())?;
    unseal(line.strip_suffix('\n').ok_or("it has no end")?)
}

/// Writes a file of this many answers. `lines` gives each, as JSON in the order of the positions.
///
/// # Errors
/// An error of the file or of `lines`, or if the number of lines differs.
pub fn write(
    file: &mut impl Write,
    set: &Set,
    shard: Shard,
    answers: u64,
    lines: impl Iterator<Item = io::Result<String>>,
) -> io::Result<()> {
    writeln!(file, "{}", header_line(set, shard, answers))?;
    let mut written = 0;
    for line in lines {
        writeln!(file, "{}", seal(&line?))?;
        written += 1;
    }
    if written == answers { Ok(()) } else { Err(io::Error::other("it was changed while it was read")) }
}

/// The lines of a file of answers after the first one, each without its checksum and with its number. The
/// file is open only while some of them are read: thousands of files are more than a process may have open.
///
/// The file must have been [`read`] before. A line whose checksum does not agree is an error.
#[derive(Debug)]
pub struct Lines<'a> {
    path: &'a Path,
    /// Offset of the lines after those in `ready`.
    offset: u64,
    ready: VecDeque<(u64, String)>,
}

impl Lines<'_> {
    /// Bytes to read at a time. A block may be longer by one line.
    const BLOCK: usize = 1 << 14;

    /// Returns the lines of a file.
    pub fn of(path: &Path) -> Lines<'_> {
        Lines { path, offset: 0, ready: VecDeque::new() }
    }

    fn fill(&mut self) -> io::Result<()> {
        let mut file = BufReader::with_capacity(Self::BLOCK, File::open(self.path)?);
        if self.offset == 0 {
            self.offset = file.by_ref().take(MAX_LINE).read_until(b'\n', &mut Vec::new())? as u64;
        }
        file.seek(SeekFrom::Start(self.offset))?;
        let mut bytes = 0;
        while bytes < Self::BLOCK {
            let mut line = Vec::new();
            let read = file.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
            if read == 0 {
                break;
            }
            bytes += read;
            let numbered = text_of(&line).and_then(|text| {
                let Numbered { id } = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                Ok((id, text))
            });
            self.ready.push_back(numbered.map_err(io::Error::other)?);
        }
        self.offset += bytes as u64;
        Ok(())
    }
}

#[derive(Deserialize)]
struct Numbered {
    id: u64,
}

impl Iterator for Lines<'_> {
    type Item = io::Result<(u64, String)>;

    fn next(&mut self) -> Option<io::Result<(u64, String)>> {
        if self.ready.is_empty()
            && let Err(error) = self.fill()
        {
            return Some(Err(error));
        }
        self.ready.pop_front().map(Ok)
    }
}
