//! The answer to an analysis.

use std::time::Duration;

use reversi_bitboard::{Board, Move};

use super::{StopReason, Value};

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
pub struct Line {
    pub(crate) value: Value,
    pub(crate) pv: Vec<Move>,
}

impl Line {
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
}

/// The answer to an [`AnalyzeRequest`](crate::AnalyzeRequest).
///
/// ```
/// use reversi_engine::{AnalyzeRequest, Board, Engine, Limits, StopReason};
///
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let analysis = engine.analyze(&Board::START, AnalyzeRequest::unlimited().limits(Limits::new().nodes(10_000)))?;
/// assert_eq!(analysis.stopped(), Some(StopReason::Nodes));
/// assert!(analysis.best_move().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Analysis {
    pub(crate) board: Board,
    pub(crate) lines: Vec<Line>,
    pub(crate) stopped: Option<StopReason>,
    pub(crate) nodes: u64,
    pub(crate) elapsed: Duration,
}

impl Analysis {
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
    /// `None` if it has reached them. By a [clock](crate::AnalyzeRequest::clock), also if there was nothing to
    /// choose: the [value](Self::value) tells the depth.
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
}
