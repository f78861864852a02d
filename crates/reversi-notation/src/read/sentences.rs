//! Sentences beside moves: the squares that they name are not moves.

use super::text_moves;
use super::words::{Brackets, Piece, Run, is_cut, side, square_at, word, words};

/// The sentences behind the moves of a text. Without them the squares that they name would be moves.
///
/// A line is a sentence if it has more words than squares, unless a line of moves before it has too. A
/// sentence may also begin in a line, behind moves without words between them.
pub(super) struct Sentences;

/// No sentence is shorter.
const SHORTEST: usize = 5;

impl Sentences {
    /// Moves without words between them, before a word in the same line may begin a sentence.
    const BLOCK: usize = 4;

    /// The place where they begin, or the length of the text without them. `before` is the number of moves
    /// before it.
    pub(super) fn of(text: &str, before: usize) -> usize {
        if text.len() < SHORTEST {
            return text.len();
        }
        let mut found = None;
        let mut block = before;
        // Whether there was a line of moves that looks like a sentence, and begins with a move or does not.
        let mut styles = [false; 2];
        let mut from = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let words = Words::of(line, &mut block);
            let style = usize::from(words.begins_with_move);
            let is_sentence = words.is_sentence() && (words.moves == 0 || !styles[style]);
            if is_sentence && (from > 0 || before > 0) {
                found = found.or(Some(from));
            } else if words.moves > 0 || words.has_bracket {
                found = words.sentence.map(|at| from + at);
            }
            styles[style] |= words.is_sentence() && words.moves > 0;
            from += line.len();
        }
        found.unwrap_or(text.len())
    }
}

/// Returns whether a line has moves and no words.
pub(super) fn is_game(line: &str) -> bool {
    let words = Words::of(line, &mut 0);
    words.moves > 1 && words.others == 0
}

/// Returns whether a line has single squares, or what looks like them, and no words.
pub(super) fn is_squares(line: &str) -> bool {
    if line.trim_ascii().len() == 2 && square_at(line.trim_ascii()).is_some() {
        return true;
    }
    let words = Words::of(line, &mut 0);
    words.moves + words.alike > 0 && words.others == 0 && words.longest < 2
}

/// Returns whether the next two words are moves.
fn begins_moves(text: &str) -> bool {
    words(text).take(2).filter(|(_, word)| Run::of(word).is_some()).count() == 2
}

/// Returns whether a line has words, and squares at most in brackets.
pub(super) fn is_in_brackets(line: &str) -> bool {
    let words = Words::of(line, &mut 0);
    words.has_bracket && words.moves + words.alike == 0 && words.others > 1
}

/// Returns whether a line is a sentence that names squares.
pub(super) fn is_sentence(line: &str) -> bool {
    if line.len() < SHORTEST {
        return false;
    }
    let words = Words::of(line, &mut 0);
    words.longest == 1 && words.is_sentence()
}

/// The words of a line, but for those in brackets.
#[derive(Default)]
struct Words {
    /// Squares, or a few of them in a word.
    moves: usize,
    /// Words that look like a square.
    alike: usize,
    others: usize,
    begins_with_move: bool,
    begins_with_word: bool,
    is_game: bool,
    /// Moves in one word.
    longest: usize,
    /// Moves before the first word.
    leading: usize,
    has_bracket: bool,
    /// Where a sentence begins behind moves.
    sentence: Option<usize>,
}

impl Words {
    fn of(line: &str, block: &mut usize) -> Words {
        let mut words = Words::default();
        let mut behind = Words::default();
        let mut is_first = true;
        let mut brackets = Brackets::default();
        let (mut at, mut end) = (0, usize::MAX);
        while at < line.len() {
            let rest = &line[at..];
            let is_comment = |&(kind, length): &(usize, usize)| {
                kind == 0 || words.moves > 0 || !text_moves::is_game(&rest[1..length - 1])
            };
            if let Some((_, length)) = brackets.begin(rest).filter(is_comment) {
                words.has_bracket = true;
                at += length;
                continue;
            }
            let (word, length) = match Piece::of(rest) {
                Piece::Word(word) => (word, word.len()),
                Piece::Address(length) => (word(rest), length),
                Piece::Sign(length) => ("", length),
            };
            at += length;
            if word.is_empty() {
                continue;
            }
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            // A word of squares that goes on with something else is a bad game.
            let run = Run::of(word).map_or(if Run::is_row(word) { 3 } else { 0 }, Iterator::count);
            let is_numbered =
                is_number && line[at..].starts_with(['.', ')', ':']) && !line[..at - length].ends_with('-');
            if is_first {
                words.begins_with_move = run > 0;
                words.begins_with_word = run == 0 && !is_number;
            }
            words.is_game |= run > 2 || is_numbered && (is_first || word == "1" && begins_moves(&line[at..]));
            is_first = false;
            behind.is_game |= is_numbered || run > 2;
            let is_alike =
                run == 0 && (Run::looks_like(word).is_some() || words.moves > 0 && is_cut(word, &line[at..]));
            if run == 0 && !is_number && side(word).is_none() && !is_alike {
                if words.sentence.is_none() && *block >= Sentences::BLOCK {
                    words.sentence = Some(at - length);
                }
                if words.moves > 0 && words.sentence.is_none() {
                    *block = 0;
                }
                // Letters of ASCII and others are words of their own.
                let is_new = usize::from(end != at - length);
                words.others += is_new;
                behind.others += is_new;
                end = at;
            } else if is_alike {
                words.alike += 1;
                behind.alike += 1;
            }
            words.moves += run;
            words.longest = words.longest.max(run);
            words.leading += if words.others == 0 { run } else { 0 };
            if words.sentence.is_none() {
                *block += run;
                behind = Words { begins_with_word: true, ..Words::default() };
            } else {
                behind.moves += run;
                behind.longest = behind.longest.max(run);
            }
        }
        // Moves in one word, then a word and single squares: those would be in the first word too.
        let names_squares = words.longest >= Sentences::BLOCK && behind.longest == 1 && !behind.is_game;
        words.sentence = words.sentence.filter(|_| names_squares || behind.is_sentence());
        words
    }

    fn is_sentence(&self) -> bool {
        match self.moves {
            0 => self.others > 0 && (self.begins_with_word || self.others > self.alike),
            _ => self.others > 1.max(self.moves + self.alike) && self.leading < 2 && !self.is_game,
        }
    }
}
