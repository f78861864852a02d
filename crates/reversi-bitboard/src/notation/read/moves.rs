//! The moves of a game in text for people: with numbers, separators, the names of the sides, comments,
//! scores, and words before and after.

use super::note::{NoteKind, Notes};
use crate::board::{Game, Move, Square};
use crate::notation::moves::split_move;
use crate::notation::{ParseMoveError, ParseTranscriptError, ParseTranscriptErrorKind};

/// Plays the moves of a text. What is around them is noted.
///
/// A square is a move as soon as it is a legal one: words before the first move are passed over, and so are
/// single squares there that are no legal move. After the first move a square that is not legal is an error,
/// as is a word that looks like one, because the moves behind it would be those of another game.
pub(super) fn read(text: &str, game: Game, notes: &mut Notes) -> Result<Game, ParseTranscriptError> {
    let has_begun = game.moves().len() > 0;
    let mut reader = Reader { text, at: 0, game, has_begun, unclosed: [false; 3], open: [false; 3], notes };
    while let Some(c) = reader.rest().chars().next() {
        reader.step(c)?;
    }
    Ok(reader.game)
}

/// The first move of a text and its place, legal or not.
pub(super) fn first(text: &str) -> Option<(usize, Move)> {
    words(text)
        .find_map(|(at, word)| Run::of(word).and_then(|mut run| run.next()).map(|(i, mv)| (at + i, mv)))
}

struct Reader<'a, 'n> {
    text: &'a str,
    at: usize,
    game: Game,
    /// Whether there was a move.
    has_begun: bool,
    /// Brackets that are known to have no end in the rest of the text.
    unclosed: [bool; 3],
    /// Brackets around the first move: all of these are separators.
    open: [bool; 3],
    notes: &'n mut Notes,
}

const BRACKETS: [(char, char); 3] = [('{', '}'), ('(', ')'), ('[', ']')];

/// Names of the sides before their moves, of black and of white in turn.
pub(super) const SIDES: [&str; 10] = ["b", "w", "x", "o", "black", "white", "黒", "白", "先手", "後手"];

impl<'a> Reader<'a, '_> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, at: usize, kind: impl Into<ParseTranscriptErrorKind>) -> ParseTranscriptError {
        ParseTranscriptError { at, ply: self.game.moves().len() + 1, kind: kind.into() }
    }

    fn note(&mut self, kind: NoteKind, length: usize) {
        self.notes.add(kind, self.text, self.at, self.at + length);
        self.at += length;
    }

    fn step(&mut self, c: char) -> Result<(), ParseTranscriptError> {
        let rest = self.rest();
        if !self.has_begun {
            for (bracket, &(open, close)) in BRACKETS.iter().enumerate() {
                self.open[bracket] = c == open || self.open[bracket] && c != close;
            }
        }
        if let Some(bracket) = BRACKETS.iter().position(|&(open, _)| open == c)
            && (c == '{' || self.has_begun && !self.open[bracket])
            && let Some(length) = self.comment(bracket)
        {
            self.note(NoteKind::Comment, length);
            return Ok(());
        }
        let is_number = rest[c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        if matches!(c, '#' | '%') && !is_number && self.is_at_line_start() {
            let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
            self.note(NoteKind::Comment, length);
            return Ok(());
        }
        if c == '-' {
            let dashes = rest.len() - rest.trim_start_matches('-').len();
            if dashes == 2 {
                self.pass(dashes)?;
            }
            self.at += if dashes == 2 { 0 } else { dashes };
            return Ok(());
        }
        let word = word(rest);
        if word.is_empty() {
            self.at += c.len_utf8();
            return Ok(());
        }
        if rest[word.len()..].starts_with("://") {
            let address = rest.split(char::is_whitespace).next().unwrap_or(rest);
            self.note(NoteKind::Text, address.len());
            return Ok(());
        }
        self.word(word)
    }

    fn is_at_line_start(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    /// The length of a comment in brackets; `None` if it does not end.
    fn comment(&mut self, bracket: usize) -> Option<usize> {
        if self.unclosed[bracket] {
            return None;
        }
        let (open, close) = BRACKETS[bracket];
        let mut depth = 0_usize;
        let end = self.rest().char_indices().find(|&(_, c)| {
            depth = if c == open { depth + 1 } else { depth - usize::from(c == close) };
            depth == 0
        });
        self.unclosed[bracket] |= end.is_none();
        end.map(|(at, _)| at + 1)
    }

    fn word(&mut self, word: &str) -> Result<(), ParseTranscriptError> {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            match score(self.rest()) {
                Some(length) => self.note(NoteKind::Text, length),
                None => self.at += word.len(), // the number of a move
            }
            return Ok(());
        }
        if SIDES.iter().any(|side| word.eq_ignore_ascii_case(side)) {
            self.at += word.len();
            return Ok(());
        }
        let Some(run) = Run::of(word) else {
            if let Some(at) = Run::looks_like(word).filter(|_| self.has_begun || self.begins_with_move(word))
            {
                for (i, mv) in (Run { word, at: 0 }).filter(|(_, mv)| *mv != Move::Pass) {
                    self.game.play_recorded(mv).map_err(|illegal| self.error(self.at + i, illegal))?;
                }
                return Err(self.error(self.at + at, ParseMoveError));
            }
            self.note(NoteKind::Text, word.len());
            return Ok(());
        };
        let start = self.at;
        let is_alone = run.clone().nth(1).is_none();
        for (i, mv) in run {
            self.at = start + i;
            match mv {
                Move::Pass => self.pass(0)?,
                Move::Place(square) => match self.game.play_recorded(square) {
                    Ok(()) => self.has_begun = true,
                    Err(_) if !self.has_begun && is_alone => {
                        self.at = start;
                        self.note(NoteKind::Text, word.len());
                        return Ok(());
                    }
                    Err(illegal) => return Err(self.error(start + i, illegal)),
                },
            }
        }
        self.at = start + word.len();
        Ok(())
    }

    /// Whether a word begins with a legal move.
    fn begins_with_move(&self, word: &str) -> bool {
        let first = (Run { word, at: 0 }).next();
        first.is_some_and(|(_, mv)| mv != Move::Pass && self.game.clone().play(mv).is_ok())
    }

    /// A pass of so many dashes, or of a word if there are none. Dashes may also be a separator, and servers
    /// write passes after the end.
    fn pass(&mut self, dashes: usize) -> Result<(), ParseTranscriptError> {
        match self.game.play(Move::Pass) {
            _ if self.game.is_over() && dashes > 0 => self.note(NoteKind::Passes, dashes),
            Err(_) if self.game.is_over() => {
                let word = word(self.rest());
                let is_long = word.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass"));
                let length = match word.is_ascii() {
                    true => {
                        if is_long {
                            4
                        } else {
                            2
                        }
                    }
                    false => word.len(),
                };
                self.notes.add(NoteKind::Passes, self.text, self.at, self.at + length)
            }
            Err(illegal) if dashes == 0 && self.has_begun => return Err(self.error(self.at, illegal)),
            _ => self.at += dashes,
        }
        Ok(())
    }
}

