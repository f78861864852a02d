//! The answer to an analysis.

use std::time::Duration;

use reversi_bitboard::{Board, Move};

use super::answer::{AnswerError, SOURCES, Source, check_line, check_lines};
#[cfg(feature = "serde")]
use super::answer::{check_moves, check_scored};
use super::human_moves::HUMAN_MOVES;
use super::limits::STOP_REASONS;
use super::{HumanMoves, StopReason, Value};
use crate::surface::Kind;
use crate::surface::macros::answer;

answer! {
    /// A move with its value and the expected continuation of the game.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Engine};
    ///
    /// let analysis = Engine::builder().hash_mib(1).build()?.analyze(&Board::START, AnalyzeRequest::depth(4))?;
    /// let line = &analysis.lines()[0];
    /// assert_eq!(line.pv().len(), 4);
    /// println!("{} is worth {}", line.best_move().unwrap(), line.value());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Line as LINE: "A move with its value and the expected continuation of the game." {
        /// The score: exact, or an estimate.
        pub(crate) value: Value as "value": Kind::Value;
        /// The move and what follows, passes included.
        pub(crate) pv: Vec<Move> as "pv": Kind::List(&Kind::Move);
    }
}

impl Line {
    /// A line of a position, for an answer that no search of this engine gives: from a book, a file, another
    /// program.
    ///
    /// ```
    /// use reversi_engine::{Board, Line, Move, Selectivity, Square, Value};
    ///
    /// let line = Line::new(&Board::START, Value::estimate(0, 1, Selectivity::P100)?, [Square::F5.into()])?;
    /// assert_eq!(line.best_move(), Some(Move::Place(Square::F5)));
    /// assert!(Line::new(&Board::START, Value::Exact(0), [Square::F5.into()]).is_err()); // it proves nothing
    /// # Ok::<(), reversi_engine::AnswerError>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] if the value is no score, a move is illegal, there is none although the game goes on,
    /// an exact score is not that of the end of the game, to which the moves have to lead, or an estimate is
    /// deeper than the rest of the game.
    pub fn new(board: &Board, value: Value, pv: impl Into<Vec<Move>>) -> Result<Line, AnswerError> {
        let pv = pv.into();
        check_line(*board, value, &pv)?;
        Ok(Line { value, pv })
    }

    /// The line itself, if its value is a score and its moves may be some. Its board is not known.
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Line, AnswerError> {
        check_scored(self.value)?;
        check_moves(&self.pv)?;
        Ok(self)
    }

    /// The score from the side to move: exact, or an estimate.
    pub fn value(&self) -> Value {
        self.value
    }

    /// The first move of [`pv`](Self::pv); `None` if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// The moves of both sides, forced passes included, all legal. The line is as long as the search was
    /// deep, unless the hash table has lost its end. It goes to the end of the game if the score is exact.
    pub fn pv(&self) -> &[Move] {
        &self.pv
    }

    /// The score of the value.
    pub(crate) fn score(&self) -> i32 {
        self.value.score().unwrap_or(0)
    }
}

answer! {
    /// The answer to an [`AnalyzeRequest`](crate::AnalyzeRequest).
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Engine, Limits, StopReason};
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let request = AnalyzeRequest::unlimited().limits(Limits::new().nodes(10_000));
    /// let analysis = engine.analyze(&Board::START, request)?;
    /// assert_eq!(analysis.stopped(), Some(StopReason::Nodes));
    /// assert!(analysis.best_move().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[must_use]
    pub struct Analysis as ANALYSIS: "The best moves of the position beside it, the best first." {
        /// The best moves with their lines, the best first; at least one.
        pub(crate) lines: Vec<Line> as "lines": Kind::List(&Kind::Object(&LINE));
        /// The limit that ended it, or null.
        pub(crate) stopped: Option<StopReason> as "stopped":
            Kind::OrNull(&Kind::Names("StopReason", STOP_REASONS));
        /// The nodes searched.
        pub(crate) nodes: u64 as "nodes": Kind::COUNTER;
        /// The wall-clock time of the call.
        pub(crate) elapsed: Duration as "seconds": Kind::Seconds, serde(with = "crate::serde::seconds");
        /// Where it is from.
        pub(crate) source: Source as "source": Kind::Names("Source", SOURCES), or "\"search\"",
            serde(default, skip_serializing_if = "Source::is_search");
        /// What people would play, if it was asked for.
        pub(crate) human: Option<HumanMoves> as "human": Kind::Object(&HUMAN_MOVES), or "none",
            serde(default, skip_serializing_if = "Option::is_none");
    } beside {
        /// The position.
        pub(crate) board: Board, serde(default = "not_placed");
    }
}

