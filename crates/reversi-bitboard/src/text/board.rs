//! Board strings: 64 cells from A1, B1 ... to H8, then the side to move.

use core::str::FromStr;

use super::InText;
use crate::board::{Board, Color, Position, Square};

/// Text that is not a board.
///
/// ```
/// use reversi_engine::{Position, notation::ParseBoardErrorKind};
///
/// let error = "--?".parse::<Position>().unwrap_err();
/// assert_eq!(error.at, 2);
/// assert_eq!(error.kind, ParseBoardErrorKind::UnknownSymbol('?'));
/// assert_eq!(error.to_string(), "byte 2: '?' is neither a disc nor an empty square");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseBoardError {
    /// The place in the text, as a byte offset.
    pub at: usize,
    /// The problem at that place.
    pub kind: ParseBoardErrorKind,
}

impl ParseBoardError {
    /// Makes the error of a reader of another notation.
    #[doc(hidden)]
    pub fn new(at: usize, kind: ParseBoardErrorKind) -> ParseBoardError {
        ParseBoardError { at, kind }
    }
}

crate::error_at! { ParseBoardError, error => "{}", InText(error.at, ": ") }

/// The problems of a text that is not a board.
///
/// ```
/// use reversi_engine::{Board, notation::ParseBoardErrorKind};
///
/// let error = "---OX---".parse::<Board>().unwrap_err();
/// assert_eq!(error.kind, ParseBoardErrorKind::TooFewCells { found: 8 });
/// assert_eq!(error.kind.to_string(), "the text has only 8 of 64 cells");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseBoardErrorKind {
    /// Neither a disc, an empty square nor a separator.
    UnknownSymbol(char),
    /// The text ends before H8.
    TooFewCells {
        /// The number of cells found.
        found: usize,
    },
    /// The text ends after 64 symbols: there is no side to move, or a cell is missing before it.
    /// [`Position::from_cells`] reads cells alone.
    NoSide,
    /// After H8 comes a symbol that is not a disc.
    NotASide(char),
    /// A symbol that stands for a disc on some boards and for a mark on others.
    UnclearSymbol(char),
    /// The text does not end with the board.
    TrailingInput,
}

error_texts! { ParseBoardErrorKind {
    ParseBoardErrorKind::UnknownSymbol(found) => "{found:?} is neither a disc nor an empty square";
    ParseBoardErrorKind::TooFewCells { found } => "the text has only {found} of 64 cells";
    ParseBoardErrorKind::NoSide =>
        "the side to move is missing after 64 symbols: add X or O, or a missing cell";
    ParseBoardErrorKind::NotASide(found) =>
        "{found:?} is not a side to move: expected X or O after the 64 cells";
    ParseBoardErrorKind::UnclearSymbol(found) =>
        "cannot tell whether {found:?} is a disc or a mark: the colour has another symbol";
    ParseBoardErrorKind::TrailingInput => "unexpected text after the board";
} }

/// 64 cells and the side to move, in any usual spelling.
///
/// Black is `X x * B b # @ ● ⚫ 黒`, white `O o W w ○ ⚪ 白`, an empty square `- . _ ・ 🟩`. Blanks, line breaks, `/` and `|`
/// may stand anywhere and mean nothing. The side to move comes last, as the symbol of one of its discs: of 65
/// symbols the first 64 are the cells.
///
/// ```
/// use reversi_engine::Position;
///
/// let diagram = "
///     ........
///     ........
///     ........
///     ...wb...
///     ...bw...
///     ........
///     ........
///     ........
///     b";
/// assert_eq!(diagram.parse(), Ok(Position::START));
/// let fen = "8/8/8/3Pp3/3pP3/8/8/8 b".parse::<Position>();
/// assert_eq!(fen.unwrap_err().to_string(), "'8' is neither a disc nor an empty square");
/// ```
impl FromStr for Position {
    type Err = ParseBoardError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        read(s, None)
    }
}

/// Reads the same text as [`Position`], seen from the side to move.
impl FromStr for Board {
    type Err = ParseBoardError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        read(s, None).map(|position| position.board)
    }
}

