//! The pieces of a text: words, and the moves in a word, addresses, brackets, signs.

use reversi_bitboard::__internal::split_move;
use reversi_bitboard::{Color, Move, Square};

pub(super) const BRACKETS: [(char, char); 3] = [('{', '}'), ('(', ')'), ('[', ']')];

pub(super) const PASS: &str = "パス";

/// Names of the sides, before their moves or their discs.
pub(super) const SIDES: [(&str, Color); 10] = [
    ("b", Color::Black),
    ("w", Color::White),
    ("x", Color::Black),
    ("o", Color::White),
    ("black", Color::Black),
    ("white", Color::White),
    ("黒", Color::Black),
    ("白", Color::White),
    ("先手", Color::Black),
    ("後手", Color::White),
];

/// The side that a word names.
pub(super) fn side(word: &str) -> Option<Color> {
    SIDES.iter().find(|(name, _)| word.eq_ignore_ascii_case(name)).map(|&(_, side)| side)
}

/// The beginning of a text.
pub(super) enum Piece<'a> {
    /// Letters and digits, all of ASCII or none.
    Word(&'a str),
    /// An address of this length.
    Address(usize),
    /// A blank or a sign of this length.
    Sign(usize),
}

impl<'a> Piece<'a> {
    pub(super) fn of(text: &'a str) -> Piece<'a> {
        match word(text) {
            "" => {
                Piece::Sign(break_in_letters(text).unwrap_or(text.chars().next().map_or(1, char::len_utf8)))
            }
            word => address(text, word).map_or(Piece::Word(word), Piece::Address),
        }
    }
}

/// The kinds of brackets that are known to have no end in the rest of a text.
#[derive(Default)]
pub(super) struct Brackets([bool; 3]);

impl Brackets {
    /// The kind and the length of the brackets that the rest of a text begins with, with those in them.
    pub(super) fn begin(&mut self, text: &str) -> Option<(usize, usize)> {
        let first = text.chars().next()?;
        let kind = BRACKETS.iter().position(|&(open, _)| open == first).filter(|&kind| !self.0[kind])?;
        let (open, close) = BRACKETS[kind];
        let mut depth = 0_usize;
        let end = text.char_indices().find(|&(_, c)| {
            depth = if c == open { depth + 1 } else { depth - usize::from(c == close) };
            depth == 0
        });
        self.0[kind] = end.is_none();
        end.map(|(at, _)| (kind, at + 1))
    }
}

/// Moves one after the other in a word, perhaps with their numbers and the letter of a side before them.
#[derive(Clone)]
pub(super) struct Run<'a> {
    pub(super) word: &'a str,
    pub(super) at: usize,
}

