//! Traps: lines that people of a rating enter often and lose by.

use std::ops::ControlFlow;

use reversi_bitboard::{Game, Move, Position};
use reversi_fields::{Kind, answer, surface};
use reversi_search::surface::{LIMITS, OnProgress, STOP_REASONS};
use reversi_search::{
    AnalyzeError, AnalyzeRequest, BookUse, Engine, HumanMoves, Level, Limits, Progress, StopReason,
};

use super::USUAL_RATING;
use super::searches::{Searches, choices};
use crate::review::{REVIEWED_MOVE, ReviewedMove, deeper, rounded};

surface! {
    /// The settings of a search for [traps](Traps::find).
    ///
    /// ```
    /// use reversi_engine::{Engine, Game, Level};
    /// use reversi_engine::play::Traps;
    ///
    /// let game: Game = "f5d6c3".parse()?;
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let traps = Traps::of(1300).count(1).plies(3).level(Level::of::<8>());
    /// for trap in traps.find(&engine, &game.position())?.traps {
    ///     println!("{}: {:.1} % lose {} discs", trap.moves, 100.0 * trap.entered, trap.mistake.loss);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[must_use]
    pub struct Traps as TRAPS: "Which traps to look for." {
        /// The rating of the people, of both sides.
        human: Option<u32> as "human": Kind::Whole { least: 400, most: 2400 }, or "1500";
        /// The number of traps. There are fewer if no more are found.
        count: Option<u32> as "count": Kind::Whole { least: 1, most: 1_000_000 }, or "10";
        /// The most moves of a line, its mistake included, passes not counted.
        plies: Option<u32> as "plies": Kind::Whole { least: 1, most: 59 }, or "10";
        /// The level of the search that blames a move. A deeper one has to agree.
        level: Option<Level> as "level": Kind::Whole { least: 0, most: 60 }, or "16";
        /// The limits of the whole call.
        pub(crate) total_limits: Limits as "total_limits": Kind::Object(&LIMITS), or "none";
    }
}

answer! {
    /// A line that people enter often and lose by.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct Trap as TRAP: "A line that people enter often and lose by." {
        /// The moves from the position to the mistake, which is the last of them. Of several orders of the
        /// same moves, the likeliest.
        pub moves: String as "moves": Kind::Moves;
        /// The share of games between people of the rating, from the position on, that come to the mistake,
        /// by any order of the moves: from 0 to 1.
        pub entered: f64 as "entered": Kind::Number;
        /// The discs that the mistake costs in each game on average: its share of the games times its loss.
        pub cost: f64 as "cost": Kind::Number;
        /// The mistake as a review judges it. `line` shows the punishment, `best_line` the better way.
        pub mistake: ReviewedMove as "mistake": Kind::Object(&REVIEWED_MOVE);
    }
}

answer! {
    /// The traps of a position.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct FoundTraps as FOUND_TRAPS: "The traps of a position." {
        /// The traps, the costliest first.
        pub traps: Vec<Trap> as "traps": Kind::List(&Kind::Object(&TRAP));
        /// The limit that ended the call early, or null.
        pub stopped: Option<StopReason> as "stopped": Kind::OrNull(&Kind::Names("StopReason", STOP_REASONS));
    }
}

/// The least share of the games that enter a trap.
const ENTERED: f64 = 0.002;
/// The level of the first glance at a position, and the loss from which it suspects a move.
const GLANCE: Level = Level::of::<8>();
const SUSPECTED: i32 = 3;

/// A position that people reach.
struct Reached {
    game: Game,
    /// The share of the games that come here, and by these moves alone.
    share: f64,
    by_moves: f64,
}

/// A move that loses at first glance.
struct Suspect {
    game: Game,
    mv: Move,
    entered: f64,
    cost: f64,
}

impl Suspect {
    /// Returns the moves to the mistake.
    fn moves(&self) -> String {
        format!("{}{}", self.game, self.mv)
    }
}

impl Traps {
    const COUNT: u32 = 10;
    const PLIES: u32 = 10;
    const LEVEL: Level = Level::of::<16>();

    /// Makes the settings for people of this rating, or of the nearest one of [`HumanMoves::RATINGS`].
    pub fn of(rating: u32) -> Traps {
        Traps::default().rating(rating)
    }

    /// Sets the rating of the people, of both sides.
    pub fn rating(mut self, rating: u32) -> Traps {
        self.human = Some(rating);
        self
    }

