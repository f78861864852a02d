//! Games as numbers of squares, as programs write their histories: `37 43 18`, `[37, 43, 18]`.

use super::note::beginning;
use super::words::words;
use crate::{ParseMoveError, ParseTranscriptError};
use reversi_bitboard::{Game, Move, Square};

/// Ways to number the squares, in their order: no first move of the usual start is one in both.
const NUMBERINGS: [fn(u8) -> Option<Move>; 2] = [
    // A1 is 0, B1 is 1, a pass is 64.
    |number| if number == 64 { Some(Move::Pass) } else { Square::new(number).map(Move::Place) },
    // The rank and the file, from 11 to 88.
    |number| Square::at((number % 10).wrapping_sub(1), (number / 10).wrapping_sub(1)).map(Move::Place),
];

/// No list of a game is longer.
const LONGEST: usize = 2048;

/// The place in a line behind its label, `history:`, where it has numbers and nothing else from there on, as
/// far as a list goes.
pub(super) fn place(line: &str) -> Option<usize> {
    let line = beginning(line, LONGEST); // a line of many lists is looked at for each
    let label = line.trim_start_matches(|c: char| c.is_ascii_alphabetic() || matches!(c, ' ' | '_'));
    let numbers = label.strip_prefix([':', '=']).unwrap_or(line);
    let is_part = |c: char| c.is_ascii_digit() || is_sign(c) || matches!(c, '[' | '(' | ']' | ')');
    (numbers.chars().all(is_part) && numbers.contains(|c: char| c.is_ascii_digit()))
        .then(|| line.len() - numbers.len())
}

type Found = (Result<Game, ParseTranscriptError>, usize);

/// Reads the list that a text begins with, and returns where it ends too: at its bracket, or with the last
/// line that goes on. `None` if it is no list, or its first two moves are not legal.
pub(super) fn game(text: &str, start: &Game) -> Option<Found> {
    let text = beginning(text, LONGEST);
    let begin = text.find(|c: char| !is_sign(c) && !matches!(c, '[' | '('))?;
    if !text[begin..].starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let found = NUMBERINGS.map(|numbering| list(text, begin, start, numbering));
    let [first, second] = found;
    match (first, second) {
        (Some((Err(_), _)) | None, Some(found)) | (Some(found), _) => Some(found),
        (None, None) => None,
    }
}

fn is_sign(c: char) -> bool {
    c.is_ascii_whitespace() || matches!(c, ',' | '"' | '\'')
}

fn list(text: &str, begin: usize, start: &Game, numbering: fn(u8) -> Option<Move>) -> Option<Found> {
    let first = words(&text[begin..]).next().and_then(|(_, word)| numbering(word.parse().ok()?));
    first.and_then(Move::square).filter(|square| start.board().legal_moves().contains(*square))?;
    let is_open = text[..begin].contains(['[', '(']);
    let begins_game = |at: usize| {
        let mut game = start.clone();
        let moves = words(&text[at..]).take(2).map(|(_, word)| word.parse().ok().and_then(numbering));
        moves.filter(|mv| mv.is_some_and(|mv| game.play(mv).is_ok())).count() == 2
    };
    let mut game = start.clone();
    let (mut end, mut error) = (begin, None);
    for (at, word) in words(&text[begin..]) {
        let (at, signs) = (begin + at, &text[end..begin + at]);
        let is_new_line = !is_open && signs.contains(['\n', '\r']);
        let number = Some(word).filter(|_| signs.chars().all(is_sign)).map(str::parse::<u32>);
        let Some(Ok(number)) = number else {
            break;
        };
        let mv = u8::try_from(number).ok().and_then(numbering);
        let is_illegal = |mv| game.clone().play_recorded(mv).is_err();
        let is_blank = || signs.matches('\n').count() > 1;
        if is_new_line && (is_blank() || mv.is_none_or(is_illegal) || begins_game(at)) {
            break;
        }
        end = at + word.len();
        if error.is_none() {
            let ply = game.moves().len() + 1;
            error = match mv.map(|mv| game.play_recorded(mv)) {
                Some(played) => played.err().map(|illegal| ParseTranscriptError::new(at, ply, illegal)),
                None => Some(ParseTranscriptError::new(at, ply, ParseMoveError::new())),
            };
            if error.is_some() && game.moves().len() < 2 {
                return None;
            }
        }
    }
    let behind = text[end..].trim_start_matches(|c| is_sign(c) && (is_open || !matches!(c, '\n' | '\r')));
    let is_end = match is_open {
        true => behind.starts_with([']', ')']),
        false => behind.is_empty() || behind.starts_with(['\n', '\r']),
    };
    let behind = behind.trim_start_matches([']', ')', ',', ' ']);
    let end = text.len() - behind.len();
    (is_end && game.moves().len() > 1).then(|| (error.map_or(Ok(game), Err), end))
}