impl<'a> Run<'a> {
    /// `None` if the word has anything else.
    pub(super) fn of(word: &'a str) -> Option<Run<'a>> {
        if word == PASS {
            return Some(Run { word: "pa", at: 0 });
        }
        let run = Run { word, at: 0 };
        let mut rest = run.clone();
        rest.by_ref().last()?;
        let tail = &word[rest.at..];
        tail.is_empty().then_some(run)
    }

    /// The length of the name of a side before a square.
    fn prefix(word: &str) -> usize {
        if word.len() < 3 || !word.starts_with(['b', 'w', 'x', 'o', 'B', 'W', 'X', 'O']) {
            return 0;
        }
        let is_square =
            |at: usize| word.get(at..at + 2).is_some_and(|square| square.parse::<Square>().is_ok());
        let is_side = |length: usize| word.get(..length).is_some_and(|word| side(word).is_some());
        [1, 5].into_iter().find(|&length| is_square(length) && is_side(length)).unwrap_or_default()
    }

    /// The place in a word where it stops to be moves, if it is meant as moves: a square and more, or a
    /// letter and a digit. A square and three letters is a name, such as `C4lvin`.
    pub(super) fn looks_like(word: &str) -> Option<usize> {
        let mut run = Run { word, at: 0 };
        run.by_ref().for_each(drop);
        let is_like_a_square = || {
            matches!(word.as_bytes(), [letter, b'0'..=b'9'] | [letter, b'0'..=b'9', b'0'..=b'9']
                if letter.is_ascii_alphabetic())
                || matches!(word.as_bytes(), [b'1'..=b'8', b'a'..=b'h'])
        };
        let has_letter_before = || {
            word.is_ascii()
                && word.starts_with(|c: char| c.is_ascii_alphabetic())
                && (Run::of(&word[1..]).is_some_and(|run| run.clone().all(|(_, mv)| mv != Move::Pass)))
                && word[1..].starts_with(|c: char| c.is_ascii_alphabetic())
        };
        let is_name = || {
            let tail = &word[run.at..];
            run.at == 2 && tail.len() > 2 && tail.bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        let has_square = run.at > 0 && word[..2].parse::<Square>().is_ok();
        let is_meant = has_square && !is_name() || Run::is_row(word);
        (is_meant || is_like_a_square() || has_letter_before()).then_some(run.at)
    }

    /// Returns whether a word begins with two squares or more, perhaps behind a letter that is one too many,
    /// or with one, and more behind something else: it is meant as a game, though it may be a bad one.
    pub(super) fn is_row(word: &str) -> bool {
        if word.len() < 4 {
            return false;
        }
        let squares = |at| {
            let run = word.get(at..).map(|word| Run { word, at: 0 });
            run.into_iter().flatten().take(3).filter(|(_, mv)| *mv != Move::Pass).count()
        };
        match squares(0) {
            0 => squares(1) > 1,
            1 => (3..=5).any(|at| squares(at) > 2),
            _ => true,
        }
    }
}

impl Iterator for Run<'_> {
    type Item = (usize, Move);

    fn next(&mut self) -> Option<(usize, Move)> {
        let rest = &self.word[self.at..];
        if let Some(square) = square_at(rest) {
            let start = self.at;
            self.at += 2;
            return Some((start, square.into()));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let before = digits.min(3) + Run::prefix(&rest[digits.min(3)..]);
        let (mv, after) = split_move(&rest[before..])?;
        let at = self.word.len() - after.len();
        let start = self.at + before;
        self.at = at;
        Some((start, mv))
    }
}

/// The square that a text begins with.
pub(super) fn square_at(text: &str) -> Option<Square> {
    text.get(..2)?.parse().ok()
}

/// The text up to the end of the line.
pub(super) fn line(text: &str) -> &str {
    text.split(['\n', '\r']).next().unwrap_or_default()
}

/// The letters and digits that the text begins with, all of ASCII or none.
pub(super) fn word(text: &str) -> &str {
    let ascii = text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    if ascii > 0 {
        return &text[..ascii];
    }
    let end = text.find(|c: char| c.is_ascii() || !c.is_alphabetic());
    &text[..end.unwrap_or(text.len())]
}

/// The words of a text with their places, also in addresses and brackets.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        while at < text.len() {
            let rest = &text[at..];
            let start = at;
            match (word(rest), rest.chars().next()) {
                ("", first) => at += break_in_letters(rest).or(first.map(char::len_utf8))?,
                (word, _) => {
                    at += word.len();
                    return Some((start, word));
                }
            }
        }
        None
    })
}

/// The length of a line break or a tab that stands there as two characters, `\\n`.
fn break_in_letters(text: &str) -> Option<usize> {
    ["\\n", "\\r", "\\t"].iter().any(|letters| text.starts_with(letters)).then_some(2)
}

/// The length of an address that begins with this word: of a page, or of a mail box.
fn address(text: &str, word: &str) -> Option<usize> {
    let behind = &text[word.len()..];
    let is_mail = || {
        let host = behind.strip_prefix('@').unwrap_or_default();
        host.starts_with(|c: char| c.is_alphanumeric()) && Run::of(word).is_none()
    };
    if word.eq_ignore_ascii_case("www") && behind.starts_with('.') {
        return text.find(|c: char| c.is_whitespace() || c == '/').or(Some(text.len()));
    }
    let is_address = behind.starts_with("://") || is_mail();
    is_address.then(|| text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// Returns whether a word is the letter of a square whose digit is cut off, at the end of a line.
pub(super) fn is_cut(word: &str, behind: &str) -> bool {
    let behind = behind.trim_start_matches(|c: char| c.is_whitespace() && !matches!(c, '\n' | '\r'));
    matches!(word.as_bytes(), [b'a'..=b'h']) && (behind.is_empty() || behind.starts_with(['\n', '\r']))
}
