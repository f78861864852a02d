//! The moves of a game in text for people: with numbers, separators, the names of the sides, comments,
//! scores, words before and after, and sentences behind.

use alloc::string::String;
use alloc::vec::Vec;

use super::note::{NoteKind, Notes};
use super::sentences::Sentences;
pub(super) use super::words::{BRACKETS, PASS, Run, SIDES, line, side, square_at, word, words};
use super::words::{Brackets, Piece, is_cut};
use super::{line_kinds, sentences, tags};
use crate::{ParseMoveError, ParseTranscriptError, ParseTranscriptErrorKind};
use reversi_bitboard::{Game, Move, Position, Square};

/// Plays the moves of a text. What is around them is noted.
///
/// A square is a move as soon as it is a legal one: words before the first move are passed over, and so are
/// single squares there that are not legal moves. After the first move a square that is not legal is an
/// error, as is a word that looks like one, because the moves behind it would belong to another game.
/// Sentences behind the last line of moves are text: see `sentences.rs`.
pub(super) fn read(text: &str, game: Game, notes: &mut Notes) -> Result<Game, ParseTranscriptError> {
    match read_squares(text, &game) {
        Some(game) => {
            notes.result = None;
            Ok(game)
        }
        None => Reader::new(text, game, notes).read(),
    }
}

/// Plays a text of nothing but legal squares, one behind the other, as most lines are.
fn read_squares(text: &str, game: &Game) -> Option<Game> {
    let squares = squares(text)?;
    let mut game = game.clone();
    for square in squares {
        game.play_recorded(square?).ok()?;
    }
    Some(game)
}

/// The squares of a text whose only word may be one of them: `None` for another one.
fn squares(text: &str) -> Option<impl Iterator<Item = Option<Square>>> {
    let text = text.trim_ascii();
    let is_meant = !text.is_empty() && text.len().is_multiple_of(2) && text.is_ascii();
    is_meant.then(|| (0..text.len()).step_by(2).map(|at| square_at(&text[at..])))
}

/// As [`read`], where a comment may also begin with `;` and ends with the line.
pub(super) fn read_pgn(text: &str, game: Game, notes: &mut Notes) -> Result<Game, ParseTranscriptError> {
    Reader { has_line_comments: true, ..Reader::new(text, game, notes) }.read()
}

/// Returns whether a text has a move or what looks like one.
pub(super) fn is_meant(text: &str) -> bool {
    has_move(text) || words(text).any(|(_, word)| Run::looks_like(word).is_some())
}

/// The first move of a text and its place, legal or not.
pub(super) fn first(text: &str) -> Option<(usize, Move)> {
    words(text)
        .find_map(|(at, word)| Run::of(word).and_then(|mut run| run.next()).map(|(i, mv)| (at + i, mv)))
}

/// Returns whether a text has a move, legal or not.
pub(super) fn has_move(text: &str) -> bool {
    let has_ascii = || text.bytes().any(|byte| byte.is_ascii_alphanumeric());
    (has_ascii() || text.contains(PASS)) && words(text).any(|(_, word)| Run::of(word).is_some())
}

/// Returns whether a text has several moves in one word.
pub(super) fn has_row(text: &str) -> bool {
    words(text).any(|(_, word)| Run::is_row(word))
}

/// The place of the move that a text begins with. A single square before it that is not a legal move is the
/// number of a game, if a sign is behind it or the moves are one word.
pub(super) fn begins(text: &str, game: &Game) -> Option<usize> {
    let legal = game.board().legal_moves();
    if let Some(mut squares) = squares(text)
        && let Some(Some(first)) = squares.next()
        && squares.all(|square| square.is_some())
    {
        return legal.contains(first).then(|| text.len() - text.trim_ascii_start().len());
    }
    let mut is_number = true;
    for (at, word) in words(text) {
        let mut run = Run { word, at: 0 };
        if Run::of(word).is_none() && !Run::is_row(word) {
            continue;
        }
        let mut first = run.find_map(|(_, mv)| mv.square());
        if first.is_none() && Run::is_row(word) {
            run = Run { word, at: 1 }; // behind a letter that is one too many
            first = run.find_map(|(_, mv)| mv.square());
        }
        let is_row = run.next().is_some();
        match first {
            Some(square) if legal.contains(square) => return (is_row || is_number).then_some(at),
            Some(_) if is_row => return None,
            Some(_) => is_number = text[at + word.len()..].starts_with(SIGNS),
            None => {}
        }
    }
    None
}

