//! How thoroughly to analyze a position, and within which limits.

use reversi_bitboard::{Bitboard, Board};
use thiserror::Error;

use super::{
    Analysis, AnswerError, AnswerErrorKind, BookUse, Clock, HumanMoves, Level, Limits, Line, Selectivity,
    StopReason, Value,
};

/// How thoroughly to analyze a position, and within which limits.
///
/// All settings combine: an analysis ends when it reaches its depth and selectivity, or when it reaches a
/// limit.
///
/// ```
/// use std::time::Duration;
/// use reversi_engine::{AnalyzeRequest, Level, Limits, Selectivity};
/// use reversi_engine::search::Clock;
///
/// let level = AnalyzeRequest::level(Level::of::<21>()).lines(3);
/// let full_width = AnalyzeRequest::depth(10);
/// let selective = AnalyzeRequest::depth(20).selectivity(Selectivity::P73);
/// let for_a_second = AnalyzeRequest::unlimited().limits(Limits::new().time(Duration::from_secs(1)));
/// let clock = Clock::new(Duration::from_secs(300), Duration::ZERO);
/// let in_a_game = AnalyzeRequest::unlimited().clock(clock);
/// # let _ = (level, full_width, selective, for_a_second, in_a_game);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct AnalyzeRequest {
    pub(crate) goal: Goal,
    pub(crate) selectivity: Option<Selectivity>,
    pub(crate) lines: usize,
    /// The moves that are searched; `None` for all.
    pub(crate) only: Option<Bitboard>,
    pub(crate) limits: Limits,
    pub(crate) total_limits: Limits,
    pub(crate) clock: Option<Clock>,
    pub(crate) book: BookUse,
    /// The rating of the people whose moves are wanted.
    pub(crate) human: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Depth(u32),
    Level(Level),
}

impl AnalyzeRequest {
    fn new(goal: Goal) -> AnalyzeRequest {
        AnalyzeRequest {
            goal,
            selectivity: None,
            lines: 1,
            only: None,
            limits: Limits::new(),
            total_limits: Limits::new(),
            clock: None,
            book: BookUse::default(),
            human: None,
        }
    }

    /// Asks for a search of `depth` plies, passes not counted, without selectivity. With as many plies as
    /// empties the search goes to the end of the game, and its score is exact.
    ///
    /// Shallower searches lead to it, and the surest comes last: first all depths at 73 %, then the last
    /// depth at each percentage up to 100 %. If a limit ends the analysis, its result is from an earlier
    /// search, which is selective as a rule: [`Value::Estimate`](crate::Value::Estimate) has its depth and
    /// selectivity, and [`Analysis::stopped`](crate::Analysis::stopped) the limit.
    pub fn depth(depth: u32) -> AnalyzeRequest {
        AnalyzeRequest::new(Goal::Depth(depth))
    }

    /// Asks for the depth and selectivity of a level. Level 0 looks one ply ahead.
    pub fn level(level: Level) -> AnalyzeRequest {
        AnalyzeRequest::new(Goal::Level(level))
    }

    /// Searches as deep as the limits and the clock allow; without them, to the exact score.
    pub fn unlimited() -> AnalyzeRequest {
        AnalyzeRequest::depth(u32::MAX)
    }

    /// Leaves out moves that are unlikely to matter. The search gets much deeper in the same time and is less
    /// certain. This replaces the selectivity of a level.
    pub fn selectivity(mut self, selectivity: Selectivity) -> AnalyzeRequest {
        self.selectivity = Some(selectivity);
        self
    }

    /// Searches the best `lines` moves, or all legal moves if they are fewer, each to a score of its own.
    pub fn lines(mut self, lines: usize) -> AnalyzeRequest {
        self.lines = lines;
        self
    }

