//! The review of a game.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use reversi_bitboard::{Color, Game};
use reversi_eval::HumanRating;
use reversi_fields::{Kind, answer, table};
use reversi_search::surface::{OUTCOMES, STOP_REASONS};
use reversi_search::{
    AnalyzeError, AnalyzeRequest, AnalyzedMove, Engine, Event, OpeningBook, Outcome, StopReason, Value,
};

use super::{
    ACCURACY, Accuracy, MoveClass, REVIEW_VERSION, REVIEWED_MOVE, ReviewedMove, SecondLook, opening_name,
};
use crate::by_color::ByColor;

answer! {
    /// The review of a game. The same moves and values give the same review.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game, Level};
    /// use reversi_engine::play::Review;
    ///
    /// let game: Game = "f5d6c3d3c4f4f6f3e6e7".parse()?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let review = Review::by(&mut engine, &game, AnalyzeRequest::level(Level::of::<6>()))?;
    /// for mv in review.moves.iter().filter(|mv| mv.class.counts()) {
    ///     println!("{}. {}: {}, {} was better", mv.ply, mv.played, mv.class, mv.best_move);
    /// }
    /// assert_eq!(review.opening.as_deref(), Some("Comp'Oth"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    #[must_use]
    pub struct Review as REVIEW: "The review of a game." {
        /// The version of the definitions of classes, errors, chances and accuracy.
        pub version: u32 as "version": Kind::Whole { least: 1, most: u32::MAX as i128 };
        /// The fingerprint of the evaluation, 16 hexadecimal digits; null if it is not known.
        pub fingerprint: Option<String> as "fingerprint": Kind::OrNull(&Kind::Text);
        /// The result from black's side, empties to the winner; null if the game is not over.
        pub black_score: Option<i32> as "black_score": Kind::OrNull(&Kind::Score);
        /// The English name of the opening; null if it has no name.
        pub opening: Option<String> as "opening": Kind::OrNull(&Kind::Text);
        /// The ply that left the book; null without a book, and if no move left it.
        pub left_book: Option<u32> as "left_book":
            Kind::OrNull(&Kind::Whole { least: 1, most: u32::MAX as i128 });
        /// The moves in the order of the game: all of them, or the last ones if the call ended early.
        pub moves: Vec<ReviewedMove> as "moves": Kind::List(&Kind::Object(&REVIEWED_MOVE));
        /// How each side played.
        pub sides: ByColor<SideReview> as "sides": Kind::ByColor(&Kind::Object(&SIDE_REVIEW));
        /// The moves that changed the expected result, the worst first.
        pub turning_points: Vec<TurningPoint> as "turning_points": Kind::List(&Kind::Object(&TURNING_POINT));
        /// The first limit that ended a search early, or null.
        pub stopped: Option<StopReason> as "stopped": Kind::OrNull(&Kind::Names("StopReason", STOP_REASONS));
    }
}

answer! {
    /// How a side played.
    #[derive(Clone, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub struct SideReview as SIDE_REVIEW: "How a side played." {
        /// The moves with a choice.
        pub judged: u32 as "judged": Kind::Whole { least: 0, most: 64 };
        /// The total number of discs that its moves lost.
        pub lost: u32 as "lost": Kind::Whole { least: 0, most: u32::MAX as i128 };
        /// The number of these discs that are proven.
        pub proven: u32 as "proven": Kind::Whole { least: 0, most: u32::MAX as i128 };
        /// The number of its inaccuracies.
        pub inaccuracies: u32 as "inaccuracies": Kind::Whole { least: 0, most: 64 };
        /// The number of its mistakes.
        pub mistakes: u32 as "mistakes": Kind::Whole { least: 0, most: 64 };
        /// The number of its blunders.
        pub blunders: u32 as "blunders": Kind::Whole { least: 0, most: 64 };
        /// The accuracy; null if fewer than 10 moves were judged.
        pub accuracy: Option<Accuracy> as "accuracy": Kind::OrNull(&Kind::Object(&ACCURACY));
        /// The strength of the moves of this game, compared with the moves of people of each rating; null if
        /// the engine does not know how people play.
        pub rating: Option<HumanRating> as "rating": Kind::OrNull(&Kind::Object(&HUMAN_RATING));
    }
}

