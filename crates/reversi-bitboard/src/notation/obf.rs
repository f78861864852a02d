//! OBF, the format of problem sets: a board and the scores of its moves on each line.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::{ParseBoardErrorKind, ParseMoveError};
use crate::board::{Game, IllegalMove, Move, Position};
use crate::text::pad;

/// One line of an OBF file: a position and scores of its moves.
///
/// Reads `board side; MOVE:score; MOVE:score; ... % comment`. The list may be empty, a field without a move
/// is the score of the position, and the end mark `--:-127` of some programs is dropped.
///
/// ```
/// use reversi_engine::{Move, Square, notation::ObfLine};
///
/// let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; % FFO #40";
/// let line: ObfLine = text.parse()?;
/// assert_eq!(line.best_score(), Some(38));
/// assert_eq!(line.best_moves().collect::<Vec<_>>(), [Move::Place(Square::A2)]);
/// assert_eq!(line.comment.as_deref(), Some("FFO #40"));
/// assert_eq!(line.to_string(), text);
/// # Ok::<(), reversi_engine::notation::ParseObfError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ObfLine {
    /// The position.
    pub position: Position,
    /// Moves and their scores in the order of the line, by convention the best first. Need not be all moves.
    pub moves: Vec<ScoredMove>,
    /// The score of the position, where it is written without a move.
    pub score: Option<i32>,
    /// The text after `%`, without the blanks around it.
    pub comment: Option<String>,
}

/// A move and its score for the side that plays it.
///
/// ```
/// use reversi_engine::{Square, notation::ScoredMove};
///
/// let scored = ScoredMove { mv: Square::A2.into(), score: 38 };
/// assert_eq!(scored.to_string(), "A2:+38");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Its score, -64 ..= 64.
    pub score: i32,
}

impl ObfLine {
    /// A line without scores.
    ///
    /// ```
    /// use reversi_engine::{Position, Square, notation::{ObfLine, ScoredMove}};
    ///
    /// let mut line = ObfLine::new(Position::START);
    /// assert_eq!(line.best_score(), None);
    /// line.moves.push(ScoredMove { mv: Square::F5.into(), score: 0 });
    /// assert!(line.to_string().ends_with(" X; F5:+0;"));
    /// ```
    pub fn new(position: Position) -> ObfLine {
        ObfLine { position, moves: Vec::new(), score: None, comment: None }
    }

    /// The score of the position: the one the line states, else that of its best move.
    pub fn best_score(&self) -> Option<i32> {
        self.score.or_else(|| self.moves.iter().map(|scored| scored.score).max())
    }

    /// The listed moves that no other listed move beats.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let best = self.moves.iter().map(|scored| scored.score).max();
        self.moves.iter().filter(move |scored| Some(scored.score) == best).map(|scored| scored.mv)
    }

    fn read_field(&mut self, field: &str) -> Result<(), ParseObfErrorKind> {
        let Some((mv, score)) = field.split_once(':') else {
            return match self.score.replace(read_score(field)?) {
                None => Ok(()),
                Some(_) => Err(ParseObfErrorKind::SecondScore),
            };
        };
        let (mv, score) = (mv.trim_end(), score.trim_start());
        if (mv, score) == ("--", "-127") {
            return Ok(());
        }
        let (mv, score) = (mv.parse()?, read_score(score)?);
        Game::from_position(self.position).play(mv)?;
        if self.moves.iter().any(|scored| scored.mv == mv) {
            return Err(ParseObfErrorKind::SecondScore);
        }
        self.moves.push(ScoredMove { mv, score });
        Ok(())
    }
}

fn read_score(text: &str) -> Result<i32, ParseObfErrorKind> {
    text.parse().ok().filter(|score| (-64..=64).contains(score)).ok_or(ParseObfErrorKind::NotAScore)
}

