use alloc::borrow::ToOwned as _;
use alloc::vec::Vec;
use core::str::FromStr;

use super::record::{BEGIN, END};
use super::{GgfGame, GgfNote, ParseGgfError, ParseGgfErrorKind};
use crate::ParseBoardError;
use reversi_bitboard::{Color, Game, Move};

/// One record and nothing else; [`read_ggf`] finds all of a file.
impl FromStr for GgfGame {
    type Err = ParseGgfError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let start = s.len() - s.trim_start().len();
        let mut scanner = Scanner { text: s, at: start };
        let record = read_record(&mut scanner)?;
        match s[scanner.at..].trim_start() {
            "" => Ok(record),
            rest => Err(ParseGgfError { at: s.len() - rest.len(), kind: ParseGgfErrorKind::TrailingInput }),
        }
    }
}

/// Reads the records of a file. Text between them, such as the number of games of a match, is skipped.
///
/// A record begins with `(;`, which no value of a tag contains. So a record that is cut ends where the next
/// one begins, and that one is read.
///
/// ```
/// use reversi_engine::notation::read_ggf;
///
/// let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
/// let text = format!("2 (;GM[Othello]{board}B[F5];)(;GM[Othello]{board}B[D3];)\n");
/// let games = read_ggf(&text).map(|record| record.map(|record| record.game.to_string()));
/// assert_eq!(games.collect::<Result<Vec<_>, _>>()?, ["f5", "d3"]);
/// # Ok::<(), reversi_engine::notation::ParseGgfError>(())
/// ```
///
/// # Errors
/// [`ParseGgfError`] in place of each record that cannot be read, with the place in the whole text. Later
/// records are read all the same.
pub fn read_ggf(text: &str) -> impl Iterator<Item = Result<GgfGame, ParseGgfError>> + '_ {
    let mut scanner = Scanner { text, at: 0 };
    core::iter::from_fn(move || {
        scanner.at += text[scanner.at..].find(BEGIN)?;
        Some(read_record(&mut scanner))
    })
}

/// A text and the place up to which it is read.
struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn skip_blanks(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.text[self.at..].starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn take_letters(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let letters = &rest[..rest.bytes().take_while(u8::is_ascii_alphabetic).count()];
        self.at += letters.len();
        letters
    }

    /// The text before the next `]`; the scanner continues behind it. `None` if the text ends, or the next
    /// record begins, before that.
    fn take_value(&mut self) -> Option<&'a str> {
        let rest = &self.text[self.at..];
        let bytes = rest.as_bytes();
        let ends = |&i: &usize| bytes[i] == b']' || bytes[i..].starts_with(BEGIN.as_bytes());
        let end = (0..bytes.len()).find(ends).unwrap_or(bytes.len());
        let closed = rest[end..].starts_with(']');
        self.at += end + usize::from(closed);
        closed.then_some(&rest[..end])
    }
}

/// Reads the record that begins at this place of a text. Returns where it ends, or where the text after an
/// error goes on.
pub(crate) fn read_record_at(text: &str, at: usize) -> (Result<GgfGame, ParseGgfError>, usize) {
    let mut scanner = Scanner { text, at };
    let record = read_record(&mut scanner);
    (record, scanner.at)
}

