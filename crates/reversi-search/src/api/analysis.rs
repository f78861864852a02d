//! The answer to an analysis.

use std::time::Duration;

use reversi_bitboard::{Board, Move};
use reversi_fields::{Kind, answer};

use super::answer::{AnswerError, SOURCES, Source, check_line, check_lines};
#[cfg(feature = "serde")]
use super::answer::{check_moves, check_scored};
use super::human_moves::HUMAN_MOVES;
use super::limits::STOP_REASONS;
use super::{HumanMoves, StopReason, Value};

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
    /// Makes a line of a position that no search of this engine has found: from a book, a file, another
    /// program.
    ///
    /// ```
    /// use reversi_engine::{Board, Line, Move, Selectivity, Square, Value};
    ///
    /// let line = Line::new(&Board::START, Value::estimate(0, 1, Selectivity::P100)?, [Square::F5.into()])?;
    /// assert_eq!(line.best_move(), Some(Move::Place(Square::F5)));
    /// assert!(Line::new(&Board::START, Value::Exact(0), [Square::F5.into()]).is_err()); // it proves nothing
    /// # Ok::<(), reversi_engine::search::AnswerError>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] if the value is not a score, a move is illegal, there is no move although the game
    /// goes on, or an estimate is deeper than the rest of the game. The moves of an exact score must lead to
    /// the end of the game with that score.
    pub fn new(board: &Board, value: Value, pv: impl Into<Vec<Move>>) -> Result<Line, AnswerError> {
        let pv = pv.into();
        check_line(*board, value, &pv)?;
        Ok(Line { value, pv })
    }

    /// Returns the line if its value is a score and its moves may be a line of play. Its board is not known.
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Line, AnswerError> {
        check_scored(self.value)?;
        check_moves(&self.pv)?;
        Ok(self)
    }

    /// Returns the score from the side to move: exact, or an estimate.
    pub fn value(&self) -> Value {
        self.value
    }

    /// Returns the first move of [`pv`](Self::pv), or `None` if the game is over.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// Returns the moves of both sides, forced passes included, all legal. The line is as long as the search
    /// was deep, unless the hash table has lost its end. It goes to the end of the game if the score is
    /// exact.
    pub fn pv(&self) -> &[Move] {
        &self.pv
    }

    /// Returns the score of the value.
    pub(crate) fn score(&self) -> i32 {
        self.value.score().unwrap_or(0)
    }
}

answer! {
    /// The answer to an [`AnalyzeRequest`](crate::AnalyzeRequest).
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Engine, Limits};
    /// use reversi_engine::search::StopReason;
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
        /// The limit that ended the analysis, or null.
        pub(crate) stopped: Option<StopReason> as "stopped":
            Kind::OrNull(&Kind::Names("StopReason", STOP_REASONS));
        /// The nodes searched.
        pub(crate) nodes: u64 as "nodes": Kind::COUNTER;
        /// The wall-clock time of the call.
        pub(crate) elapsed: Duration as "seconds": Kind::Seconds, serde(with = "reversi_fields::seconds");
        /// The source of the analysis.
        pub(crate) source: Source as "source": Kind::Names("Source", SOURCES), or "\"search\"",
            serde(default, skip_serializing_if = "Source::is_search");
        /// The moves that people would play, if asked for.
        pub(crate) human: Option<HumanMoves> as "human": Kind::Object(&HUMAN_MOVES), or "none",
            serde(default, skip_serializing_if = "Option::is_none");
    } beside {
        /// The position.
        pub(crate) board: Board, serde(default = "not_placed");
    }
}

/// Placeholder until [`Analysis::at`] sets the board.
#[cfg(feature = "serde")]
const fn not_placed() -> Board {
    Board::START
}

impl Analysis {
    /// Makes an analysis of a position that no search of this engine has made. By default it has no nodes, no
    /// time and no limit that ended it, and its source is a search.
    ///
    /// ```
    /// use reversi_engine::{Analysis, Board, Line, Selectivity, Square, Value};
    /// use reversi_engine::search::Source;
    ///
    /// let board = Board::START.play(Square::F5);
    /// let line = |score, square: Square| {
    ///     Line::new(&board, Value::estimate(score, 20, Selectivity::P87)?, [square.into()])
    /// };
    /// let lines = [line(1, Square::D6)?, line(0, Square::F6)?];
    /// let analysis = Analysis::new(&board, lines)?.with_source(Source::Book);
    /// assert_eq!(analysis.best_move(), Some(Square::D6.into()));
    /// # Ok::<(), reversi_engine::search::AnswerError>(())
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