    /// Sets the number of traps, 10 by default.
    pub fn count(mut self, count: u32) -> Traps {
        self.count = Some(count);
        self
    }

    /// Sets the most moves of a line, 10 by default, its mistake included, passes not counted.
    pub fn plies(mut self, plies: u32) -> Traps {
        self.plies = Some(plies);
        self
    }

    /// Sets the level of the search that blames a move, 16 by default. A search some levels deeper has to
    /// agree.
    pub fn level(mut self, level: Level) -> Traps {
        self.level = Some(level);
        self
    }

    /// Sets the limits of the whole call, in place of any before.
    pub fn total_limits(mut self, limits: Limits) -> Traps {
        self.total_limits = limits;
        self
    }

    /// Returns the limits of the whole call, to change them.
    #[doc(hidden)] // reversi-question: limits of whoever answers
    pub fn total_limits_mut(&mut self) -> &mut Limits {
        &mut self.total_limits
    }

    /// Finds the traps of a position: the lines that people of a rating enter often and lose by. They are
    /// ordered by how often people come there, times the discs lost.
    ///
    /// It follows the moves of people as long as two of a thousand games come there. A move is a mistake as in
    /// a review: it loses 3 discs at least, and more than twice the error of the search. A deeper search has
    /// to find the same. The result is the same on every machine and with any engine of the same evaluation
    /// and policy, as of [`Against::practical`](super::Against::practical).
    ///
    /// # Errors
    /// [`AnalyzeError::NoPeople`] as [`Engine::human_moves`], [`AnalyzeError::Memory`] for the table.
    pub fn find(&self, engine: &Engine, position: &Position) -> Result<FoundTraps, AnalyzeError> {
        self.watched(engine, position, None)
    }

    /// Finds traps as [`find`](Self::find) does, with the callback of [`Engine::analyze_with`]. After
    /// [`ControlFlow::Break`] it returns the traps so far.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Engine, Position};
    /// use reversi_engine::play::Traps;
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let found = Traps::of(1500).find_with(&engine, &Position::START, |_| ControlFlow::Break(()))?;
    /// assert!(found.traps.is_empty() && found.stopped.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn find_with(
        &self,
        engine: &Engine,
        position: &Position,
        mut callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<FoundTraps, AnalyzeError> {
        self.watched(engine, position, Some(&mut callback))
    }

    fn watched(
        &self,
        engine: &Engine,
        position: &Position,
        callback: Option<OnProgress<'_>>,
    ) -> Result<FoundTraps, AnalyzeError> {
        let mut searches = Searches::new(engine, &self.total_limits, callback)?;
        let (least, most) = HumanMoves::RATINGS.into_inner();
        let rating = self.human.unwrap_or(USUAL_RATING).clamp(least, most);
        let count = self.count.unwrap_or(Traps::COUNT) as usize;
        let request = AnalyzeRequest::level(self.level.unwrap_or(Traps::LEVEL));
        let request = request.book(BookUse::Never).human(rating);
        let mut traps = Vec::new();
        for suspect in self.suspects(&mut searches, *position, rating)? {
            if traps.len() >= count || searches.stopped().is_some() {
                break;
            }
            let Some(mistake) = confirmed(&mut searches, &suspect, &request, rating)? else { continue };
            let trap = Trap {
                moves: suspect.moves(),
                entered: rounded(suspect.entered, 4),
                cost: rounded(suspect.entered * f64::from(mistake.loss), 3),
                mistake,
            };
            // A sort would be larger code.
            let at = traps.partition_point(|other: &Trap| other.cost >= trap.cost);
            traps.insert(at, trap);
        }
        Ok(FoundTraps { traps, stopped: searches.stopped() })
    }

