//! A file of answers: a line with what was asked of which positions, then a line for each of them.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use super::set::{Checksum, Set};
use super::shard::Shard;
use crate::files::Output;

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header {
    pub(crate) set: Set,
    pub(crate) shard: Shard,
    /// That of all further lines.
    checksum: Checksum,
}

/// More bytes than a line has: that of the longest answer is of 60 lines with 120 moves.
const MOST: u64 = 1 << 20;

impl Header {
    pub(crate) fn new(set: Set, shard: Shard) -> Header {
        Header { set, shard, checksum: Checksum::none() }
    }

    /// The line. What identifies it has no checksum yet.
    pub(crate) fn to_line(&self) -> io::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

/// Why a file is not one of whole answers.
#[derive(Debug)]
pub(crate) enum Unusable {
    /// There is none, or it is empty.
    Missing,
    /// It cannot be read, or is another file.
    Other(String),
    /// It began as one.
    Damaged(String),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unusable::Missing => f.write_str("there is no such file, or it is empty"),
            Unusable::Other(reason) | Unusable::Damaged(reason) => f.write_str(reason),
        }
    }
}

/// Reads a file to its end and calls `each` with the number of a position and its line. The answers that
/// `each` has got are sound only if it returns the header.
pub(crate) fn read(
    path: &Path,
    mut each: impl FnMut(usize, &str) -> Result<(), String>,
) -> Result<Header, Unusable> {
    let other = |error: &dyn fmt::Display| Unusable::Other(error.to_string());
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Unusable::Missing),
        opened => opened.map_err(|error| other(&error))?,
    };
    let mut file = BufReader::new(file);
    let mut next = move |line: &mut Vec<u8>| -> Result<bool, Unusable> {
        line.clear();
        let read = file.by_ref().take(MOST).read_until(b'\n', line).map_err(|error| other(&error))?;
        Ok(read > 0)
    };
    let mut line = Vec::new();
    if !next(&mut line)? {
        return Err(Unusable::Missing);
    }
    let header: Header = serde_json::from_slice(&line)
        .map_err(|error| other(&format!("line 1 is not that of a file of answers: {error}")))?;
    let mut hasher = Hasher::new();
    let mut number = 1;
    for id in header.shard.ids(header.set.positions) {
        number += 1;
        if !next(&mut line)? || line.last() != Some(&b'\n') {
            return Err(Unusable::Damaged(format!("it ends before line {number}, that of position {id}")));
        }
        hasher.update(&line);
        let text = str::from_utf8(&line).map_err(|error| error.to_string());
        let answer = text.and_then(|text| each(id, text.trim_end()));
        answer.map_err(|error| Unusable::Damaged(format!("line {number}: {error}")))?;
    }
    if next(&mut line)? {
        return Err(Unusable::Damaged(format!("it goes on after line {number}")));
    }
    if Checksum::of(hasher) != header.checksum {
        return Err(Unusable::Damaged("its checksum does not agree".to_owned()));
    }
    Ok(header)
}

/// Writes a file, then gives it its name, so that a file with this name is always whole. `write_lines` gets
/// a function that takes each line, without its end.
pub(crate) fn write(
    output: &Output,
    header: &Header,
    write_lines: impl FnOnce(&mut dyn FnMut(&str) -> io::Result<()>) -> io::Result<()>,
) -> Result<(), String> {
    output.replace(|file| {
        file.write_all(header.to_line()?.as_bytes())?;
        let mut hasher = Hasher::new();
        write_lines(&mut |line| {
            hasher.update(line.as_bytes());
            hasher.update(b"\n");
            writeln!(file, "{line}")
        })?;
        // The first line is written again with the checksum, which is as long as what it replaces.
        let header = Header { checksum: Checksum::of(hasher), ..header.clone() };
        file.seek(SeekFrom::Start(0))?;
        file.write_all(header.to_line()?.as_bytes())
    })
}
