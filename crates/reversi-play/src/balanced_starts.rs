//! Balanced starts: positions after a few random moves that are worth about the same for both sides.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use fastrand::Rng;
use reversi_bitboard::{Board, Game, Move, Position};
use reversi_fields::{Kind, Seed, answer, surface};
use reversi_search::surface::{LIMITS, OnProgress, STOP_REASONS, Series};
use reversi_search::{
    AnalyzeError, AnalyzeRequest, BookUse, Engine, HumanMoves, Level, Limits, Progress, StopReason, Value,
};

surface! {
    /// The settings of [balanced starts](BalancedStarts::find).
    ///
    /// ```
    /// use reversi_engine::{Engine, Level, Position};
    /// use reversi_engine::play::BalancedStarts;
    ///
    /// let starts = BalancedStarts::new(7).count(3).plies(6).within_discs(2).level(Level::of::<8>());
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// for start in starts.find(&engine, &Position::START)? {
    ///     assert!(start.moves.len() == 12 && start.value.score().unwrap().abs() <= 2);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[must_use]
    pub struct BalancedStarts as BALANCED_STARTS: "Which balanced starts to make." {
        /// The same seed makes the same starts, another one other starts.
        seed: Option<Seed> as "seed": Kind::Seed, or "1";
        /// The number of starts. There are fewer if no more are found.
        count: Option<u32> as "count": Kind::Whole { least: 1, most: 1_000_000 }, or "10";
        /// The random moves of each start, passes not counted.
        plies: Option<u32> as "plies": Kind::Whole { least: 1, most: 59 }, or "8";
        /// The rating of the people whose moves are drawn, each as often as they play it. Without it, every
        /// move is as likely as another.
        human: Option<u32> as "human": Kind::Whole { least: 400, most: 2400 }, or "none";
        /// The most discs by which a start may be better for one side.
        within: Option<u32> as "within": Kind::Whole { least: 0, most: 64 }, or "1";
        /// The level of the search that values the starts.
        level: Option<Level> as "level": Kind::Whole { least: 0, most: 60 }, or "16";
        /// The limits of the whole call.
        pub(crate) total_limits: Limits as "total_limits": Kind::Object(&LIMITS), or "none";
    }
}

impl BalancedStarts {
    /// The default number of starts of a question.
    const COUNT: u32 = 10;
    const PLIES: u32 = 8;
    const WITHIN: u32 = 1;
    const LEVEL: Level = Level::of::<16>();

    /// Makes the default settings: starts after 8 random moves, valued at level 16 and within 1 disc.
    pub fn new(seed: u64) -> BalancedStarts {
        BalancedStarts { seed: Some(Seed(seed)), ..BalancedStarts::default() }
    }

    /// Sets the number of starts, 1 to 1,000,000. Without it [`find`](Self::find) continues until
    /// there are no more, and a question has 10.
    pub fn count(mut self, count: u32) -> BalancedStarts {
        self.count = Some(count);
        self
    }

    /// Sets the number of random moves of each start, 1 to 59, passes not counted.
    pub fn plies(mut self, plies: u32) -> BalancedStarts {
        self.plies = Some(plies);
        self
    }

