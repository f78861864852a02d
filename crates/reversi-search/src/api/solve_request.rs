//! The question of a solve, and its limits.

use reversi_bitboard::Board;

use super::answer::check_solution;
use super::{AnswerError, AnswerErrorKind, Limits, ManyError, Solution, SolveError};

/// The question of a solve, and its limits.
///
/// Scores are final disc differences from the side to move, empties to the winner. They are always even, so
/// "more than -1" and "at least 0" are the same question.
///
/// ```
/// use std::time::Duration;
/// use reversi_engine::{Limits, SolveRequest};
///
/// let exact = SolveRequest::exact();
/// let who_wins = SolveRequest::wld().limits(Limits::new().time(Duration::from_secs(1)));
/// let by_ten = SolveRequest::at_least(10);
/// assert_eq!(by_ten.alpha()..by_ten.beta(), 9..10);
/// # let _ = (exact, who_wins);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct SolveRequest {
    alpha: i32,
    beta: i32,
    /// The score of [`at_least`](Self::at_least) that no window holds.
    refused: Option<i32>,
    pub(crate) limits: Limits,
    pub(crate) total_limits: Limits,
}

impl SolveRequest {
    /// Asks for the exact score, the best move and the whole line of best play.
    pub fn exact() -> SolveRequest {
        SolveRequest::window(-65, 65)
    }

    /// Asks for win, draw or loss: much less work than the exact score.
    pub fn wld() -> SolveRequest {
        SolveRequest::window(-1, 1)
    }

    /// Asks whether the side to move can score `score` or more. The solve checks that it is -64 to 65.
    ///
    /// ```
    /// use reversi_engine::SolveRequest;
    ///
    /// let error = SolveRequest::at_least(-65).check().unwrap_err();
    /// assert_eq!(error.to_string(), "at_least must be -64 to 65, not -65");
    /// ```
    pub fn at_least(score: i32) -> SolveRequest {
        let refused = Some(score).filter(|score| !(-64..=65).contains(score));
        SolveRequest { refused, ..SolveRequest::window(score.saturating_sub(1), score) }
    }

    /// Asks for the exact score if it lies strictly between `alpha` and `beta`, otherwise for a bound on its
    /// side of the window. The solve checks that -65 <= `alpha` < `beta` <= 65.
    pub fn window(alpha: i32, beta: i32) -> SolveRequest {
        SolveRequest { alpha, beta, refused: None, limits: Limits::new(), total_limits: Limits::new() }
    }

    /// Ends the solve of a position when a limit is reached. A [`Stop`](crate::Stop) ends the whole call.
    /// Replaces limits that were set before: see [`within`](Self::within).
    pub fn limits(mut self, limits: Limits) -> SolveRequest {
        self.limits = limits;
        self
    }

    /// Ends the whole call when a limit is reached, also a call on many positions
    /// ([`Engine::solve_many`](crate::Engine::solve_many)). On one position, this and
    /// [`limits`](Self::limits) both hold. Replaces limits of the whole call that were set before.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::time::Duration;
    /// use reversi_engine::{Board, Engine, Limits, SolveRequest};
    /// use reversi_engine::search::StopReason;
    ///
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let request = SolveRequest::exact().total_limits(Limits::new().time(Duration::from_millis(50)));
    /// let boards = std::iter::repeat(Board::START); // without an end
    /// let stopped = engine.solve_many(boards, request, |_| ControlFlow::Continue(()))?;
    /// assert_eq!(stopped, Some(StopReason::Time));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_limits(mut self, limits: Limits) -> SolveRequest {
        self.total_limits = limits;
        self
    }

    /// Limits the whole call further: the limits that the request has hold too.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine, Limits, SolveError, SolveRequest};
    ///
    /// let theirs = SolveRequest::exact().total_limits(Limits::new().nodes(1000));
    /// let request = theirs.within(Limits::new().nodes(1_000_000)); // no more than 1000
    /// let error = Engine::builder().hash_mib(1).build()?.solve(&Board::START, request).unwrap_err();
    /// let SolveError::Interrupted(interrupted) = error else { unreachable!("it takes more nodes") };
    /// assert!(interrupted.nodes < 100_000);
    /// # Ok::<(), reversi_engine::BuildError>(())
    /// ```
    pub fn within(mut self, limits: Limits) -> SolveRequest {
        self.total_limits = self.total_limits.within(&limits);
        self
    }

    /// Returns the bound that a score must exceed to be of interest.
    pub fn alpha(&self) -> i32 {
        self.alpha
    }

    /// Returns the bound at which a score is good enough.
    pub fn beta(&self) -> i32 {
        self.beta
    }

    /// Checks that the window holds a score.
    ///
    /// ```
    /// use reversi_engine::SolveRequest;
    ///
    /// assert!(SolveRequest::exact().check().is_ok());
    /// assert!(SolveRequest::window(4, 4).check().is_err());
    /// ```
    ///
    /// # Errors
    /// [`ManyError`] if it does not.
    pub fn check(&self) -> Result<(), ManyError> {
        ManyError::check_window(self)
    }

    /// Checks that the solution is one of the board and answers the request: its value is proven as far as
    /// the window asks, and its line of play is legal, to the end of the game if the score is exact.
    ///
    /// ```
    /// use reversi_engine::{Board, Solution, SolveRequest, Value};
    ///
    /// let wins = Solution::new(&Board::START, Value::bounds(2, 64)?, [])?;
    /// assert!(SolveRequest::wld().check_answer(&Board::START, &wins).is_ok());
    /// let error = SolveRequest::exact().check_answer(&Board::START, &wins).unwrap_err();
    /// assert_eq!(error.to_string(), "the bounds >= +2 do not answer a request for -65 to 65");
    /// # Ok::<(), reversi_engine::search::AnswerError>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] with what is wrong, and where.
    pub fn check_answer(&self, board: &Board, solution: &Solution) -> Result<(), AnswerError> {
        let (alpha, beta, value) = (self.alpha, self.beta, solution.value());
        check_solution(*board, value, solution.pv(), |score| self.is_inside(score))?;
        if value.exact().is_none() && alpha < value.upper() && value.lower() < beta {
            return Err(AnswerErrorKind::OtherWindow { value, alpha, beta }.into());
        }
        Ok(())
    }

    /// Returns whether the request asks for the exact value of this score: it is inside the window.
    pub(crate) fn is_inside(&self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// Returns the limits of the whole call, to change them.
    #[doc(hidden)] // reversi-question: limits of whoever answers
    pub fn total_limits_mut(&mut self) -> &mut Limits {
        &mut self.total_limits
    }

    /// Returns the window if it holds a score.
    ///
    /// # Errors
    /// [`SolveError::InvalidScore`] and [`SolveError::InvalidWindow`].
    #[doc(hidden)] // reversi-question
    pub fn checked_window(&self) -> Result<(i32, i32), SolveError> {
        let (alpha, beta) = (self.alpha, self.beta);
        if let Some(score) = self.refused {
            Err(SolveError::InvalidScore { score })
        } else if -65 <= alpha && alpha < beta && beta <= 65 {
            Ok((alpha, beta))
        } else {
            Err(SolveError::InvalidWindow { alpha, beta })
        }
    }
}
