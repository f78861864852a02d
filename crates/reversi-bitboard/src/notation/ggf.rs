//! GGF, in which game servers and NBoard write games: `(;GM[Othello]PB[black]PW[white]BO[8 cells
//! *]B[F5]W[D6];)`.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::{ParseBoardErrorKind, ParseMoveError};
use crate::board::{Color, Game, IllegalMove, Move, Position};
use crate::text::pad;

/// A game with the tags and notes of its record.
///
/// A record is a row of tags, `NAME[value]`, between `(;` and `;)`. `BO` is the position that the game begins
/// with, `B` and `W` are the moves of black and white: a square or `PA`, then perhaps an evaluation and the
/// seconds it took, `F5/2.5/1.2` or `F5//1.2`. A forced pass may be left out.
///
/// ```
/// use reversi_engine::notation::GgfGame;
///
/// let text = "(;GM[Othello]PB[Ada]PW[Bo]TY[8]\
///     BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5//2.4]W[D6/-1.5];)";
/// let record: GgfGame = text.parse()?;
/// assert_eq!(record.game.to_string(), "f5d6");
/// assert_eq!(record.tag("PB"), Some("Ada"));
/// assert_eq!((record.notes[0].seconds, record.notes[1].eval), (Some(2.4), Some(-1.5)));
/// assert_eq!(record.to_string(), text);
/// # Ok::<(), reversi_engine::notation::ParseGgfError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GgfGame {
    /// The start and the moves.
    pub game: Game,
    /// The note of each move; moves beyond the end of the list have none.
    pub notes: Vec<GgfNote>,
    tags: Vec<(String, String)>,
}

/// A missing note equals an empty one.
impl PartialEq for GgfGame {
    fn eq(&self, other: &GgfGame) -> bool {
        self.game == other.game && self.tags == other.tags && self.notes_of_moves().eq(other.notes_of_moves())
    }
}

/// The note of a move.
///
/// ```
/// use reversi_engine::notation::GgfNote;
///
/// let note = GgfNote { eval: None, seconds: Some(0.5) };
/// assert_eq!(note.to_string(), "//0.5");
/// assert_eq!(GgfNote::default().to_string(), "");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GgfNote {
    /// The player's evaluation of the move, in discs.
    pub eval: Option<f64>,
    /// The time for the move.
    pub seconds: Option<f64>,
}

impl GgfGame {
    /// A record without any names; its only tag is the type of game, `TY[8]`.
    ///
    /// ```
    /// use reversi_engine::notation::GgfGame;
    ///
    /// let mut record = GgfGame::new("f5d6".parse()?);
    /// record.set_tag("PB", "Ada")?;
    /// assert!(record.to_string().starts_with("(;GM[Othello]TY[8]PB[Ada]BO[8 "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(game: Game) -> GgfGame {
        GgfGame { game, notes: Vec::new(), tags: Vec::from([("TY".to_owned(), "8".to_owned())]) }
    }

    /// All tags but those of the game itself, `GM`, `BO`, `B` and `W`, in their order.
    ///
    /// ```
    /// use reversi_engine::{Game, notation::GgfGame};
    ///
    /// assert!(GgfGame::new(Game::new()).tags().eq([("TY", "8")]));
    /// ```
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// A note for each move.
    fn notes_of_moves(&self) -> impl Iterator<Item = GgfNote> {
        let missing = core::iter::repeat(GgfNote::default());
        self.notes.iter().copied().chain(missing).take(self.game.moves().len())
    }

    /// The value of the first tag of this name: `PB` and `PW` are the players, `RE` is the result, `DT` the
    /// date, `PC` the place, `TI` the time control, `TY` the type of game.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|tag| tag.0 == name).map(|tag| tag.1)
    }

    /// Sets the first tag of this name, or adds one.
    ///
    /// ```
    /// use reversi_engine::{Game, notation::GgfGame};
    ///
    /// let mut record = GgfGame::new(Game::new());
    /// record.set_tag("RE", "+12.000")?;
    /// record.set_tag("RE", "-2.000")?;
    /// assert_eq!(record.tag("RE"), Some("-2.000"));
    /// assert!(record.set_tag("CO", "no way to write ]").is_err());
    /// # Ok::<(), reversi_engine::notation::GgfTagError>(())
    /// ```
    ///
    /// # Errors
    /// [`GgfTagError`] for a name or a value that a record cannot hold.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), GgfTagError> {
        if !is_name(name) || matches!(name, "GM" | "BO" | "B" | "W") || value.contains(']') {
            return Err(GgfTagError);
        }
        match self.tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value.to_owned(),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// A tag that cannot be set.
