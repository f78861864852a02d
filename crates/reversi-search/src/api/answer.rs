//! Parts that all answers share: their source, and checks before one is built from its parts.

use std::fmt;

use reversi_bitboard::{Bitboard, Board, Color, Game, IllegalMove, Move, Position, Square};
use reversi_fields::names;
use thiserror::Error;

use super::{Line, Selectivity, StopReason, Value};

names! {
    /// The source of an answer.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Engine};
    /// use reversi_engine::search::Source;
    ///
    /// let analysis = Engine::builder().hash_mib(1).build()?.analyze(&Board::START, AnalyzeRequest::depth(1))?;
    /// assert_eq!(analysis.source(), Source::Search);
    /// assert_eq!(analysis.with_source(Source::Book).source().to_string(), "book");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Source as SOURCES {
        /// The search of this call.
        [default]
        Search = "search",
        /// An opening book.
        Book = "book",
        /// A file with the results of earlier calls.
        File = "file",
    }
}

impl Source {
    #[cfg(feature = "serde")]
    pub(crate) fn is_search(&self) -> bool {
        *self == Source::Search
    }
}

/// Writes the [name](Source::name).
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why these parts do not make an answer: what is wrong, and where.
///
/// ```
/// use reversi_engine::{Board, Line, Selectivity, Value};
/// use reversi_engine::search::AnswerErrorKind;
///
/// let value = Value::estimate(1, 2, Selectivity::P100)?;
/// let error = Line::new(&Board::START, value, ["f5".parse()?, "a1".parse()?]).unwrap_err();
/// assert!(matches!(error.kind, AnswerErrorKind::IllegalMove(_)));
/// assert_eq!((error.line, error.mv, error.kind.code()), (None, Some(1), "illegal-move"));
/// assert_eq!(error.to_string(), "move 2: a1 is not a legal move: it flips no disc");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub struct AnswerError {
    /// The index of the line in the analysis, from 0. The message counts from 1.
    pub line: Option<usize>,
    /// The index of the move in its line of play, from 0. The message counts from 1.
    pub mv: Option<usize>,
    /// The problem.
    pub kind: AnswerErrorKind,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.mv) {
            (Some(line), Some(mv)) => write!(f, "line {}, move {}: ", line + 1, mv + 1)?,
            (Some(line), None) => write!(f, "line {}: ", line + 1)?,
            (None, Some(mv)) => write!(f, "move {}: ", mv + 1)?,
            (None, None) => {}
        }
        write!(f, "{}", self.kind)
    }
}

/// The message of the error contains the message of its kind, so the kind is not a source.
impl From<AnswerErrorKind> for AnswerError {
    fn from(kind: AnswerErrorKind) -> AnswerError {
        AnswerError { line: None, mv: None, kind }
    }
}

impl AnswerError {
    pub(crate) fn in_line(self, line: usize) -> AnswerError {
        AnswerError { line: Some(line), ..self }
    }
}