/// The letters and digits that the text begins with, all of ASCII or none.
fn word(text: &str) -> &str {
    let is_word = |c: char| c.is_alphanumeric() && (c.is_ascii() || !c.is_numeric());
    let is_ascii = text.starts_with(|c: char| c.is_ascii());
    let end = text.find(|c: char| !is_word(c) || c.is_ascii() != is_ascii);
    &text[..end.unwrap_or(text.len())]
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let c = rest.chars().next()?;
            let start = at;
            match word(rest) {
                "" => at += c.len_utf8(),
                word => {
                    at += word.len();
                    return Some((start, word));
                }
            }
        }
    })
}

/// The length of a result such as `33-31` at the beginning of the text.
fn score(text: &str) -> Option<usize> {
    let number = |text: &str| {
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        let number = text[..length].parse::<u32>().ok().filter(|&number| number <= 64);
        number.map(|number| (number, length))
    };
    let (first, length) = number(text)?;
    let rest = text[length..].trim_start_matches(' ');
    let rest = rest.strip_prefix(['-', ':', '–', '−', '対'])?.trim_start_matches(' ');
    let (second, length) = number(rest)?;
    let tail = &rest[length..];
    let is_move = tail.starts_with(|c: char| c.is_alphanumeric());
    (first + second <= 64 && !is_move).then(|| text.len() - tail.len())
}

/// Moves one after the other in a word, perhaps with their numbers and the letter of a side before them.
#[derive(Clone)]
struct Run<'a> {
    word: &'a str,
    at: usize,
}

impl<'a> Run<'a> {
    /// `None` if the word has anything else.
    fn of(word: &'a str) -> Option<Run<'a>> {
        if word == "パス" {
            return Some(Run { word: "pa", at: 0 });
        }
        let run = Run { word, at: Run::prefix(word) };
        let mut rest = run.clone();
        let (_, last) = rest.by_ref().last()?;
        let tail = &word[rest.at..];
        let is_number =
            last != Move::Pass && tail.len() <= 2 && tail.bytes().all(|byte| byte.is_ascii_digit());
        (tail.is_empty() || is_number).then_some(run)
    }

    /// The letter of a side before a square.
    fn prefix(word: &str) -> usize {
        let mut bytes = word.bytes().map(|byte| byte.to_ascii_lowercase());
        let is_side = bytes.next().is_some_and(|letter| b"bwxo".contains(&letter));
        let is_square = bytes.next().is_some_and(|file| (b'a'..=b'h').contains(&file))
            && bytes.next().is_some_and(|rank| (b'1'..=b'8').contains(&rank));
        usize::from(is_side && is_square)
    }

    /// The place in a word where it stops to be moves, if it is meant as moves: a square and more, or a
    /// letter and a digit.
    fn looks_like(word: &str) -> Option<usize> {
        let mut run = Run { word, at: 0 };
        run.by_ref().for_each(drop);
        let is_like_a_square = || {
            matches!(word.as_bytes(), [letter, b'0'..=b'9'] | [letter, b'0'..=b'9', b'0'..=b'9']
                if letter.is_ascii_alphabetic())
        };
        (run.at > 0 && word[..2].parse::<Square>().is_ok() || is_like_a_square()).then_some(run.at)
    }
}

impl Iterator for Run<'_> {
    type Item = (usize, Move);

    fn next(&mut self) -> Option<(usize, Move)> {
        let rest = &self.word[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (mv, after) = split_move(&rest[digits.min(3)..])?;
        let at = self.word.len() - after.len();
        let start = self.at + digits.min(3);
        self.at = at;
        Some((start, mv))
    }
}