table! {
    HUMAN_RATING, HumanRating,
    "The rating of a person, from moves.",
    [],
    "rating": Kind::Whole { least: 0, most: u32::MAX as i128 }, [], ["The mean of the estimate."];
    "low": Kind::Whole { least: 0, most: u32::MAX as i128 }, [], ["The lower end of the interval of 90 %."];
    "high": Kind::Whole { least: 0, most: u32::MAX as i128 }, [], ["The upper end of the interval of 90 %."];
    "moves": Kind::Whole { least: 0, most: u32::MAX as i128 }, [], ["The moves that had a choice."];
    "enough": Kind::Truth, [],
        ["True if the moves are enough to tell a person from others. The moves of one game are usually not."];
}

answer! {
    /// A move that changed the expected result, from the view of the side that moved.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct TurningPoint as TURNING_POINT: "A move that changed the expected result." {
        /// The number of the ply from 1, passes included.
        pub ply: u32 as "ply": Kind::Whole { least: 1, most: u32::MAX as i128 };
        /// The result with the best move.
        pub before: Outcome as "before": Kind::Names("Outcome", OUTCOMES);
        /// The result after the move.
        pub after: Outcome as "after": Kind::Names("Outcome", OUTCOMES);
        /// True if both results are proven.
        pub proven: bool as "proven": Kind::Truth;
    }
}

impl SideReview {
    fn of<'a>(moves: impl Iterator<Item = &'a ReviewedMove> + Clone) -> SideReview {
        let mut side = SideReview { accuracy: Accuracy::of(moves.clone()), ..SideReview::default() };
        for mv in moves {
            side.judged += u32::from(mv.judged);
            side.lost += mv.loss;
            side.proven += if mv.proven { mv.loss } else { 0 };
            match mv.class {
                MoveClass::Inaccuracy => side.inaccuracies += 1,
                MoveClass::Mistake => side.mistakes += 1,
                MoveClass::Blunder => side.blunders += 1,
                MoveClass::Best | MoveClass::Good => {}
            }
        }
        side
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<SideReview, &'static str> {
        Ok(self) // the review checks it
    }
}

impl TurningPoint {
    /// Returns `None` for a move that does not count, or that does not change the expected result.
    fn of(mv: &ReviewedMove) -> Option<TurningPoint> {
        let (before, after) = (expected(mv.best_value)?, expected(mv.value)?);
        let proven = mv.best_value.outcome().is_some() && mv.value.outcome().is_some();
        let turns = mv.class.counts() && after < before;
        turns.then_some(TurningPoint { ply: mv.ply, before, after, proven })
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<TurningPoint, &'static str> {
        Ok(self) // the review checks it
    }
}

/// Returns the result that the value predicts, proven or not.
fn expected(value: Value) -> Option<Outcome> {
    value.score().and_then(|score| Value::Exact(score).outcome())
}

impl Review {
    /// Reviews a game: analyzes it as [`Engine::analyze_game`] does, looks again at the moves that lost
    /// something by an estimate ([`SecondLook`]), and judges all moves. If the engine [knows how people
    /// play](Engine::human_moves), the sides have ratings.
    ///
    /// Of a limit of the whole call a quarter is for the second looks. A second look also gets what the first
    /// search has left of the limits of a position: nothing, if any limit has ended it. The first second look
    /// takes a table of 16 MiB more.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game, Level};
    /// use reversi_engine::play::Review;
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let review = Review::by(&mut engine, &game, AnalyzeRequest::level(Level::of::<4>()))?;
    /// assert_eq!(review.moves.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::analyze`], and [`AnalyzeError::Restricted`].
    pub fn by(engine: &mut Engine, game: &Game, request: AnalyzeRequest) -> Result<Review, AnalyzeError> {
        Review::by_with(engine, game, request, |_| ControlFlow::Continue(()))
    }

