//! Addresses of pages that hold a game or a position: `https://.../#g=f5d6c3`, also with a start.

use alloc::string::String;
use alloc::vec::Vec;

use super::moves;
use super::note::Notes;
use crate::board::{Game, Position};

/// The address in a line and where it begins.
pub(super) fn find(line: &str) -> Option<(usize, &str)> {
    let scheme = line.find("://")?;
    let start = line[..scheme].rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |i| i + c_len(line, i));
    let address = line[start..].split(|c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>')).next()?;
    Some((start, address))
}

fn c_len(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(0, char::len_utf8)
}

/// The longest address that is looked into.
const LONGEST: usize = 1 << 14;

/// The game of an address: the part with the most moves, from the position of another part if there is one.
pub(super) fn game(address: &str) -> Option<Game> {
    let path = address.get(address.find("://")? + 3..)?;
    if address.len() > LONGEST {
        return None;
    }
    let text = percent_decoded(path);
    // The name of the host is no game: f5.com.
    let text = &text[text.find(['/', '?', '#']).unwrap_or(text.len())..];
    let parts: Vec<&str> = text.split(['/', '?', '#', '&', '=', ';', '!']).map(str::trim).collect();
    let start = parts.iter().filter(|part| part.len() >= 64).find_map(|part| part.parse::<Position>().ok());
    let games =
        parts.iter().filter(|part| part.len() < 64 || part.parse::<Position>().is_err()).filter_map(|part| {
            let start = Game::from_position(start.unwrap_or(Position::START));
            moves::read(part, start, &mut Notes::default()).ok()
        });
    let longest = games.max_by_key(|game| game.moves().len()).filter(|game| game.moves().len() > 1);
    longest.or_else(|| start.map(Game::from_position))
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
