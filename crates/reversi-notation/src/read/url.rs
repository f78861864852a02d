//! Addresses of pages that hold a game or a position: `https://.../#g=f5d6c3`, also with a start.

use alloc::string::String;
use alloc::vec::Vec;

use super::note::Notes;
use super::text_moves;
use reversi_bitboard::{Game, Position};

/// The address in a line and where it begins.
pub(super) fn find(line: &str) -> Option<(usize, &str)> {
    let scheme = line.contains(':').then(|| line.find("://"))??;
    let start = line[..scheme].rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |i| i + c_len(line, i));
    let address = line[start..].split(|c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>')).next()?;
    Some((start, address))
}

fn c_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

/// The longest address that is looked into.
const LONGEST: usize = 1 << 14;

/// Names of parameters that hold a game.
const NAMES: [&str; 10] =
    ["g", "game", "games", "moves", "kifu", "record", "transcript", "sequence", "seq", "pgn"];

/// The game of an address, from the position of another part if there is one: the game of a parameter by its
/// name, or of the part with the most moves.
pub(super) fn game(address: &str) -> Option<Game> {
    let path = address.get(address.find("://")? + 3..)?;
    if address.len() > LONGEST {
        return None;
    }
    let text = percent_decoded(path);
    // The name of the host is not a game: f5.com.
    let text = &text[text.find(['/', '?', '#']).unwrap_or(text.len())..];
    let parts = text.split(['/', '?', '#', '&', ';', '!']);
    let parts: Vec<(&str, &str)> = parts.map(|part| part.split_once('=').unwrap_or(("", part))).collect();
    let position = |part: &str| if part.len() < 64 { None } else { part.trim().parse::<Position>().ok() };
    let start = parts.iter().find_map(|(_, part)| position(part));
    let read = |part: &str| {
        let notes = &mut Notes::default();
        let read = text_moves::read(part, Game::from_position(start.unwrap_or(Position::START)), notes).ok();
        read.filter(|game| game.moves().len() > 0 && (start.is_none() || position(part).is_none()))
            .map(|game| (game, notes.text().is_none()))
    };
    let is_named = |name: &str| NAMES.iter().any(|known| name.eq_ignore_ascii_case(known));
    let named = parts.iter().filter(|(name, _)| is_named(name)).filter_map(|(_, part)| read(part));
    let named = named.map(|(game, _)| game).max_by_key(|game| game.moves().len());
    // Words with squares in them are not a game, but a file may have the name of one.
    let stems = parts.iter().map(|(_, part)| match part.rsplit_once('.') {
        Some((stem, end)) if end.len() <= 4 && !text_moves::has_move(end) => stem,
        _ => part,
    });
    let longest = || stems.filter_map(read).filter(|(game, is_bare)| *is_bare && game.moves().len() > 1);
    named
        .or_else(|| longest().map(|(game, _)| game).max_by_key(|game| game.moves().len()))
        .or_else(|| start.map(Game::from_position))
}

/// A text whose bytes may be written as `%` and two digits.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped =
            tail.get(..2).filter(|_| *first == b'%').and_then(|digits| core::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