/// Signs that may follow the number of a game that looks like a square.
pub(super) const SIGNS: [char; 7] = [':', ',', ';', '\t', '|', ')', '.'];

/// Returns whether a text begins with a word of legal moves, enough of them to be a game.
pub(super) fn is_run(text: &str, start: &Game) -> bool {
    let mut game = start.clone();
    let run = Run::of(word(text)).map(|run| run.filter_map(|(_, mv)| mv.square()).collect::<Vec<_>>());
    run.is_some_and(|run| run.len() > 2 && run.iter().all(|&square| game.play_recorded(square).is_ok()))
}

/// Returns whether a comment is a game. One in brackets is not, if no moves are before it in its line.
pub(super) fn is_game(inner: &str) -> bool {
    const LONGEST: usize = 1024;
    if inner.len() > LONGEST || inner.contains(['\n', '\r', '(', '[']) {
        return false;
    }
    // Most comments have no moves: they are not played.
    let mut found = words(inner).filter_map(|(_, word)| Run::of(word)).flatten().take(3);
    let is_row = || words(inner).any(|(_, word)| word.len() > 4 && Run::is_row(word));
    let is_game = || read(inner, Game::new(), &mut Notes::default()).is_ok_and(|game| game.moves().len() > 2);
    begins(inner, &Game::new()).is_some() && is_row() || found.nth(2).is_some() && is_game()
}

struct Reader<'a, 'n> {
    text: &'a str,
    at: usize,
    game: Game,
    /// Moves that were played before this text.
    before: usize,
    /// The place of the first move, and the end of the last one.
    first: usize,
    last: usize,
    /// Where the line begins.
    line: usize,
    /// The end of the last word of several moves: squares with scores behind it are candidates.
    row: usize,
    /// `true` once there was a move.
    has_begun: bool,
    /// The first of the words directly before this place that look like moves but are not.
    doubt: Option<usize>,
    /// `true` if the line has words before the first move that do not look like moves.
    has_words: bool,
    /// Where sentences begin behind the moves, once that is known.
    sentences: Option<usize>,
    has_line_comments: bool,
    brackets: Brackets,
    /// Brackets around the first move: all of these are separators.
    open: [bool; 3],
    notes: &'n mut Notes,
}

/// A word of this many moves would hold the moves behind it too.
const ROW: usize = 8;

/// A draw as PGN has it.
const DRAW: &str = "1/2-1/2";

impl<'a, 'n> Reader<'a, 'n> {
    fn new(text: &'a str, game: Game, notes: &'n mut Notes) -> Reader<'a, 'n> {
        let before = game.moves().len();
        let (at, first, last, line, row, has_begun) = (0, 0, 0, 0, 0, before > 0);
        let (doubt, has_words, sentences, has_line_comments) = (None, false, None, false);
        let (brackets, open) = (Brackets::default(), [false; 3]);
        #[rustfmt::skip]
        let reader = Reader {
            text, at, game, before, first, last, line, row, has_begun, doubt, has_words, sentences,
            has_line_comments, brackets, open, notes,
        };
        reader
    }

    fn read(mut self) -> Result<Game, ParseTranscriptError> {
        while let Some(c) = self.rest().chars().next() {
            let is_new_line = self.at == 0 || matches!(c, '\n' | '\r');
            if is_new_line && let Some(begin) = self.behind_end() {
                self.at += begin;
                self.note(NoteKind::Text, line(self.rest()).len());
                continue;
            }
            let is_text =
                is_new_line && self.is_in_sentences() || self.sentences.is_some_and(|from| self.at >= from);
            match is_text && !c.is_whitespace() {
                true => self.note(NoteKind::Text, line(self.rest()).len()),
                false => self.step(c)?,
            }
        }
        if self.has_begun {
            self.result();
        }
        Ok(self.game)
    }

