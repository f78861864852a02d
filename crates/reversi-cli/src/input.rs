//! The arguments of the program and what they stand for, and standard input line by line.

use std::error::Error;
use std::ffi::OsString;
use std::fmt;
#[cfg(any(unix, windows))]
use std::fs::File;
use std::io::{self, BufRead, Read as _};
use std::path::Path;

use reversi_engine::Position;

use crate::output::Failure;

/// The arguments of the program. A board may start with `-`, which would look like an option. A space before
/// it prevents that, even for a mistyped board.
pub(crate) fn arguments() -> impl Iterator<Item = OsString> {
    std::env::args_os().map(|argument| match argument.to_str() {
        Some(board) if board.starts_with('-') && is_board(board) => format!(" {board}").into(),
        _ => argument,
    })
}

/// Returns whether an argument that starts with `-` is meant as a board: all its characters are cells, or it
/// is longer than any option without a value.
fn is_board(text: &str) -> bool {
    let only_cells = text.len() > 2 && text.chars().all(|c| " -.*@XOxo".contains(c));
    only_cells || text.parse::<Position>().is_ok() || text.len() > 32 && !text.contains('=')
}

/// The content of an argument.
pub(crate) enum Source<'a> {
    /// The argument itself.
    Text(&'a str),
    /// A file, or standard input for `-`.
    Content { name: &'a str, bytes: Vec<u8> },
}

impl Source<'_> {
    pub(crate) fn of(argument: &str) -> Result<Source<'_>, Failure> {
        let path = Path::new(argument);
        let (name, bytes) = if argument == "-" {
            let mut bytes = Vec::new();
            ("standard input", io::stdin().read_to_end(&mut bytes).map(|_| bytes))
        } else if path.exists() {
            (argument, std::fs::read(path))
        } else {
            return Ok(Source::Text(argument));
        };
        Ok(Source::Content { name, bytes: bytes.map_err(|error| Failure::of_file(name, error))? })
    }
}

/// Returns whether standard input is a file, so that nobody waits for answers before its end.
pub(crate) fn is_file() -> bool {
    #[cfg(unix)]
    let file = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let file = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    #[cfg(any(unix, windows))]
    return file.and_then(|file| File::from(file).metadata()).is_ok_and(|data| data.is_file());
    #[cfg(not(any(unix, windows)))]
    false
}

/// The input of a dialogue as UTF-8. It is UTF-16 if it begins with a mark of that, or with a letter of ASCII
/// and a zero. The mark is left out. Half a character of UTF-16 becomes a byte that UTF-8 does not have.
pub(crate) struct Utf8<R> {
    input: R,
    /// How two bytes are a unit of UTF-16. `None` before the first two bytes.
    unit: Option<fn([u8; 2]) -> u16>,
    is_utf8: bool,
    /// Bytes of half a unit.
    odd: Vec<u8>,
    /// The first half of a character.
    high: Option<u16>,
    text: Vec<u8>,
    /// The part of `text` that is taken.
    taken: usize,
}

impl<R: BufRead> Utf8<R> {
    pub(crate) fn new(input: R) -> Utf8<R> {
        let (odd, text) = (Vec::new(), Vec::new());
        Utf8 { input, unit: None, is_utf8: false, odd, high: None, text, taken: 0 }
    }

    /// Finds the encoding by the first two bytes, which are taken. A blank line needs no second byte.
    fn begin(&mut self) -> io::Result<()> {
        while self.odd.len() < 2 && self.odd != b"\n" {
            let Some(&byte) = self.input.fill_buf()?.first() else { break };
            self.odd.push(byte);
            self.input.consume(1);
        }
        match self.odd[..] {
            [0xff, 0xfe] | [1..0x80, 0] => self.unit = Some(u16::from_le_bytes),
            [0xfe, 0xff] | [0, 1..0x80] => self.unit = Some(u16::from_be_bytes),
            _ => (self.is_utf8, self.text) = (true, std::mem::take(&mut self.odd)),
        }
        if !self.odd.contains(&0) {
            self.odd.clear(); // a mark
        }
        Ok(())
    }

    /// Adds the text of bytes of UTF-16.
    fn decode(&mut self, unit: fn([u8; 2]) -> u16) {
        let (units, odd) = self.odd.as_chunks::<2>();
        let units = self.high.take().into_iter().chain(units.iter().map(|&bytes| unit(bytes)));
        let mut units: Vec<u16> = units.collect();
        self.high = units.pop_if(|unit| matches!(unit, 0xd800..0xdc00));
        for c in char::decode_utf16(units) {
            match c {
                Ok(c) => self.text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
                Err(_) => self.text.push(0xff),
            }
        }
        self.odd = odd.to_vec();
    }
}

impl<R: BufRead> BufRead for Utf8<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.unit.is_none() && !self.is_utf8 {
            self.begin()?;
        }
        while self.taken == self.text.len() {
            (self.text, self.taken) = (Vec::new(), 0);
            let Some(unit) = self.unit else { return self.input.fill_buf() };
            if self.odd.len() < 2 {
                let bytes = self.input.fill_buf()?;
                let length = bytes.len();
                self.odd.extend_from_slice(bytes);
                self.input.consume(length);
                if length == 0 {
                    // The end: half a character is left.
                    let is_half = !std::mem::take(&mut self.odd).is_empty() | self.high.take().is_some();
                    self.text.extend(is_half.then_some(0xff));
                    break;
                }
            }
            self.decode(unit);
        }
        Ok(&self.text[self.taken..])
    }

    fn consume(&mut self, amount: usize) {
        match self.taken < self.text.len() {
            true => self.taken += amount,
            false => self.input.consume(amount),
        }
    }
}

