//! Bytes as text, and the place in the bytes of each place in the text.

use alloc::borrow::Cow;
use alloc::string::String;

use reversi_bitboard::__internal::narrow;

/// The text of bytes. Byte order marks are left out.
pub(super) struct Decoded<'a> {
    /// The bytes, where lines differ in their encoding.
    bytes: Cow<'a, [u8]>,
    /// Where the text begins, behind a byte order mark.
    start: usize,
    encoding: Encoding,
    text: Cow<'a, str>,
    /// The text without the sequences of terminals, if it has any.
    plain: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Utf8,
    /// Lines in UTF-8, Latin-1 and Shift-JIS.
    Mixed,
    Utf16 {
        big_endian: bool,
    },
}

impl<'a> Decoded<'a> {
    pub(super) fn of(bytes: Cow<'a, [u8]>) -> Decoded<'a> {
        let end = without_end(&bytes).len();
        let (start, encoding) = match bytes[..end] {
            [0xef, 0xbb, 0xbf, ..] => (3, Encoding::Utf8),
            [0xff, 0xfe, ..] => (2, Encoding::Utf16 { big_endian: false }),
            [0xfe, 0xff, ..] => (2, Encoding::Utf16 { big_endian: true }),
            _ => (0, utf16_by_zeros(&bytes[..end]).unwrap_or(Encoding::Utf8)),
        };
        let bytes = match bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(&bytes[..end]),
            Cow::Owned(mut bytes) => {
                bytes.truncate(end);
                Cow::Owned(bytes)
            }
        };
        let utf8 = match &bytes {
            &Cow::Borrowed(bytes) => core::str::from_utf8(&bytes[start..]).ok(),
            Cow::Owned(_) => None, // line by line, which is the same
        };
        let (encoding, text) = match (encoding, utf8) {
            (Encoding::Utf16 { .. }, _) => (encoding, Cow::Owned(utf16(&bytes[start..], encoding))),
            (_, Some(text)) => (encoding, Cow::Borrowed(text)),
            (_, None) => (Encoding::Mixed, Cow::Owned(lines(&bytes[start..]))),
        };
        let bytes = if encoding == Encoding::Mixed { bytes } else { Cow::default() };
        let plain = text.contains(ESCAPE).then(|| without_sequences(&text));
        Decoded { bytes, start, encoding, text, plain }
    }

    /// The text that is read.
    pub(super) fn text(&self) -> &str {
        self.plain.as_deref().unwrap_or(&self.text)
    }

    pub(super) fn cursor(&self) -> Cursor {
        let charset = Charset::Utf8;
        Cursor { line: 1, line_start: 0, at: 0, plain: 0, byte: self.start, line_end: 0, charset }
    }
}

/// The first character of the sequences that set colours and links of a terminal.
const ESCAPE: char = '\u{1b}';

/// Leaves out the sequences of terminals.
fn without_sequences(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(ESCAPE) {
        plain.push_str(&rest[..at]);
        rest = &rest[at + sequence(&rest.as_bytes()[at..])..];
    }
    plain.push_str(rest);
    plain
}

/// The length of the sequence of a terminal at the beginning of a text, 0 for other text, and 1 for a sequence
/// without an end: its first character.
fn sequence(text: &[u8]) -> usize {
    let [0x1b, rest @ ..] = text else { return 0 };
    // Where the characters begin, the last of them, and the first and the last one of the end.
    let (from, most, ends) = match rest {
        [b'[', ..] => (1, 0x3f, [0x40, 0x7e]), // colours: numbers, then a letter
        [b']' | b'P' | b'X' | b'^' | b'_', ..] => (1, 0xff, [7, 7]), // links and titles: a text, then a sign
        _ => (0, 0x2f, [0x30, 0x5f]),          // character sets and modes
    };
    let end = from + rest[from..].iter().take_while(|&&byte| byte >= 0x20 && byte <= most).count();
    match &rest[end..] {
        [byte, ..] if ends[0] <= *byte && *byte <= ends[1] => end + 2,
        [0x1b, b'\\', ..] if most == 0xff => end + 3,
        _ => 1,
    }
}

/// Returns whether bytes with zeros may be a text.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    let text = without_end(bytes);
    !text.contains(&0) || utf16_by_zeros(text).is_some()
}

/// Programs in C leave zeros behind a text.
fn without_end(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    let is_text = !bytes[..bytes.len() - zeros].contains(&0);
    if is_text && zeros < bytes.len() { &bytes[..bytes.len() - zeros] } else { bytes }
}