/// Until [`Analysis::at`] sets it.
#[cfg(feature = "serde")]
const fn not_placed() -> Board {
    Board::START
}

impl Analysis {
    /// An analysis of a position, for an answer that no search of this engine gives. It has no nodes and no
    /// time, was not stopped, and names a search as its source, until it is told otherwise.
    ///
    /// ```
    /// use reversi_engine::{Analysis, Board, Line, Selectivity, Source, Square, Value};
    ///
    /// let board = Board::START.play(Square::F5);
    /// let line = |score, square: Square| {
    ///     Line::new(&board, Value::estimate(score, 20, Selectivity::P87)?, [square.into()])
    /// };
    /// let lines = [line(1, Square::D6)?, line(0, Square::F6)?];
    /// let analysis = Analysis::new(&board, lines)?.with_source(Source::Book);
    /// assert_eq!(analysis.best_move(), Some(Square::D6.into()));
    /// # Ok::<(), reversi_engine::AnswerError>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] if there is no line, one is not a [line of the position](Line::new), two begin with
    /// the same move, or one is better than the one before it.
    pub fn new(board: &Board, lines: impl Into<Vec<Line>>) -> Result<Analysis, AnswerError> {
        let (board, lines) = (*board, lines.into());
        check_lines(board, &lines)?;
        Ok(Analysis::of_search(board, lines))
    }

    /// An analysis by a search, which adds what it has cost.
    pub(crate) fn of_search(board: Board, lines: Vec<Line>) -> Analysis {
        let (stopped, nodes, elapsed, source) = (None, 0, Duration::ZERO, Source::Search);
        Analysis { board, lines, stopped, nodes, elapsed, source, human: None }
    }

    /// An analysis that was read without its position, at this one.
    #[cfg(feature = "serde")]
    pub(crate) fn at(self, board: Board) -> Result<Analysis, AnswerError> {
        check_lines(board, &self.lines)?;
        self.human.iter().try_for_each(|human| human.check(&board))?;
        Ok(Analysis { board, ..self })
    }

    /// The analysis with another [source](Self::source).
    pub fn with_source(mut self, source: Source) -> Analysis {
        self.source = source;
        self
    }

    /// The analysis with another number of [nodes](Self::nodes).
    pub fn with_nodes(mut self, nodes: u64) -> Analysis {
        self.nodes = nodes;
        self
    }

    /// The analysis with another [time](Self::elapsed).
    pub fn with_elapsed(mut self, elapsed: Duration) -> Analysis {
        self.elapsed = elapsed;
        self
    }

    /// The analysis with other [moves of people](Self::human).
    ///
    /// # Errors
    /// [`AnswerErrorKind::People`](crate::AnswerErrorKind::People) if they are not the moves of the
    /// position.
    pub fn with_human(mut self, human: Option<HumanMoves>) -> Result<Analysis, AnswerError> {
        human.iter().try_for_each(|human| human.check(&self.board))?;
        self.human = human;
        Ok(self)
    }

    /// The analysis with another [limit](Self::stopped).
    pub fn with_stopped(mut self, stopped: Option<StopReason>) -> Analysis {
        self.stopped = stopped;
        self
    }

    /// The position.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The best moves with their lines, the best first: as many as the request names or as are legal, at
    /// least one.
    ///
    /// If the side to move has to pass there is one line, which begins with the pass. If the game is over
    /// there is one line without moves.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The value of the best line. It is exact only if no other move can be better, which a stopped analysis
    /// has not proven.
    pub fn value(&self) -> Value {
        self.lines[0].value
    }

    /// The best move; `None` if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.lines[0].best_move()
    }

    /// The best line.
    pub fn pv(&self) -> &[Move] {
        &self.lines[0].pv
    }

    /// The limit that ended the analysis before it reached the depth and selectivity of the request. Then its
    /// values are those of an earlier search: less deep or less sure, so an analysis of a
    /// [depth](crate::AnalyzeRequest::depth) is selective as a rule.
    ///
    /// `None` if it has reached them. By a [clock](crate::AnalyzeRequest::clock), also if there was nothing
    /// to choose: the [value](Self::value) tells the depth.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Nodes searched, counted as [`Solution::nodes`](crate::Solution::nodes) are.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Wall-clock time of the call.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Where the analysis is from.
    pub fn source(&self) -> Source {
        self.source
    }

    /// What people would play, if the request has [asked for it](crate::AnalyzeRequest::human).
    pub fn human(&self) -> Option<&HumanMoves> {
        self.human.as_ref()
    }
}
