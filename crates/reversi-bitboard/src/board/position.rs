use core::fmt;
use core::ops::Not;

use super::{Bitboard, Board, Square};

/// A colour. Black moves first and is written `X`, white `O`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(clippy::exhaustive_enums, reason = "the game has two sides")]
pub enum Color {
    /// `X`, moves first.
    Black,
    /// `O`.
    White,
}

impl Color {
    /// Returns `X` or `O`.
    pub const fn symbol(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }
}

impl Not for Color {
    type Output = Color;
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

/// A [`Board`] and the colour to move: the content of a line of text or a diagram.
///
/// ```
/// use reversi_engine::{Color, Position};
///
/// let text = "---------------------------OX------XO--------------------------- O";
/// let position: Position = text.parse()?;
/// assert_eq!(position.side, Color::White);
/// assert_eq!(position.discs(Color::Black), position.board.opponent());
/// assert_eq!(position.to_string(), text);
/// # Ok::<(), reversi_engine::notation::ParseBoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(clippy::exhaustive_structs, reason = "discs and the side to move are all there is")]
pub struct Position {
    /// The discs, seen from the side to move.
    pub board: Board,
    /// The colour to move.
    pub side: Color,
}

impl Position {
    /// The start of the game, black to move.
    pub const START: Position = Position { board: Board::START, side: Color::Black };

    /// Returns the discs of one colour.
    pub fn discs(self, color: Color) -> Bitboard {
        if color == self.side { self.board.player() } else { self.board.opponent() }
    }
}

/// One line: 64 cells of `X`, `O` and `-` from A1 to H8, a blank and the side to move. `{:#}` draws a diagram
/// with coordinates and legal moves as dots.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (self.discs(Color::Black), self.discs(Color::White));
        let cell = |square| {
            if black.contains(square) {
                'X'
            } else if white.contains(square) {
                'O'
            } else {
                '-'
            }
        };
        if f.alternate() {
            let moves = self.board.legal_moves();
            f.write_str("  a b c d e f g h")?;
            for square in Square::ALL {
                if square.file() == 0 {
                    write!(f, "\n{}", square.rank() + 1)?;
                }
                write!(f, " {}", if moves.contains(square) { '.' } else { cell(square) })?;
            }
            write!(f, "\n{} to move", self.side)
        } else {
            let mut cells = [b' '; 66];
            for square in Square::ALL {
                cells[square.index()] = cell(square) as u8;
            }
            cells[65] = self.side.symbol() as u8;
            f.pad(core::str::from_utf8(&cells).map_err(|_| fmt::Error)?)
        }
    }
}
