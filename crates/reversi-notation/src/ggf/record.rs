use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use super::{GgfEnd, GgfResult, GgfResultError};
use reversi_bitboard::__internal::pad;
use reversi_bitboard::{Color, Game, Move, Position};

pub(super) const BEGIN: &str = "(;";
pub(super) const END: &str = ";)";

/// A game with the tags and notes of its record.
///
/// A record is a row of tags, `NAME[value]`, between `(;` and `;)`. `BO` is the position that the game begins
/// with, `B` and `W` are the moves of black and white: a square or `PA`, then perhaps an evaluation and the
/// seconds it took, `F5/2.5/1.2` or `F5//1.2`. A forced pass may be left out. Names of tags are read in any
/// case and kept in upper case.
///
/// ```
/// use reversi_engine::notation::GgfGame;
///
/// let text = "(;GM[Othello]PB[Ada]PW[Bo]TY[8]\
///     BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
///     B[F5//2.4]W[D6/-1.5];)";
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

/// The note of a move. A number that is not finite cannot be written: it equals `None` and is left out.
///
/// ```
/// use reversi_engine::notation::GgfNote;
///
/// let note = GgfNote { eval: None, seconds: Some(0.5) };
/// assert_eq!(note.to_string(), "//0.5");
/// assert_eq!(GgfNote::default().to_string(), "");
/// assert_eq!(GgfNote { eval: Some(f64::NAN), seconds: None }, GgfNote::default());
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::exhaustive_structs, reason = "the format has no other notes")]
pub struct GgfNote {
    /// The player's evaluation of the move, in discs.
    pub eval: Option<f64>,
    /// The time for the move.
    pub seconds: Option<f64>,
}

impl GgfNote {
    /// The evaluation and the seconds, as far as they can be written.
    pub(crate) fn finite(self) -> (Option<f64>, Option<f64>) {
        let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
        (finite(self.eval), finite(self.seconds))
    }
}

/// A number that is not finite equals a missing one.
impl PartialEq for GgfNote {
    fn eq(&self, other: &GgfNote) -> bool {
        self.finite() == other.finite()
    }
}

impl GgfGame {
    /// Creates a record without names; its only tag is the type of game, `TY[8]`.
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

    pub(crate) fn from_parts(game: Game, notes: Vec<GgfNote>, tags: Vec<(String, String)>) -> GgfGame {
        GgfGame { game, notes, tags }
    }

    /// Returns all tags but `GM`, `BO`, `B` and `W`, which are the game itself, in their order.
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
    pub(crate) fn notes_of_moves(&self) -> impl Iterator<Item = GgfNote> {
        let missing = core::iter::repeat(GgfNote::default());
        self.notes.iter().copied().chain(missing).take(self.game.moves().len())
    }

    /// Returns the value of the first tag of this name: `PB` and `PW` are the players, `RE` is the result,
    /// `DT` the date, `PC` the place, `TI` the time control, `TY` the type of game. `name` may have any case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags().find(|tag| tag.0.eq_ignore_ascii_case(name)).map(|tag| tag.1)
    }

    /// Returns the result. A game that is over has the score of its board, empties to the winner, unless the
    /// tag `RE` says that a side lost it on time, resigned or left. Other games have the result in the tag;
    /// `None` if there is no such tag, or it is empty or `?`.
    ///
    /// ```
    /// use reversi_engine::notation::{GgfEnd, GgfGame};
    ///
    /// let text = "(;GM[Othello]RE[-2.00:r]\
    ///     BO[8 ---------------------------O*------*O--------------------------- *];)";
    /// let record: GgfGame = text.parse()?;
    /// let result = record.result()?.unwrap();
    /// assert_eq!((result.score(), result.end()), (-2.0, GgfEnd::Resigned));
    ///
    /// let mut over = GgfGame::new("e6f4e3f6g5d6e7f5c5".parse()?);
    /// over.set_tag("RE", "+13")?; // the discs without the empty squares
    /// assert_eq!(over.result()?.unwrap().score(), 64.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GgfResultError`] for a value that is not a result. [`tag`](Self::tag) has its text.
    pub fn result(&self) -> Result<Option<GgfResult>, GgfResultError> {
        let stated = match self.tag("RE").map(str::trim) {
            None | Some("" | "?") => Ok(None),
            Some(text) => text.parse::<GgfResult>().map(Some),
        };
        match (self.game.score(), stated) {
            (Some(_), Ok(Some(result))) if result.end().is_forfeit() => stated,
            (Some(score), _) => GgfResult::new(score.into(), GgfEnd::Played).map(Some),
            _ => stated,
        }
    }

    /// Sets the tag `RE`.
    ///
    /// ```
    /// use reversi_engine::{Game, notation::{GgfEnd, GgfGame, GgfResult}};
    ///
    /// let mut record = GgfGame::new(Game::new());
    /// record.set_result(GgfResult::new(64.0, GgfEnd::Timeout)?);
    /// assert_eq!(record.tag("RE"), Some("+64.000:t"));
    /// # Ok::<(), reversi_engine::notation::GgfResultError>(())
    /// ```
    pub fn set_result(&mut self, result: GgfResult) {
        self.put_tag("RE", &result.to_string());
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
        check_tag(name, value)?;
        self.put_tag(name, value);
        Ok(())
    }

    /// Sets a tag that is checked.
    fn put_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.0.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.1 = value.to_owned(),
            None => self.tags.push((name.to_ascii_uppercase(), value.to_owned())),
        }
    }
}

/// Refuses what would not read back as this tag.
pub(crate) fn check_tag(name: &str, value: &str) -> Result<(), GgfTagError> {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let of_the_game = ["GM", "BO", "B", "W"].iter().any(|of| name.eq_ignore_ascii_case(of));
    if is_name && !of_the_game && !value.contains(']') && !value.contains(BEGIN) {
        Ok(())
    } else {
        Err(GgfTagError)
    }
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
#[error("not a tag: expected a name of letters, none of GM, BO, B and W, and a value without ] and (;")]
#[non_exhaustive]
pub struct GgfTagError;

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
        pad(f, |out| match self.finite() {
            (None, None) => Ok(()),
            (Some(eval), None) => write!(out, "/{eval}"),
            (None, Some(seconds)) => write!(out, "//{seconds}"),
            (Some(eval), Some(seconds)) => write!(out, "/{eval}/{seconds}"),
        })
    }
}
