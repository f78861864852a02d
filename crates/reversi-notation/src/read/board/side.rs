//! The side to move, in words.

use super::super::text_moves::SIDES;
use super::signs;
use reversi_bitboard::Color;

/// Words behind or before the side that say that it is to move, in any sentence.
const TURNS: [&str; 9] =
    ["to move", "to play", "to go", "to pass", "must pass", "turn", "番", "手番", "side"];

/// Words beside the side, where nothing else is there.
const FILLERS: [&str; 37] = [
    "to", "move", "moves", "play", "plays", "player", "go", "goes", "pass", "must", "turn", "next", "now",
    "side", "current", "color", "colour", "is", "it", "its", "the", "s", "on", "of", "has", "stm", "disc",
    "手番", "番", "次", "は", "の", "手", "です", "が", "今", "先",
];

/// The longest line that says who is to move.
const LONGEST: usize = 160;

/// The side whose name a text begins with, and the length of that name.
fn side_at(text: &str) -> Option<(Color, usize)> {
    SIDES.iter().find_map(|&(name, side)| Some((side, length(text, name)?)))
}

/// The side in words such as `black to move`, `white's turn`, `next player: X`, `黒番`.
pub(super) fn in_words(text: &str) -> Option<Color> {
    if text.len() > LONGEST {
        return None;
    }
    alone(text).or_else(|| in_sentence(&text.to_lowercase()))
}

/// The length of a word that the text begins with. A name of letters of ASCII ends where these end.
fn length(text: &str, word: &str) -> Option<usize> {
    let rest = text.strip_prefix(word)?;
    let is_whole = !word.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    is_whole.then_some(word.len())
}

/// The side in a text that has no words but its name and those that say what it is.
pub(super) fn alone(text: &str) -> Option<Color> {
    if text.len() > LONGEST {
        return None;
    }
    let text = text.to_lowercase();
    let mut text = text.as_str();
    let (mut named, mut shown) = (None, None);
    while let Some(c) = text.chars().next() {
        let side = side_at(text);
        let filler = || FILLERS.iter().find_map(|word| length(text, word));
        let passed = if let Some((side, length)) = side {
            if named.replace(side).is_some_and(|other| other != side) {
                return None;
            }
            length
        } else if let Some(length) = filler() {
            length
        } else if c.is_alphanumeric() {
            return None;
        } else {
            let star = (c == '*').then_some(Color::Black);
            shown = signs::color(c).or(star).or(shown);
            c.len_utf8()
        };
        text = &text[passed..];
    }
    named.or(shown)
}

/// The side that a sentence says is to move: the nearest name before the words, or the first one after them.
fn in_sentence(text: &str) -> Option<Color> {
    let turn = TURNS.iter().filter_map(|turn| text.find(turn).map(|at| (at, at + turn.len()))).min()?;
    let (mut before, mut after) = (None, None);
    for (at, c) in text.char_indices() {
        let is_start = !c.is_ascii() || !text[..at].ends_with(|c: char| c.is_alphanumeric());
        let name = || side_at(&text[at..]).map(|(side, _)| side);
        let side = signs::color(c).filter(|_| !c.is_alphanumeric() || !c.is_ascii());
        let Some(side) = side.or_else(|| name().filter(|_| is_start)) else { continue };
        if at < turn.0 {
            before = Some(side);
        } else if at >= turn.1 {
            after = after.or(Some(side));
        }
    }
    before.or(after)
}