/// The kinds of [`AnswerError`].
///
/// ```
/// use reversi_engine::Value;
/// use reversi_engine::search::AnswerErrorKind;
///
/// let error = Value::Exact(3).checked().unwrap_err();
/// assert_eq!(error.kind, AnswerErrorKind::Score { score: 3 });
/// assert_eq!(error.to_string(), "an exact score must be even, from -64 to 64, not 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AnswerErrorKind {
    /// An exact score that no game ends with.
    #[error("an exact score must be even, from -64 to 64, not {score}")]
    Score {
        /// The score.
        score: i32,
    },
    /// Bounds that are odd, beyond -64 to 64, or not in order.
    #[error("bounds must be even, from -64 to 64, the lower below the upper, not {lower} and {upper}")]
    Bounds {
        /// The lower bound.
        lower: i32,
        /// The upper bound.
        upper: i32,
    },
    /// An estimate that no search returns. A position with a move has at least two discs.
    #[error("an estimate must be from -64 to 64, its depth at most 62, not {score} at {depth}")]
    Estimate {
        /// The score.
        score: i32,
        /// The depth.
        depth: u32,
    },
    /// An estimate that is deeper than the rest of the game.
    #[error("depth must be at most {empties} at {empties} empties, not {depth}")]
    Depth {
        /// The depth.
        depth: u32,
        /// The empty squares.
        empties: u32,
    },
    /// An estimate where a proven value is needed.
    #[error("the value of a solve must be proven, not an estimate")]
    NotProven,
    /// Bounds where a score is needed.
    #[error("the value of a line must be exact or an estimate, not bounds")]
    NoScore,
    /// An illegal move.
    #[error("{0}")]
    IllegalMove(IllegalMove),
    /// A square that is played twice in a line.
    #[error("{0} is played twice")]
    PlayedTwice(Square),
    /// A move after the second of two passes.
    #[error("no move can follow two passes")]
    PassedTwice,
    /// A line without moves, at a position where the game goes on.
    #[error("the moves are missing, and the game is not over")]
    NoMove,
    /// Moves of people that are not the moves of the position, or invalid chances.
    #[error(
        "the moves of people must be all legal moves, the likeliest first, with chances that add up to 1"
    )]
    People,
    /// Moves of people that are missing, or of another rating.
    #[error("the moves of people of {rating} are missing")]
    NoPeople {
        /// The rating asked for.
        rating: u32,
    },
    /// An exact score whose line proves nothing, because it does not lead to the end of the game.
    #[error("the moves of an exact score must lead to the end of the game")]
    NoProof,
    /// A value that is not the result of its line.
    #[error("the moves lead to {end:+}, not to the score {value}")]
    OtherEnd {
        /// The value.
        value: Value,
        /// The score at the end of the line.
        end: i32,
    },
    /// An analysis without lines.
    #[error("an analysis must have at least one line")]
    NoLines,
    /// A line with the first move of an earlier line.
    #[error("the first move must not be the first move of an earlier line")]
    SameMove,
    /// A line that is better than the one before it.
    #[error("a line must not be better than the line before it")]
    NotSorted,
    /// A move of a game with the analysis of another position.
    #[error("the answer must be of this position and this kind of question")]
    OtherPosition,
    /// A move of a game with the line of another move.
    #[error("the line must begin with the move that was played")]
    OtherMove,
    /// A move of a game that is better than the best move of its analysis.
    #[error("the move that was played must not be better than the best one")]
    BetterThanBest,
    /// An analysis with fewer lines than a request asks for.
    #[error("the number of lines must be at least {expected}, not {found}")]
    FewLines {
        /// The lines.
        found: usize,
        /// The lines of the request, or the legal moves if they are fewer.
        expected: usize,
    },
    /// An estimate that is less deep, or less sure, than a request asks for.
    #[error("the value {value} does not answer a request for {depth}@{selectivity}")]
    Shallow {
        /// The estimate.
        value: Value,
        /// The depth of the request at this position.
        depth: u32,
        /// The selectivity of the request at this position.
        selectivity: Selectivity,
    },
    /// An analysis that was ended by a limit that the request does not have.
    #[error("{0} has ended the analysis, and the request has no such limit")]
    Ended(StopReason),
    /// Bounds that leave the question of a request open.
    #[error("the bounds {value} do not answer a request for {alpha} to {beta}")]
    OtherWindow {
        /// The bounds.
        value: Value,
        /// The lower end of the request's window.
        alpha: i32,
        /// The upper end.
        beta: i32,
    },
}

impl AnswerErrorKind {
    /// Returns a stable name for programs: lower-case words with hyphens between them.
    ///
    /// ```
    /// assert_eq!(reversi_engine::search::AnswerErrorKind::NoProof.code(), "no-proof");
    /// ```
    pub const fn code(&self) -> &'static str {
        match self {
            AnswerErrorKind::Score { .. } => "impossible-score",
            AnswerErrorKind::Bounds { .. } => "impossible-bounds",
            AnswerErrorKind::Estimate { .. } => "impossible-estimate",
            AnswerErrorKind::Depth { .. } => "too-deep",
            AnswerErrorKind::NotProven => "not-proven",
            AnswerErrorKind::NoScore => "not-a-score",
            AnswerErrorKind::IllegalMove(_) => "illegal-move",
            AnswerErrorKind::PlayedTwice(_) => "played-twice",
            AnswerErrorKind::PassedTwice => "passed-twice",
            AnswerErrorKind::NoMove => "no-move",
            AnswerErrorKind::NoProof => "no-proof",
            AnswerErrorKind::OtherEnd { .. } => "contradicted-score",
            AnswerErrorKind::NoLines => "empty-analysis",
            AnswerErrorKind::SameMove => "same-move",
            AnswerErrorKind::NotSorted => "not-sorted",
            AnswerErrorKind::OtherPosition => "other-position",
            AnswerErrorKind::OtherMove => "other-move",
            AnswerErrorKind::BetterThanBest => "better-than-best",
            AnswerErrorKind::People => "impossible-people",
            AnswerErrorKind::NoPeople { .. } => "missing-people",
            AnswerErrorKind::FewLines { .. } => "too-few-lines",
            AnswerErrorKind::Shallow { .. } => "too-shallow",
            AnswerErrorKind::Ended(_) => "ended-early",
            AnswerErrorKind::OtherWindow { .. } => "unanswered-window",
        }
    }
}

