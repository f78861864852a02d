//! OBF, the format of problem sets: a board and the scores of its moves on each line.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::{InText, ParseBoardErrorKind, ParseMoveError};
use reversi_bitboard::__internal::pad;
use reversi_bitboard::{Game, IllegalMove, Move, Position};

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
#[allow(clippy::exhaustive_structs, reason = "the format has no other parts")]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score, -64 ..= 64.
    pub score: i32,
}

impl ObfLine {
    /// Makes a line without scores.
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

    /// Returns the score of the position: the one that the line states, else the score of its best move.
    pub fn best_score(&self) -> Option<i32> {
        self.score.or_else(|| self.moves.iter().map(|scored| scored.score).max())
    }

    /// Returns the listed moves that no other listed move beats.
    pub fn best_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let best = self.moves.iter().map(|scored| scored.score).max();
        self.moves.iter().filter(move |scored| Some(scored.score) == best).map(|scored| scored.mv)
    }

    /// Checks that the scores of the line agree with each other and with the board. Reading does not: it
    /// takes every line that is well formed.
    ///
    /// Lines agree if the first move is a best one, the score of the position is the score of the best move,
    /// and games that are over, here or after a listed move, have the score of the discs. A list with some of
    /// the moves may leave out the best.
    ///
    /// ```
    /// use reversi_engine::notation::{ObfContradiction, ObfLine};
    ///
    /// let start = "---------------------------OX------XO--------------------------- X";
    /// let line: ObfLine = format!("{start}; +2; F5:+4; D3:+0;").parse()?;
    /// let error = line.check().unwrap_err();
    /// assert!(matches!(error, ObfContradiction::Position { stated: 2, .. }));
    /// assert_eq!(error.to_string(), "the score of the position, +2, differs from its best move, F5:+4");
    /// # Ok::<(), reversi_engine::notation::ParseObfError>(())
    /// ```
    ///
    /// # Errors
    /// [`ObfContradiction`], the first one of the line.
    pub fn check(&self) -> Result<(), ObfContradiction> {
        if let Some(stated) = self.score {
            check_end(self.position, None, stated)?;
        }
        for &ScoredMove { mv, score } in &self.moves {
            let mut game = Game::from_position(self.position);
            game.play(mv)?;
            // A score after the move is of the other side.
            check_end(game.position(), Some(mv), -score)?;
        }
        let Some(&first) = self.moves.first() else { return Ok(()) };
        let best = self.moves.iter().copied().fold(first, |a, b| if b.score > a.score { b } else { a });
        if let Some(stated) = self.score {
            let is_listed = |mv| self.moves.iter().any(|scored| scored.mv == mv);
            let all_listed = self.position.board.legal_plays().all(is_listed);
            if best.score > stated || all_listed && best.score < stated {
                return Err(ObfContradiction::Position { stated, best });
            }
        }
        if best.score > first.score {
            return Err(ObfContradiction::Order { first, best });
        }
        Ok(())
    }

    /// Returns whether [`check`](Self::check) finds no contradiction.
    ///
    /// ```
    /// use reversi_engine::notation::ObfLine;
    ///
    /// let start = "---------------------------OX------XO--------------------------- X";
    /// for (scores, consistent) in [
    ///     ("+0; F5:+0; D3:-2;", true),
    ///     ("+2; F5:+0; D3:-2;", true), // the best move may be one of the others
    ///     ("+2; F5:+0; D3:-2; C4:-2; E6:-4;", false),
    ///     ("D3:-2; F5:+0;", false), // the best comes first
    /// ] {
    ///     let line: ObfLine = format!("{start}; {scores}").parse()?;
    ///     assert_eq!(line.is_consistent(), consistent, "{scores}");
    /// }
    /// # Ok::<(), reversi_engine::notation::ParseObfError>(())
    /// ```
    pub fn is_consistent(&self) -> bool {
        self.check().is_ok()
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

/// Compares the score stated for a position, if the game is over there, with its discs.
fn check_end(position: Position, after: Option<Move>, stated: i32) -> Result<(), ObfContradiction> {
    let found = position.board.final_score();
    if !position.board.is_game_over() || stated == found {
        return Ok(());
    }
    Err(match after {
        None => ObfContradiction::End { stated, found },
        Some(mv) => ObfContradiction::LastMove { scored: ScoredMove { mv, score: -stated }, found: -found },
    })
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

reversi_bitboard::error_at! { ParseObfError, error => "{}", InText(error.at, ": ") }

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
    #[error("the score must be given once")]
    SecondScore,
    /// More than one line. [`read_obf`] reads them.
    #[error("an OBF line has no line break")]
    LineBreak,
}

/// Scores of a line that contradict each other or the board.
///
/// ```
/// use reversi_engine::notation::{ObfContradiction, ObfLine};
///
/// let over: ObfLine = "X--------------------------------------------------------------- O; +0;".parse()?;
/// assert_eq!(over.check(), Err(ObfContradiction::End { stated: 0, found: -64 }));
/// # Ok::<(), reversi_engine::notation::ParseObfError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum ObfContradiction {
    /// Another move is better than the first, which is the best by convention.
    #[error("the first move must be a best one: {first} is worse than {best}")]
    Order {
        /// The first move of the line.
        first: ScoredMove,
        /// The best one.
        best: ScoredMove,
    },
    /// The score of the position is less than the score of a move, or more than the score of every move.
    #[error("the score of the position, {stated:+}, differs from its best move, {best}")]
    Position {
        /// The score of the position.
        stated: i32,
        /// The best move of the line.
        best: ScoredMove,
    },
    /// The game is over, and the discs have another score.
    #[error("the game is over: the score must be {found:+}, not {stated:+}")]
    End {
        /// The score of the position.
        stated: i32,
        /// The score of the discs.
        found: i32,
    },
    /// The game is over after a move, and the discs have another score.
    #[error("{scored} ends the game: the score must be {found:+}")]
    LastMove {
        /// The move and its score.
        scored: ScoredMove,
        /// The score of the discs, for the side that plays the move.
        found: i32,
    },
    /// A move that the position does not allow. Reading refuses it: the line was built by a program.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
}

/// Reads the lines of an OBF file, except blank ones and those that only have a comment. A byte order mark at
/// the beginning of the file is not part of its first line.
///
/// ```
/// use reversi_engine::notation::read_obf;
///
/// let text = "\
/// % two positions, one without moves
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
/// assert_eq!(error.source.to_string(), "byte 10: the text has only 9 of 64 cells");
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
