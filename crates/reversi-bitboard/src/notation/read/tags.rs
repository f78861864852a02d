//! Names, dates and results of other notations as tags of GGF.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use crate::board::Game;
use crate::notation::{GgfEnd, GgfGame, GgfResult};

/// The tag of GGF for a name of another notation.
pub(super) fn of_name(name: &str) -> Option<&'static str> {
    const NAMES: [(&str, &str); 13] = [
        ("black", "PB"),
        ("white", "PW"),
        ("black_player", "PB"),
        ("white_player", "PW"),
        ("blackplayer", "PB"),
        ("whiteplayer", "PW"),
        ("pb", "PB"),
        ("pw", "PW"),
        ("event", "PC"),
        ("site", "PC"),
        ("place", "PC"),
        ("date", "DT"),
        ("result", "RE"),
    ];
    NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|&(_, tag)| tag)
}

#[derive(Clone, Default)]
pub(super) struct Tags(Vec<(String, String)>);

impl Tags {
    pub(super) fn new() -> Tags {
        Tags::default()
    }

    /// Sets a tag, as far as GGF can hold its value.
    pub(super) fn set(&mut self, tag: &str, value: &str) {
        let value =
            if tag == "RE" { result(value) } else { value.trim().replace(']', ")").replace("(;", "( ;") };
        match self.0.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(tag)) {
            Some((_, old)) => *old = value,
            None => self.0.push((tag.to_owned(), value)),
        }
    }

    pub(super) fn record(&self, game: Game) -> GgfGame {
        let mut record = GgfGame::new(game);
        for (tag, value) in &self.0 {
            let _ = record.set_tag(tag, value); // a name that is none of GGF's
        }
        record
    }
}

/// A result of other notations in the form of GGF: the discs of both sides, `33-31`, or the winner and the
/// difference, `B+2`, `W+Resign`. Any other text stays as it is.
fn result(text: &str) -> String {
    let text = text.trim();
    let discs = text.split_once('-').and_then(|(black, white)| {
        let discs = |text: &str| text.trim().parse::<u32>().ok().filter(|&discs| discs <= 64);
        let (black, white) = (discs(black)?, discs(white)?);
        // `1-0` is a win, not a score.
        (2..=64).contains(&(black + white)).then(|| f64::from(black) - f64::from(white))
    });
    let won = |sign: f64, rest: &str| {
        let end = match rest.chars().next() {
            Some('r' | 'R') => GgfEnd::Resigned,
            Some('t' | 'T') => GgfEnd::Timeout,
            Some('f' | 'F') => GgfEnd::Left,
            _ => return Some((sign * rest.parse::<f64>().ok()?, GgfEnd::Played)),
        };
        Some((sign * 64.0, end))
    };
    let known = match (discs, text.as_bytes()) {
        (Some(score), _) => Some((score, GgfEnd::Played)),
        (None, [b'B' | b'b', b'+', ..]) => won(1.0, &text[2..]),
        (None, [b'W' | b'w', b'+', ..]) => won(-1.0, &text[2..]),
        _ => None,
    };
    let result = known.and_then(|(score, end)| GgfResult::new(score, end).ok());
    result.map_or_else(|| text.replace(']', ")"), |result| alloc::format!("{result}"))
}