    /// Draws moves as often as people of this rating play them, the nearest of
    /// [`HumanMoves::RATINGS`]: for practice of the middle of the game.
    ///
    /// ```
    /// use reversi_engine::{Engine, Level, Position};
    /// use reversi_engine::play::BalancedStarts;
    ///
    /// let starts = BalancedStarts::new(1).human(1600).plies(34).within_discs(2).level(Level::of::<8>());
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let start = starts.find(&engine, &Position::START)?.next().expect("there are thousands");
    /// assert_eq!(start.position.board.empties().len(), 26);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn human(mut self, rating: u32) -> BalancedStarts {
        let (least, most) = HumanMoves::RATINGS.into_inner();
        self.human = Some(rating.clamp(least, most));
        self
    }

    /// Sets the most discs by which a start may be better for one side.
    pub fn within_discs(mut self, discs: u32) -> BalancedStarts {
        self.within = Some(discs);
        self
    }

    /// Sets the level of the search that values the starts.
    pub fn level(mut self, level: Level) -> BalancedStarts {
        self.level = Some(level);
        self
    }

    /// Sets the limits of the whole call, in place of any before. They do not change the starts that are
    /// found before.
    ///
    /// ```
    /// use reversi_engine::{Engine, Limits, Position};
    /// use reversi_engine::play::BalancedStarts;
    /// use reversi_engine::search::StopReason;
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let starts = BalancedStarts::new(7).total_limits(Limits::new().nodes(10_000));
    /// let mut found = starts.find(&engine, &Position::START)?;
    /// assert_eq!(found.by_ref().count(), 0);
    /// assert_eq!(found.stopped(), Some(StopReason::Nodes));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total_limits(mut self, limits: Limits) -> BalancedStarts {
        self.total_limits = limits;
        self
    }

    /// Limits the whole call further: the limits that the request has hold too.
    pub fn within(mut self, limits: Limits) -> BalancedStarts {
        self.total_limits = self.total_limits.within(&limits);
        self
    }
}

answer! {
    /// A position that is worth about the same for both sides.
    ///
    /// ```
    /// use reversi_engine::{Engine, Game, Level, Position};
    /// use reversi_engine::play::BalancedStarts;
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let starts = BalancedStarts::new(1).level(Level::of::<6>());
    /// let start = starts.find(&engine, &Position::START)?.next().expect("there are thousands");
    /// let game: Game = start.moves.parse()?; // to play on
    /// assert_eq!(game.position(), start.position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct BalancedStart as BALANCED_START: "A position that is worth about the same for both sides." {
        /// The moves that lead to it, such as "f5d6c3".
        pub moves: String as "moves": Kind::Moves;
        /// The position.
        pub position: Position as "position": Kind::Position;
        /// The value for the side to move.
        pub value: Value as "value": Kind::Value;
    }
}

answer! {
    /// The balanced starts of a question.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    #[must_use]
    pub struct FoundStarts as FOUND_STARTS: "The balanced starts that were found." {
        /// The starts, no two of them equal by symmetry.
        pub starts: Vec<BalancedStart> as "starts": Kind::List(&Kind::Object(&BALANCED_START));
        /// The limit that ended the call early, or null.
        pub stopped: Option<StopReason> as "stopped": Kind::OrNull(&Kind::Names("StopReason", STOP_REASONS));
    }
}

impl BalancedStart {
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<BalancedStart, &'static str> {
        Ok(self) // the answer checks it
    }
}

impl FoundStarts {
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<FoundStarts, &'static str> {
        Ok(self) // the answer checks it
    }

    /// Returns whether the moves lead from the position to the starts.
    #[cfg(feature = "serde")]
    #[doc(hidden)] // reversi-question
    pub fn are_from(&self, position: Position) -> bool {
        self.starts.iter().all(|start| {
            Game::from_transcript(position, &start.moves).is_ok_and(|game| game.position() == start.position)
        })
    }
}

impl BalancedStarts {
    /// Makes positions that are worth about the same for both sides: plays random moves from a position, and
    /// keeps the positions that a search values near a draw. No two of them are equal by symmetry. Of moves
    /// that are equal by symmetry one is drawn, from the usual start F5.
    ///
    /// The same seed and settings give the same starts on every machine, with any engine of the same
    /// evaluation: each start is valued on one thread, without a book, in a hash table of its own. The
    /// iterator owns that table, of 8 MiB, and does not need this engine any more.
    ///
    /// The iterator ends after 1000 draws in a row without a new position. Positions that are far from a draw
    /// at a first glance are left out. At level 16 a start takes about 0.2 s.
    ///
    /// ```
    /// use reversi_engine::{Engine, Level, Position};
    /// use reversi_engine::play::BalancedStarts;
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let starts = BalancedStarts::new(1).level(Level::of::<6>());
    /// let found: Vec<_> = starts.clone().find(&engine, &Position::START)?.take(3).collect();
    /// let again = starts.count(3).find(&engine, &Position::START)?;
    /// assert!(found.into_iter().eq(again));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`AnalyzeError::Memory`] if there is no memory for the table; as [`Engine::human_moves`] if the moves
    /// are of people.
    pub fn find(self, engine: &Engine, position: &Position) -> Result<BalancedStartsIter, AnalyzeError> {
        if let Some(rating) = self.human {
            engine.human_moves(&position.board, rating)?;
        }
        let number = |number: Option<u32>, default| number.unwrap_or(default);
        Ok(BalancedStartsIter {
            series: engine.series(&self.total_limits)?,
            position: *position,
            plies: number(self.plies, BalancedStarts::PLIES),
            human: self.human,
            within: number(self.within, BalancedStarts::WITHIN),
            level: self.level.unwrap_or(BalancedStarts::LEVEL),
            rng: Rng::with_seed(self.seed.map_or(1, |seed| seed.0)),
            seen: BTreeSet::new(),
            found: 0,
            count: number(self.count, u32::MAX),
        })
    }