impl Position {
    /// Reads 64 cells, spelled as for [`parse`](str::parse), from text without a side to move.
    ///
    /// ```
    /// use reversi_engine::{Color, Position};
    ///
    /// let cells = "---------------------------OX------XO---------------------------";
    /// assert_eq!(Position::from_cells(cells, Color::Black)?, Position::START);
    /// assert!(cells.parse::<Position>().is_err());
    /// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseBoardError`], also for a side to move in the text.
    pub fn from_cells(text: &str, side: Color) -> Result<Position, ParseBoardError> {
        read(text, Some(side))
    }
}

impl Board {
    /// Reads 64 cells, spelled as for [`parse`](str::parse), from text without a side to move.
    ///
    /// ```
    /// use reversi_engine::{Board, Color};
    ///
    /// let cells = "---------------------------OX------XO---------------------------";
    /// assert_eq!(Board::from_cells(cells, Color::Black)?, Board::START);
    /// assert_eq!(Board::from_cells(cells, Color::White)?, Board::START.pass());
    /// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParseBoardError`], also for a side to move in the text.
    pub fn from_cells(text: &str, side: Color) -> Result<Board, ParseBoardError> {
        read(text, Some(side)).map(|position| position.board)
    }
}

/// `black` or `white` in any case, or the symbol of a disc as in a board.
///
/// ```
/// use reversi_engine::Color;
///
/// assert_eq!("white".parse(), Ok(Color::White));
/// assert_eq!("X".parse(), Ok(Color::Black));
/// ```
impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let mut symbols = s.chars();
        match (symbols.next().and_then(cell), symbols.next()) {
            (Some(Cell::Disc(color)), None) => Ok(color),
            _ if s.eq_ignore_ascii_case("black") => Ok(Color::Black),
            _ if s.eq_ignore_ascii_case("white") => Ok(Color::White),
            _ => Err(ParseColorError),
        }
    }
}

/// Neither a colour nor the symbol of a disc.
///
/// ```
/// use reversi_engine::Color;
///
/// let error = "red".parse::<Color>().unwrap_err();
/// assert_eq!(error.to_string(), "not a colour: expected black or white, X or O");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseColorError;

error_texts! { ParseColorError {
    ParseColorError => "not a colour: expected black or white, X or O";
} }

/// The text has a side to move exactly if `side` is `None`.
fn read(text: &str, side: Option<Color>) -> Result<Position, ParseBoardError> {
    use ParseBoardErrorKind::*;

    let error = |at, kind| ParseBoardError { at, kind };
    let is_separator = |c: char| c.is_ascii_whitespace() || matches!(c, '/' | '|');
    let mut symbols = text.char_indices().filter(|&(_, c)| !is_separator(c));

    let (mut black, mut white) = (0, 0);
    for square in Square::ALL {
        let found = square.index();
        let (at, c) = symbols.next().ok_or(error(text.len(), TooFewCells { found }))?;
        match cell(c).ok_or(error(at, UnknownSymbol(c)))? {
            Cell::Disc(Color::Black) => black |= square.bit(),
            Cell::Disc(Color::White) => white |= square.bit(),
            Cell::Empty => {}
        }
    }
    let side = match side {
        Some(side) => side,
        None => {
            let (at, c) = symbols.next().ok_or(error(text.len(), NoSide))?;
            let Some(Cell::Disc(color)) = cell(c) else { return Err(error(at, NotASide(c))) };
            color
        }
    };
    if let Some((at, _)) = symbols.next() {
        return Err(error(at, TrailingInput));
    }
    let board = Board::from_bits(black, white);
    Ok(Position { board: if side == Color::Black { board } else { board.pass() }, side })
}

#[derive(Clone, Copy)]
/// A cell of a board.
#[allow(clippy::exhaustive_enums, reason = "a square has no other content")]
pub enum Cell {
    /// A disc of this colour.
    Disc(Color),
    /// An empty square.
    Empty,
}

/// Returns the cell that a symbol stands for.
pub fn cell(symbol: char) -> Option<Cell> {
    match symbol {
        'X' | 'x' | '*' | 'B' | 'b' | '#' | '@' | '●' | '⚫' | '⬤' | '黒' => {
            Some(Cell::Disc(Color::Black))
        }
        'O' | 'o' | 'W' | 'w' | '○' | '⚪' | '◯' | '⭕' | '白' => Some(Cell::Disc(Color::White)),
        '-' | '.' | '_' | '・' | '·' | '🟩' | '🟢' | '🟦' | '🟫' => Some(Cell::Empty),
        _ => None,
    }
}
