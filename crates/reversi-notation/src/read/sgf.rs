//! SGF, the format of many games, for Othello: `GM[2]`. Of a tree of variations the main line is read.

use alloc::boxed::Box;
use alloc::string::String;

use super::error::Trouble;
use super::note::beginning;
use super::tags::{self, Tags};
use super::{Content, Raw};
use crate::{Notation, ParseGgfErrorKind, ParseMoveError};
use reversi_bitboard::{Bitboard, Board, Color, Game, Move, Position, Square};

/// The game is named in the first node, within this many bytes of a record.
const HEAD: usize = 8192;

/// The same for a record inside of another one, which is cut.
const SHORT_HEAD: usize = 512;

/// The length of the beginning of a record: `(;`, perhaps with blanks between them.
pub(super) fn begins(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('(')?;
    let blanks = inner.bytes().take_while(u8::is_ascii_whitespace).take(16).count();
    inner[blanks..].starts_with(';').then_some(blanks + 2)
}

/// Returns whether the record that begins here is one of SGF: its game is number 2 of SGF's list, or has no
/// name but the nodes of SGF.
pub(super) fn is_meant(text: &str) -> bool {
    is_meant_in(text, HEAD)
}

fn is_meant_in(text: &str, head: usize) -> bool {
    let Some(length) = begins(text) else { return false };
    let head = &beginning(text, head)[length..];
    let next = head.match_indices('(').find(|(at, _)| begins(&head[*at..]).is_some());
    let head = &head[..next.map_or(head.len(), |(at, _)| at)];
    let mut tree = Tree { text: head, at: 0, depth: 1, is_main: true, name: (0, 0) };
    let mut is_sgf = false;
    while let Ok(Some((at, name, value))) = tree.next() {
        match name {
            "GM" => return value.trim() == "2",
            "BO" => return false,
            "FF" | "CA" | "AP" | "SZ" | "AB" | "AW" => is_sgf = true,
            // Nodes after the first one.
            "B" | "W" => return is_sgf || head[..at].trim_end_matches(['[', 'B', 'W', ' ']).ends_with(';'),
            _ => {}
        }
    }
    is_sgf
}

/// Reads the tree that begins here. Returns where it ends too.
pub(super) fn read(text: &str, from: usize) -> (Raw, usize) {
    let mut tree = Tree { text, at: from, depth: 0, is_main: true, name: (0, 0) };
    let mut state = State::default();
    let content = loop {
        match tree.next() {
            Ok(None) => break state.record(),
            Ok(Some((at, name, value))) => match state.property(name, &value) {
                Ok(()) => {}
                Err(kind) => break Err((at, kind)),
            },
            Err(error) => break Err(error),
        }
    };
    tree.skip();
    let content = content.map_err(|(at, kind)| Trouble::new(at, kind));
    (Raw::new(from, Notation::Sgf, content), tree.at.max(from + 2))
}

/// A tree and the place up to which it is read.
struct Tree<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    /// `true` on the main line: no variation has ended yet.
    is_main: bool,
    /// The name of the property.
    name: (usize, usize),
}

type Error = (usize, ParseGgfErrorKind);

impl<'a> Tree<'a> {
    /// The next value of the main line with its place and name; `None` at the end.
    fn next(&mut self) -> Result<Option<(usize, &'a str, String)>, Error> {
        loop {
            let rest = &self.text[self.at..];
            let c = rest.chars().next().ok_or((self.text.len(), ParseGgfErrorKind::Unclosed))?;
            match c {
                // A record inside of this one: the end of this one is missing.
                '(' if self.depth > 0 && is_meant_in(rest, SHORT_HEAD) => {
                    return Err((self.at, ParseGgfErrorKind::Unclosed));
                }
                '(' => self.depth += 1,
                ')' => {
                    self.depth -= 1;
                    self.is_main = false;
                    if self.depth == 0 {
                        self.at += 1;
                        return Ok(None);
                    }
                }
                '[' => {
                    let (value, length) = value(rest).ok_or((self.at, ParseGgfErrorKind::Unclosed))?;
                    let (at, name) = (self.at + 1, &self.text[self.name.0..self.name.1]);
                    self.at += length;
                    if self.is_main {
                        return Ok(Some((at, name, value)));
                    }
                    continue;
                }
                'A'..='Z' if self.name.1 == self.at => self.name.1 += 1,
                'A'..='Z' => self.name = (self.at, self.at + 1),
                _ => {}
            }
            self.at += c.len_utf8();
        }
    }

