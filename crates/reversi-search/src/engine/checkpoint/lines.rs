//! The text of a checkpoint: a header with the request's window, then a line for each solved position.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead, Read as _, Seek};
use std::ops::Range;
use std::time::Duration;

use reversi_bitboard::{Board, Move};

use super::error::{CheckpointErrorKind, DamagedLine};
use crate::api::answer::check_solution;
use crate::api::{AnswerError, AnswerErrorKind, Solution, SolveRequest, Source, Value};

const HEADER: &str = "solved by reversi-search, window";

pub(super) fn header(request: &SolveRequest) -> String {
    format!("{HEADER} {} {}", request.alpha(), request.beta())
}

/// Whether this is the first line of a checkpoint for any request.
fn is_header(line: &[u8]) -> bool {
    let window = str::from_utf8(line).ok().and_then(|line| line.strip_prefix(HEADER));
    window.is_some_and(|window| {
        let mut scores = window.split_whitespace().map(str::parse::<i32>);
        matches!((scores.next(), scores.next(), scores.next()), (Some(Ok(_)), Some(Ok(_)), None))
    })
}

/// `board; lower upper; nodes; microseconds; moves`
pub(super) struct SolvedLine<'a> {
    pub(super) board: Board,
    pub(super) solution: &'a Solution,
}

impl fmt::Display for SolvedLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solution { value, pv, nodes, elapsed, .. } = self.solution;
        let (lower, upper, micros) = (value.lower(), value.upper(), elapsed.as_micros());
        write!(f, "{}; {lower} {upper}; {nodes}; {micros};", self.board)?;
        pv.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// What a file holds.
#[derive(Default)]
pub(super) struct Content {
    pub(super) solved: HashMap<Board, Solution>,
    /// Bytes of whole lines.
    pub(super) len: u64,
    /// Bytes of the header, 0 if it is damaged.
    header_len: u64,
    /// The damaged lines and their bytes in the file.
    pub(super) damaged: Vec<(DamagedLine, Range<u64>)>,
}

impl Content {
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

/// Longer than any line.
const MAX_LINE: u64 = 1000;

/// More zero bytes than a power cut leaves at the end of a file.
const MAX_ZEROS: u64 = 1 << 28;

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

pub(super) fn read(
    file: &mut (impl BufRead + Seek),
    request: &SolveRequest,
    damage: Damage,
) -> Result<Content, CheckpointErrorKind> {
    let most_zeros = if damage == Damage::Refuse { MAX_ZEROS } else { u64::MAX };
    let header = header(request);
    let mut content = Content::default();
    let mut no_header = None;
    let mut bytes = Vec::new();
    for number in 1.. {
        let end = next_line(file, &mut bytes, most_zeros)?;
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
                if damage == Damage::Refuse || is_header(line) {
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
        let solved = if end == End::Whole { read_line(line, request) } else { Err(too_long(line)) };
        let reason = match solved {
            Ok((board, solution)) => {
                content.solved.insert(board, solution);
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
        Some(error) if content.solved.is_empty() => Err(error), // it may be any file
        _ => Ok(content),
    }
}

/// Reads a line, or the beginning of one that is too long. The end of the file is expected after at most
/// `most_zeros` zero bytes.
fn next_line(file: &mut impl BufRead, bytes: &mut Vec<u8>, most_zeros: u64) -> io::Result<End> {
    bytes.clear();
    file.by_ref().take(MAX_LINE).read_until(b'\n', bytes)?;
    Ok(if bytes.last() == Some(&b'\n') {
        End::Whole
    } else if (bytes.len() as u64) < MAX_LINE || bytes.last() == Some(&0) && ends_in_zeros(file, most_zeros)?
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

fn too_long(line: &[u8]) -> String {
    if line.contains(&0) { ZEROS.to_owned() } else { format!("it is longer than {MAX_LINE} bytes") }
}

/// The position of a line and its solution, or what is wrong with the line.
fn read_line(line: &[u8], request: &SolveRequest) -> Result<(Board, Solution), String> {
    if line.contains(&0) {
        return Err(ZEROS.to_owned());
    }
    let line =
        str::from_utf8(line).map_err(|e| format!("it is not text from byte {} on", e.valid_up_to()))?;
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [board, bounds, nodes, micros, moves] = fields[..] else {
        let (count, s) = (fields.len(), if fields.len() == 1 { "" } else { "s" });
        return Err(format!(
            "it has {count} field{s} instead of 5 (position; bounds; nodes; microseconds; moves)"
        ));
    };
    let board = board.parse().map_err(|e| format!("the position {}: {e}", quote(board)))?;
    let value = read_bounds(bounds)
        .ok_or_else(|| format!("the bounds {} are not two even scores, the lower first", quote(bounds)))?;
    let nodes = nodes.parse().map_err(|e| format!("the nodes {}: {e}", quote(nodes)))?;
    let micros = micros.parse().map_err(|e| format!("the microseconds {}: {e}", quote(micros)))?;
    let read_move = |mv: &str| mv.parse().map_err(|e| format!("the move {}: {e}", quote(mv)));
    let pv = moves.split_whitespace().map(read_move).collect::<Result<Vec<Move>, _>>()?;
    let solution =
        Solution { value, pv, nodes, elapsed: Duration::from_micros(micros), source: Source::File };
    check(request, board, &solution).map_err(|error| error.to_string())?;
    Ok((board, solution))
}

/// The beginning of a field, for messages.
fn quote(field: &str) -> String {
    const MOST: usize = 20;
    let more = if field.chars().count() > MOST { "..." } else { "" };
    format!("{:?}{more}", field.chars().take(MOST).collect::<String>())
}

fn read_bounds(bounds: &str) -> Option<Value> {
    let score = |text: &str| text.parse().ok().filter(|score| (-64..=64).contains(score) && score % 2 == 0);
    let (lower, upper) = bounds.split_once(' ')?;
    let (lower, upper) = (score(lower)?, score(upper)?);
    (lower <= upper).then(|| Value::between(lower, upper))
}

/// Checks that the solution is one of the board and answers the request.
pub(super) fn check(request: &SolveRequest, board: Board, solution: &Solution) -> Result<(), AnswerError> {
    let (alpha, beta, value) = (request.alpha(), request.beta(), solution.value);
    check_solution(board, value, &solution.pv, |score| alpha < score && score < beta)?;
    if value.exact().is_none() && alpha < value.upper() && value.lower() < beta {
        return Err(AnswerErrorKind::OtherWindow { value, alpha, beta }.into());
    }
    Ok(())
}