impl FromStr for ObfLine {
    type Err = ParseObfError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let error = |at, kind| ParseObfError { at, kind };
        let s = s.trim_end();
        if let Some(at) = s.find(['\n', '\r']) {
            return Err(error(at, ParseObfErrorKind::LineBreak));
        }
        let (data, comment) = match s.split_once('%') {
            Some((data, comment)) => (data, Some(comment.trim().into())),
            None => (s, None),
        };
        let (board, fields) = data.split_once(';').unwrap_or((data, ""));
        let position = board.parse::<Position>().map_err(|e| error(e.at, e.kind.into()))?;

        let mut line = ObfLine { comment, ..ObfLine::new(position) };
        let mut at = board.len() + 1;
        for field in fields.split(';') {
            let blanks = field.len() - field.trim_start().len();
            if blanks < field.len() {
                line.read_field(field.trim()).map_err(|kind| error(at + blanks, kind))?;
            }
            at += field.len() + 1;
        }
        Ok(line)
    }
}

/// Moves in upper case, scores with their sign. A line break in the comment becomes a blank.
impl fmt::Display for ObfLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, |out| {
            write!(out, "{};", self.position)?;
            if let Some(score) = self.score {
                write!(out, " {score:+};")?;
            }
            for scored in &self.moves {
                write!(out, " {scored};")?;
            }
            if let Some(comment) = &self.comment {
                write!(out, " % {}", comment.replace(['\n', '\r'], " "))?;
            }
            Ok(())
        })
    }
}

impl fmt::Display for ScoredMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, |out| write!(out, "{:#}:{:+}", self.mv, self.score))
    }
}

/// Text that is not an OBF line.
///
/// ```
/// use reversi_engine::{IllegalMove, notation::ObfLine};
/// use std::error::Error;
///
/// let text = "---------------------------OX------XO---------------------------X; A1:+4";
/// let error = text.parse::<ObfLine>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 67: illegal move");
/// assert_eq!(error.source().unwrap().to_string(), "a1 is not a legal move: it flips no disc");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ParseObfError {
    /// The place in the line, as a byte offset.
    pub at: usize,
    /// The problem at that place.
    pub kind: ParseObfErrorKind,
}

error_at! { ParseObfError, "byte {}", at }

/// The problems of a text that is not an OBF line.
///
/// ```
/// use reversi_engine::notation::{ObfLine, ParseObfErrorKind};
///
/// let text = "---------------------------OX------XO--------------------------- X; F5:+99;";
/// let error = text.parse::<ObfLine>().unwrap_err();
/// assert_eq!(error.kind, ParseObfErrorKind::NotAScore);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum ParseObfErrorKind {
    /// The board before the first `;`.
    #[error(transparent)]
    Board(#[from] ParseBoardErrorKind),
    /// The move before a colon.
    #[error(transparent)]
    NotAMove(#[from] ParseMoveError),
    /// A move that the position does not allow, or a pass where there is a move.
    #[error("illegal move")]
    IllegalMove(#[from] IllegalMove),
    /// Not a number, or one that no game can end with.
    #[error("expected a score, a whole number from -64 to 64")]
    NotAScore,
    /// A score for a move, or for the position, that has one already.
    #[error("this has a score already")]
    SecondScore,
    /// More than one line.
    #[error("an OBF line has no line break: read more than one with `read_obf`")]
    LineBreak,
}

/// Reads the lines of an OBF file, except blank ones and those that only have a comment. A byte order mark at
/// the beginning of the file is no part of its first line.
///
/// ```
/// use reversi_engine::notation::read_obf;
///
/// let text = "\
/// % two positions
/// ---------------------------OX------XO--------------------------- X; F5:+0;
/// -------------------X-------XX------XO--------------------------- O; -1;
/// ";
/// let lines = read_obf(text).collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(lines.len(), 2);
/// assert_eq!(lines[1].best_score(), Some(-1));
/// # Ok::<(), reversi_engine::notation::ReadObfError>(())
/// ```
///
/// # Errors
/// [`ReadObfError`] in place of each line that cannot be read. Later lines are read all the same.
pub fn read_obf(text: &str) -> impl Iterator<Item = Result<ObfLine, ReadObfError>> + '_ {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let has_data = |line: &str| !line.trim_start().is_empty() && !line.trim_start().starts_with('%');
    (1..)
        .zip(text.lines())
        .filter(move |&(_, text)| has_data(text))
        .map(|(line, text)| text.parse().map_err(|source| ReadObfError { line, source }))
}

/// A line of an OBF file that cannot be read. Its [`source`](core::error::Error::source) is the reason.
///
/// ```
/// use reversi_engine::notation::read_obf;
///
/// let text = "% a comment\n---OX--- X; F5:+2;\n";
/// let error = read_obf(text).find_map(Result::err).unwrap();
/// assert_eq!(error.to_string(), "line 2 is not an OBF line");
/// assert_eq!(error.source.to_string(), "byte 10: the text ends after 9 of 64 cells");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("line {line} is not an OBF line")]
#[non_exhaustive]
pub struct ReadObfError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem.
    pub source: ParseObfError,
}

