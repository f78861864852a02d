//! Moves in one word.

use super::text_moves::{PASS, side};
use reversi_bitboard::__internal::split_move;
use reversi_bitboard::{Move, Square};

/// Moves one after the other in a word, perhaps with their numbers and the letter of a side before them.
#[derive(Clone)]
pub(super) struct Run<'a> {
    pub(super) word: &'a str,
    pub(super) at: usize,
}

impl<'a> Run<'a> {
    /// `None` if the word has anything else.
    pub(super) fn of(word: &'a str) -> Option<Run<'a>> {
        if word == PASS {
            return Some(Run { word: "pa", at: 0 });
        }
        let run = Run { word, at: 0 };
        let mut rest = run.clone();
        rest.by_ref().last()?;
        let tail = &word[rest.at..];
        tail.is_empty().then_some(run)
    }

    /// The length of the name of a side before a square.
    fn prefix(word: &str) -> usize {
        if word.len() < 3 || !word.starts_with(['b', 'w', 'x', 'o', 'B', 'W', 'X', 'O']) {
            return 0;
        }
        let is_square =
            |at: usize| word.get(at..at + 2).is_some_and(|square| square.parse::<Square>().is_ok());
        let is_side = |length: usize| word.get(..length).is_some_and(|word| side(word).is_some());
        [1, 5].into_iter().find(|&length| is_square(length) && is_side(length)).unwrap_or_default()
    }

    /// The place in a word where it stops to be moves, if it is meant as moves: a square and more, or a
    /// letter and a digit. A square and three letters is a name, such as `C4lvin`.
    pub(super) fn looks_like(word: &str) -> Option<usize> {
        let mut run = Run { word, at: 0 };
        run.by_ref().for_each(drop);
        let is_like_a_square = || {
            matches!(word.as_bytes(), [letter, b'0'..=b'9'] | [letter, b'0'..=b'9', b'0'..=b'9']
                if letter.is_ascii_alphabetic())
                || matches!(word.as_bytes(), [b'1'..=b'8', b'a'..=b'h'])
        };
        let has_letter_before = || {
            word.is_ascii()
                && word.starts_with(|c: char| c.is_ascii_alphabetic())
                && (Run::of(&word[1..]).is_some_and(|run| run.clone().all(|(_, mv)| mv != Move::Pass)))
                && word[1..].starts_with(|c: char| c.is_ascii_alphabetic())
        };
        let is_name = || {
            let tail = &word[run.at..];
            run.at == 2 && tail.len() > 2 && tail.bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        let has_square = run.at > 0 && word[..2].parse::<Square>().is_ok();
        let is_meant = has_square && !is_name() || Run::is_row(word);
        (is_meant || is_like_a_square() || has_letter_before()).then_some(run.at)
    }

    /// Returns whether a word begins with two squares or more, perhaps behind a letter that is one too many,
    /// or with one, and more behind something else: it is meant as a game, though it may be a bad one.
    pub(super) fn is_row(word: &str) -> bool {
        if word.len() < 4 {
            return false;
        }
        let squares = |at| {
            let run = word.get(at..).map(|word| Run { word, at: 0 });
            run.into_iter().flatten().take(3).filter(|(_, mv)| *mv != Move::Pass).count()
        };
        match squares(0) {
            0 => squares(1) > 1,
            1 => (3..=5).any(|at| squares(at) > 2),
            _ => true,
        }
    }
}

impl Iterator for Run<'_> {
    type Item = (usize, Move);

    fn next(&mut self) -> Option<(usize, Move)> {
        let rest = &self.word[self.at..];
        if let Some(square) = square_at(rest) {
            let start = self.at;
            self.at += 2;
            return Some((start, square.into()));
        }
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let before = digits.min(3) + Run::prefix(&rest[digits.min(3)..]);
        let (mv, after) = split_move(&rest[before..])?;
        let at = self.word.len() - after.len();
        let start = self.at + before;
        self.at = at;
        Some((start, mv))
    }
}

/// The square that a text begins with.
pub(super) fn square_at(text: &str) -> Option<Square> {
    text.get(..2)?.parse().ok()
}
