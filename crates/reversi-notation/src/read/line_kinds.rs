//! Lines of plain text, and what one line is.

use super::note::NoteKind;
use super::text_moves;
use super::words::{Run, words};
use reversi_bitboard::Square;

/// The line at a place and where the next one begins.
pub(super) fn line_at(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
    let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let length = match &rest.as_bytes()[end..] {
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => 1,
    };
    Some((&rest[..end], at + end + length))
}

pub(super) fn lines(text: &str, mut at: usize) -> impl Iterator<Item = (usize, &str, usize)> {
    core::iter::from_fn(move || {
        let (line, next) = line_at(text, at)?;
        let from = core::mem::replace(&mut at, next);
        Some((from, line, next))
    })
}

/// The line at a place, or the lines of a row whose values in quotes go over several.
pub(super) fn row_at(text: &str, at: usize) -> Option<(&str, usize)> {
    const MOST: usize = 8;
    let (first, next) = line_at(text, at)?;
    let mut is_open = false;
    let mut toggle = |line: &str| {
        is_open ^= line.bytes().filter(|&byte| byte == b'"').count() % 2 == 1;
        is_open
    };
    if !toggle(first) {
        return Some((first, next));
    }
    let behind = lines(text, next).take(MOST).take_while(|(_, line, _)| !line.trim().is_empty());
    let last = behind.map(|(from, line, next)| (from + line.len(), next, toggle(line))).find(|last| !last.2);
    Some(last.map_or((first, next), |(end, next, _)| (&text[at..end], next)))
}

/// The place behind a square that a line begins with, and a sign: `F5: d3c3`.
pub(super) fn behind_square(line: &str) -> Option<usize> {
    let begin = line.len() - line.trim_start().len();
    line.get(begin..begin + 2)?.parse::<Square>().ok()?;
    line[begin + 2..].starts_with(text_moves::SIGNS).then_some(begin + 3)
}

/// Returns whether the first word of a line is meant as the rows of FEN: strokes and numbers of empty
/// squares.
pub(super) fn is_fen(line: &str) -> bool {
    if line.bytes().filter(|&byte| byte == b'/').count() < 6 {
        return false;
    }
    let word = line.split_whitespace().next().unwrap_or_default();
    let word = word.split('[').next().unwrap_or_default(); // pockets are behind it
    let strokes = word.bytes().filter(|&byte| byte == b'/').count();
    let others = word.bytes().filter(|byte| !matches!(byte, b'/' | b'p' | b'P' | b'1'..=b'8')).count();
    let has_row = word.contains(|c: char| matches!(c, 'p' | 'P' | '1'..='8'));
    (6..=8).contains(&strokes) && word.len() <= 80 && has_row && others <= 2
}

/// Returns whether a line begins with a square, and has no address.
pub(super) fn begins_with_square(line: &str) -> bool {
    let square = line.trim_start().get(..2).is_some_and(|word| word.parse::<Square>().is_ok());
    square && !has_address(line)
}

pub(super) fn has_address(text: &str) -> bool {
    text.contains(':') && text.contains("://")
}

/// Returns whether a line is a comment. `#1` is the number of a game, `#Othello` before a game a word.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    let is_number = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let is_word = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric()) && has_game(rest);
    line.strip_prefix('#').is_some_and(|rest| !is_number(rest) && !is_word(rest)) || line.starts_with("//")
}

/// Returns whether a line has a word of squares, or can be played.
pub(super) fn has_game(line: &str) -> bool {
    let is_sign = |c: char| c.is_whitespace() || matches!(c, '#' | '%' | ';' | '/');
    words(line).any(|(_, word)| Run::is_row(word)) || text_moves::is_game(line.trim_start_matches(is_sign)) // no sign: that would be a comment again
}

/// A comment that hides a game is text: a strict reader refuses it.
pub(super) fn kind_of_comment(line: &str) -> NoteKind {
    if has_game(line) { NoteKind::Text } else { NoteKind::Comment }
}

/// Returns whether a line begins with the number of a move that is not the first.
pub(super) fn is_numbered_later(line: &str) -> bool {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    line[..digits].parse().is_ok_and(|number: u32| number > 1)
}
