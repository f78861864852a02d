//! How thoroughly to analyze a position, and within which limits.

use reversi_bitboard::{Bitboard, Board, Square};
use thiserror::Error;

use super::{BookUse, Clock, Level, Limits, Selectivity};
use crate::surface::Fields;

/// How thoroughly to analyze a position, and within which limits.
///
/// All settings combine: an analysis ends when it reaches its depth and selectivity, or when it reaches a
/// limit.
///
/// ```
/// use std::time::Duration;
/// use reversi_engine::{AnalyzeRequest, Clock, Level, Limits, Selectivity};
///
/// let level = AnalyzeRequest::level(Level::new(21)?).lines(3);
/// let full_width = AnalyzeRequest::depth(10);
/// let selective = AnalyzeRequest::depth(20).selectivity(Selectivity::P73);
/// let for_a_second = AnalyzeRequest::unlimited().limits(Limits::new().time(Duration::from_secs(1)));
/// let clock = Clock::new(Duration::from_secs(300), Duration::ZERO);
/// let in_a_game = AnalyzeRequest::unlimited().clock(clock);
/// # let _ = (level, full_width, selective, for_a_second, in_a_game);
/// # Ok::<(), reversi_engine::LevelError>(())
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
        }
    }

    /// A search of `depth` plies, passes not counted, without selectivity. With as many plies as empties the
    /// search goes to the end of the game, and its score is exact.
    ///
    /// Shallower searches lead to it, and the surest comes last: first all depths at 73 %, then the last
    /// depth at each percentage up to 100 %. An analysis that a limit ends has the result of one on the way,
    /// which is selective as a rule: [`Value::Estimate`](crate::Value::Estimate) has its depth and
    /// selectivity, and [`Analysis::stopped`](crate::Analysis::stopped) the limit.
    pub fn depth(depth: u32) -> AnalyzeRequest {
        AnalyzeRequest::new(Goal::Depth(depth))
    }

    /// The depth and selectivity of a level. Level 0 looks one ply ahead.
    pub fn level(level: Level) -> AnalyzeRequest {
        AnalyzeRequest::new(Goal::Level(level))
    }

    /// As deep as the limits and the clock allow; without them to the exact score.
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

    /// Searches these moves alone, as `searchmoves` of UCI asks for. Squares that are no legal moves are
    /// passed over. The value is that of the best of these moves, and proves nothing about the position.
    /// Where a pass is forced or the game is over, there is nothing to leave out. No book answers.
    ///
    /// On a game ([`Engine::analyze_game`](crate::Engine::analyze_game)) it holds for every position, and
    /// the played moves are searched as well.
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
    /// [`Stop`](crate::Stop) ends the whole call.
    pub fn limits(mut self, limits: Limits) -> AnalyzeRequest {
        self.limits = limits;
        self
    }

    /// Ends the whole call when a limit is reached, also one on the moves of a game
    /// ([`Engine::analyze_game`](crate::Engine::analyze_game)). On one position this and
    /// [`limits`](Self::limits) both hold.
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

    /// Ends in time for the rest of the game: see [`Clock::time_for_move`].
    ///
    /// An analysis that the clock ends is [stopped](crate::Analysis::stopped) by
    /// [`Time`](crate::StopReason::Time). Where there is nothing to choose, because there is one legal move
    /// or none, it ends after its first search, and no limit has stopped it. Several moves that are equal by
    /// symmetry, such as the first moves of a game, are searched as others are.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{AnalyzeRequest, Clock, Engine};
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

    /// When the [book of the engine](crate::EngineBuilder::book) answers in place of a search. The answer
    /// has no nodes, and its values are estimates by the level of the book. The book is not asked by
    /// [`Engine::resume_analysis`](crate::Engine::resume_analysis) and
    /// [`Engine::resume_game`](crate::Engine::resume_game), whose file does not depend on it.
    pub fn book(mut self, book_use: BookUse) -> AnalyzeRequest {
        self.book = book_use;
        self
    }

    /// The level, if nothing replaces a part of it.
    pub(crate) fn whole_level(&self) -> Option<Level> {
        match (self.goal, self.selectivity) {
            (Goal::Level(level), None) => Some(level),
            _ => None,
        }
    }

    /// What the request asks of one position, as text. Requests that ask the same have the same text.
    pub(crate) fn describe(&self) -> String {
        let mut text = match self.goal {
            Goal::Depth(depth) => format!("depth {}", depth.min(64)), // no search is deeper
            Goal::Level(level) => format!("level {level}"),
        };
        let parts = [
            self.selectivity.map(|selectivity| format!("selectivity {selectivity}")),
            Some(format!("lines {}", self.lines)),
            self.only.map(|moves| format!("only {:#018x}", moves.0)),
            self.limits.time.map(|time| format!("time {} ns", time.as_nanos())),
            self.limits.nodes.map(|nodes| format!("nodes {nodes}")),
            self.clock.map(|clock| {
                format!("clock {} + {} ns", clock.remaining.as_nanos(), clock.increment.as_nanos())
            }),
        ];
        let others = Fields::plain(&self.limits).into_iter();
        let others = others.filter(|(field, _)| !["seconds", "nodes"].contains(&field.name));
        let others = others.map(|(field, value)| format!("{} {}", field.name, value.describe()));
        for part in parts.into_iter().flatten().chain(others) {
            text += ", ";
            text += &part;
        }
        text
    }

    /// The moves that are searched at a position with a legal move, of which `wanted` is one.
    pub(crate) fn moves(&self, board: Board, wanted: Option<Square>) -> Result<Bitboard, AnalyzeError> {
        let legal = board.legal_moves();
        let only = self.only.unwrap_or(legal);
        let moves = legal & wanted.map_or(only, |square| only.with_square(square));
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
}

/// A request that asks for nothing.
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
    /// No line.
    #[error("lines must be 1 or more, not 0")]
    NoLines,
    /// None of the moves that a search [is restricted to](AnalyzeRequest::only) is legal.
    #[error("none of the moves to search is legal")]
    NoMoves,
}