/// UTF-16 without a mark: every second byte is 0, but for a few letters that are not of ASCII.
fn utf16_by_zeros(bytes: &[u8]) -> Option<Encoding> {
    let pairs = bytes[..bytes.len().min(1024)].as_chunks::<2>().0;
    let zeros = |i: usize| pairs.iter().filter(|pair| pair[i] == 0 && pair[1 - i] != 0).count();
    let is_most = |zeros: usize| 4 * zeros > 3 * pairs.len() && bytes.len().is_multiple_of(2);
    if is_most(zeros(1)) {
        Some(Encoding::Utf16 { big_endian: false })
    } else {
        is_most(zeros(0)).then_some(Encoding::Utf16 { big_endian: true })
    }
}

/// A place that moves forward through a text: line, column and byte of the input.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    pub(super) line: u64,
    /// Where the line begins in the text.
    line_start: usize,
    at: usize,
    /// The same place in the text without sequences of terminals.
    plain: usize,
    /// The same place in the bytes.
    byte: usize,
    /// The end of the line in the bytes and its encoding, where lines differ.
    line_end: usize,
    charset: Charset,
}

impl Cursor {
    /// Moves to a place of the text that is not before the present one.
    pub(super) fn advance(&mut self, decoded: &Decoded<'_>, to: usize) {
        let to = self.place(decoded, to);
        let passed = &decoded.text.as_bytes()[self.at..to];
        for (i, &byte) in passed.iter().enumerate() {
            if byte == b'\n' || byte == b'\r' && decoded.text.as_bytes().get(self.at + i + 1) != Some(&b'\n')
            {
                self.line += 1;
                self.line_start = self.at + i + 1;
            }
        }
        self.byte += match decoded.encoding {
            Encoding::Utf8 => to - self.at,
            Encoding::Utf16 { .. } => 2 * decoded.text[self.at..to].encode_utf16().count(),
            Encoding::Mixed => self.bytes_of_mixed(decoded, to),
        };
        self.at = to;
    }

    /// The place in the whole text of a place in the text that is read.
    fn place(&mut self, decoded: &Decoded<'_>, to: usize) -> usize {
        if decoded.plain.is_none() {
            return to.clamp(self.at, decoded.text.len());
        }
        let (text, mut at) = (decoded.text.as_bytes(), self.at);
        loop {
            match sequence(&text[at..]) {
                0 if self.plain >= to || at == text.len() => return at,
                0 => (at, self.plain) = (at + 1, self.plain + 1),
                length => at += length,
            }
        }
    }

    /// The number of bytes up to `to`: the lines are decoded again.
    fn bytes_of_mixed(&mut self, decoded: &Decoded<'_>, to: usize) -> usize {
        let (mut at, mut byte) = (self.at, self.byte);
        while at < to && byte < decoded.bytes.len() {
            if byte >= self.line_end {
                let rest = &decoded.bytes[byte..];
                let length = rest.iter().position(|&b| b == b'\n').map_or(rest.len(), |end| end + 1);
                (self.line_end, self.charset) = (byte + length, Charset::of(&rest[..length]));
            }
            let (length, c) = self.charset.first(&decoded.bytes[byte..self.line_end]);
            byte += length;
            at += c.unwrap_or(char::REPLACEMENT_CHARACTER).len_utf8();
        }
        byte - self.byte
    }

    pub(super) fn offset(&self) -> usize {
        self.byte
    }

    /// Bytes of the text since the beginning of the line.
    pub(super) fn column(&self) -> usize {
        self.at - self.line_start
    }
}

fn utf16(bytes: &[u8], encoding: Encoding) -> String {
    let big_endian = encoding == Encoding::Utf16 { big_endian: true };
    let units = bytes.as_chunks().0.iter();
    let units =
        units.map(|&unit| if big_endian { u16::from_be_bytes(unit) } else { u16::from_le_bytes(unit) });
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Decodes each line by itself: one name in another encoding spoils no other line.
fn lines(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 4);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match core::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => {
                let charset = Charset::of(line);
                let mut rest = line;
                while !rest.is_empty() {
                    let (length, c) = charset.first(rest);
                    text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
                    rest = &rest[length..];
                }
            }
        }
    }
    text
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Charset {
    Utf8,
    Latin1,
    ShiftJis,
}

