//! Boards for people: coordinates, discs, and marks in the squares.

use alloc::borrow::ToOwned as _;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use core::fmt;

use crate::board::{Bitboard, Board, Color, Game, Move, Position, Square};

/// A board as a drawing of many lines for a terminal.
///
/// Black is `X`, white `O`, a legal move `.` and any other empty square `-`. A [`mark`](Self::mark) stands in
/// place of that: a score, the number of a move. Squares that are [`highlighted`](Self::highlight) have
/// brackets. All columns are as wide as the widest mark. The last line counts the discs and names the side to
/// move.
///
/// ```
/// use reversi_engine::{Game, Square};
///
/// let game: Game = "f5d6c3".parse()?;
/// let diagram = game.diagram().mark(Square::D3, "+4").mark(Square::C5, format_args!("{:+}", -12));
/// let expected = "
///     a    b    c    d    e    f    g    h
/// 1   -    -    -    -    -    -    -    -
/// 2   -    -    -    -    -    -    -    -
/// 3   -    -   [X]   +4   -    .    -    -
/// 4   -    -    -    X    X    .    -    -
/// 5   -    -   -12   O    X    X    .    -
/// 6   -    -    -    O    -    -    -    -
/// 7   -    -    -    -    -    -    -    -
/// 8   -    -    -    -    -    -    -    -
/// X 5, O 2, white to move";
/// assert_eq!(format!("\n{diagram}"), expected);
/// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    position: Position,
    marks: BTreeMap<Square, String>,
    highlighted: Bitboard,
}

impl Diagram {
    fn new(position: Position) -> Diagram {
        Diagram { position, marks: BTreeMap::new(), highlighted: Bitboard::EMPTY }
    }

    /// Puts a text into a square, in place of what is there. Each character should take one column of the
    /// terminal; control characters are left out. An empty text takes the mark away.
    ///
    /// ```
    /// use reversi_engine::{Board, Square};
    ///
    /// let diagram = Board::START.diagram().mark(Square::F5, 1).mark(Square::D6, 2).to_string();
    /// assert_eq!(diagram.lines().nth(5), Some("5  -  -  -  X  O  1  -  -"));
    /// ```
    #[must_use]
    pub fn mark(mut self, square: Square, mark: impl fmt::Display) -> Diagram {
        let mark: String = mark.to_string().chars().filter(|c| !c.is_control()).collect();
        match mark.trim() {
            "" => self.marks.remove(&square),
            mark => self.marks.insert(square, mark.to_owned()),
        };
        self
    }

    /// Puts brackets around a square.
    ///
    /// ```
    /// use reversi_engine::{Board, Square};
    ///
    /// let diagram = Board::START.diagram().highlight(Square::D4).to_string();
    /// assert_eq!(diagram.lines().nth(4), Some("4  -  -  . [O] X  -  -  -"));
    /// ```
    #[must_use]
    pub fn highlight(mut self, square: Square) -> Diagram {
        self.highlighted |= square.into();
        self
    }
}

impl Position {
    /// Returns a drawing of the position, to which marks can be added.
    ///
    /// ```
    /// use reversi_engine::Position;
    ///
    /// let diagram = Position::START.diagram().to_string();
    /// assert_eq!(diagram.lines().next(), Some("   a  b  c  d  e  f  g  h"));
    /// assert_eq!(diagram.lines().last(), Some("X 2, O 2, black to move"));
    /// ```
    pub fn diagram(self) -> Diagram {
        Diagram::new(self)
    }
}

impl Board {
    /// Returns a drawing of the board with the side to move as black. See [`Diagram`].
    pub fn diagram(self) -> Diagram {
        Diagram::new(Position { board: self, side: Color::Black })
    }
}

impl Game {
    /// Returns a drawing of the present position with the last move highlighted. See [`Diagram`].
    pub fn diagram(&self) -> Diagram {
        let last = self.moves().filter_map(Move::square).last();
        let diagram = Diagram::new(self.position());
        last.into_iter().fold(diagram, Diagram::highlight)
    }
}

/// Ten lines without a line break at the end.
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, board) = (self.position, self.position.board);
        let (black, white) = (position.discs(Color::Black), position.discs(Color::White));
        let legal = board.legal_moves();
        let symbol = |square| match square {
            _ if black.contains(square) => "X",
            _ if white.contains(square) => "O",
            _ if legal.contains(square) => ".",
            _ => "-",
        };
        let width = self.marks.values().map(|mark| mark.chars().count()).fold(1, usize::max);

        f.write_str(" ")?;
        let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
        write_row(f, files.iter().map(|&file| (file, false)), width)?;
        for rank in 0..8 {
            write!(f, "\n{}", rank + 1)?;
            let squares = (0..8).filter_map(|file| Square::at(file, rank));
            let cell = |square| {
                let text = self.marks.get(&square).map_or(symbol(square), String::as_str);
                (text, self.highlighted.contains(square))
            };
            write_row(f, squares.map(cell), width)?;
        }
        write!(f, "\nX {}, O {}, ", black.len(), white.len())?;
        match board {
            _ if board.is_game_over() => f.write_str("game over"),
            _ if legal.is_empty() => write!(f, "{} must pass", position.side),
            _ => write!(f, "{} to move", position.side),
        }
    }
}

/// Cells in the middle of columns of this width, with a blank or a bracket on both sides of the text. No
/// blank ends the line.
fn write_row<'a>(
    f: &mut fmt::Formatter<'_>,
    cells: impl Iterator<Item = (&'a str, bool)>,
    width: usize,
) -> fmt::Result {
    let mut blanks = 1;
    for (text, highlighted) in cells {
        let room = width - text.chars().count();
        let (before, after) = (blanks + room.div_ceil(2), room / 2);
        if highlighted {
            write!(f, "{:before$}[{text}]", "")?;
            blanks = after;
        } else {
            write!(f, "{:before$} {text}", "")?;
            blanks = after + 1;
        }
    }
    Ok(())
}