    /// Takes the result that the text states behind the moves, or in discs before them.
    fn result(&mut self) {
        let (head, tail) = (&self.text[..self.first], &self.text[self.last..]);
        if tail.trim().is_empty() && !head.contains(|c: char| c.is_ascii_digit()) {
            self.notes.result = self.notes.result.take().filter(|_| self.last == 0);
            return;
        }
        const LINES: usize = 16;
        let lines =
            |text: &'a str| text.split(['\n', '\r']).filter(|line| !line.trim().is_empty()).take(LINES);
        let tail = || lines(tail);
        let behind = tail().find_map(|line| tags::result_of_line(line, &self.game)).or_else(|| {
            // The discs of either side in a line of its own.
            tags::result_of_line(&tail().collect::<Vec<_>>().join(" "), &self.game)
        });
        let before = || lines(head).find_map(|line| tags::result_of_line(line, &self.game));
        let is_of_all = |text: &String| score(text).is_some_and(|(_, [black, white])| black + white == 64);
        if behind.is_some() || self.last > 0 {
            self.notes.result = behind.or_else(|| before().filter(is_of_all));
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, at: usize, kind: impl Into<ParseTranscriptErrorKind>) -> ParseTranscriptError {
        ParseTranscriptError::new(at, self.game.moves().len() + 1, kind)
    }

    fn note(&mut self, kind: NoteKind, length: usize) {
        self.notes.add(kind, self.text, self.at, self.at + length);
        self.at += length;
    }

    fn step(&mut self, c: char) -> Result<(), ParseTranscriptError> {
        let rest = self.rest();
        if !self.has_begun {
            for (bracket, &(open, close)) in BRACKETS.iter().enumerate() {
                self.open[bracket] = c == open || self.open[bracket] && c != close;
            }
        }
        let is_separator = |kind: usize| c != '{' && (!self.has_begun || self.open[kind]);
        if !BRACKETS.iter().position(|&(open, _)| open == c).is_none_or(is_separator)
            && let Some((_, length)) = self.brackets.begin(rest)
            && (c == '{' || self.last > self.line || !is_game(&rest[1..length - 1]))
        {
            self.note(NoteKind::Comment, length);
            return Ok(());
        }
        let is_number = rest[c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
        let is_sign = matches!(c, '#' | '%') && !is_number && self.is_at_line_start();
        let is_sign = is_sign && (c == '%' || line_kinds::is_comment(line(rest)));
        if is_sign || c == ';' && self.has_line_comments {
            let comment = line(rest);
            self.note(line_kinds::kind_of_comment(comment), comment.len());
            return Ok(());
        }
        if c == '-' {
            let dashes = rest.len() - rest.trim_start_matches('-').len();
            if dashes == 2 {
                self.pass(dashes)?;
            }
            self.at += if dashes == 2 { 0 } else { dashes };
            return Ok(());
        }
        if matches!(c, ':' | ';' | '|' | '\t' | ')' | ']') || matches!(c, '\n' | '\r') && self.has_words {
            self.doubt = None; // a name
        }
        if matches!(c, '\n' | '\r') {
            (self.line, self.has_words) = (self.at, false);
        }
        match Piece::of(rest) {
            Piece::Word(word) => return self.word(word),
            Piece::Address(length) => self.note(NoteKind::Text, length),
            Piece::Sign(length) => self.at += length,
        }
        Ok(())
    }

    /// Returns whether sentences begin here, behind a move: at the end of a line, or with a word.
    fn is_in_sentences(&mut self) -> bool {
        if !self.has_begun {
            return false;
        }
        let from = self.sentences.unwrap_or_else(|| {
            let line = self.text[..self.first].rfind(['\n', '\r']).map_or(0, |at| at + 1);
            line + Sentences::of(&self.text[line..], self.before)
        });
        self.sentences = Some(from);
        self.at >= from
    }

    /// Where the next line begins, if the game is over and that line has words, and a square at most.
    fn behind_end(&self) -> Option<usize> {
        let rest = self.rest().trim_start();
        let line =
            Some(line(rest)).filter(|line| self.game.is_over() && line.contains(char::is_alphabetic))?;
        let squares = words(line).filter(|(_, word)| Run::of(word).is_some()).count();
        let is_text = squares < 2 && !has_row(line) && !sentences::is_squares(line);
        is_text.then(|| self.rest().len() - rest.len())
    }

    fn is_at_line_start(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    fn word(&mut self, word: &str) -> Result<(), ParseTranscriptError> {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let half = self.rest().starts_with(DRAW).then_some(DRAW.len());
            match half.or_else(|| score(self.rest()).map(|(length, _)| length)) {
                Some(length) => self.note(NoteKind::Text, length),
                None if self.is_stray(word) => self.note(NoteKind::Text, word.len()),
                None => self.at += word.len(), // the number of a move
            }
            return Ok(());
        }
        if let Some(length) = discs(self.rest()) {
            self.note(NoteKind::Text, length);
            return Ok(());
        }
        if self.last > self.line && is_cut(word, &self.rest()[word.len()..]) {
            return Err(self.error(self.at, ParseMoveError::new()));
        }
        if side(word).is_some() || self.is_number_of_side(word) {
            self.at += word.len();
            return Ok(());
        }
        let are_passes = |run: &Run<'_>| {
            run.clone().skip(1).last().is_some() && run.clone().all(|(_, mv)| mv == Move::Pass)
        };
        // Papa is a word.
        let run = Run::of(word).filter(|run| self.game.is_over() || !are_passes(run));
        let Some(run) = run else {
            return self.other(word);
        };
        let start = self.at;
        let is_alone = run.clone().nth(1).is_none();
        if is_alone && self.row > self.line && has_score(&self.rest()[word.len()..]) {
            self.note(NoteKind::Text, line(self.rest()).len());
            return Ok(());
        }
        let mut end = 0;
        for (i, mv) in run {
            let before = core::mem::replace(&mut end, i + 2)..i;
            if let Some(number) = word.get(before.clone()).filter(|_| i > 2)
                && !self.is_number(number.trim_end_matches(|c: char| c.is_ascii_alphabetic()))
            {
                return Err(self.error(start + before.start, ParseMoveError::new()));
            }
            self.at = start + i;
            match mv {
                Move::Pass => self.pass(0)?,
                Move::Place(square) => match self.game.play_recorded(square) {
                    Ok(()) if self.has_begun => {}
                    Ok(()) => {
                        if let Some(at) = self.doubt.filter(|_| is_alone) {
                            return Err(ParseTranscriptError::new(at, 1, ParseMoveError::new()));
                        }
                        (self.first, self.has_begun) = (start, true);
                    }
                    Err(_) if !self.has_begun && is_alone => {
                        self.at = start;
                        self.doubt = self.doubt.or(Some(start));
                        self.note(NoteKind::Text, word.len());
                        return Ok(());
                    }
                    Err(illegal) => return Err(self.error(start + i, illegal)),
                },
            }
        }
        self.at = start + word.len();
        self.last = self.at;
        if word.len() >= ROW {
            self.row = self.at;
        }
        Ok(())
    }

    /// Takes a word that is not of moves alone.
    fn other(&mut self, word: &str) -> Result<(), ParseTranscriptError> {
        if self.is_in_sentences() {
            let length = line(self.rest()).len();
            self.note(NoteKind::Text, length);
            return Ok(());
        }
        if let Some(at) = Run::looks_like(word)
            .filter(|_| self.has_begun || Run::is_row(word) || self.begins_with_move(word))
        {
            for (i, mv) in (Run { word, at: 0 }).filter(|(_, mv)| *mv != Move::Pass) {
                self.game.play_recorded(mv).map_err(|illegal| self.error(self.at + i, illegal))?;
            }
            return Err(self.error(self.at + at, ParseMoveError::new()));
        }
        match Run::looks_like(word) {
            Some(_) => self.doubt = self.doubt.or(Some(self.at)),
            None => (self.doubt, self.has_words) = (None, true),
        }
        self.note(NoteKind::Text, word.len());
        Ok(())
    }

    /// Returns whether a number is the number of the next move, if there is one. A game that begins later has
    /// others.
    fn is_number(&self, number: &str) -> bool {
        let ply = self.game.moves().len() + 1;
        let is_next = |number: usize| number == ply || number == ply.div_ceil(2);
        let is_later = || self.game.start() != Position::START;
        number.is_empty() || number.parse().is_ok_and(is_next) || is_later()
    }

    /// Returns whether a number between blanks behind a move is not the number of the next one, or no move
    /// follows.
    fn is_stray(&self, number: &str) -> bool {
        let behind = &self.rest()[number.len()..];
        let is_alone = self.text[..self.at].ends_with(' ')
            && (behind.is_empty() || behind.starts_with([' ', '\n', '\r']));
        let is_number = self.is_number(number) && !word(behind.trim_start()).is_empty();
        is_alone && !is_number && self.last > self.line
    }

    /// Returns whether a word is the number of a move and its side, as in `B1.f5 W2.d6`.
    fn is_number_of_side(&self, word: &str) -> bool {
        let number = word.get(1..).and_then(|digits| digits.parse::<usize>().ok());
        let ply = self.game.moves().len() + 1;
        let is_legal = |square: Square| self.game.board().legal_moves().contains(square);
        let behind = self.rest()[word.len()..].strip_prefix(['.', ':', ')']);
        number.is_some_and(|number| number == ply || number == ply.div_ceil(2))
            && side(&word[..1]).is_some()
            && !word.parse().is_ok_and(is_legal)
            && behind
                .is_some_and(|text| text.trim_start().get(..2).is_some_and(|mv| mv.parse::<Square>().is_ok()))
    }

    /// Returns whether a word begins with a legal move.
    fn begins_with_move(&self, word: &str) -> bool {
        let first = (Run { word, at: 0 }).next();
        first.is_some_and(|(_, mv)| mv != Move::Pass && self.game.clone().play(mv).is_ok())
    }

    /// Plays a pass of this number of dashes, or a word if it is 0. Dashes may also be a separator, and
    /// servers write passes after the end. A word that is not due is a note where its side moves next.
    fn pass(&mut self, dashes: usize) -> Result<(), ParseTranscriptError> {
        let word = word(self.rest());
        let is_long = word.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass"));
        let length = if !word.is_ascii() { word.len() } else { 2 + 2 * usize::from(is_long) };
        match self.game.play(Move::Pass) {
            _ if self.game.is_over() && dashes > 0 => self.note(NoteKind::Passes, dashes),
            Err(_) if self.game.is_over() => {
                self.notes.add(NoteKind::Passes, self.text, self.at, self.at + length)
            }
            Err(illegal) if dashes == 0 && self.has_begun => {
                if !self.moves_next(length) {
                    return Err(self.error(self.at, illegal));
                }
                self.notes.add(NoteKind::Text, self.text, self.at, self.at + length);
            }
            _ => self.at += dashes,
        }
        Ok(())
    }

    /// Returns whether the next move behind a place of the rest is legal.
    fn moves_next(&self, behind: usize) -> bool {
        const MOST_WORDS: usize = 3; // a number and a side may stand between
        let mut words = words(&self.rest()[behind..]).take(MOST_WORDS);
        let next = words.find_map(|(_, word)| Run::of(word)?.find(|(_, mv)| *mv != Move::Pass));
        next.is_some_and(|(_, mv)| self.game.clone().play(mv).is_ok())
    }
}

/// The length and the discs of a result such as `33-31` at the beginning of the text.
pub(super) fn score(text: &str) -> Option<(usize, [u32; 2])> {
    let (first, length) = disc_count(text)?;
    let rest = text[length..].trim_start_matches(' ');
    let rest = rest.strip_prefix(['-', ':', '–', '−', '対'])?.trim_start_matches(' ');
    let (second, length) = disc_count(rest)?;
    let tail = &rest[length..];
    let is_move = tail.starts_with(|c: char| c.is_alphanumeric());
    (first + second <= 64 && !is_move).then(|| (text.len() - tail.len(), [first, second]))
}

/// Returns whether a signed score such as `:+2` is at the beginning of the text.
fn has_score(text: &str) -> bool {
    let score = text.trim_start_matches([':', '=', ' ']).strip_prefix(['+', '-']);
    score.is_some_and(|score| score.starts_with(|c: char| c.is_ascii_digit()))
}

fn disc_count(text: &str) -> Option<(u32, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..length].parse::<u32>().ok().filter(|&number| number <= 64);
    number.map(|number| (number, length))
}

/// The length of the discs of both sides, `B33 W31`, or of one at the end of a line, at the beginning of
/// the text.
pub(super) fn discs(text: &str) -> Option<usize> {
    // No other letter begins the name of a side.
    if !text.starts_with(|c: char| !c.is_ascii() || "bwxoBWXO".contains(c)) {
        return None;
    }
    let of = |text: &str| {
        let name = word(text).trim_end_matches(|c: char| c.is_ascii_digit());
        let side = side(name)?;
        let number = text[name.len()..].trim_start_matches([' ', ':', '=']);
        let (count, length) = disc_count(number)?;
        let tail = &number[length..];
        let is_moves = tail.starts_with(|c: char| c.is_alphanumeric() || c == '.');
        (!is_moves).then(|| (side, count, text.len() - tail.len()))
    };
    let (first, count, length) = of(text)?;
    let rest = text[length..].trim_start_matches([' ', '-', ',', '/', ':', ';']);
    match of(rest) {
        Some((second, other, behind)) if first != second && count + other <= 64 => {
            Some(text.len() - rest.len() + behind)
        }
        _ => {
            ((13..=64).contains(&count) && length == 3 && (rest.is_empty() || rest.starts_with(['\n', '\r'])))
                .then_some(length)
        }
    }
}
