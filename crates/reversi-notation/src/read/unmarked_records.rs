//! Text of boards and transcripts: one of them, one a line, or each over several lines.

use alloc::borrow::Cow;
use alloc::boxed::Box;

use super::board::{self, Found, Row};
use super::decode::{fold, unfold};
use super::error::Trouble;
use super::line_kinds::{
    begins_with_square, behind_square, has_address, is_comment, is_fen, is_numbered_later, kind_of_comment,
    line_at, lines, row_at,
};
use super::note::{NoteKind, Notes};
use super::words::{Run, words};
use super::{Content, Raw, numbers, sentences, text_moves, url};
use crate::{Fen, GgfGame, Notation, ObfLine, ParseBoardErrorKind, ParseMoveError, ParseTranscriptError};
use reversi_bitboard::{Color, Game, Move, Position};

/// Where the reader is in a text.
pub(super) struct State {
    /// Where transcripts begin.
    start: Game,
    at: usize,
    has_begun: bool,
    /// The end of the lines that were tried as one game.
    tried: usize,
    /// Each line of these begins a game.
    is_list: bool,
    /// The record before was a bad game: lines that begin no game belong to it.
    is_after_bad: bool,
    /// Who is to move by the text before a board.
    side: Option<Color>,
    /// Begin and end of the last line, and the next one: a line may have many records.
    line: [usize; 3],
}

/// A text that may be one board as a whole.
const LONGEST_BOARD: usize = 4096;

/// Plays the moves of a part of a text. The place of an error is one of the whole text.
fn play(part: &str, base: usize, game: Game, notes: &mut Notes) -> Result<Game, Trouble> {
    play_by(text_moves::read, part, base, game, notes)
}

/// As [`play`], with another reader of moves.
pub(super) fn play_by(
    read: fn(&str, Game, &mut Notes) -> Result<Game, ParseTranscriptError>,
    part: &str,
    base: usize,
    game: Game,
    notes: &mut Notes,
) -> Result<Game, Trouble> {
    let folded = fold(part);
    notes.begin(0);
    let read = read(&folded, game, notes);
    let place = |at| base + if matches!(folded, Cow::Borrowed(_)) { at } else { unfold(part, at) };
    notes.replace_places(place);
    read.map_err(|error| Trouble { at: place(error.at), ..error.into() })
}

impl State {
    pub(super) fn new(start: Position) -> State {
        let start = Game::from_position(start);
        let (is_list, is_after_bad) = (false, false);
        State { start, at: 0, has_begun: false, tried: 0, is_list, is_after_bad, side: None, line: [0; 3] }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// As [`line_at`], for the place of the reader.
    fn line<'a>(&mut self, text: &'a str) -> Option<(&'a str, usize)> {
        let [begin, end, next] = self.line;
        if !(begin..end).contains(&self.at) || next > text.len() {
            let (line, next) = line_at(text, self.at)?;
            self.line = [self.at, self.at + line.len(), next];
        }
        Some((text.get(self.at..self.line[1])?, self.line[2]))
    }

    /// Goes on behind a record of another notation.
    pub(super) fn go_on(&mut self, at: usize) {
        (self.at, self.has_begun, self.tried, self.is_after_bad, self.side) = (at, true, at, false, None);
    }

    /// The next record of a text that ends where one of another notation begins. Words beside a game are no
    /// game, whatever squares they name.
    pub(super) fn next_between(&mut self, text: &str, open_side: bool, notes: &mut Notes) -> Option<Raw> {
        self.has_begun = true;
        let from = self.at;
        let mut of_text = Notes::default();
        let raw = self.next(text, open_side, &mut of_text);
        let passed = &text[..self.at];
        let is_record = match raw.as_ref().map(|raw| &raw.content) {
            Some(Ok(Content::Game(record))) => of_text.text().is_none() || record.game.moves().len() > 4,
            Some(Ok(Content::Position(_))) => true,
            Some(Err(_)) => lines(passed, from).any(|(_, line, _)| sentences::is_game(&fold(line))),
            None => false,
        };
        if is_record {
            notes.append(of_text);
            return raw;
        }
        notes.begin(0);
        for (at, line, _) in lines(passed, from) {
            // Servers write the number of games before them.
            if line.contains(|c: char| c.is_alphabetic()) {
                let kind = if is_comment(line) || line.trim_start().starts_with(['%', ';']) {
                    NoteKind::Comment
                } else {
                    NoteKind::Text
                };
                let begin = at + line.len() - line.trim_start().len();
                notes.add(kind, text, begin, at + line.trim_end().len());
            }
        }
        None
    }