    /// Makes an analysis by a search, which adds its nodes and its time.
    pub(crate) fn of_search(board: Board, lines: Vec<Line>) -> Analysis {
        let (stopped, nodes, elapsed, source) = (None, 0, Duration::ZERO, Source::Search);
        Analysis { board, lines, stopped, nodes, elapsed, source, human: None }
    }

    /// Sets the position of an analysis that was read without one.
    ///
    /// # Errors
    /// The first contradiction between the analysis and the position.
    #[cfg(feature = "serde")]
    #[doc(hidden)] // an answer has its position once
    pub fn at(self, board: Board) -> Result<Analysis, AnswerError> {
        check_lines(board, &self.lines)?;
        self.human.iter().try_for_each(|human| human.check(&board))?;
        Ok(Analysis { board, ..self })
    }

    /// Sets the [source](Self::source).
    pub fn with_source(mut self, source: Source) -> Analysis {
        self.source = source;
        self
    }

    /// Sets the number of [nodes](Self::nodes).
    pub fn with_nodes(mut self, nodes: u64) -> Analysis {
        self.nodes = nodes;
        self
    }

    /// Sets the [time](Self::elapsed).
    pub fn with_elapsed(mut self, elapsed: Duration) -> Analysis {
        self.elapsed = elapsed;
        self
    }

    /// Sets the [moves of people](Self::human).
    ///
    /// # Errors
    /// [`AnswerErrorKind::People`](crate::AnswerErrorKind::People) if they are not the moves of the
    /// position.
    pub fn with_human(mut self, human: Option<HumanMoves>) -> Result<Analysis, AnswerError> {
        human.iter().try_for_each(|human| human.check(&self.board))?;
        self.human = human;
        Ok(self)
    }

    /// Sets the [limit](Self::stopped) that ended the analysis.
    pub fn with_stopped(mut self, stopped: Option<StopReason>) -> Analysis {
        self.stopped = stopped;
        self
    }

    /// Returns the position.
    pub fn board(&self) -> Board {
        self.board
    }

    /// Returns the best moves with their lines, the best first: as many as the request asks for or as are
    /// legal, at least one.
    ///
    /// If the side to move has to pass, there is one line, which begins with the pass. If the game is over,
    /// there is one line without moves.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the value of the best line. It is exact only if no other move can be better, which a stopped
    /// analysis has not proven.
    pub fn value(&self) -> Value {
        self.lines[0].value
    }

    /// Returns the best move, or `None` if the game is over. Of moves with the same score it is the one that
    /// the search before, less deep or less sure, found best.
    pub fn best_move(&self) -> Option<Move> {
        self.lines[0].best_move()
    }

    /// Returns the best line.
    pub fn pv(&self) -> &[Move] {
        &self.lines[0].pv
    }

    /// Returns the limit that ended the analysis before it reached the depth and selectivity of the request.
    /// Its values are then from an earlier search, less deep or less sure: an analysis of a
    /// [depth](crate::AnalyzeRequest::depth) is selective as a rule.
    ///
    /// Returns `None` if the analysis has reached them. With a [clock](crate::AnalyzeRequest::clock), it
    /// returns `None` also if there was nothing to choose: the [value](Self::value) tells the depth.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Returns the nodes searched, counted as in [`Solution::nodes`](crate::Solution::nodes).
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the wall-clock time of the call.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Returns the source of the analysis.
    pub fn source(&self) -> Source {
        self.source
    }

    /// Returns the moves that people would play, if the request [asks for
    /// them](crate::AnalyzeRequest::human).
    pub fn human(&self) -> Option<&HumanMoves> {
        self.human.as_ref()
    }
}

/// An analysis without its position, which is set later: for `#[serde(with = "unplaced")]`.
#[cfg(feature = "serde")]
pub mod unplaced {
    use ::serde::de::Deserializer;
    use ::serde::ser::Serializer;

    use super::Analysis;

    /// Writes the analysis.
    ///
    /// # Errors
    /// Of the serializer.
    pub fn serialize<S: Serializer>(analysis: &Analysis, serializer: S) -> Result<S::Ok, S::Error> {
        Analysis::serialize(analysis, serializer)
    }

    /// Reads an analysis.
    ///
    /// # Errors
    /// For a value that is not an analysis.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Analysis, D::Error> {
        Analysis::deserialize(deserializer)
    }
}