/// Checks that some position may have this value.
///
/// # Errors
/// The first contradiction.
pub fn check_value(value: Value) -> Result<(), AnswerError> {
    let on_board = |score: i32| (-64..=64).contains(&score);
    let possible = |score: i32| on_board(score) && score % 2 == 0;
    match value {
        Value::Exact(score) if !possible(score) => Err(AnswerErrorKind::Score { score }.into()),
        Value::Bounds { lower, upper } if !(possible(lower) && possible(upper) && lower < upper) => {
            Err(AnswerErrorKind::Bounds { lower, upper }.into())
        }
        Value::Estimate { score, depth, .. } if !on_board(score) || depth > 62 => {
            Err(AnswerErrorKind::Estimate { score, depth }.into())
        }
        _ => Ok(()),
    }
}

/// Checks that the value may be the value of a solve.
pub(crate) fn check_proven(value: Value) -> Result<(), AnswerError> {
    match value {
        Value::Estimate { .. } => Err(AnswerErrorKind::NotProven.into()),
        _ => check_value(value),
    }
}

/// Checks that the value may be the value of a line.
pub(crate) fn check_scored(value: Value) -> Result<(), AnswerError> {
    match value {
        Value::Bounds { .. } => Err(AnswerErrorKind::NoScore.into()),
        _ => check_value(value),
    }
}

/// Checks that the moves may be a line of play on some board.
#[cfg_attr(not(feature = "serde"), expect(dead_code, reason = "only there a line has no board"))]
pub(crate) fn check_moves(pv: &[Move]) -> Result<(), AnswerError> {
    let mut played = Bitboard::EMPTY;
    for (i, &mv) in pv.iter().enumerate() {
        let kind = match mv {
            Move::Place(square) if played.contains(square) => AnswerErrorKind::PlayedTwice(square),
            Move::Pass if i > 0 && pv[i - 1] == Move::Pass => AnswerErrorKind::PassedTwice,
            Move::Place(square) => {
                played = played.with_square(square);
                continue;
            }
            Move::Pass => continue,
        };
        return Err(AnswerError { line: None, mv: Some(i), kind });
    }
    Ok(())
}

/// Checks that the line of play is legal. Returns the score at its end if it leads to the end of the game.
fn play(board: Board, pv: &[Move]) -> Result<Option<i32>, AnswerError> {
    let mut game = Game::from_position(Position { board, side: Color::Black });
    for (i, &mv) in pv.iter().enumerate() {
        game.play(mv).map_err(|error| AnswerError {
            line: None,
            mv: Some(i),
            kind: AnswerErrorKind::IllegalMove(error),
        })?;
    }
    Ok(game.score())
}

/// Checks that the value and the line may be a solution of this board. `proves` tells for which exact scores
/// the line must be a proof.
///
/// # Errors
/// The first contradiction.
pub fn check_solution(
    board: Board,
    value: Value,
    pv: &[Move],
    proves: impl FnOnce(i32) -> bool,
) -> Result<(), AnswerError> {
    check_proven(value)?;
    match play(board, pv)? {
        Some(end) if end < value.lower() || value.upper() < end => {
            Err(AnswerErrorKind::OtherEnd { value, end }.into())
        }
        None if value.exact().is_some_and(proves) => Err(AnswerErrorKind::NoProof.into()),
        _ => Ok(()),
    }
}

/// Checks that the value and the moves may be a line of an analysis of this board.
///
/// # Errors
/// The first contradiction.
pub fn check_line(board: Board, value: Value, pv: &[Move]) -> Result<(), AnswerError> {
    check_scored(value)?;
    let end = play(board, pv)?;
    if pv.is_empty() && end.is_none() {
        return Err(AnswerErrorKind::NoMove.into());
    }
    let empties = board.empties().len();
    match (value, end) {
        (Value::Exact(score), Some(end)) if end != score => {
            Err(AnswerErrorKind::OtherEnd { value, end }.into())
        }
        (Value::Exact(_), None) => Err(AnswerErrorKind::NoProof.into()),
        (Value::Estimate { depth, .. }, _) if depth > empties => {
            Err(AnswerErrorKind::Depth { depth, empties }.into())
        }
        _ => Ok(()),
    }
}

/// Checks that these may be the lines of an analysis of this board.
pub(crate) fn check_lines(board: Board, lines: &[Line]) -> Result<(), AnswerError> {
    if lines.is_empty() {
        return Err(AnswerErrorKind::NoLines.into());
    }
    for (i, line) in lines.iter().enumerate() {
        check_line(board, line.value, &line.pv).map_err(|error| error.in_line(i))?;
        if lines[..i].iter().any(|earlier| earlier.best_move() == line.best_move()) {
            return Err(AnswerError::from(AnswerErrorKind::SameMove).in_line(i));
        }
    }
    match lines.windows(2).position(|two| two[0].score() < two[1].score()) {
        Some(i) => Err(AnswerError::from(AnswerErrorKind::NotSorted).in_line(i + 1)),
        None => Ok(()),
    }
}