    /// The next record from here on.
    pub(super) fn next(&mut self, text: &str, open_side: bool, notes: &mut Notes) -> Option<Raw> {
        if !core::mem::replace(&mut self.has_begun, true)
            && let Some(raw) = self.whole(text, notes)
        {
            self.at = text.len();
            return Some(raw);
        }
        loop {
            let (from, (line, next)) = (self.at, self.line(text)?);
            // A row of a table may have tabs alone.
            let is_blank = line.trim().is_empty() && Row::of(line).is_none();
            if is_blank || line.trim_start().starts_with('%') {
                self.is_after_bad &= !line.trim().is_empty();
                self.at = next;
                continue;
            }
            if let Some(label) = numbers::place(line) {
                let from = from + label;
                if let Some((game, length)) = numbers::game(&text[from..], &self.start) {
                    notes.begin(from - label);
                    if label > 0 {
                        notes.insert(text, from - label, from);
                    }
                    self.at = from + length;
                    let game = game.map_err(|error| Trouble { at: from + error.at, ..error.into() });
                    let content = game.map(|game| Content::Game(Box::new(GgfGame::new(game))));
                    return Some(Raw::new(from, Notation::Moves, content));
                }
                if label == 0 && (line.len() < 8 || line.len() < 32 && Row::of(line).is_none()) {
                    self.at = next; // numbers alone
                    continue;
                }
            }
            let folded = fold(line);
            let raw = match begins_with_square(&folded) {
                true => None, // no board does
                false => (self.position(text, &folded, open_side, notes))
                    .or_else(|| self.rows(text, &folded, open_side, notes))
                    .or_else(|| self.address(&folded, next, notes)),
            };
            if raw.is_some() {
                (self.side, self.is_after_bad) = (None, false);
                return raw;
            }
            if self.at > from {
                continue;
            }
            if is_comment(&folded) {
                notes.begin(from);
                notes.add(kind_of_comment(&folded), line, 0, line.len());
                self.at = next;
                continue;
            }
            if let Some(raw) = self.game(text, notes) {
                return Some(raw);
            }
        }
    }

    /// The whole text as one board or one game.
    fn whole(&mut self, text: &str, notes: &mut Notes) -> Option<Raw> {
        let begin = text.len() - text.trim_start().len();
        if text.len() <= LONGEST_BOARD
            && fold(text).trim().parse::<Position>().is_ok()
            && let Ok(found) = board::of_line(fold(text).trim())
        {
            return Some(of_position(begin, Notation::Board, found.position));
        }
        if has_address(text) || has_board(text) {
            return None;
        }
        if lines(text, 0).any(|(_, line, _)| text_moves::is_meant(&fold(line))) {
            let mut of_whole = Notes::default();
            let game = play(text, 0, self.start.clone(), &mut of_whole).ok()?;
            if game.moves().len() > 0 {
                notes.append(of_whole);
                return Some(of_game(begin, game));
            }
        }
        if !lines(text, 0)
            .any(|(_, line, _)| numbers::place(line).is_some() || Row::of(&fold(line)).is_some())
        {
            self.at = text.len(); // no line has a legal move
        }
        None
    }

