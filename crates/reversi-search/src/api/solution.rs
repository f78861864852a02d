//! The answer to a solve, or the error.

use std::time::Duration;

use reversi_bitboard::{Board, Move};
use reversi_fields::{Kind, answer};
use thiserror::Error;

#[cfg(feature = "serde")]
use super::answer::check_moves;
use super::answer::{AnswerError, SOURCES, Source, check_proven, check_solution};
use super::limits::STOP_REASONS;
use super::{StopReason, Value};

answer! {
    /// The answer to a [`SolveRequest`](crate::SolveRequest). All of it is proven.
    ///
    /// ```
    /// use reversi_engine::{Engine, SolveRequest};
    ///
    /// let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
    /// let solution = Engine::builder().hash_mib(1).build()?.solve(&board, SolveRequest::exact())?;
    /// assert_eq!(solution.value().exact(), Some(2));
    /// assert_eq!(solution.best_move(), solution.pv().first().copied());
    /// println!("{} nodes in {:?}", solution.nodes(), solution.elapsed());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[must_use]
    pub struct Solution as SOLUTION: "A proven score, or the bound that the window asks for." {
        /// The score, or the bounds that answer the question.
        pub(crate) value: Value as "value": Kind::Value;
        /// The line of best play, passes included.
        pub(crate) pv: Vec<Move> as "pv": Kind::List(&Kind::Move);
        /// The nodes searched.
        pub(crate) nodes: u64 as "nodes": Kind::COUNTER;
        /// The wall-clock time of the call.
        pub(crate) elapsed: Duration as "seconds": Kind::Seconds, serde(with = "reversi_fields::seconds");
        /// The source of the solution.
        pub(crate) source: Source as "source": Kind::Names("Source", SOURCES), or "\"search\"",
            serde(default, skip_serializing_if = "Source::is_search");
    }
}

impl Solution {
    /// Makes a solution of a position that no search of this engine has found: from a book, a file, another
    /// program. By default it has no nodes and no time, and its source is a search. The value is not proven
    /// again.
    ///
    /// ```
    /// use reversi_engine::{Board, Move, Solution, Value};
    /// use reversi_engine::search::{AnswerErrorKind, Source};
    ///
    /// let board: Board = "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?;
    /// let pv: Vec<Move> = "h1 ps h7 ps h8".split(' ').map(str::parse).collect::<Result<_, _>>()?;
    /// let solution = Solution::new(&board, Value::Exact(-12), &pv[..])?.with_source(Source::Book);
    /// assert_eq!(solution.best_move(), Some(pv[0]));
    /// let beginning = Solution::new(&board, Value::Exact(-12), &pv[..1]).unwrap_err();
    /// assert_eq!(beginning.kind, AnswerErrorKind::NoProof);
    /// let bounds = Solution::new(&board, Value::bounds(-12, 64)?, &pv[..1])?; // these need no proof
    /// # assert_eq!(bounds.source(), Source::Search);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] if the value is an estimate, a move is illegal, or the line leads to an end of the
    /// game that the value excludes. The line of an exact score must lead to the end of the game, except for
    /// a wipe-out.
    pub fn new(board: &Board, value: Value, pv: impl Into<Vec<Move>>) -> Result<Solution, AnswerError> {
        let pv = pv.into();
        // A wipe-out is as much as a bound can prove: then the line may be a beginning.
        check_solution(*board, value, &pv, |score| score.abs() < 64)?;
        Ok(Solution::of_search(value, pv))
    }

    /// Makes a solution by a search, which adds its nodes and its time.
    pub(crate) fn of_search(value: Value, pv: Vec<Move>) -> Solution {
        Solution { value, pv, nodes: 0, elapsed: Duration::ZERO, source: Source::Search }
    }

    /// Returns the solution if its value is proven and its moves may be a line of play. Its board is not
    /// known.
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Solution, AnswerError> {
        check_proven(self.value)?;
        check_moves(&self.pv)?;
        Ok(self)
    }

    /// Sets the [source](Self::source).
    pub fn with_source(mut self, source: Source) -> Solution {
        self.source = source;
        self
    }

    /// Sets the number of [nodes](Self::nodes).
    pub fn with_nodes(mut self, nodes: u64) -> Solution {
        self.nodes = nodes;
        self
    }

    /// Sets the [time](Self::elapsed).
    pub fn with_elapsed(mut self, elapsed: Duration) -> Solution {
        self.elapsed = elapsed;
        self
    }

    /// Returns the score, or the bounds that answer the request's window.
    pub fn value(&self) -> Value {
        self.value
    }