#[cfg(test)]
mod tests {
    use super::ParseObfErrorKind::*;
    use super::*;
    use crate::board::{IllegalMoveReason, Square};
    use alloc::{format, string::ToString, vec};
    use core::error::Error as _;

    const START: &str = "---------------------------OX------XO---------------------------";
    /// White can play C1; black could play nothing.
    const PASS: &str = "OX-------------------------------------------------------------- O";

    fn scored(mv: impl Into<Move>, score: i32) -> ScoredMove {
        ScoredMove { mv: mv.into(), score }
    }

    #[test]
    fn lines_in_every_usual_form() {
        let full = vec![scored(Square::F5, 2), scored(Square::D3, 0), scored(Square::C4, -64)];
        for (text, moves, score, comment) in [
            (format!("{START} X; F5:+2; D3:+0; C4:-64;"), full.clone(), None, None),
            (format!("{START}X;F5:2;D3:0;C4:-64"), full.clone(), None, None),
            (format!(" {START} b ; f5 : +2 ;; d3:-0; c4:-64;--:-127 ;\r\n"), full.clone(), None, None),
            (format!("{START} X; F5:+2; D3:+0; C4:-64; +2 % a % b "), full, Some(2), Some("a % b")),
            (format!("{START} X; +64"), vec![], Some(64), None),
            (format!("{START} X; -3;"), vec![], Some(-3), None),
            (format!("{START} X;"), vec![], None, None),
            (format!("{START} X"), vec![], None, None),
            (format!("{START} X %"), vec![], None, Some("")),
        ] {
            let line: ObfLine = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
            let comment = comment.map(String::from);
            assert_eq!(line, ObfLine { position: Position::START, moves, score, comment }, "{text}");
            assert_eq!(line.to_string().parse(), Ok(line), "{text}");
        }
    }

    #[test]
    fn best_is_by_score_and_not_by_order() {
        let line: ObfLine = format!("{START} X; C4:-2; F5:+2; D3:+2;").parse().unwrap();
        assert_eq!(line.best_score(), Some(2));
        assert_eq!(line.best_moves().collect::<Vec<_>>(), [Move::from(Square::F5), Square::D3.into()]);
        let line: ObfLine = format!("{START} X; +1; C4:-2;").parse().unwrap();
        assert_eq!(line.best_score(), Some(1));
        assert_eq!(line.best_moves().collect::<Vec<_>>(), [Square::C4.into()]);
        assert_eq!(ObfLine::new(Position::START).best_moves().count(), 0);
    }

    #[test]
    fn a_pass_has_a_score_where_it_is_forced() {
        let black_to_pass = PASS.replace(" O", " X");
        let line: ObfLine = format!("{black_to_pass}; PS:-64;").parse().unwrap();
        assert_eq!(line.moves, [scored(Move::Pass, -64)]);
        assert_eq!(line.to_string(), format!("{black_to_pass}; PS:-64;"));
        assert_eq!(format!("{black_to_pass}; --:-64").parse(), Ok(line));
        assert_eq!(format!("{PASS}; C1:+64").parse::<ObfLine>().unwrap().best_score(), Some(64));
    }