    /// Returns the moves that people come to and that lose at first glance, the costliest first.
    fn suspects(
        &self,
        searches: &mut Searches<'_>,
        position: Position,
        rating: u32,
    ) -> Result<Vec<Suspect>, AnalyzeError> {
        let request = AnalyzeRequest::level(GLANCE).lines(usize::MAX).book(BookUse::Never).human(rating);
        let mut suspects: Vec<Suspect> = Vec::new();
        let mut reached = vec![Reached { game: Game::from_position(position), share: 1.0, by_moves: 1.0 }];
        for _ in 0..self.plies.unwrap_or(Traps::PLIES) {
            let mut next: Vec<Reached> = Vec::new();
            for mut from in reached {
                if from.game.must_pass() {
                    from.game.play(Move::Pass).expect("it is forced");
                }
                let board = from.game.board();
                if board.legal_moves().is_empty() {
                    continue; // the game is over
                }
                let Some(analysis) = searches.analyze(board, &request)? else { return Ok(suspects) };
                let best = analysis.value().score().unwrap_or_default();
                for (line, chance) in choices(&analysis) {
                    let Some(mv) = line.best_move() else { continue };
                    let entered = from.share * chance;
                    if entered < ENTERED {
                        continue;
                    }
                    let loss = best - line.value().score().unwrap_or(best);
                    if loss >= SUSPECTED {
                        let (game, cost) = (from.game.clone(), entered * f64::from(loss));
                        let at = suspects.partition_point(|other| other.cost >= cost);
                        suspects.insert(at, Suspect { game, mv, entered, cost });
                    }
                    let mut game = from.game.clone();
                    game.play(mv).expect("it is legal");
                    let found = Reached { game, share: entered, by_moves: from.by_moves * chance };
                    match next.iter_mut().find(|other| other.game.board() == found.game.board()) {
                        None => next.push(found),
                        Some(other) => other.add(found),
                    }
                }
            }
            reached = next;
        }
        Ok(suspects)
    }
}

impl Reached {
    /// Adds another order of the same moves. The likelier one stays.
    fn add(&mut self, other: Reached) {
        let share = self.share + other.share;
        if other.by_moves > self.by_moves {
            *self = other;
        }
        self.share = share;
    }
}

/// Returns the mistake if the search and a deeper one blame the move, as the deeper one judges it.
fn confirmed(
    searches: &mut Searches<'_>,
    suspect: &Suspect,
    request: &AnalyzeRequest,
    rating: u32,
) -> Result<Option<ReviewedMove>, AnalyzeError> {
    let (position, mv) = (suspect.game.position(), suspect.mv);
    let mut judged = |request: &AnalyzeRequest| {
        let turn = searches.analyze_move(position, mv, request)?;
        let ply = suspect.game.moves().len() as u32 + 1;
        Ok::<_, AnalyzeError>(turn.map(|turn| (ReviewedMove::of(ply, &turn), deeper(turn.analysis()))))
    };
    let Some((first, deeper)) = judged(request)?.filter(|(first, _)| first.class.counts()) else {
        return Ok(None);
    };
    let Some((depth, selectivity)) = deeper else { return Ok(Some(first)) };
    let request = AnalyzeRequest::depth(depth).selectivity(selectivity).book(BookUse::Never).human(rating);
    Ok(judged(&request)?.map(|(second, _)| second).filter(|second| second.class.counts()))
}

impl Trap {
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Trap, &'static str> {
        match (0.0..=1.0).contains(&self.entered)
            && self.mistake.class >= crate::review::MoveClass::Inaccuracy
        {
            true => Ok(self),
            false => Err("a trap is a mistake that people come to"),
        }
    }
}

impl FoundTraps {
    /// Returns whether the lines lead from a position to their mistakes.
    #[cfg(feature = "serde")]
    #[doc(hidden)] // reversi-question
    pub fn are_from(&self, position: Position) -> bool {
        self.traps.iter().all(|trap| {
            let game = Game::from_transcript(position, &trap.moves);
            game.is_ok_and(|game| {
                let last = game.turns().last();
                last == Some((trap.mistake.position, trap.mistake.played))
            })
        })
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<FoundTraps, &'static str> {
        match self.traps.is_sorted_by_key(|trap| std::cmp::Reverse((trap.cost * 1000.0).round() as i64)) {
            true => Ok(self),
            false => Err("the costliest trap comes first"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_order_adds_its_share_and_the_likelier_one_stays() {
        let of = |moves: &str, share| Reached { game: moves.parse().unwrap(), share, by_moves: share };
        for (first, second) in [(0.3, 0.2), (0.2, 0.3)] {
            let mut reached = of("f5d6c3d3c4", first);
            reached.add(of("f5d6c4d3c3", second));
            assert!((reached.share - 0.5).abs() < 1e-12 && reached.by_moves == 0.3);
            assert_eq!(reached.game.to_string() == "f5d6c3d3c4", first > second);
        }
    }
}