impl Charset {
    /// The encoding of a line. Japanese text has bytes from 0x81 to 0x9f, which Latin-1 does not use.
    fn of(line: &[u8]) -> Charset {
        if core::str::from_utf8(line).is_ok() {
            return Charset::Utf8;
        }
        let mut rest = line;
        let (mut japanese, mut foreign) = (0_usize, 0_usize);
        while let [first, tail @ ..] = rest {
            rest = match (first, tail) {
                // A dash or a quotation mark of Windows before a square.
                (0x80..=0x9f, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8', ..]) => {
                    foreign += 1;
                    tail
                }
                (0x81..=0x9f, [0x40..=0x7e | 0x80..=0xfc, tail @ ..]) => {
                    japanese += 1;
                    tail
                }
                (0xe0..=0xfc, [0x40..=0x7e | 0x80..=0xfc, tail @ ..]) => tail,
                // The first half of a character, where a line is cut.
                (0x81..=0x9f, [] | [b'\r' | b'\n', ..]) => tail,
                (0x80..=0x9f | 0xa0 | 0xfd..=0xff, _) => {
                    foreign += 1;
                    tail
                }
                _ => tail,
            };
        }
        if japanese > foreign { Charset::ShiftJis } else { Charset::Latin1 }
    }

    /// The first character, `None` if it has no equivalent here, and the number of its bytes.
    fn first(self, bytes: &[u8]) -> (usize, Option<char>) {
        match (self, bytes) {
            (Charset::Utf8, _) => {
                let length = match bytes[0] {
                    0..=0x7f => 1,
                    0x80..=0xdf => 2,
                    0xe0..=0xef => 3,
                    _ => 4,
                };
                let c = bytes.get(..length).and_then(|c| core::str::from_utf8(c).ok());
                (length.min(bytes.len()), c.and_then(|c| c.chars().next()))
            }
            (Charset::ShiftJis, &[0xa1..=0xdf, ..]) => {
                (1, char::from_u32(0xff61 - 0xa1 + u32::from(bytes[0]))) // half-width katakana
            }
            (Charset::ShiftJis, &[0x80..=0xff] | &[0x80..=0xff, b'\r' | b'\n', ..]) => (1, None),
            (Charset::ShiftJis, &[lead @ 0x80..=0xff, trail, ..]) => (2, shift_jis(lead, trail)),
            _ => (1, Some(char::from(bytes[0]))),
        }
    }
}

/// A character of two bytes of Shift-JIS.
#[cfg(feature = "shift-jis")]
fn shift_jis(lead: u8, trail: u8) -> Option<char> {
    let bytes = [lead, trail];
    let decoded = encoding_rs::SHIFT_JIS.decode_without_bom_handling_and_without_replacement(&bytes)?;
    let mut characters = decoded.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Kana, letters and digits of two bytes of Shift-JIS. Chinese characters need a table: the feature
/// `shift-jis`.
#[cfg(not(feature = "shift-jis"))]
fn shift_jis(lead: u8, trail: u8) -> Option<char> {
    let code = match (lead, trail) {
        (0x81, 0x40) => 0x3000, // a blank
        (0x81, 0x5b) => 0x30fc, // a long vowel
        (0x81, 0x9b) => 0x25cb, // a white disc
        (0x81, 0x9c) => 0x25cf, // a black disc
        (0x82, 0x4f..=0x58) => 0xff10 + u32::from(trail - 0x4f),
        (0x82, 0x60..=0x79) => 0xff21 + u32::from(trail - 0x60),
        (0x82, 0x81..=0x9a) => 0xff41 + u32::from(trail - 0x81),
        (0x82, 0x9f..=0xf1) => 0x3041 + u32::from(trail - 0x9f),
        (0x83, 0x40..=0x7e) => 0x30a1 + u32::from(trail - 0x40),
        (0x83, 0x80..=0x96) => 0x30a1 + u32::from(trail - 0x41),
        _ => return None,
    };
    char::from_u32(code)
}

/// Full-width letters, digits and signs as ASCII, other blanks as a blank; invisible characters are left out.
pub(super) fn fold(text: &str) -> Cow<'_, str> {
    let is_folded = |c: char| fold_char(c) == Some(c);
    match text.is_ascii() || text.chars().all(is_folded) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.chars().filter_map(fold_char).collect()),
    }
}

fn fold_char(c: char) -> Option<char> {
    match c {
        '\u{a0}' | '\u{3000}' | '\u{2000}'..='\u{200a}' => Some(' '),
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{fe0e}' | '\u{fe0f}' => None,
        c => Some(narrow(c)),
    }
}

/// The place in a text of a place in the text as [`fold`] makes it.
pub(super) fn unfold(text: &str, folded: usize) -> usize {
    let mut length = 0;
    let before = text.char_indices().find(|&(_, c)| {
        let is_there = length >= folded && fold_char(c).is_some();
        length += fold_char(c).map_or(0, char::len_utf8);
        is_there
    });
    before.map_or(text.len(), |(at, _)| at)
}