    /// Returns the limits of the whole call, to change them.
    #[doc(hidden)] // reversi-question: limits of whoever answers
    pub fn total_limits_mut(&mut self) -> &mut Limits {
        &mut self.total_limits
    }

    /// Finds all starts, 10 of them unless their number is set, with the callback of
    /// [`Engine::analyze_with`].
    ///
    /// # Errors
    /// As [`find`](Self::find).
    #[doc(hidden)] // reversi-question
    pub fn find_all(
        &self,
        engine: &Engine,
        position: &Position,
        callback: OnProgress<'_>,
    ) -> Result<FoundStarts, AnalyzeError> {
        let count = Some(self.count.unwrap_or(BalancedStarts::COUNT));
        let mut starts = BalancedStarts { count, ..self.clone() }.find(engine, position)?;
        let mut found = Vec::new();
        while let Some(start) = starts.next_with(&mut *callback) {
            found.push(start);
        }
        Ok(FoundStarts { starts: found, stopped: starts.stopped() })
    }
}

/// The draws in a row without a new position after which the iterator ends.
const DRAWS: u32 = 1000;

/// The level of the first glance, and the discs by which its value may be beyond the wanted ones. After 8
/// random moves its values differ from those of level 16 by 1.5 discs (standard deviation, 250 positions). It
/// passed 93 of these positions, among them all 23 that are balanced. In the middle of the game it was not
/// measured: there it may only leave out some starts.
const GLANCE: u32 = 6;
const GLANCE_ERROR: u32 = 4;

/// Makes balanced starts, one after the other: see [`BalancedStarts::find`].
pub struct BalancedStartsIter {
    series: Series,
    /// The position before the random moves.
    position: Position,
    plies: u32,
    human: Option<u32>,
    within: u32,
    level: Level,
    rng: Rng,
    /// All positions that were drawn, in one of their symmetric forms.
    seen: BTreeSet<Board>,
    found: u32,
    /// The number of starts after which it ends.
    count: u32,
}

impl std::fmt::Debug for BalancedStartsIter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BalancedStartsIter").field("found", &self.found).finish_non_exhaustive()
    }
}

impl Iterator for BalancedStartsIter {
    type Item = BalancedStart;

    fn next(&mut self) -> Option<BalancedStart> {
        self.next_watched(None)
    }
}

impl BalancedStartsIter {
    /// Finds the next start, with the callback of [`Engine::analyze_with`]. [`done`](Progress::done) is the
    /// number of starts so far. After [`ControlFlow::Break`] there are no more.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Engine, Position};
    /// use reversi_engine::play::BalancedStarts;
    /// use reversi_engine::search::StopReason;
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let mut starts = BalancedStarts::new(1).find(&engine, &Position::START)?;
    /// assert_eq!(starts.next_with(|_| ControlFlow::Break(())), None);
    /// assert_eq!(starts.stopped(), Some(StopReason::Callback));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn next_with(
        &mut self,
        mut callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Option<BalancedStart> {
        self.next_watched(Some(&mut callback))
    }

