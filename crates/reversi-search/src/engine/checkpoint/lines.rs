//! The lines of a checkpoint: a header with the question, then a line for each answer.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::{self, BufRead, Read as _, Seek};
use std::ops::Range;

use super::error::{CheckpointErrorKind, DamagedLine};

/// What the lines of a file say: a question in the first one, then an answer in each line.
pub(super) trait Question {
    /// What an answer is found by.
    type Key: Eq + Hash;
    type Answer;

    /// More bytes than any line has.
    const MAX_LINE: u64;

    /// Checks that it can be asked.
    fn check(&self) -> Result<(), CheckpointErrorKind>;

    /// The first line.
    fn header(&self) -> String;

    /// Whether this is the first line of a file for any question of this kind.
    fn is_header(line: &str) -> bool;

    /// The answer of a line, or what is wrong with the line.
    fn read_line(&self, line: &str) -> Result<(Self::Key, Self::Answer), String>;
}

/// What a file holds.
pub(super) struct Content<Q: Question> {
    pub(super) answers: HashMap<Q::Key, Q::Answer>,
    /// Bytes of whole lines.
    pub(super) len: u64,
    /// Bytes of the header, 0 if it is damaged.
    header_len: u64,
    /// The damaged lines and their bytes in the file.
    pub(super) damaged: Vec<(DamagedLine, Range<u64>)>,
}

impl<Q: Question> Content<Q> {
    pub(super) fn is_damaged(&self) -> bool {
        self.header_len == 0 && self.len > 0 || !self.damaged.is_empty()
    }

    /// The bytes between the header, the damaged lines and the end.
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

/// What to do with damaged lines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
    /// The first one is an error.
    Refuse,
    /// They are listed.
    Skip,
}

/// More zero bytes than a power cut leaves at the end of a file.
const MAX_ZEROS: u64 = 1 << 28;

/// How a line ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// With a line break.
    Whole,
    /// With the file, or with zero bytes up to the end of the file.
    Cut,
    /// Not within [`Question::MAX_LINE`] bytes.
    TooLong,
}

pub(super) fn read<Q: Question>(
    file: &mut (impl BufRead + Seek),
    question: &Q,
    damage: Damage,
) -> Result<Content<Q>, CheckpointErrorKind> {
    let most_zeros = if damage == Damage::Refuse { MAX_ZEROS } else { u64::MAX };
    let header = question.header();
    let mut content: Content<Q> =
        Content { answers: HashMap::new(), len: 0, header_len: 0, damaged: Vec::new() };
    let mut no_header = None;
    let mut bytes = Vec::new();
    for number in 1.. {
        let end = next_line(file, &mut bytes, Q::MAX_LINE, most_zeros)?;
        let line = bytes.trim_ascii_end();
        if number == 1 {
            let known = end == End::Whole && line == header.as_bytes();
            let cut = end == End::Cut && header.as_bytes().starts_with(without_zeros(&bytes));
            if known {
                content.header_len = bytes.len() as u64;
            } else if !cut {
                let error = CheckpointErrorKind::OtherRequest {
                    found: beginning(line, 80),
                    expected: header.clone(),
                };
                if damage == Damage::Refuse || str::from_utf8(line).is_ok_and(Q::is_header) {
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
        let answer =
            if end == End::Whole { read_line(line, question) } else { Err(too_long(line, Q::MAX_LINE)) };
        let reason = match answer {
            Ok((key, answer)) => {
                content.answers.insert(key, answer);
                continue;
            }
            Err(_) if number == 1 => format!("it is not {header:?}"),
            Err(reason) => reason,
        };
        let damaged = DamagedLine { line: number, reason, text: beginning(line, 200) };
        if damage == Damage::Refuse {
            return Err(CheckpointErrorKind::Line(damaged));
        }
        if end == End::TooLong {
            file.skip_until(b'\n')?;
            content.len = file.stream_position()?;
        }
        content.damaged.push((damaged, start..content.len));
    }
    match no_header {
        Some(error) if content.answers.is_empty() => Err(error), // it may be any file
        _ => Ok(content),
    }
}

/// Reads a line, or the first `max_line` bytes of one that is too long. The end of the file is expected
/// after at most `most_zeros` zero bytes.
fn next_line(
    file: &mut impl BufRead,
    bytes: &mut Vec<u8>,
    max_line: u64,
    most_zeros: u64,
) -> io::Result<End> {
    bytes.clear();
    file.by_ref().take(max_line).read_until(b'\n', bytes)?;
    Ok(if bytes.last() == Some(&b'\n') {
        End::Whole
    } else if (bytes.len() as u64) < max_line || bytes.last() == Some(&0) && ends_in_zeros(file, most_zeros)?
    {
        End::Cut
    } else {
        End::TooLong
    })
}

/// Whether nothing but zero bytes follows, and not too many of them.
fn ends_in_zeros(file: &mut impl BufRead, most: u64) -> io::Result<bool> {
    let mut seen = 0;
    loop {
        let buffer = file.fill_buf()?;
        if buffer.is_empty() {
            return Ok(true);
        }
        let zeros = buffer.iter().position(|&byte| byte != 0).unwrap_or(buffer.len());
        let more = zeros == buffer.len();
        file.consume(zeros);
        seen += zeros as u64;
        if !more || seen > most {
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

fn too_long(line: &[u8], max_line: u64) -> String {
    if line.contains(&0) { ZEROS.to_owned() } else { format!("it is longer than {max_line} bytes") }
}

/// The answer of a line, or what is wrong with the line.
fn read_line<Q: Question>(line: &[u8], question: &Q) -> Result<(Q::Key, Q::Answer), String> {
    if line.contains(&0) {
        return Err(ZEROS.to_owned());
    }
    let line =
        str::from_utf8(line).map_err(|e| format!("it is not text from byte {} on", e.valid_up_to()))?;
    question.read_line(line)
}

/// The beginning of a field, for messages.
pub(super) fn quote(field: &str) -> String {
    const MOST: usize = 20;
    let more = if field.chars().count() > MOST { "..." } else { "" };
    format!("{:?}{more}", field.chars().take(MOST).collect::<String>())
}
