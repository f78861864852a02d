//! FEN: the notation of positions in chess, as Edax writes it for Othello.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::InText;
use reversi_bitboard::__internal::pad;
use reversi_bitboard::{Board, Color, Position, Square};

/// A position in the FEN of Edax: the rows from the 8th to the 1st with `p` for black, `P` for white and
/// numbers for empty squares, the side to move, `b` or `w`, and four fields of chess that mean nothing here
/// and may be missing. Programs of many games write discs that are not on the board behind the rows, in
/// brackets, `[PPpp]`: they are read and mean nothing, too.
///
/// ```
/// use reversi_engine::{Position, notation::Fen};
///
/// let text = "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1";
/// assert_eq!(text.parse(), Ok(Fen(Position::START)));
/// assert_eq!(Fen(Position::START).to_string(), text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a position in another form")]
pub struct Fen(pub Position);

impl FromStr for Fen {
    type Err = ParseFenError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let error = |at, kind| ParseFenError { at, kind };
        let mut rest = s;
        let mut next_field = || {
            rest = rest.trim_start();
            let at = s.len() - rest.len();
            let (field, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
            rest = after;
            (at, field)
        };
        let (at, rows) = next_field();
        let (rows, pockets) = rows.split_at(rows.find('[').unwrap_or(rows.len()));
        let [black, white] = read_rows(rows).map_err(|e| error(at + e.at, e.kind))?;
        let is_disc = |c: char| matches!(c, 'p' | 'P' | '-');
        match pockets.strip_suffix(']').unwrap_or(pockets).char_indices().skip(1).find(|(_, c)| !is_disc(*c))
        {
            None if pockets.ends_with(']') || pockets.is_empty() => {}
            wrong => {
                let at = at + rows.len() + wrong.map_or(pockets.len(), |(at, _)| at);
                return Err(error(at, ParseFenErrorKind::Pockets));
            }
        }
        let board = Board::from_bits(black, white);
        let position = match next_field() {
            (_, "b") => Position { board, side: Color::Black },
            (_, "w") => Position { board: board.pass(), side: Color::White },
            (at, _) => return Err(error(at, ParseFenErrorKind::NoSide)),
        };
        // Castling, en passant, half moves, moves.
        let (mut dashes, mut numbers) = (0, 0);
        loop {
            let (at, field) = next_field();
            match field {
                "" => break,
                "-" if numbers == 0 && dashes < 2 => dashes += 1,
                _ if numbers < 2 && field.parse::<u32>().is_ok() => numbers += 1,
                _ => return Err(error(at, ParseFenErrorKind::TrailingInput)),
            }
        }
        Ok(Fen(position))
    }
}

/// The discs of black and of white.
fn read_rows(text: &str) -> Result<[u64; 2], ParseFenError> {
    let error = |at, kind| ParseFenError { at, kind };
    let (mut black, mut white) = (0, 0);
    let mut rows = text.split('/');
    let mut at = 0;
    for rank in (0..8).rev() {
        let row = rows.next().ok_or(error(text.len(), ParseFenErrorKind::Rows))?;
        let mut file: u8 = 0;
        for (i, c) in row.char_indices() {
            let bit = Square::at(file, rank).map_or(0, Square::bit);
            let squares = match c {
                'p' => {
                    black |= bit;
                    1
                }
                'P' => {
                    white |= bit;
                    1
                }
                '1'..='8' => c as u8 - b'0',
                _ => return Err(error(at + i, ParseFenErrorKind::UnknownSymbol(c))),
            };
            file = file.saturating_add(squares);
        }
        if file != 8 {
            return Err(error(at, ParseFenErrorKind::RowLength(rank + 1)));
        }
        at += row.len() + 1;
    }
    match rows.next() {
        None => Ok([black, white]),
        Some(_) => Err(error(at, ParseFenErrorKind::Rows)),
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fen(position) = *self;
        pad(f, |out| {
            for rank in (0..8).rev() {
                let mut empty = 0;
                for square in (0..8).filter_map(|file| Square::at(file, rank)) {
                    let disc = if position.discs(Color::Black).contains(square) {
                        'p'
                    } else if position.discs(Color::White).contains(square) {
                        'P'
                    } else {
                        empty += 1;
                        continue;
                    };
                    write_empty(out, empty)?;
                    empty = 0;
                    write!(out, "{disc}")?;
                }
                write_empty(out, empty)?;
                out.write_str(if rank > 0 { "/" } else { "" })?;
            }
            write!(out, " {} - - 0 1", if position.side == Color::Black { 'b' } else { 'w' })
        })
    }
}

fn write_empty(f: &mut dyn fmt::Write, squares: u32) -> fmt::Result {
    if squares > 0 { write!(f, "{squares}") } else { Ok(()) }
}

/// Text that is not the FEN of a position.
///
/// ```
/// use reversi_engine::notation::Fen;
///
/// let error = "8/8/8/3pP2/3Pp3/8/8/8 b".parse::<Fen>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 6: row 5 does not have 8 squares");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseFenError {
    /// The place in the text, as a byte offset.
    pub at: usize,
    /// The problem at that place.
    pub kind: ParseFenErrorKind,
}

reversi_bitboard::error_at! { ParseFenError, error => "{}", InText(error.at, ": ") }

/// The problems of a text that is not the FEN of a position.
///
/// ```
/// use reversi_engine::notation::{Fen, ParseFenErrorKind};
///
/// let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// assert_eq!(chess.parse::<Fen>().unwrap_err().kind, ParseFenErrorKind::UnknownSymbol('r'));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum ParseFenErrorKind {
    /// Neither a disc nor a number of empty squares.
    #[error("{0:?} is neither p, P nor a number from 1 to 8")]
    UnknownSymbol(char),
    /// More or fewer than eight squares in the row of this number.
    #[error("row {0} does not have 8 squares")]
    RowLength(u8),
    /// More or fewer than eight rows.
    #[error("expected 8 rows with / between them")]
    Rows,
    /// Discs in pockets, behind the rows in brackets, that are not `p` or `P`, or without an end.
    #[error("expected p, P or ] in the pockets behind the rows")]
    Pockets,
    /// After the rows there is no side to move.
    #[error("expected the side to move, b or w")]
    NoSide,
    /// Text after the side to move that is not ` - - 0 1` or its beginning, with any numbers.
    #[error("expected the end, or - - 0 1")]
    TrailingInput,
}