    /// Searches these moves alone, like `searchmoves` of UCI. Squares that are not legal moves are ignored.
    /// The value is the value of the best of these moves, and proves nothing about the position. If a pass is
    /// forced or the game is over, there is nothing to leave out. No book answers.
    ///
    /// The restriction holds for every position of a game
    /// ([`Engine::analyze_game`](crate::Engine::analyze_game)), and the played moves are searched as well.
    /// Reviews and puzzles compare all moves, and refuse it.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Engine, Square};
    ///
    /// let board = Board::START.play(Square::F5);
    /// let others = board.legal_moves().without_square(Square::D6);
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let analysis = engine.analyze(&board, AnalyzeRequest::depth(6).only(others))?;
    /// assert_ne!(analysis.best_move(), Some(Square::D6.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only(mut self, moves: Bitboard) -> AnalyzeRequest {
        self.only = Some(moves);
        self
    }

    /// Ends the analysis of a position when a limit is reached, with the best result so far. A
    /// [`Stop`](crate::Stop) ends the whole call. Replaces limits that were set before: see
    /// [`within`](Self::within).
    pub fn limits(mut self, limits: Limits) -> AnalyzeRequest {
        self.limits = limits;
        self
    }

    /// Ends the whole call when a limit is reached, also a call on the moves of a game
    /// ([`Engine::analyze_game`](crate::Engine::analyze_game)). On one position, this and
    /// [`limits`](Self::limits) both hold. Replaces limits of the whole call that were set before.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{AnalyzeRequest, Engine, Game, Limits};
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let a_tenth_of_a_second = Limits::new().time(Duration::from_millis(100));
    /// let request = AnalyzeRequest::unlimited().total_limits(a_tenth_of_a_second);
    /// let turns = Engine::builder().hash_mib(16).build()?.analyze_game(&game, request)?;
    /// assert_eq!(turns.len(), 5); // each move gets its share
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_limits(mut self, limits: Limits) -> AnalyzeRequest {
        self.total_limits = limits;
        self
    }

    /// Limits the whole call further: the limits that the request has hold too. So limits are added to
    /// a request of somebody else, such as the player of a session.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{AnalyzeRequest, Limits, Stop};
    ///
    /// let theirs = AnalyzeRequest::unlimited().total_limits(Limits::new().nodes(1_000_000));
    /// let stop = Stop::new();
    /// let request = theirs.within(Limits::new().time(Duration::from_secs(1)).stop(&stop));
    /// assert_eq!(request.call_limits().nodes, Some(1_000_000));
    /// assert_eq!(request.call_limits().time, Some(Duration::from_secs(1)));
    /// ```
    pub fn within(mut self, limits: Limits) -> AnalyzeRequest {
        self.total_limits = self.total_limits.within(&limits);
        self
    }

    /// Returns the [limits of the whole call](Self::total_limits).
    pub fn call_limits(&self) -> &Limits {
        &self.total_limits
    }

    /// Ends in time for the rest of the game: see [`Clock::time_for_move`].
    ///
    /// An analysis that the clock ends is [stopped](crate::Analysis::stopped) by
    /// [`Time`](crate::StopReason::Time). Where there is nothing to choose, because there is one legal move
    /// or none, it ends after its first search, and no limit has stopped it. Several moves that are equal by
    /// symmetry, such as the first moves of a game, are searched as others are.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{AnalyzeRequest, Engine};
    /// use reversi_engine::search::Clock;
    ///
    /// let clock = Clock::new(Duration::from_secs(300), Duration::ZERO);
    /// let board = "-------------X------X-----XXX------XX-----O-X------------------- O".parse()?; // only f3
    /// let request = AnalyzeRequest::unlimited().clock(clock);
    /// let analysis = Engine::builder().hash_mib(1).build()?.analyze(&board, request)?;
    /// assert_eq!(analysis.stopped(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clock(mut self, clock: Clock) -> AnalyzeRequest {
        self.clock = Some(clock);
        self
    }

    /// Sets when the [book of the engine](crate::EngineBuilder::book) answers in place of a search. Such an
    /// answer has no nodes, and its values are estimates by the level of the book. Runs with a file of
    /// answers do not use the book.
    pub fn book(mut self, book_use: BookUse) -> AnalyzeRequest {
        self.book = book_use;
        self
    }

    /// Adds the moves that people of this rating would play: [`Analysis::human`](crate::Analysis::human).
    /// Ratings beyond [`HumanMoves::RATINGS`](crate::HumanMoves::RATINGS) count as the nearest of these.
    /// Nothing else in the answer changes.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Board, Engine};
    ///
    /// let board = Board::START.play("f5".parse()?);
    /// let analysis = Engine::builder().hash_mib(1).build()?.analyze(&board, AnalyzeRequest::depth(6).human(1500))?;
    /// let (best, people) = (analysis.best_move().unwrap(), analysis.human().unwrap());
    /// println!("{best} is found by {:.0} %", 100.0 * people.chance(best));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn human(mut self, rating: u32) -> AnalyzeRequest {
        let (least, most) = HumanMoves::RATINGS.into_inner();
        self.human = Some(rating.clamp(least, most));
        self
    }

    /// The level, if nothing replaces a part of it.
    pub(crate) fn whole_level(&self) -> Option<Level> {
        match (self.goal, self.selectivity) {
            (Goal::Level(level), None) => Some(level),
            _ => None,
        }
    }

    /// Checks that the request asks for a depth and a line.
    ///
    /// ```
    /// use reversi_engine::AnalyzeRequest;
    ///
    /// assert!(AnalyzeRequest::depth(1).check().is_ok());
    /// assert!(AnalyzeRequest::depth(0).check().is_err());
    /// ```
    ///
    /// # Errors
    /// [`AnalyzeError`] if it does not.
    pub fn check(&self) -> Result<(), AnalyzeError> {
        self.target(60).map(drop)
    }

    /// Checks that the analysis answers the request: it has as many lines as requested, or as there are legal
    /// moves, and each line is exact, or at least as deep and as sure as requested. So is the line of a
    /// played move, if one is given. A limit may have ended the analysis if the request has that limit.
    ///
    /// ```
    /// use reversi_engine::{Analysis, AnalyzeRequest, Board, Line, Selectivity, Square, Value};
    ///
    /// let value = Value::estimate(1, 10, Selectivity::P100)?;
    /// let line = Line::new(&Board::START, value, [Square::F5.into()])?;
    /// let analysis = Analysis::new(&Board::START, [line])?;
    /// assert!(AnalyzeRequest::depth(8).check_answer(&analysis, None).is_ok());
    /// let error = AnalyzeRequest::depth(12).check_answer(&analysis, None).unwrap_err();
    /// println!("{error}"); // line 1: the value +1 at 10@100% does not answer a request for 12@100%
    /// # Ok::<(), reversi_engine::search::AnswerError>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] with what is missing.
    pub fn check_answer(&self, analysis: &Analysis, played: Option<&Line>) -> Result<(), AnswerError> {
        let board = analysis.board;
        let most = self.moves(board, Bitboard::EMPTY).map_or(1, |moves| moves.len() as usize);
        let expected = self.lines.min(most).max(1);
        if analysis.lines.len() < expected {
            return Err(AnswerErrorKind::FewLines { found: analysis.lines.len(), expected }.into());
        }
        if let Some(rating) = self.human
            && analysis.human.as_ref().is_none_or(|human| human.rating != rating)
        {
            return Err(AnswerErrorKind::NoPeople { rating }.into());
        }
        match analysis.stopped {
            Some(StopReason::Time) if self.clock.is_some() => return Ok(()),
            Some(reason) if self.limits.can_end_by(reason) => return Ok(()),
            Some(other) => return Err(AnswerErrorKind::Ended(other).into()),
            None if self.clock.is_some() => return Ok(()), // it may have ended any search
            None => {}
        }
        // A request that asks for nothing has no answer.
        let Ok((depth, selectivity)) = self.target(board.empties().len()) else { return Ok(()) };
        let depth = u32::from(depth).min(board.empties().len());
        for (i, line) in analysis.lines.iter().take(expected).chain(played).enumerate() {
            match line.value {
                Value::Estimate { depth: found, selectivity: sure, .. }
                    if found < depth || sure < selectivity =>
                {
                    let error = AnswerErrorKind::Shallow { value: line.value, depth, selectivity };
                    return Err(AnswerError::from(error).in_line(i));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The moves that are searched at a position with a legal move, `wanted` among them.
    pub(crate) fn moves(&self, board: Board, wanted: Bitboard) -> Result<Bitboard, AnalyzeError> {
        let legal = board.legal_moves();
        let only = self.only.unwrap_or(legal);
        let moves = legal & (only | wanted);
        if moves.is_empty() { Err(AnalyzeError::NoMoves) } else { Ok(moves) }
    }

    /// The depth and the selectivity of the request, at a position with `empties` empty squares.
    pub(crate) fn target(&self, empties: u32) -> Result<(u8, Selectivity), AnalyzeError> {
        let (depth, selectivity) = match self.goal {
            Goal::Depth(0) => return Err(AnalyzeError::NoDepth),
            _ if self.lines == 0 => return Err(AnalyzeError::NoLines),
            Goal::Depth(depth) => (depth, Selectivity::P100),
            Goal::Level(level) => level.at(empties),
        };
        Ok((depth.clamp(1, 64) as u8, self.selectivity.unwrap_or(selectivity)))
    }

    /// Checks that a move of the request is legal.
    ///
    /// # Errors
    /// [`AnalyzeError::NoMoves`].
    #[doc(hidden)] // reversi-question
    pub fn check_at(&self, board: Board) -> Result<(), AnalyzeError> {
        self.moves(board, Bitboard::EMPTY).map(drop)
    }

    /// Checks that all moves are searched: a review or a puzzle compares them.
    ///
    /// # Errors
    /// [`AnalyzeError::Restricted`].
    #[doc(hidden)] // reversi-play, reversi-question
    pub fn check_unrestricted(&self) -> Result<(), AnalyzeError> {
        if self.only.is_some() { Err(AnalyzeError::Restricted) } else { Ok(()) }
    }

    /// Asks for another search of a position, of this depth and selectivity, within what an earlier one has
    /// left of the limits and the clock, and within what is left of the whole call. Returns `None` if that is
    /// nothing.
    #[doc(hidden)] // reversi-play: second looks of reviews and puzzles
    pub fn again(
        &self,
        depth: u32,
        selectivity: Selectivity,
        earlier: &Analysis,
        total_limits: Limits,
    ) -> Option<AnalyzeRequest> {
        let time = self.clock.map(|clock| clock.time_for_move(earlier.board.empties().len()));
        let of_clock = Limits { time, ..Limits::new() };
        let limits = self.limits.clone().within(&of_clock).less(earlier.elapsed, earlier.nodes);
        let is_spent = limits.is_zero() || total_limits.is_zero();
        let (goal, selectivity, book) = (Goal::Depth(depth), Some(selectivity), BookUse::Never);
        let again =
            || AnalyzeRequest { goal, selectivity, limits, total_limits, clock: None, book, ..self.clone() };
        (!is_spent).then(again)
    }

    /// Returns the limits of the whole call, to change them.
    #[doc(hidden)] // reversi-question: limits of whoever answers
    pub fn total_limits_mut(&mut self) -> &mut Limits {
        &mut self.total_limits
    }

    /// Returns when an opening book answers.
    #[doc(hidden)] // reversi-play: moves of a book by a variety
    pub fn book_use(&self) -> BookUse {
        self.book
    }

    /// Returns whether the analysis that the request asks for is the evaluation after each move.
    #[doc(hidden)] // reversi-play: moves of opponents on many boards
    pub fn is_static(&self, board: &Board) -> bool {
        self.target(board.empties().len()).is_ok_and(|(depth, _)| depth <= 1)
    }
}

/// Why a request for an analysis has no answer.
///
/// ```
/// use reversi_engine::{AnalyzeError, AnalyzeRequest, Board, Engine};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let error = engine.analyze(&Board::START, AnalyzeRequest::depth(0)).unwrap_err();
/// assert_eq!(error, AnalyzeError::NoDepth);
/// # Ok::<(), reversi_engine::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum AnalyzeError {
    /// A depth of 0.
    #[error("depth must be 1 or more, not 0")]
    NoDepth,
    /// A request for 0 lines.
    #[error("lines must be 1 or more, not 0")]
    NoLines,
    /// None of the moves that a search [is restricted to](AnalyzeRequest::only) is legal.
    #[error("none of the moves to search is legal")]
    NoMoves,
    /// A review or a puzzle by a search that [is restricted](AnalyzeRequest::only).
    #[error("only must be omitted: a review or a puzzle takes a search of all moves")]
    Restricted,
    /// The engine does not know how people play.
    #[error(
        "the engine has no policy of people: enable its feature, or give one to the builder of the engine"
    )]
    NoPeople,
    /// No memory to unpack the policy of people, or for the table of a second look. A later attempt may
    /// succeed.
    #[error("no memory for {bytes} bytes")]
    Memory {
        /// The size of the allocation that was refused.
        bytes: usize,
    },
}

impl AnalyzeError {
    /// Returns the code of the error in data.
    #[doc(hidden)] // reversi-question
    pub fn code(&self) -> &'static str {
        match self {
            AnalyzeError::NoDepth => "no-depth",
            AnalyzeError::NoLines => "no-lines",
            AnalyzeError::NoMoves => "no-legal-move",
            AnalyzeError::Restricted => "misplaced-field",
            AnalyzeError::NoPeople => "no-people",
            AnalyzeError::Memory { .. } => "no-memory",
        }
    }

    /// Returns the field of the request that the error is about.
    #[doc(hidden)] // reversi-question
    pub fn field(&self) -> &'static str {
        match self {
            AnalyzeError::NoDepth => "depth",
            AnalyzeError::NoLines => "lines",
            AnalyzeError::NoMoves | AnalyzeError::Restricted => "only",
            AnalyzeError::NoPeople | AnalyzeError::Memory { .. } => "human",
        }
    }
}
