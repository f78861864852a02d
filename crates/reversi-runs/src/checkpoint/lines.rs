//! The lines of a file: a header with the question, then one line for each row. Each line is a JSON object
//! that begins with its checksum: `{"crc":"a6d0fe31",..}`.

use std::io::{self, BufRead, Read as _, Seek};
use std::ops::Range;

use serde_json::json;

use super::error::{CheckpointErrorKind, DamagedLine};

/// Upper bound of the bytes of a line: 60 lines, each with 60 moves and as many passes, take less.
pub(super) const MAX_LINE: u64 = 1 << 16;

/// A file is not a checkpoint if its first line and more than this many lines after it are damaged. Such a
/// file may have any size.
const MAX_DAMAGED_AT_START: usize = 1000;

/// The sound and the damaged lines of a file.
pub(super) struct Content {
    /// The number of sound rows.
    rows: usize,
    /// Number of bytes of whole lines.
    pub(super) len: u64,
    /// Number of bytes of the first line, 0 if it is damaged.
    header_len: u64,
    /// The damaged lines and their bytes in the file.
    pub(super) damaged: Vec<(DamagedLine, Range<u64>)>,
}

impl Content {
    pub(super) fn is_damaged(&self) -> bool {
        self.header_len == 0 && self.len > 0 || !self.damaged.is_empty()
    }

    /// Returns the byte ranges between the first line, the damaged lines and the end.
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
    /// A line break.
    Whole,
    /// The end of the file, or zero bytes up to the end of the file.
    Cut,
    /// No end within [`MAX_LINE`] bytes.
    TooLong,
}