    #[test]
    fn whatever_cannot_be_read_is_an_error_that_says_where() {
        let reject = |text: &str, at, kind| {
            assert_eq!(text.parse::<ObfLine>(), Err(ParseObfError { at, kind }), "{text:?}");
        };
        let illegal = |square, reason| IllegalMove(crate::board::IllegalMove { square, reason });
        let at = START.len();
        reject("", 0, Board(ParseBoardErrorKind::TooFewCells { found: 0 }));
        reject("% nothing", 0, Board(ParseBoardErrorKind::TooFewCells { found: 0 }));
        reject(&format!("{START}; F5:+0"), at, Board(ParseBoardErrorKind::NoSide));
        reject(&format!("{START} X F5:+0"), at + 3, Board(ParseBoardErrorKind::TrailingInput));
        reject(&format!("{START}X; F9:+0"), at + 3, NotAMove(ParseMoveError));
        reject(&format!("{START}X; :+0"), at + 3, NotAMove(ParseMoveError));
        for score in ["F5:", "F5:+65", "F5:-65", "--:-128", "F5:--2", "F5:1.5", "F5:99999999999", "F5", "é"]
        {
            let text = format!("{START}X; D3:+0; {score}; C4:+0");
            reject(&text, at + 10, NotAScore);
        }
        reject(&format!("{START}X; +1; F5:+2; +1"), at + 14, SecondScore);
        reject(&format!("{START}X; F5:+2; f5:+2;"), at + 10, SecondScore);
        reject(
            &format!("{START}X;A1:+2"),
            at + 2,
            illegal(Some(Square::A1), IllegalMoveReason::FlipsNothing),
        );
        reject(&format!("{START}X;D4:+2"), at + 2, illegal(Some(Square::D4), IllegalMoveReason::Occupied));
        reject(&format!("{START}X;PS:+2"), at + 2, illegal(None, IllegalMoveReason::MustPlay));
        let over = format!("X{}", "-".repeat(63));
        reject(&format!("{over}X;PS:+64"), at + 2, illegal(None, IllegalMoveReason::GameOver));
        reject(&format!("{START}X; +1\n{START}X"), at + 5, LineBreak);
    }

    #[test]
    fn a_file_is_read_line_by_line() {
        let text = format!("% head\r\n\n{START} X; F5:+2;\n  % more\n{START} X; A1:+2;\n   \n{START} O");
        let lines: Vec<_> = read_obf(&text).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0].as_ref().unwrap().best_score(), Some(2));
        let error = lines[1].as_ref().unwrap_err();
        assert_eq!((error.line, error.to_string().as_str()), (5, "line 5 is not an OBF line"));
        let chain = core::iter::successors(error.source(), |&e| e.source()).map(|e| e.to_string());
        assert_eq!(
            chain.collect::<Vec<_>>(),
            ["byte 68: illegal move", "a1 is not a legal move: it flips no disc"]
        );
        assert_eq!(lines[2].as_ref().unwrap().position.side, crate::board::Color::White);
        assert_eq!(read_obf("").count(), 0);
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_line() {
        for text in [format!("\u{feff}{START} X; F5:+2;\n{START} X;"), format!("\u{feff}% head\n{START} X;")]
        {
            let lines = read_obf(&text).collect::<Result<Vec<_>, _>>().unwrap();
            assert_eq!(lines.last(), Some(&ObfLine::new(Position::START)), "{text:?}");
        }
        assert_eq!(read_obf("\u{feff}").count(), 0);
        let later = format!("{START} X;\n\u{feff}{START} X;");
        assert!(read_obf(&later).last().unwrap().is_err());
    }
}