    /// Reviews a game as [`by`](Self::by) does, with the callback of
    /// [`Engine::analyze_game_with`]. After [`ControlFlow::Break`] only the moves that are
    /// done are reviewed.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::play::Review;
    /// use reversi_engine::search::Event;
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let last = Review::by_with(&mut engine, &game, AnalyzeRequest::depth(4), |event| match event {
    ///     Event::Done(_) => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!((last.moves.len(), last.moves[0].ply), (1, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::analyze`], and [`AnalyzeError::Restricted`].
    pub fn by_with(
        engine: &mut Engine,
        game: &Game,
        request: AnalyzeRequest,
        callback: impl FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Review, AnalyzeError> {
        let turns = SecondLook::beside(engine).analyze_game(engine, game, request, callback)?;
        Ok(Review::of_engine(engine, game, &turns))
    }

    /// Reviews a game by moves that this engine has analyzed.
    fn of_engine(engine: &Engine, game: &Game, turns: &[AnalyzedMove]) -> Review {
        let review = Review::of(game, turns, engine.book());
        let review = review.with_fingerprint(engine.evaluation_fingerprint());
        #[cfg(feature = "people")]
        if let Ok(policy) = engine.people() {
            return review.with_people(&policy);
        }
        review
    }

    /// Makes a review of analysed moves, for analyses from elsewhere: a file, a run over many games. They are
    /// the moves of `game`, or its last ones. The book shows where the game left it. The moves are judged as
    /// they are analysed, without a [second look](SecondLook).
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::play::Review;
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let turns = engine.analyze_game(&game, AnalyzeRequest::depth(4))?;
    /// let review = Review::of(&game, &turns, None).with_fingerprint(engine.evaluation_fingerprint());
    /// engine.clear_hash();
    /// assert_eq!(review.moves, Review::by(&mut engine, &game, AnalyzeRequest::depth(4))?.moves);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Game, turns: &[AnalyzedMove], book: Option<&dyn OpeningBook>) -> Review {
        let first = (game.moves().len() + 1).saturating_sub(turns.len()) as u32;
        let moves: Vec<_> = (first..).zip(turns).map(|(ply, turn)| ReviewedMove::of(ply, turn)).collect();
        Review {
            version: REVIEW_VERSION,
            fingerprint: None,
            black_score: game.score(),
            opening: opening_name(game).map(str::to_owned),
            left_book: book.and_then(|book| ply_that_leaves(book, game)),
            sides: sides(&moves),
            turning_points: turning_points(&moves),
            moves,
            stopped: turns.iter().find_map(|turn| turn.analysis().stopped()),
        }
    }

    /// Adds the ratings of both sides. They follow from the losses, too, if all searches of the judged moves
    /// are of 6 plies or more, except a search that a signal has ended.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::play::Review;
    /// use reversi_engine::weights::HumanPolicy;
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let turns = Engine::builder().hash_mib(1).build()?.analyze_game(&game, AnalyzeRequest::depth(1))?;
    /// let review = Review::of(&game, &turns, None).with_people(&HumanPolicy::embedded()?);
    /// assert!(!review.sides.black.rating.unwrap().enough); // five moves say nothing
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "people")]
    pub fn with_people(mut self, policy: &reversi_eval::human::HumanPolicy) -> Review {
        // A game is analyzed from its end: a signal ends the search of the first of these moves.
        let ended = usize::from(self.stopped == Some(StopReason::Stop));
        let telling = || self.moves.iter().skip(ended).filter(|mv| mv.tells_of_a_person());
        // Beside shallow searches, only mistakes and the end have deep ones: a wrong sample.
        let is_shallow = telling().any(ReviewedMove::is_shallow);
        let rating = |side| {
            let moves = telling().filter(|mv| mv.side() == side && !is_shallow);
            let lost: Vec<u32> = moves.map(|mv| mv.difference().min(HumanRating::MOST_LOST)).collect();
            let mean = f64::from(lost.iter().sum::<u32>()) / lost.len().max(1) as f64;
            let moves = self.moves.iter().filter(|mv| mv.side() == side);
            let moves = moves.map(|mv| (mv.position.board, mv.played));
            policy.rating_with_losses(moves, lost.len() as u32, mean)
        };
        self.sides.black.rating = Some(rating(Color::Black));
        self.sides.white.rating = Some(rating(Color::White));
        self
    }

    /// Sets the [fingerprint](reversi_search::Engine::evaluation_fingerprint) of the evaluation.
    pub fn with_fingerprint(mut self, fingerprint: impl Into<String>) -> Review {
        self.fingerprint = Some(fingerprint.into());
        self
    }

    /// Returns the moves of a side that count: inaccuracies, mistakes and blunders, in the order of the game.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Color, Engine, Game};
    /// use reversi_engine::play::Review;
    ///
    /// let game: Game = "f5d6c3".parse()?;
    /// let review = Review::by(&mut Engine::builder().hash_mib(1).build()?, &game, AnalyzeRequest::depth(2))?;
    /// assert_eq!(review.mistakes(Color::Black).count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mistakes(&self, side: Color) -> impl Iterator<Item = &ReviewedMove> {
        self.moves.iter().filter(move |mv| mv.side() == side && mv.class.counts())
    }

    /// Returns the review if all of it follows from its moves.
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Review, String> {
        let close = |a: &SideReview, b: &SideReview| {
            let accuracies = match (a.accuracy, b.accuracy) {
                (Some(a), Some(b)) => {
                    [a.percent - b.percent, a.low - b.low, a.high - b.high].iter().all(|d| d.abs() < 0.15)
                }
                (a, b) => a == b,
            };
            let others = |side: &SideReview| SideReview { accuracy: None, rating: None, ..side.clone() };
            accuracies && others(a) == others(b)
        };
        let again = sides(&self.moves);
        let plies = self.moves.windows(2).all(|two| two[0].ply + 1 == two[1].ply);
        let follows = close(&again.black, &self.sides.black)
            && close(&again.white, &self.sides.white)
            && turning_points(&self.moves) == self.turning_points;
        match (self.version, plies && follows) {
            (REVIEW_VERSION, true) => Ok(self),
            (REVIEW_VERSION, false) => {
                Err("the judgement of the sides must follow from the moves".to_owned())
            }
            (version, _) => {
                Err(format!("version {version} of reviews is not known (expected {REVIEW_VERSION})"))
            }
        }
    }
}

