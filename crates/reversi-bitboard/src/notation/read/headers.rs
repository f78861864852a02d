//! Games with headers as PGN has them: lines such as `[Black "Ada"]`, then the moves.

use alloc::boxed::Box;

use super::error::Trouble;
use super::note::Notes;
use super::tags::{self, Tags};
use super::{Content, Raw, moves};
use crate::board::Game;
use crate::notation::{Fen, Notation};

/// Whether the first line that is not blank is a header.
pub(super) fn is_meant(text: &str) -> bool {
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| header(line).is_some())
}

/// Reads the game whose headers begin at `at`, and moves behind it.
pub(super) fn next(text: &str, at: &mut usize, notes: &mut Notes) -> Option<Raw> {
    let begin = *at + text[*at..].find(|c: char| !c.is_whitespace())?;
    let mut tags = Tags::new();
    let mut start = None;
    let mut body = None;
    let mut end = begin;
    for line in text[begin..].split_inclusive('\n') {
        match header(line) {
            Some(_) if body.is_some() => break,
            Some((name, value)) if name.eq_ignore_ascii_case("fen") => start = Some((end, value)),
            Some((name, value)) => {
                if let Some(tag) = tags::of_name(name) {
                    tags.set(tag, value);
                }
            }
            None if line.trim().is_empty() => {}
            None => body = body.or(Some(end)),
        }
        end += line.len();
    }
    *at = end;
    let game = match start.map(|(at, fen)| (at, fen.parse::<Fen>(), fen.parse())) {
        None => Game::new(),
        Some((_, Ok(Fen(position)), _) | (_, _, Ok(position))) => Game::from_position(position),
        Some((at, _, Err(error))) => {
            return Some(Raw::new(begin, Notation::Headers, Err(Trouble::new(at, error.kind))));
        }
    };
    let body = body.unwrap_or(end);
    notes.begin(body);
    let read = moves::read(&text[body..end], game, notes);
    let content = match read {
        Ok(game) => Ok(Content::Game(Box::new(tags.record(game)))),
        Err(error) => Err(Trouble { at: body + error.at, ..error.into() }),
    };
    Some(Raw::new(begin, Notation::Headers, content))
}

/// The name and the value of a header.
fn header(line: &str) -> Option<(&str, &str)> {
    let inner = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_').then_some((name, value))
}
