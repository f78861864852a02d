//! Games with headers as PGN has them: lines such as `[Black "Ada"]`, then the moves.

use alloc::boxed::Box;
use alloc::string::String;

use super::decode::fold;
use super::error::Trouble;
use super::line_kinds::{is_numbered_later, lines};
use super::note::Notes;
use super::tags::{self, Tags};
use super::{Content, Raw, note, text_moves, unmarked_records};
use crate::{Fen, Notation};
use reversi_bitboard::Game;

/// The longest line of a header.
const LONGEST: usize = 1024;

/// The beginning of the next line with a header.
pub(super) fn find(text: &str, at: usize) -> Option<usize> {
    let mut from = at;
    while let Some(found) = text[from..].find('[').map(|found| from + found) {
        from = found + 1;
        let before = text[..found].trim_end_matches([' ', '\t']);
        if (before.is_empty() || before.ends_with(['\n', '\r'])) && header(&text[found..]).is_some() {
            return Some(found);
        }
    }
    None
}

/// Reads the game whose headers begin here, and its moves, up to `end`. Returns where it ends too.
pub(super) fn next(text: &str, unmarked: &str, begin: usize, end: usize, notes: &mut Notes) -> (Raw, usize) {
    let mut at = begin;
    let mut tags = Tags::new();
    let mut start = None;
    while let Some((name, value, length)) = header(&text[at..end]) {
        match tags::of_name(name) {
            _ if name.eq_ignore_ascii_case("fen") => start = Some((at, value)),
            Some(tag) if !value.trim_matches(['?', '.', ' ']).is_empty() => tags.set(tag, &value),
            _ => {}
        }
        at += length;
        at = end - text[at..end].trim_start().len();
    }
    let end = find(&text[..end], at).unwrap_or(end);
    let game = match start.map(|(at, fen)| (at, fen.parse::<Fen>(), fen.parse())) {
        None => Game::new(),
        Some((_, Ok(Fen(position)), _) | (_, _, Ok(position))) => Game::from_position(position),
        Some((at, _, Err(error))) => {
            return (Raw::new(begin, Notation::Headers, Err(Trouble::new(at, error.kind))), end);
        }
    };
    let play = |end: usize, notes: &mut Notes| {
        unmarked_records::play_by(text_moves::read_pgn, &unmarked[at..end], at, game.clone(), notes)
    };
    let mut of_first = notes.clone();
    let (mut read, mut end) = (play(end, notes), end);
    if read.is_err()
        && let Some(behind) = behind_blank(&text[at..end])
        && let Ok(first) = play(at + behind, &mut of_first)
        && first.moves().len() > 0
    {
        (read, end, *notes) = (Ok(first), at + behind, of_first);
    }
    // The text around the moves may have the result of a game whose end a header tells.
    if matches!(tags.get("RE"), None | Some("*"))
        && let Some(result) = notes.result.as_deref().filter(|_| tags.end.is_forfeit())
    {
        tags.set("RE", result);
    }
    let content = read.map(|game| Content::Game(Box::new(tags.record(game))));
    (Raw::new(begin, Notation::Headers, content), end)
}

/// The place of the first line behind a blank one that begins a game.
fn behind_blank(text: &str) -> Option<usize> {
    let mut is_behind = false;
    let mut found = lines(text, 0).filter(|(at, line, _)| {
        let is_blank = line.trim().is_empty();
        core::mem::replace(&mut is_behind, is_blank) && !is_blank && *at > 0 && !is_numbered_later(line)
    });
    found.find(|(_, line, _)| text_moves::begins(&fold(line), &Game::new()).is_some()).map(|(at, ..)| at)
}

/// The name and the value of the header that a text begins with, and its length. `\\` escapes.
fn header(text: &str) -> Option<(&str, String, usize)> {
    let line = note::beginning(text, LONGEST).split(['\n', '\r']).next()?;
    let inner = line.strip_prefix('[')?.trim_start_matches(' ');
    let length = inner.bytes().take_while(|&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
    let (name, rest) = inner.split_at(length);
    let quoted = rest.trim_start().strip_prefix('"').filter(|_| rest.starts_with([' ', '\t']))?;
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => value.extend(characters.next().map(|(_, c)| c)),
            '"' => {
                let behind = quoted[at + 1..].trim_start().strip_prefix(']')?;
                return Some((name, value, line.len() - behind.len()));
            }
            c => value.push(c),
        }
    }
    None
}