/// Reads a file with this first line. `take` gets each other line without its checksum, and may refuse it.
/// Lines that are damaged or refused are listed.
pub(super) fn read(
    file: &mut (impl BufRead + Seek),
    header: &str,
    take: &mut dyn FnMut(&str) -> Result<(), String>,
) -> Result<Content, CheckpointErrorKind> {
    let mut content = Content { rows: 0, len: 0, header_len: 0, damaged: Vec::new() };
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
        let row =
            if end == End::Whole { object_of(line).and_then(|row| take(&row)) } else { Err(too_long(line)) };
        let reason = match row {
            Ok(()) => {
                content.rows += 1;
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
        if content.rows == 0 && content.damaged.len() > MAX_DAMAGED_AT_START && no_header.is_some() {
            break;
        }
    }
    match no_header {
        Some(error) if content.rows == 0 => Err(error), // it may be any file
        _ => Ok(content),
    }
}

/// Returns the first line of a file for a question.
pub(super) fn header(question: &serde_json::Value) -> String {
    seal(&json!({ "run": { "question": question } }).to_string())
}

/// Returns whether this is a whole first line, for any question.
fn is_header(line: &str) -> bool {
    unseal(line).is_ok_and(|line| line.starts_with(r#"{"run":"#))
}

/// Reads a line, or the start of one that is too long.
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

/// Returns whether only zero bytes follow: some file systems leave them after a power cut.
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

/// Returns the object of a line, or what is wrong with the line.
fn object_of(line: &[u8]) -> Result<String, String> {
    if line.contains(&0) {
        return Err(ZEROS.to_owned());
    }
    let line =
        str::from_utf8(line).map_err(|e| format!("it is not text from byte {} on", e.valid_up_to()))?;
    unseal(line)
}

const SEAL: &str = r#"{"crc":""#;

/// Inserts a checksum of all fields of a JSON object before them.
pub(crate) fn seal(object: &str) -> String {
    let fields = &object[1..];
    format!("{SEAL}{:08x}\",{fields}", crc32fast::hash(fields.as_bytes()))
}

/// Returns the object of a line, if its checksum agrees.
pub(crate) fn unseal(line: &str) -> Result<String, String> {
    let sealed = line.strip_prefix(SEAL).and_then(|rest| rest.split_once("\","));
    let Some((sum, fields)) = sealed else { return Err("it does not begin with a checksum".to_owned()) };
    if sum != format!("{:08x}", crc32fast::hash(fields.as_bytes())) {
        return Err("its checksum does not agree".to_owned());
    }
    Ok(format!("{{{fields}"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::io::Cursor;
    use std::sync::LazyLock;

    use reversi_bitboard::Board;
    use reversi_question::Ask;
    use reversi_search::{AnalyzeRequest, Engine, SolveRequest};
    use reversi_testkit::{Rng, random_game, reached};

    use super::super::record::{EngineId, Key, Record, Row, line_of};
    use super::super::{question_of, read_row};
    use super::*;

    /// The question, and the lines of a file with their line breaks.
    struct Sample {
        ask: Ask,
        lines: Vec<Vec<u8>>,
        records: Vec<Record>,
    }

    /// The result of reading a file.
    struct Found {
        rows: HashMap<Key, Row>,
        content: Content,
    }

    impl Sample {
        fn new(ask: Ask, records: Vec<Record>, engine: &Engine) -> Sample {
            let by = EngineId::of(engine);
            let lines = records.iter().map(|record| seal(&line_of(record, Some(&by))));
            let lines = std::iter::once(header(&question_of(&ask)))
                .chain(lines)
                .map(|line| (line + "\n").into_bytes());
            let records = records.iter().cloned().map(Record::stored).collect();
            Sample { lines: lines.collect(), ask, records }
        }

        fn read(&self, bytes: &[u8]) -> Result<Found, CheckpointErrorKind> {
            let mut rows = HashMap::new();
            let mut take = |line: &str| {
                let row = read_row(line, &self.ask)?;
                rows.insert(row.record.key(), row);
                Ok(())
            };
            let content = read(&mut Cursor::new(bytes), &header(&question_of(&self.ask)), &mut take)?;
            assert!(rows.len() <= content.rows);
            Ok(Found { rows, content })
        }

        /// Asserts that only records of some lines are missing, and returns their number.
        fn missing(&self, found: &Found, what: &str, may_miss: impl Fn(usize) -> bool) -> usize {
            let mut missing = 0;
            for (i, record) in self.records.iter().enumerate() {
                match found.rows.get(&record.key()) {
                    Some(row) => assert!(row.record.same_as(record), "{what}: line {} is another", i + 2),
                    None => {
                        assert!(may_miss(i + 2), "{what}: line {} is lost", i + 2);
                        missing += 1;
                    }
                }
            }
            assert_eq!(found.rows.len() + missing, self.records.len(), "{what}: an answer of no line");
            missing
        }
    }

    impl Record {
        /// Returns whether they say the same, with the time that a file keeps.
        fn same_as(&self, other: &Record) -> bool {
            line_of(self, None) == line_of(other, None)
        }
    }

    static SAMPLES: LazyLock<[Sample; 2]> = LazyLock::new(|| {
        let mut engine = Engine::builder().hash_mib(1).build().unwrap();
        let mut rng = Rng::with_seed(12);
        let boards: Vec<Board> = (0..5).map(|_| reached(&mut rng, 8)).collect();
        let solve =
            |board: &Board| Record::Solution(*board, engine.solve(board, SolveRequest::exact()).unwrap());
        let solved = boards.iter().map(solve).collect();
        let request = AnalyzeRequest::depth(2).lines(2);
        let game = random_game(&mut rng).prefix(4);
        let turns = engine.analyze_game(&game, request.clone()).unwrap();
        let mut analyzed: Vec<Record> = turns.into_iter().map(Record::Move).collect();
        analyzed.push(Record::Analysis(engine.analyze(&Board::START, request.clone()).unwrap()));
        [
            Sample::new(SolveRequest::exact().into(), solved, &engine),
            Sample::new(request.into(), analyzed, &engine),
        ]
    });

    #[test]
    fn a_flipped_bit_of_any_byte_is_noticed_and_costs_the_answers_of_its_line_alone() {
        for sample in &*SAMPLES {
            let good = sample.lines.concat();
            let (mut at, last) = (0, sample.lines.len());
            for (line, bytes) in (1..).zip(&sample.lines) {
                for (column, bit) in (0..bytes.len()).map(|column| (column, column % 8)) {
                    let mut bad = good.clone();
                    bad[at + column] ^= 1 << bit;
                    let what = format!("line {line}, byte {column}, bit {bit}");
                    let found = sample.read(&bad).unwrap_or_else(|error| panic!("{what}: {error}"));
                    let is_break = column == bytes.len() - 1;
                    let missing =
                        sample.missing(&found, &what, |lost| lost == line || is_break && lost == line + 1);
                    let content = found.content;
                    assert_eq!(
                        missing,
                        usize::from(line > 1) + usize::from(is_break && line < last),
                        "{what}"
                    );
                    // A last line without its line break is one that was cut, and is dropped.
                    let cut = is_break && line == last;
                    let lines: Vec<u64> = content.damaged.iter().map(|(damaged, _)| damaged.line).collect();
                    let expected = if bad[at + column] == b'\n' { 2 } else { usize::from(!cut) };
                    assert_eq!(lines.len(), expected, "{what}: {lines:?}");
                    assert!(
                        (line as u64..).zip(&lines).all(|(expected, &found)| expected == found),
                        "{what}"
                    );
                    assert_eq!(content.len, good.len() as u64 - if cut { bytes.len() as u64 } else { 0 });
                }
                at += bytes.len();
            }
        }
    }

    #[test]
    fn a_file_that_is_cut_anywhere_has_the_answers_of_its_whole_lines() {
        for sample in &*SAMPLES {
            let good = sample.lines.concat();
            for len in 0..=good.len() {
                let found = sample.read(&good[..len]).unwrap();
                let whole = good[..len].iter().filter(|&&byte| byte == b'\n').count();
                let what = format!("{len} bytes");
                let missing = sample.missing(&found, &what, |lost| lost > whole);
                let content = found.content;
                assert_eq!(missing, sample.records.len() - whole.saturating_sub(1), "{what}");
                assert!(content.damaged.is_empty(), "{what}");
                let bytes = sample.lines[..whole].concat().len() as u64;
                assert_eq!(content.len, bytes, "{what}");
            }
        }
    }

    /// Several flips, lost pieces, zeros and exchanged lines: all that is read was written.
    #[test]
    fn several_damages_at_once_cost_no_more_than_the_lines_they_touch() {
        let mut rng = Rng::with_seed(99);
        for round in 0..3000 {
            let sample = &SAMPLES[round % 2];
            let mut lines = sample.lines.clone();
            let mut touched = vec![false; lines.len() + 1];
            for _ in 0..rng.usize(2..=4) {
                let line = rng.usize(1..lines.len());
                touched[line + 1] = true;
                let bytes = &mut lines[line];
                let end = bytes.len() - 1; // the line break stays
                let (from, to) = (rng.usize(..end), rng.usize(..end));
                let piece = from.min(to)..from.max(to);
                match rng.u32(..4) {
                    0 => bytes[from] ^= 1 << rng.u32(..8),
                    1 => bytes[piece].fill(0),
                    2 => drop(bytes.drain(piece)),
                    _ => bytes[piece].reverse(),
                }
                if bytes.len() < 2 {
                    *bytes = b"..\n".to_vec();
                }
            }
            let order = 1 + rng.usize(..lines.len() - 1);
            lines[1..].rotate_left(order - 1);
            let what = format!("round {round}");
            let found = sample.read(&lines.concat()).unwrap_or_else(|error| panic!("{what}: {error}"));
            let missing = sample.missing(&found, &what, |lost| touched[lost]);
            let content = found.content;
            assert!(content.damaged.len() >= missing, "{what}");
            let all: usize = content.sound().map(|bytes| (bytes.end - bytes.start) as usize).sum::<usize>()
                + content.damaged.iter().map(|(_, bytes)| (bytes.end - bytes.start) as usize).sum::<usize>();
            assert_eq!(all, lines[1..].concat().len(), "{what}: no byte is lost, and none is kept twice");
        }
    }

    #[test]
    fn what_belongs_to_another_question_is_refused_or_put_aside() {
        let [solved, analyzed] = &*SAMPLES;
        for (ours, theirs) in [(solved, analyzed), (analyzed, solved)] {
            let Err(error) = ours.read(&theirs.lines.concat()) else { panic!("the files are swapped") };
            assert!(matches!(error, CheckpointErrorKind::OtherRequest { .. }), "{error}");
            // Lines of another file among ours, all of them whole.
            let both = [&ours.lines[..3], &theirs.lines[1..], &ours.lines[3..]].concat().concat();
            let found = ours.read(&both).unwrap();
            assert_eq!(ours.missing(&found, "both", |_| false), 0);
            assert_eq!(found.content.damaged.len(), theirs.lines.len() - 1);
        }
    }
}