    pub(crate) fn next_watched(&mut self, mut callback: Option<OnProgress<'_>>) -> Option<BalancedStart> {
        let mut draws = 0;
        while draws < DRAWS && self.found < self.count && self.series.poll().is_none() {
            draws += 1;
            let Some(game) = self.draw() else { continue };
            if !self.seen.insert(game.board().canonical().0) {
                continue;
            }
            draws = 0;
            if let Some(value) = self.balanced_value(game.board(), &mut callback) {
                self.found += 1;
                return Some(BalancedStart { moves: game.to_string(), position: game.position(), value });
            }
        }
        self.count = self.found; // it stays at its end
        None
    }

    /// Returns the limit that ended the call early.
    ///
    /// ```
    /// use reversi_engine::{Engine, Position};
    /// use reversi_engine::play::BalancedStarts;
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let mut starts = BalancedStarts::new(1).plies(1).find(&engine, &Position::START)?;
    /// assert_eq!((starts.by_ref().count(), starts.stopped()), (1, None)); // all first moves are the same
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn stopped(&self) -> Option<StopReason> {
        self.series.stopped()
    }

    /// Draws random moves. Returns `None` if the game ends before the last of them, or with it.
    fn draw(&mut self) -> Option<Game> {
        let mut game = Game::from_position(self.position);
        let mut left = self.plies;
        loop {
            let moves = distinct_moves(game.board());
            let is_pass = matches!(moves[..], [Move::Pass]);
            if left == 0 && !is_pass {
                return (!moves.is_empty()).then_some(game);
            }
            game.play(self.drawn(game.board(), &moves)?).ok()?;
            left -= u32::from(!is_pass);
        }
    }

    /// Draws one of the moves; `None` without one.
    fn drawn(&mut self, board: Board, moves: &[Move]) -> Option<Move> {
        if moves.len() < 2 {
            return moves.first().copied();
        }
        let human = self.human.and_then(|rating| self.series.human_moves(&board, rating).ok());
        let after = |mv: Move| board.after(mv).canonical().0;
        // Chances have four decimals. With weights of 64 bits: 32-bit machines would draw another one.
        let weight = |mv: &Move| {
            human.as_ref().map_or(1, |human| {
                let equal = human.moves.iter().filter(|each| after(each.mv) == after(*mv));
                equal.map(|each| (1e4 * each.chance).round() as u64).sum()
            })
        };
        let mut drawn = self.rng.u64(..moves.iter().map(weight).sum::<u64>().max(1));
        let of_weight = |mv: &&Move| match drawn.checked_sub(weight(mv)) {
            Some(rest) => {
                drawn = rest;
                false
            }
            None => true,
        };
        moves.iter().find(of_weight).or(moves.first()).copied()
    }

    /// Returns the value of a position if it is near a draw.
    fn balanced_value(&mut self, board: Board, callback: &mut Option<OnProgress<'_>>) -> Option<Value> {
        self.series.clear(); // the value is that of an empty table, whatever was searched before
        if self.level.number() > GLANCE {
            let glance = Level::new(GLANCE).expect("it is a level");
            self.value_within(board, glance, self.within.saturating_add(GLANCE_ERROR), callback)?;
        }
        self.value_within(board, self.level, self.within, callback)
    }

    fn value_within(
        &mut self,
        board: Board,
        level: Level,
        discs: u32,
        callback: &mut Option<OnProgress<'_>>,
    ) -> Option<Value> {
        let request = AnalyzeRequest::level(level).book(BookUse::Never);
        let done = self.found as usize;
        let callback = callback.as_deref_mut().map(|callback| -> OnProgress<'_> { callback });
        let analysis = self.series.analyze(board, &request, done, callback).ok()?;
        let value = analysis.value();
        let is_near = value.score().is_some_and(|score| score.unsigned_abs() <= discs);
        (is_near && analysis.stopped().is_none()).then_some(value)
    }
}

/// Returns the legal moves. Of moves that are equal by symmetry, the one on the last file: F5 at the usual
/// start.
fn distinct_moves(board: Board) -> Vec<Move> {
    let mut after = BTreeSet::new();
    let mut moves: Vec<Move> = board.legal_plays().collect();
    moves.sort_by_key(|mv| Reverse(mv.square().map(|square| (square.file(), square.rank()))));
    moves.retain(|&mv| after.insert(board.after(mv).canonical().0));
    moves
}
