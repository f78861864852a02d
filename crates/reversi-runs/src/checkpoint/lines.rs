//! The lines of a checkpoint: a first one with the question, then one for each answer.

use std::collections::HashMap;
use std::io::{self, BufRead, Read as _, Seek};
use std::ops::Range;

use reversi_search::Ask;

use super::error::{CheckpointErrorKind, DamagedLine};
use super::record::{Key, Row, read_line, unseal};

/// More bytes than any line has: 60 lines, each with 60 moves and as many passes, take less.
pub(super) const MAX_LINE: u64 = 1 << 16;

/// What a file holds.
pub(super) struct Content {
    pub(super) rows: HashMap<Key, Row>,
    /// Bytes of whole lines.
    pub(super) len: u64,
    /// Bytes of the first line, 0 if it is damaged.
    header_len: u64,
    /// The damaged lines and their bytes in the file.
    pub(super) damaged: Vec<(DamagedLine, Range<u64>)>,
}

impl Content {
    pub(super) fn is_damaged(&self) -> bool {
        self.header_len == 0 && self.len > 0 || !self.damaged.is_empty()
    }

    /// The bytes between the first line, the damaged lines and the end.
    pub(super) fn sound(&self) -> impl Iterator<Item = Range<u64>> {
        let damaged = self.damaged.iter().map(|(_, bytes)| bytes.clone());
        let mut start = self.header_len;
        damaged.chain(std::iter::once(self.len..self.len)).filter_map(move |damaged| {
            let sound = start..damaged.start;
            start = damaged.end;
            (!sound.is_empty()).then_some(sound)
        })
    }
}

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// With a line break.
    Whole,
    /// With the file, or with zero bytes up to the end of the file.
    Cut,
    /// Not within [`MAX_LINE`] bytes.
    TooLong,
}

/// Reads a file with this first line. Lines that are damaged are listed.
pub(super) fn read(
    file: &mut (impl BufRead + Seek),
    header: &str,
    ask: &Ask,
) -> Result<Content, CheckpointErrorKind> {
    let mut content = Content { rows: HashMap::new(), len: 0, header_len: 0, damaged: Vec::new() };
    let mut no_header = None;
    let mut bytes = Vec::new();
    for number in 1.. {
        let end = next_line(file, &mut bytes)?;
        let line = bytes.trim_ascii_end();
        if number == 1 {
            let known = end == End::Whole && line == header.as_bytes();
            let cut = end == End::Cut && header.as_bytes().starts_with(without_zeros(&bytes));
            if known {
                content.header_len = bytes.len() as u64;
            } else if !cut {
                let (found, expected) = (beginning(line, 200), header.to_owned());
                let error = CheckpointErrorKind::OtherRequest { found, expected };
                if str::from_utf8(line).is_ok_and(is_header) {
                    return Err(error);
                }
                no_header = Some(error);
            }
        }
        if end == End::Cut {
            break;
        }
        let start = content.len;
        content.len += bytes.len() as u64;
        if number == 1 && no_header.is_none() {
            continue;
        }
        let row = if end == End::Whole { read_row(line, ask) } else { Err(too_long(line)) };
        let reason = match row {
            Ok(row) => {
                content.rows.insert(row.record.key(), row);
                continue;
            }
            Err(_) if number == 1 => format!("it is not {header:?}"),
            Err(reason) => reason,
        };
        if end == End::TooLong {
            file.skip_until(b'\n')?;
            content.len = file.stream_position()?;
        }
        let damaged = DamagedLine { line: number, reason, text: beginning(line, 200) };
        content.damaged.push((damaged, start..content.len));
    }
    match no_header {
        Some(error) if content.rows.is_empty() => Err(error), // it may be any file
        _ => Ok(content),
    }
}

/// Whether this is a whole first line, for any question.
fn is_header(line: &str) -> bool {
    unseal(line).is_ok_and(|line| line.starts_with(r#"{"run":"#))
}

/// Reads a line, or the first bytes of one that is too long.
fn next_line(file: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<End> {
    bytes.clear();
    file.by_ref().take(MAX_LINE).read_until(b'\n', bytes)?;
    Ok(if bytes.last() == Some(&b'\n') {
        End::Whole
    } else if (bytes.len() as u64) < MAX_LINE || bytes.last() == Some(&0) && ends_in_zeros(file)? {
        End::Cut
    } else {
        End::TooLong
    })
}

/// Whether nothing but zero bytes follows: some file systems leave them after a power cut.
fn ends_in_zeros(file: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let buffer = file.fill_buf()?;
        if buffer.is_empty() {
            return Ok(true);
        }
        let zeros = buffer.iter().position(|&byte| byte != 0).unwrap_or(buffer.len());
        let more = zeros == buffer.len();
        file.consume(zeros);
        if !more {
            return Ok(false);
        }
    }
}

fn without_zeros(bytes: &[u8]) -> &[u8] {
    let len = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..len]
}

fn beginning(line: &[u8], chars: usize) -> String {
    String::from_utf8_lossy(line).chars().take(chars).collect()
}

const ZEROS: &str = "it has zero bytes, as a power cut may leave them";

fn too_long(line: &[u8]) -> String {
    if line.contains(&0) { ZEROS.to_owned() } else { format!("it is longer than {MAX_LINE} bytes") }
}

/// The answer of a line, or what is wrong with the line.
fn read_row(line: &[u8], ask: &Ask) -> Result<Row, String> {
    if line.contains(&0) {
        return Err(ZEROS.to_owned());
    }
    let line =
        str::from_utf8(line).map_err(|e| format!("it is not text from byte {} on", e.valid_up_to()))?;
    let row = read_line(line)?;
    row.record.check(ask).map_err(|error| error.to_string())?;
    Ok(row)
}