    /// The position of a line.
    fn position(&mut self, text: &str, line: &str, open_side: bool, notes: &mut Notes) -> Option<Raw> {
        let from = self.at;
        let place = |at: usize| from + unfold(&text[from..], at);
        let (_, mut next) = line_at(text, from)?;
        let raw = if is_fen(line) {
            let read = line.trim().parse().map(|Fen(position)| position);
            match read {
                Ok(position) => of_position(from, Notation::Fen, position),
                Err(error) => {
                    let blanks = line.len() - line.trim_start().len();
                    Raw::new(from, Notation::Fen, Err(Trouble::new(place(blanks + error.at), error.kind)))
                }
            }
        } else if !board::is_meant(line) {
            return None;
        } else {
            // A line of a table may be quoted.
            let line = &*line.replace('"', " ");
            let cells = line.split('%').next()?;
            // Scores are behind a semicolon, or moves.
            let cells = match cells.split_once(';') {
                Some((cells, fields)) if fields.contains(':') || !begins_with_square(fields) => cells,
                _ => cells,
            };
            let mut found = board::of_line(cells);
            let mut score = cells.len();
            if found.is_err()
                && let Some(at) = board::score(cells)
                && let Ok(without) = board::of_line(&cells[..at])
            {
                (found, score) = (Ok(without), at);
            }
            let begin = found.as_ref().map_or(0, |found| found.begin);
            if line[..begin].contains(|c: char| c.is_alphabetic()) {
                notes.begin(from);
                notes.add(NoteKind::Text, line, 0, line[..begin].trim_end().len());
            }
            if score < cells.len() {
                notes.begin(from);
                notes.add(NoteKind::Text, line, score, cells.trim_end().len());
            }
            match (found, line[begin..].parse::<ObfLine>()) {
                (Ok(found), Ok(obf)) if obf.position == found.position => {
                    let has_fields = obf.score.is_some() || !obf.moves.is_empty() || obf.comment.is_some();
                    let notation = if has_fields { Notation::Obf } else { Notation::Board };
                    Raw::new(from, notation, Ok(Content::Position(Box::new(obf))))
                }
                (Ok(found), Err(error)) if line.contains(';') && found.has_side && found.moves.is_none() => {
                    Raw::new(from, Notation::Obf, Err(Trouble::new(place(begin + error.at), error.kind)))
                }
                (Ok(found), _) => {
                    let side = found.has_side.then_some(found.position.side).or_else(|| {
                        let (_, line, after) = lines(text, next).next()?;
                        found.side_of(&fold(line)).inspect(|_| next = after)
                    });
                    let end = from + line.trim_end().len();
                    let raw = self.with_side(found, side, from, end, open_side);
                    match (found.moves, &raw.content) {
                        (Some(at), Ok(Content::Position(start))) => {
                            let game = Game::from_position(start.position);
                            let (at, end) = (place(at), place(cells.len()));
                            let read = play(&text[at..end], at, game.clone(), notes);
                            let first = || text_moves::first(&text[at..end]).map(|(_, mv)| mv);
                            let content = match read {
                                // What the text begins with is no head, but a bad move.
                                Ok(read) if read.moves().len() == 0 => {
                                    let mut game = game;
                                    let illegal = first().and_then(|mv| game.play_recorded(mv).err());
                                    let illegal =
                                        illegal.map(|illegal| ParseTranscriptError::new(at, 1, illegal));
                                    illegal.map_or(Ok(game), |illegal| Err(illegal.into()))
                                }
                                read => read,
                            };
                            let content = content.map(|game| Content::Game(Box::new(GgfGame::new(game))));
                            Raw { content, ..raw }
                        }
                        _ => raw,
                    }
                }
                (Err(error), _) => {
                    Raw::new(from, Notation::Board, Err(Trouble::new(place(error.at), error.kind)))
                }
            }
        };
        self.at = next;
        Some(raw)
    }