///
/// ```
/// use reversi_engine::{Game, notation::GgfGame};
///
/// let error = GgfGame::new(Game::new()).set_tag("B", "f5").unwrap_err();
/// assert!(error.to_string().starts_with("not a tag: "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("not a tag: expected a name of letters, none of GM, BO, B and W, and a value without ]")]
#[non_exhaustive]
pub struct GgfTagError;

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

const BEGIN: &str = "(;";
const END: &str = ";)";

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

    /// The text before `end`; the scanner continues behind it. `None` without an `end`: the text is over.
    fn take_until(&mut self, end: char) -> Option<&'a str> {
        let value = self.text[self.at..].split_once(end).map(|(value, _)| value);
        self.at = value.map_or(self.text.len(), |value| self.at + value.len() + end.len_utf8());
        value
    }
}

/// Reads the record that begins here. After an error the scanner is behind the beginning of the record.
fn read_record(scanner: &mut Scanner<'_>) -> Result<GgfGame, ParseGgfError> {
    use ParseGgfErrorKind::*;

    let error = |at, kind| ParseGgfError { at, kind };
    if !scanner.take(BEGIN) {
        return Err(error(scanner.at, NoRecord));
    }
    let mut game = None;
    let mut notes = Vec::new();
    let mut tags = Vec::new();
    loop {
        scanner.skip_blanks();
        if scanner.take(END) {
            let game = game.ok_or(error(scanner.at - END.len(), NoBoard))?;
            return Ok(GgfGame { game, notes, tags });
        }
        let start = scanner.at;
        let name = scanner.take_letters();
        scanner.skip_blanks();
        if name.is_empty() || !scanner.take("[") {
            return Err(error(start, NotATag));
        }
        let at = scanner.at;
        let value = scanner.take_until(']').ok_or(error(at, Unclosed))?;
        match name {
            "GM" if value.eq_ignore_ascii_case("Othello") => {}
            "GM" => return Err(error(at, NotOthello)),
            "BO" if game.is_some() => return Err(error(start, SecondBoard)),
            "BO" => game = Some(read_board(value).map_err(|(i, kind)| error(at + i, kind))?),
            "B" | "W" => {
                let color = if name == "B" { Color::Black } else { Color::White };
                let game = game.as_mut().ok_or(error(start, NoBoard))?;
                read_move(value, color, game, &mut notes).map_err(|kind| error(at, kind))?;
            }
            _ => tags.push((name.to_owned(), value.to_owned())),
        }
    }
}

/// The size of the board and its discs. An error comes with its place.
fn read_board(value: &str) -> Result<Game, (usize, ParseGgfErrorKind)> {
    let cells = value.trim_start().strip_prefix('8').ok_or((0, ParseGgfErrorKind::BoardSize))?;
    let before = value.len() - cells.len();
    cells.parse().map(Game::from_position).map_err(|e: super::ParseBoardError| (before + e.at, e.kind.into()))
}

/// Plays `SQUARE/eval/seconds`, after a pass of the other side if that is left out.
fn read_move(
    value: &str,
    color: Color,
    game: &mut Game,
    notes: &mut Vec<GgfNote>,
) -> Result<(), ParseGgfErrorKind> {
    let mut fields = value.splitn(3, '/').map(str::trim);
    let mv: Move = fields.next().unwrap_or_default().parse()?;
    let note = GgfNote { eval: read_number(fields.next())?, seconds: read_number(fields.next())? };
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

fn read_number(field: Option<&str>) -> Result<Option<f64>, ParseGgfErrorKind> {
    match field {
        None | Some("") => Ok(None),
        Some(text) => match text.parse() {
            Ok(number) if f64::is_finite(number) => Ok(Some(number)),
            _ => Err(ParseGgfErrorKind::NotANumber),
        },
    }
}

/// One line, with forced passes as `PA`.
impl fmt::Display for GgfGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, |out| {
            out.write_str("(;GM[Othello]")?;
            for (name, value) in self.tags() {
                write!(out, "{name}[{value}]")?;
            }
            write_board(out, self.game.start())?;
            for ((position, mv), note) in self.game.turns().zip(self.notes_of_moves()) {
                let side = if position.side == Color::Black { 'B' } else { 'W' };
                match mv {
                    Move::Place(square) => write!(out, "{side}[{square:#}{note}]")?,
                    Move::Pass => write!(out, "{side}[PA{note}]")?,
                }
            }
            out.write_str(END)
        })
    }
}