    /// Goes to the end of the tree.
    fn skip(&mut self) {
        self.is_main = false;
        if self.depth > 0 {
            let start = self.at;
            // An end that is missing must not take the records behind.
            if self.next().is_err() && !self.text[self.at..].starts_with('(') {
                self.at = start;
            }
        }
    }
}

/// The value in brackets at the beginning, and the bytes up to its end. `\` escapes.
fn value(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => {
                escaped = false;
                value.push(c);
            }
            '\\' => escaped = true,
            ']' => return Some((value, at + 1)),
            _ => value.push(c),
        }
    }
    None
}

#[derive(Default)]
struct State {
    tags: Tags,
    black: Bitboard,
    white: Bitboard,
    side: Option<Color>,
    game: Option<Game>,
}

impl State {
    fn property(&mut self, name: &str, value: &str) -> Result<(), ParseGgfErrorKind> {
        match name {
            "GM" if value.trim() != "2" => return Err(ParseGgfErrorKind::NotOthello),
            "SZ" if !matches!(value.trim(), "8" | "8:8") => return Err(ParseGgfErrorKind::BoardSize),
            "AB" => self.add(value, Color::Black)?,
            "AW" => self.add(value, Color::White)?,
            "PL" => self.side = value.parse().ok(),
            "B" => self.play(value, Color::Black)?,
            "W" => self.play(value, Color::White)?,
            "PB" | "PW" | "RE" | "DT" => self.tags.set(name, value),
            "EV" => self.tags.set("PC", value),
            "PC" => self.tags.set(tags::SITE, value),
            _ => {}
        }
        Ok(())
    }

    /// Puts a disc on the board, or discs on a rectangle, `a1:b2`.
    fn add(&mut self, value: &str, color: Color) -> Result<(), ParseGgfErrorKind> {
        let (first, last) = value.split_once(':').unwrap_or((value, value));
        let (first, last) = (square(first)?, square(last)?);
        for rank in first.rank()..=last.rank() {
            for file in first.file()..=last.file() {
                let disc = Square::at(file, rank).map_or(Bitboard::EMPTY, Bitboard::from);
                *(if color == Color::Black { &mut self.black } else { &mut self.white }) |= disc;
            }
        }
        Ok(())
    }

    fn game(&mut self) -> &mut Game {
        let (black, white) = (self.black, self.white & !self.black);
        let side = self.side.unwrap_or(Color::Black);
        self.game.get_or_insert_with(|| match (black | white).is_empty() {
            true if side == Color::Black => Game::new(),
            is_usual => {
                let board = Board::from_bits(black.0, white.0);
                let board = if is_usual { Position::START.board } else { board };
                let board = if side == Color::Black { board } else { board.pass() };
                Game::from_position(Position { board, side })
            }
        })
    }

    fn play(&mut self, value: &str, color: Color) -> Result<(), ParseGgfErrorKind> {
        let value = value.trim();
        let mv = match value {
            "" | "tt" => Move::Pass,
            _ => match value.parse::<Move>() {
                Ok(mv) => mv,
                Err(_) => square(value)?.into(),
            },
        };
        self.side = self.side.or(Some(color));
        let game = self.game();
        if mv == Move::Pass {
            // Passes may be left out, and written where none is due.
            let is_due = game.side_to_move() == color && game.must_pass();
            return if is_due { Ok(game.play(mv)?) } else { Ok(()) };
        }
        if game.side_to_move() != color && game.must_pass() {
            game.play(Move::Pass)?;
        }
        if game.side_to_move() != color {
            return Err(ParseGgfErrorKind::WrongSide(color));
        }
        Ok(game.play(mv)?)
    }

    fn record(&mut self) -> Result<Content, Error> {
        let game = self.game().clone();
        Ok(Content::Game(Box::new(self.tags.record(game))))
    }
}

/// A square by its name, or by two letters: the file and the rank.
fn square(value: &str) -> Result<Square, ParseMoveError> {
    let value = value.trim();
    let by_letters = || match value.to_ascii_lowercase().as_bytes() {
        &[file @ b'a'..=b'h', rank @ b'a'..=b'h'] => Square::at(file - b'a', rank - b'a'),
        _ => None,
    };
    value.parse().ok().or_else(by_letters).ok_or_else(ParseMoveError::new)
}