/// Reads the record that begins here. After an error the scanner is behind the beginning of the record.
fn read_record(scanner: &mut Scanner<'_>) -> Result<GgfGame, ParseGgfError> {
    use ParseGgfErrorKind::*;

    let error = |at, kind| ParseGgfError { at, kind };
    let start = scanner.at;
    let has_bracket = scanner.take("(");
    scanner.skip_blanks();
    if !has_bracket || !scanner.take(";") {
        return Err(error(start, NoRecord));
    }
    let mut game = None;
    let mut says_othello = false;
    let mut notes = Vec::new();
    let mut tags = Vec::new();
    loop {
        scanner.skip_blanks();
        let end = scanner.at;
        if scanner.take(END) || scanner.take(")") {
            // Servers leave out the usual board.
            let usual = says_othello.then(Game::new);
            let game = game.or(usual).ok_or(error(end, NoBoard))?;
            return Ok(GgfGame::from_parts(game, notes, tags));
        }
        let start = scanner.at;
        let name = scanner.take_letters().to_ascii_uppercase();
        scanner.skip_blanks();
        if !scanner.take("[") {
            return Err(error(start, NotATag));
        }
        let at = scanner.at;
        let value = scanner.take_value().ok_or(error(at, Unclosed))?;
        match name.as_str() {
            "GM" => says_othello = check_game(value).map_err(|kind| error(at, kind)).map(|()| true)?,
            "BO" if game.is_some() => return Err(error(start, SecondBoard)),
            "BO" => game = Some(read_board(value).map_err(|(i, kind)| error(at + i, kind))?),
            "B" | "W" => {
                let color = if name == "B" { Color::Black } else { Color::White };
                let game = game.get_or_insert_default();
                read_move(value, color, game, &mut notes).map_err(|kind| error(at, kind))?;
            }
            "" => {} // a value without a name says nothing
            "TY" => {
                check_type(value).map_err(|kind| error(at, kind))?;
                tags.push((name, value.to_owned()));
            }
            _ => tags.push((name, value.to_owned())),
        }
    }
}

fn check_game(value: &str) -> Result<(), ParseGgfErrorKind> {
    let is_othello = ["Othello", "Reversi"].iter().any(|name| value.trim().eq_ignore_ascii_case(name));
    if is_othello { Ok(()) } else { Err(ParseGgfErrorKind::NotOthello) }
}

/// The type of a game: its size, then letters; `a` is losing Othello. An `s` before the size is a match of
/// two games at once.
fn check_type(value: &str) -> Result<(), ParseGgfErrorKind> {
    let size = value.trim().trim_start_matches(['s', 'S']);
    let letters = size.trim_start_matches(|c: char| c.is_ascii_digit());
    match &size[..size.len() - letters.len()] {
        "" | "8" if letters.contains(['a', 'A']) => Err(ParseGgfErrorKind::LosingGame),
        "" | "8" => Ok(()),
        _ => Err(ParseGgfErrorKind::BoardSize),
    }
}

/// The size of the board and its discs. An error comes with its place.
fn read_board(value: &str) -> Result<Game, (usize, ParseGgfErrorKind)> {
    let size = value.trim_start();
    let cells = size.strip_prefix('8').filter(|cells| !cells.starts_with(|c: char| c.is_ascii_digit()));
    let cells = cells.ok_or((0, ParseGgfErrorKind::BoardSize))?;
    let before = value.len() - cells.len();
    cells.parse().map(Game::from_position).map_err(|e: ParseBoardError| (before + e.at, e.kind.into()))
}

/// Plays `SQUARE/eval/seconds`, after a pass of the other side if that is left out. Servers write passes
/// after the end of the game, which say nothing.
fn read_move(
    value: &str,
    color: Color,
    game: &mut Game,
    notes: &mut Vec<GgfNote>,
) -> Result<(), ParseGgfErrorKind> {
    let mut fields = value.splitn(4, '/').map(str::trim);
    let mv = match fields.next().unwrap_or_default() {
        "" => Move::Pass,
        field => field.parse()?,
    };
    let note = GgfNote { eval: fields.next().and_then(number), seconds: fields.next().and_then(seconds) };
    if mv == Move::Pass && (game.is_over() || value.trim().is_empty() && !game.must_pass()) {
        return Ok(());
    }
    if game.side_to_move() != color && game.must_pass() {
        game.play(Move::Pass)?;
        notes.push(GgfNote::default());
    }
    if game.side_to_move() != color {
        return Err(ParseGgfErrorKind::WrongSide(color));
    }
    game.play(mv)?;
    notes.push(note);
    Ok(())
}

/// A note that is not a number is left out: the move is what counts.
fn number(field: &str) -> Option<f64> {
    field.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Seconds, or minutes and seconds as `1:05`, or hours before them.
fn seconds(field: &str) -> Option<f64> {
    let mut parts = field.split(':').map(number);
    let first = parts.next()?;
    parts.try_fold(first?, |total, part| part.map(|part| 60.0 * total + part))
}