fn write_board(f: &mut dyn fmt::Write, position: Position) -> fmt::Result {
    f.write_str("BO[8")?;
    for (i, symbol) in alloc::format!("{position}").replace('X', "*").char_indices() {
        let begins_row = i % 8 == 0 && i < 64;
        write!(f, "{}{symbol}", if begins_row { " " } else { "" })?;
    }
    f.write_str("]")
}

impl fmt::Display for GgfNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, |out| match (self.eval, self.seconds) {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(out, "/{eval}"),
            (None, Some(seconds)) => write!(out, "//{seconds}"),
            (Some(eval), Some(seconds)) => write!(out, "/{eval}/{seconds}"),
        })
    }
}

/// Text that is not a game in GGF.
///
/// ```
/// use reversi_engine::notation::GgfGame;
/// use std::error::Error;
///
/// let text = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[A1];)";
/// let error = text.parse::<GgfGame>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 87: illegal move");
/// assert_eq!(error.source().unwrap().to_string(), "a1 is not a legal move: it flips no disc");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseGgfError {
    /// The place in the text, as a byte offset.
    pub at: usize,
    /// The problem at that place.
    pub kind: ParseGgfErrorKind,
}

error_at! { ParseGgfError, "byte {}", at }

/// The problems of a text that is not a game in GGF.
///
/// ```
/// use reversi_engine::notation::{GgfGame, ParseGgfErrorKind};
///
/// let error = "(;GM[Go];)".parse::<GgfGame>().unwrap_err();
/// assert_eq!(error.kind, ParseGgfErrorKind::NotOthello);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum ParseGgfErrorKind {
    /// No record begins here.
    #[error("expected a game that begins with (;")]
    NoRecord,
    /// Neither a tag nor the end of the record.
    #[error("expected a tag such as PB[name], or the end of the game, ;)")]
    NotATag,
    /// The value of a tag does not end.
    #[error("there is no ] after this")]
    Unclosed,
    /// Another game than Othello.
    #[error("this is not a game of Othello")]
    NotOthello,
    /// Another board than 8x8.
    #[error("expected 8, the size of the board")]
    BoardSize,
    /// The cells, or the side to move.
    #[error(transparent)]
    Board(#[from] ParseBoardErrorKind),
    /// The record has no board, or has it after the first move.
    #[error("the board is missing: expected BO[8 ...]")]
    NoBoard,
    /// A second board.
    #[error("there is a board already")]
    SecondBoard,
    /// Neither a square nor a word for a pass.
    #[error(transparent)]
    NotAMove(#[from] ParseMoveError),
    /// An evaluation or a time that is no number.
    #[error("expected SQUARE/evaluation/seconds, with numbers or nothing between the strokes")]
    NotANumber,
    /// A move of this colour where it is the other's turn.
    #[error("it is not {0}'s turn")]
    WrongSide(Color),
    /// A move that the rules do not allow there.
    #[error("illegal move")]
    IllegalMove(#[from] IllegalMove),
    /// The text does not end with the game.
    #[error("the text goes on after the game: read more than one with `read_ggf`")]
    TrailingInput,
}

#[cfg(test)]
mod tests {
    use super::ParseGgfErrorKind::*;
    use super::*;
    use crate::board::{IllegalMoveReason, Square};
    use alloc::{format, string::ToString as _, vec};

    const START: &str = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]";
    /// After C1 white has to pass.
    const PASS: &str = "BO[8 *O------ *------- O------- -------- -------- -------- -------- -------- *]";

    #[test]
    fn records_in_every_usual_form() {
        let board = START.replace(' ', "").replace("BO[8", "BO[8\n");
        for text in [
            format!("(;GM[Othello]PC[GGS/os]PB[a]PW[]RE[+0.000]TY[8]{START}B[F5//2.4]W[D6/0.00/1.2];)"),
            format!(
                " (;\nGM[othello] PC[GGS/os]\r\nPB[a]PW []RE[+0.000]TY[8] {board} B[f5//2.40] W[d6/0/1.2] ;)\n"
            ),
        ] {
            let record: GgfGame = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(record.game.to_string(), "f5d6");
            let tags = [("PC", "GGS/os"), ("PB", "a"), ("PW", ""), ("RE", "+0.000"), ("TY", "8")];
            assert!(record.tags().eq(tags), "{text}");
            let note = |eval, seconds| GgfNote { eval, seconds: Some(seconds) };
            assert_eq!(record.notes, [note(None, 2.4), note(Some(0.0), 1.2)]);
            assert_eq!(record.to_string().parse(), Ok(record));
        }
    }

    #[test]
    fn forced_passes_may_be_written_or_left_out() {
        let read = |moves: &str| format!("(;{PASS}{moves};)").parse::<GgfGame>();
        let record = read("B[C1/1]W[PA//2]B[A4/3]").unwrap();
        assert_eq!(record.game.to_string(), "c1psa4");
        assert_eq!(record.to_string(), format!("(;GM[Othello]{PASS}B[C1/1]W[PA//2]B[A4/3];)"));
        for pass in ["W[pass]", "W[--]", ""] {
            let read = read(&format!("B[C1]{pass}B[A4]")).unwrap();
            assert_eq!((read.notes.len(), read.game), (3, record.game.clone()), "{pass}");
        }
        // Only the record decides whether a game ends with a pass.
        assert_eq!(read("B[C1]").unwrap().game.moves().len(), 1);
        assert_eq!(read("B[C1]W[PA]").unwrap().game.moves().len(), 2);
    }

    #[test]
    fn notes_may_be_fewer_than_moves() {
        let mut record = GgfGame::new("f5d6c3".parse().unwrap());
        record.notes = vec![GgfNote { eval: Some(-3.0), seconds: None }];
        assert!(record.to_string().ends_with("B[F5/-3]W[D6]B[C3];)"));
        assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
        record.notes = vec![GgfNote::default(); 9];
        assert!(record.to_string().ends_with("B[F5]W[D6]B[C3];)"));
        assert_eq!(record, GgfGame::new(record.game.clone()));
        record.notes[2].seconds = Some(1.0);
        assert_ne!(record, GgfGame::new(record.game.clone()));
    }

    #[test]
    fn whatever_cannot_be_read_is_an_error_that_says_where() {
        let reject = |text: &str, at, kind| {
            assert_eq!(text.parse::<GgfGame>(), Err(ParseGgfError { at, kind }), "{text:?}");
        };
        let illegal = |square, reason| IllegalMove(crate::board::IllegalMove { square, reason });
        reject("", 0, NoRecord);
        reject(" f5d6", 1, NoRecord);
        reject("(;", 2, NotATag);
        reject("(;[8]", 2, NotATag);
        reject("(;P B[x];)", 2, NotATag);
        reject("(;;)", 2, NoBoard);
        reject("(;PB[x;)", 5, Unclosed);
        reject("(;GM[Amazons];)", 5, NotOthello);
        reject("(;B[F5];)", 2, NoBoard);
        reject("(;BO[];)", 5, BoardSize);
        reject("(;BO[10 ---];)", 5, BoardSize);
        reject("(;BO[8 --?];)", 9, Board(ParseBoardErrorKind::UnknownSymbol('?')));
        reject("(;BO[8 --];)", 9, Board(ParseBoardErrorKind::TooFewCells { found: 2 }));
        let end = START.len() + 2;
        let reject_after = |text: &str, at, kind| reject(&format!("(;{START}{text}"), end + at, kind);
        reject_after(START, 0, SecondBoard);
        reject_after("B[F5]B[D6];)", 7, WrongSide(Color::Black));
        reject_after("W[F5];)", 2, WrongSide(Color::White));
        reject_after("B[];)", 2, NotAMove(ParseMoveError));
        reject_after("B[I9];)", 2, NotAMove(ParseMoveError));
        for bad in ["F5/x", "F5//x", "F5/1/2/3", "F5/nan", "F5//inf", "F5/1e999"] {
            reject_after(&format!("B[{bad}];)"), 2, NotANumber);
        }
        reject_after("B[A1];)", 2, illegal(Some(Square::A1), IllegalMoveReason::FlipsNothing));
        reject_after("B[PA];)", 2, illegal(None, IllegalMoveReason::MustPlay));
        reject_after(";)(;;)", 2, TrailingInput);
        // A square of the side that has to pass.
        let text = format!("(;{PASS}B[C1]W[A4];)");
        reject(&text, PASS.len() + 9, illegal(Some(Square::A4), IllegalMoveReason::FlipsNothing));
    }

    #[test]
    fn a_file_is_read_record_by_record() {
        let text =
            format!("From: a server (;-)\n1 (;{START}CO[a smile ;)]B[F5];)\n2 (;{START}W[F5];)(;{START};)(;");
        let records: Vec<_> = read_ggf(&text).collect();
        let moves =
            records.iter().map(|record| record.as_ref().map_or(99, |record| record.game.moves().len()));
        assert_eq!(moves.collect::<Vec<_>>(), [99, 1, 99, 0, 99]);
        for error in records.iter().filter_map(|record| record.as_ref().err()) {
            assert!(matches!(error.kind, NotATag | WrongSide(Color::White)), "{error}");
        }
        assert_eq!(records[4].as_ref().unwrap_err().at, text.len());
        assert_eq!(read_ggf("").count(), 0);
    }
}