    /// A board of eight lines, perhaps in a frame, and the side to move around it.
    fn rows(&mut self, text: &str, first: &str, open_side: bool, notes: &mut Notes) -> Option<Raw> {
        if Row::of(first).is_none() && !board::is_frame(first) {
            return None;
        }
        let from = self.at;
        let (mut rows, mut side, mut end) = ([None; 8], self.side, from);
        let mut count = 0;
        for (i, (_, line, next)) in lines(text, from).take(board::MOST_LINES).enumerate() {
            if count == 0 && i > 2 {
                break;
            }
            let line = fold(line);
            match Row::of(&line) {
                Some(row) => {
                    side = row.side.or(side);
                    rows[count] = Some(row);
                    count += 1;
                }
                None if board::is_frame(&line) => side = board::side_of(&line).or(side),
                None if line.trim().is_empty() => {}
                None => break,
            }
            end = next;
            if count == 8 {
                break;
            }
        }
        if count < 2 {
            return None;
        }
        if !rows.iter().flatten().any(Row::has_disc) {
            self.at = end; // rules, or blank lines of a table
            return None;
        }
        let [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g), Some(h)] = rows else {
            self.at = end;
            let kind = ParseBoardErrorKind::TooFewCells { found: 8 * count };
            return Some(Raw::new(from, Notation::Board, Err(Trouble::new(end, kind))));
        };
        let found = match board::of_rows(&[a, b, c, d, e, f, g, h], side) {
            Ok(found) => found,
            Err(kind) => {
                self.at = end;
                return Some(Raw::new(from, Notation::Board, Err(Trouble::new(from, kind))));
            }
        };
        let mut is_over = false;
        let last = end;
        let behind = lines(text, end).filter(|(_, line, _)| !line.trim().is_empty());
        for (_, line, next) in behind.take(if self.side.is_some() { 0 } else { 3 }) {
            let line = fold(line);
            let behind = found.side_of(&line);
            is_over = board::is_over(&line);
            if behind.is_none() && !is_over && !board::is_frame(&line) {
                match text_moves::has_move(&line) || Row::of(&line).is_some() {
                    true => break,
                    false => continue, // a count of discs
                }
            }
            (side, end) = (behind.or(side), next);
            if behind.is_some() || is_over {
                break;
            }
        }
        self.at = end;
        let side = side.or(is_over.then_some(Color::Black));
        let words = Row::begin(first);
        if words > 0 {
            notes.begin(from);
            notes.add(NoteKind::Text, first, 0, first[..words].trim_end().len());
        }
        Some(self.with_side(found, side, from, last, open_side))
    }

    /// The position with the side that is known, or left open.
    fn with_side(&self, found: Found, side: Option<Color>, from: usize, end: usize, open_side: bool) -> Raw {
        let mut position = found.position;
        match side.or(self.side) {
            Some(side) if side != position.side => {
                (position.board, position.side) = (position.board.pass(), side);
            }
            Some(_) => {}
            None if !open_side => {
                return Raw::new(from, Notation::Board, Err(Trouble::new(end, ParseBoardErrorKind::NoSide)));
            }
            None => {
                let raw = of_position(from, Notation::Board, position);
                return Raw { side_is_open: true, ..raw };
            }
        }
        of_position(from, Notation::Board, position)
    }

    /// The game of an address in the line. One without a game is text.
    fn address(&mut self, line: &str, next: usize, notes: &mut Notes) -> Option<Raw> {
        let (start, address) = url::find(line)?;
        let game = url::game(address)?;
        let own = play(line, 0, self.start.clone(), &mut Notes::default());
        if own.is_ok_and(|own| own.moves().len() > game.moves().len().max(3)) {
            return None; // the address is a note of that game
        }
        let from = self.at;
        notes.begin(from);
        for (from, to) in [(0, start), (start + address.len(), line.len())] {
            if line[from..to].contains(|c: char| c.is_alphanumeric()) {
                notes.add(NoteKind::Text, line, from, to);
            }
        }
        self.at = next;
        let has_moves = game.moves().len() > 0;
        Some(match has_moves {
            false => of_position(from, Notation::Url, game.position()),
            true => Raw { notation: Notation::Url, ..of_game(from, game) },
        })
    }

    /// The game that begins with this line, or nothing if the line has no move.
    fn game(&mut self, text: &str, notes: &mut Notes) -> Option<Raw> {
        let from = self.at;
        if from >= self.tried
            && let Some(raw) = self.block(text, notes)
        {
            return Some(raw);
        }
        let (line, next) = row_at(text, from)?;
        self.at = next;
        if sentences::is_sentence(&fold(line)) {
            notes.begin(from);
            notes.add(NoteKind::Text, line, 0, line.len());
            return None;
        }
        let (mut of_line, start) = (Notes::default(), self.start.clone());
        let read = play(line, from, start.clone(), &mut of_line).or_else(|error| {
            // The name of a game may look like a move, and another game may follow in the line.
            let behind = behind_square(line).and_then(|at| {
                of_line = Notes::default();
                of_line.begin(from);
                of_line.add(NoteKind::Text, line, 0, at);
                play(&line[at..], from + at, start.clone(), &mut of_line).ok()
            });
            behind
                .or_else(|| {
                    let at = error.at - from;
                    let next = line
                        .get(at..)
                        .filter(|next| line.len() <= LONGEST_ROW && text_moves::is_run(next, &start))?;
                    if line[..at].ends_with(|c: char| c.is_alphanumeric()) {
                        return None;
                    }
                    of_line = Notes::default();
                    let game =
                        play(&line[..line.len() - next.len()], from, start.clone(), &mut of_line).ok()?;
                    self.at = from + at;
                    Some(game).filter(|game| game.moves().len() > 1)
                })
                .ok_or(error)
        });
        let is_bad = core::mem::replace(&mut self.is_after_bad, read.is_err());
        let has_moves = read.as_ref().is_ok_and(|game| game.moves().len() > 0);
        let names_squares = match &read {
            Ok(game) => game.moves().len() == 1 && !sentences::is_squares(&fold(line)),
            Err(_) => sentences::is_in_brackets(&fold(line)),
        };
        let is_head = names_squares && self.is_game_behind(text);
        if (has_moves || !is_bad) && !is_head {
            notes.append(of_line); // what is left of a bad game is not part of the next one
        }
        match read {
            _ if is_head => {
                notes.begin(from);
                notes.add(NoteKind::Text, line, 0, line.trim_end().len());
                self.is_after_bad = false;
                None
            }
            Ok(game) if game.moves().len() == 0 && self.passes_squares(text, line) => {
                let at = from + line.len() - line.trim_start().len();
                let error = ParseTranscriptError::new(at, 1, ParseMoveError::new());
                Some(Raw::new(from, Notation::Moves, Err(error.into())))
            }
            Ok(game) if game.moves().len() == 0 => {
                self.side = board::side_of(&fold(line)).or(self.side);
                self.is_after_bad = is_bad;
                None
            }
            Ok(game) => Some(self.continued(text, from, game, notes)),
            // A line in the middle of a bad game begins with a move that no game begins with.
            Err(_) if is_bad && !self.begins_game(line) => None,
            Err(error) => Some(Raw::new(from, Notation::Moves, Err(error))),
        }
    }

    /// The lines up to a blank one as one game.
    fn block(&mut self, text: &str, notes: &mut Notes) -> Option<Raw> {
        let from = self.at;
        self.tried = end_of_block(text, from);
        let is_sentence = line_at(text, from).is_some_and(|(line, _)| sentences::is_sentence(&fold(line)));
        let mut of_block = Notes::default();
        if let Ok(game) = play(&text[from..self.tried], from, self.start.clone(), &mut of_block)
            && (game.moves().len() > 2 || game.moves().len() > 0 && !is_sentence)
        {
            notes.append(of_block);
            (self.at, self.is_after_bad) = (self.tried, false);
            return Some(of_game(from, game));
        }
        self.is_list = (lines(&text[..self.tried], from).map(|(_, line, _)| fold(line)))
            .filter(|line| text_moves::has_move(line) && !is_comment(line) && !sentences::is_sentence(line))
            .all(|line| self.begins_game(&line));
        None
    }

    /// A game whose moves go on in the next lines.
    fn continued(&mut self, text: &str, from: usize, mut game: Game, notes: &mut Notes) -> Raw {
        while self.at < self.tried
            && let Some((line, next)) = row_at(text, self.at)
        {
            if self.begins_another_game(line, &game) {
                break;
            }
            let mut behind = Notes::default();
            match play(line, self.at, game.clone(), &mut behind) {
                // A line of a list that is a game by itself is the next one.
                Ok(longer) if longer.moves().len() > game.moves().len() => {
                    if self.is_list && self.is_game(line) {
                        break;
                    }
                    (game, notes.result) = (longer, None);
                }
                Ok(_) => {}
                Err(_) if self.is_list && self.begins_game(line) => break,
                Err(error) => {
                    (self.at, self.is_after_bad) = (next, true);
                    return Raw::new(from, Notation::Moves, Err(error));
                }
            }
            notes.append(behind);
            self.at = next;
        }
        of_game(from, game)
    }

    /// Returns whether the next line has a game of several moves: a line before it that names a square is its
    /// head.
    fn is_game_behind(&self, text: &str) -> bool {
        let line = line_at(text, self.at).filter(|_| self.at < self.tried);
        line.is_some_and(|(line, _)| {
            let is_row = || words(line).any(|(_, word)| Run::is_row(word));
            self.begins_game(line) && (is_row() || text_moves::is_game(line))
        })
    }

    /// Goes behind the lines of squares that follow a line of squares without a legal move: a game with a bad
    /// first move. Returns whether there are any.
    fn passes_squares(&mut self, text: &str, line: &str) -> bool {
        let from = self.at;
        while sentences::is_squares(&fold(line))
            && self.at < self.tried
            && let Some((line, next)) = line_at(text, self.at)
            && sentences::is_squares(&fold(line))
        {
            self.at = next;
        }
        self.is_after_bad |= self.at > from;
        self.at > from
    }

    /// Returns whether a line is a game by itself.
    fn is_game(&self, line: &str) -> bool {
        let notes = &mut Notes::default();
        !is_numbered_later(line) && self.begins_game(line) && play(line, 0, self.start.clone(), notes).is_ok()
    }

    /// Returns whether a line goes on with no move of this game, and begins one.
    fn begins_another_game(&self, line: &str, game: &Game) -> bool {
        let line = fold(line);
        let begins = text_moves::begins(&line, &self.start);
        begins.is_some_and(|at| {
            let mut game = game.clone();
            if game.must_pass() {
                let _ = game.play(Move::Pass); // it is legal
            }
            text_moves::begins(&line, &game).is_none_or(|goes_on| goes_on > at)
        })
    }

    /// Returns whether a game may begin with the first move of a line.
    fn begins_game(&self, line: &str) -> bool {
        text_moves::begins(&fold(line), &self.start).is_some()
    }
}

/// The longest line that may have more than one game.
const LONGEST_ROW: usize = 1024;

/// The end of the lines of a game: a blank line, or a board.
fn end_of_block(text: &str, from: usize) -> usize {
    let is_end =
        |line: &str| line.trim().is_empty() || board::is_meant(line) || is_fen(line) || has_address(line);
    let mut end = from;
    for (start, line, next) in lines(text, from) {
        if start > from && is_end(line) {
            return start;
        }
        end = next;
    }
    end
}

/// Returns whether a text has a board in a line, or rows of one.
fn has_board(text: &str) -> bool {
    let mut rows = 0;
    lines(text, 0).any(|(_, line, _)| {
        let line = fold(line);
        rows = if Row::of(&line).is_some() { rows + 1 } else { 0 };
        rows == 2 || board::is_meant(&line) && !line.trim_start().starts_with('%') || is_fen(&line)
    })
}

fn of_position(from: usize, notation: Notation, position: Position) -> Raw {
    Raw::new(from, notation, Ok(Content::Position(Box::new(ObfLine::new(position)))))
}

fn of_game(from: usize, game: Game) -> Raw {
    Raw::new(from, Notation::Moves, Ok(Content::Game(Box::new(GgfGame::new(game)))))
}