fn sides(moves: &[ReviewedMove]) -> ByColor<SideReview> {
    let of = |side| SideReview::of(moves.iter().filter(move |mv| mv.side() == side));
    ByColor { black: of(Color::Black), white: of(Color::White) }
}

/// Returns the turning points, the worst first: proven results that were given away, then by discs.
fn turning_points(moves: &[ReviewedMove]) -> Vec<TurningPoint> {
    let mut points: Vec<_> = moves.iter().filter_map(|mv| Some((mv.loss, TurningPoint::of(mv)?))).collect();
    points.sort_by_key(|(loss, point)| (Reverse(point.proven), Reverse(*loss), point.ply));
    points.into_iter().map(|(_, point)| point).collect()
}

/// Returns the ply of the first move to a position that the book does not have. `None` if there is no such
/// move, or if the book does not have the start of the game.
fn ply_that_leaves(book: &dyn OpeningBook, game: &Game) -> Option<u32> {
    let positions = game.turns().map(|(position, _)| position).chain([game.position()]);
    let known = positions.take_while(|position| book.look_up(&position.board).is_some()).count();
    (known > 0 && known <= game.moves().len()).then_some(known as u32)
}

#[cfg(test)]
mod tests {
    use reversi_search::Selectivity;

    use super::*;
    use crate::review::judge::tests::judged;

    const MIDGAME: &str = "---------------------------OX------XXX-------------------------- O";

    fn game(values: &[(Value, Value)]) -> Vec<ReviewedMove> {
        let of = |(ply, &(best, played)): (u32, &(Value, Value))| {
            let mut mv = judged(best, played, MIDGAME);
            mv.ply = ply;
            mv.position.side = if ply % 2 == 1 { Color::Black } else { Color::White };
            mv
        };
        (1..).zip(values).map(of).collect()
    }

    fn estimate(score: i32) -> Value {
        Value::Estimate { score, depth: 40, selectivity: Selectivity::P73 }
    }

    #[test]
    fn turning_points_change_the_result_and_the_worst_comes_first() {
        let exact = Value::Exact;
        let moves = game(&[
            (estimate(30), estimate(4)),  // large, and still a win
            (estimate(8), estimate(-9)),  // about a win into a loss
            (estimate(9), estimate(-20)), // the same, and worse
            (estimate(0), estimate(-1)),  // an error of the search, perhaps
            (exact(2), exact(0)),         // small, and proven
            (exact(0), exact(-12)),
            (exact(-2), exact(-40)), // lost before
        ]);
        let points = turning_points(&moves);
        let of = |point: &TurningPoint| (point.ply, point.before, point.after, point.proven);
        use Outcome::{Draw, Loss, Win};
        assert_eq!(
            points.iter().map(of).collect::<Vec<_>>(),
            [(6, Draw, Loss, true), (5, Win, Draw, true), (3, Win, Loss, false), (2, Win, Loss, false)]
        );
    }

    #[test]
    fn a_side_is_the_sum_of_its_moves() {
        let exact = Value::Exact;
        let moves = game(&[
            (exact(8), exact(4)),
            (exact(8), exact(8)),
            (estimate(30), estimate(4)),
            (exact(2), exact(0)),
            (exact(20), exact(12)),
            (estimate(3), estimate(2)),
        ]);
        let ByColor { black, white } = sides(&moves);
        assert_eq!((black.judged, black.lost, black.proven), (3, 38, 12));
        assert_eq!((black.inaccuracies, black.mistakes, black.blunders), (1, 1, 1));
        assert_eq!((white.judged, white.lost, white.proven), (3, 2, 2));
        assert_eq!((white.inaccuracies, white.mistakes, white.blunders), (0, 1, 0));
        assert_eq!(black.accuracy, None);
    }
}