impl<R: BufRead> io::Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

/// The lines of standard input. In text, invalid UTF-8 is replaced.
pub(crate) struct Lines<R> {
    input: R,
    /// The lines so far.
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Upper bound: only a question with a proof of 20 empty squares or more has more bytes.
    const MOST: usize = 1 << 20;

    pub(crate) fn new(input: R) -> Lines<R> {
        Lines { input, number: 0 }
    }

    /// Returns the next line with its line break, or `None` at the end of the input. A line that is too long
    /// is an error; the next call returns the line after it.
    pub(crate) fn next(&mut self) -> Result<Option<String>, InputError> {
        Ok(self.next_bytes()?.map(|line| String::from_utf8_lossy(&line).into_owned()))
    }

    /// The number of lines so far.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Returns whether the rest is text rather than binary, UTF-16 or compressed, which have no lines.
    pub(crate) fn is_text(&mut self) -> Result<bool, InputError> {
        const HEADER: usize = 16; // a header of WTHOR has zeros
        let next = self.input.fill_buf()?;
        let has_mark = [&b"\xff\xfe"[..], b"\xfe\xff", b"\x1f\x8b"].iter().any(|mark| next.starts_with(mark));
        Ok(!has_mark && !next[..next.len().min(HEADER)].contains(&0))
    }

    /// Adds all that is left.
    pub(crate) fn read_rest(&mut self, bytes: &mut Vec<u8>) -> Result<(), InputError> {
        self.input.read_to_end(bytes)?;
        Ok(())
    }

    /// The next line as it is.
    pub(crate) fn next_bytes(&mut self) -> Result<Option<Vec<u8>>, InputError> {
        let mut line = Vec::new();
        let read = self.input.by_ref().take(Self::MOST as u64).read_until(b'\n', &mut line)?;
        self.number += 1;
        if read == Self::MOST && line.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
            return Err(InputError::TooLong { line: self.number });
        }
        Ok((read > 0).then_some(line))
    }
}

/// The reason why standard input has no next line.
#[derive(Debug)]
pub(crate) enum InputError {
    /// The system cannot read it.
    Read(io::Error),
    /// A line of a MiB or more.
    TooLong {
        /// The number of the line, from 1.
        line: u64,
    },
}

impl From<io::Error> for InputError {
    fn from(error: io::Error) -> InputError {
        InputError::Read(error)
    }
}

/// `standard input: ...`, with the line if there is one.
impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Read(error) => write!(f, "standard input: {error}"),
            InputError::TooLong { line } => {
                write!(f, "standard input:{line}: a line must be shorter than 1 MiB")
            }
        }
    }
}

/// The message has its cause.
impl Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_named_and_the_next_one_is_read() {
        const MOST: usize = Lines::<&[u8]>::MOST;
        let text = format!("first\n{}\n{}\nlast", "a".repeat(MOST - 1), "b".repeat(MOST));
        let mut lines = Lines::new(text.as_bytes());
        assert_eq!(lines.next().unwrap().unwrap(), "first\n");
        assert_eq!(lines.next().unwrap().unwrap().len(), MOST);
        let error = lines.next().unwrap_err();
        assert!(matches!(error, InputError::TooLong { line: 3 }));
        assert_eq!(error.to_string(), "standard input:3: a line must be shorter than 1 MiB");
        assert_eq!(lines.next().unwrap().unwrap(), "last");
        assert_eq!(lines.next().unwrap(), None);
    }

    /// The text that arrives in parts of a length.
    fn utf8(bytes: &[u8], part: usize) -> Vec<u8> {
        let mut text = Vec::new();
        Utf8::new(io::BufReader::with_capacity(part, bytes)).read_to_end(&mut text).unwrap();
        text
    }

    #[test]
    fn a_dialogue_in_utf_16_is_read_as_utf_8_wherever_it_is_cut() {
        let text = "{\"id\": \"Zo\u{e9} \u{1f600}\u{a0a}\"}\n{}";
        let of =
            |unit: fn(u16) -> [u8; 2], text: &str| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        for part in 1..8 {
            for unit in [u16::to_le_bytes, u16::to_be_bytes] {
                assert_eq!(utf8(&of(unit, text), part), text.as_bytes());
                assert_eq!(utf8(&of(unit, &format!("\u{feff}{text}")), part), text.as_bytes());
                for half in [&unit(0xd83d)[..], &unit(0xde00), b"x"] {
                    let bytes = [&of(unit, "{}"), half].concat();
                    assert_eq!(utf8(&bytes, part), b"{}\xff", "{bytes:?}");
                }
            }
            for text in ["", "x", "\n", "\n\n", "{}", "\u{feff}{}", text] {
                assert_eq!(utf8(text.as_bytes(), part), text.as_bytes());
            }
        }
    }

    #[test]
    fn a_blank_line_is_there_before_the_next_byte() {
        let mut input = Utf8::new(&b"\n{}"[..]);
        assert_eq!(input.fill_buf().unwrap(), b"\n");
        assert_eq!(input.input, b"{}");
    }
}