    /// Returns the first move of [`pv`](Self::pv): it reaches the score or the lower bound. Returns `None` if
    /// the game is over or only an upper bound is proven: then no move is known to be better than another.
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }

    /// Returns a line of best play, forced passes included. It goes to the end of the game if the score lies
    /// strictly between the request's `alpha` and `beta`, as it always does with `exact()`. For a score of
    /// `beta` or more the line is the start of one that reaches `beta`. For a score of `alpha` or less the
    /// line is empty.
    ///
    /// If the score was proven before and a limit ends the call, the line consists of what the hash table
    /// still has of it, and may end early.
    pub fn pv(&self) -> &[Move] {
        &self.pv
    }

    /// Returns the nodes searched. A node is a move or pass made to reach a new position. The move on the
    /// last empty square is one node as well, although its discs are only counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the wall-clock time of the call.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Returns the source of the solution.
    pub fn source(&self) -> Source {
        self.source
    }
}

/// Why a position was not solved.
///
/// ```
/// use reversi_engine::{Board, Engine, Limits, SolveError, SolveRequest};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// match engine.solve(&Board::START, SolveRequest::exact().limits(Limits::new().nodes(1000))) {
///     Ok(solution) => println!("{}", solution.value()),
///     Err(SolveError::Interrupted(interrupted)) => println!("not yet: {}", interrupted.bounds),
///     Err(error) => return Err(error.into()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A limit was reached before the request was answered.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The request's window is empty or reaches beyond the possible scores.
    #[error("window must be [alpha, beta] with -65 <= alpha < beta <= 65, not [{alpha}, {beta}]")]
    InvalidWindow {
        /// The lower end.
        alpha: i32,
        /// The upper end.
        beta: i32,
    },
    /// The request asks for a score that no board has.
    #[error("at_least must be -64 to 65, not {score}")]
    InvalidScore {
        /// The score.
        score: i32,
    },
}

impl SolveError {
    /// Returns the code of the error in data.
    #[doc(hidden)] // reversi-question
    pub fn code(&self) -> &'static str {
        match self {
            SolveError::Interrupted(_) => "interrupted",
            SolveError::InvalidWindow { .. } => "invalid-window",
            SolveError::InvalidScore { .. } => "out-of-range",
        }
    }

    /// Returns the field of the request that the error is about.
    #[doc(hidden)] // reversi-question
    pub fn field(&self) -> Option<&'static str> {
        match self {
            SolveError::Interrupted(_) => None,
            SolveError::InvalidWindow { .. } => Some("window"),
            SolveError::InvalidScore { .. } => Some("at_least"),
        }
    }
}

answer! {
    /// A search that reached a limit, with the bounds that it had proven. They do not answer the request:
    /// bounds that do, and every exact score, are a [`Solution`], whatever the limits.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine, Limits, SolveError, SolveRequest};
    /// use reversi_engine::search::StopReason;
    ///
    /// let request = SolveRequest::exact().limits(Limits::new().nodes(1000));
    /// let answer = Engine::builder().hash_mib(1).build()?.solve(&Board::START, request);
    /// let Err(SolveError::Interrupted(interrupted)) = answer else { unreachable!("it takes more nodes") };
    /// assert_eq!(interrupted.reason, StopReason::Nodes);
    /// assert!(interrupted.bounds.lower() <= 0 && 0 <= interrupted.bounds.upper());
    /// println!("{interrupted}");
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq, Error)]
    #[error("stopped by {reason} after {nodes} nodes; proven so far: {bounds}")]
    #[non_exhaustive]
    pub struct Interrupted as INTERRUPTED: "A solve that a limit ended, with what is proven." {
        /// The limit that was reached.
        pub reason: StopReason as "reason": Kind::Names("StopReason", STOP_REASONS);
        /// Proven bounds of the score.
        pub bounds: Value as "bounds": Kind::Bounds, serde(with = "crate::api::value::bounds");
        /// The nodes searched.
        pub nodes: u64 as "nodes": Kind::COUNTER;
        /// The wall-clock time of the call.
        pub elapsed: Duration as "seconds": Kind::Seconds, serde(with = "reversi_fields::seconds");
    }
}

impl Interrupted {
    /// Makes an interrupted solve that no search of this engine has made, without nodes and time.
    ///
    /// ```
    /// use reversi_engine::Value;
    /// use reversi_engine::search::{Interrupted, StopReason};
    ///
    /// let interrupted = Interrupted::new(StopReason::Time, Value::bounds(2, 64)?)?;
    /// assert_eq!(interrupted.to_string(), "stopped by the time limit after 0 nodes; proven so far: >= +2");
    /// # Ok::<(), reversi_engine::search::AnswerError>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] if the bounds are an estimate or invalid.
    pub fn new(reason: StopReason, bounds: Value) -> Result<Interrupted, AnswerError> {
        Interrupted { reason, bounds, nodes: 0, elapsed: Duration::ZERO }.checked()
    }

    /// Returns the answer if its bounds are proven.
    pub(crate) fn checked(self) -> Result<Interrupted, AnswerError> {
        check_proven(self.bounds).map(|()| self)
    }
}
