//! The loss of a move and its class.

use reversi_bitboard::{Board, Color, Move, Position};
#[cfg(feature = "people")]
use reversi_eval::HumanRating;
use reversi_fields::{Kind, answer, names};
use reversi_search::surface::OUTCOMES;
use reversi_search::{AnalyzedMove, HumanMoves, Outcome, Value};

use super::{CHANCES, Chances, REASON, Reason, loss_error, rounded};

names! {
    /// How good a move was, the best first.
    ///
    /// ```
    /// use reversi_engine::play::MoveClass;
    ///
    /// assert!(MoveClass::Best < MoveClass::Blunder);
    /// assert_eq!(MoveClass::Inaccuracy.to_string(), "inaccuracy");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum MoveClass as MOVE_CLASSES {
        /// No move has a better value.
        Best = "best",
        /// It lost less than 3 discs, or no more than a possible error of the search.
        Good = "good",
        /// It lost 3 to 5 discs.
        Inaccuracy = "inaccuracy",
        /// It lost 6 to 9 discs, or gave away a win or a draw that is proven.
        Mistake = "mistake",
        /// It lost 10 discs or more.
        Blunder = "blunder",
    }
}

impl std::fmt::Display for MoveClass {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl MoveClass {
    /// Losses below this are not shown, unless they are proven.
    pub(crate) const LEAST: u32 = 3;

    /// The class of a loss that counts.
    fn of_loss(loss: u32) -> MoveClass {
        match loss {
            10.. => MoveClass::Blunder,
            6.. => MoveClass::Mistake,
            3.. => MoveClass::Inaccuracy,
            1.. => MoveClass::Good,
            0 => MoveClass::Best,
        }
    }

    /// Returns whether the move counts: it is an inaccuracy, a mistake or a blunder.
    ///
    /// ```
    /// use reversi_engine::play::MoveClass;
    ///
    /// assert!(MoveClass::Inaccuracy.counts() && !MoveClass::Good.counts());
    /// ```
    pub const fn counts(self) -> bool {
        matches!(self, MoveClass::Inaccuracy | MoveClass::Mistake | MoveClass::Blunder)
    }
}

answer! {
    /// A move of a game and how good it was. Values and chances are from the side that moves.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::play::{MoveClass, Review};
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let review = Review::by(&mut Engine::builder().hash_mib(16).build()?, &game, AnalyzeRequest::depth(8))?;
    /// assert_eq!((review.moves[0].loss, review.moves[0].class), (0, MoveClass::Best));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct ReviewedMove as REVIEWED_MOVE: "A move of a game and how good it was." {
        /// The number of the ply from 1, passes included.
        pub ply: u32 as "ply": Kind::Whole { least: 1, most: u32::MAX as i128 };
        /// The position before the move.
        pub position: Position as "position": Kind::Position;
        /// The move that was played.
        pub played: Move as "played": Kind::Move;
        /// The value of the move that was played.
        pub value: Value as "value": Kind::Value;
        /// The best move; the one that was played if none is better.
        pub best_move: Move as "best_move": Kind::Move;
        /// The value of the best move, by a search of the same kind and depth.
        pub best_value: Value as "best_value": Kind::Value;
        /// The discs that the move lost, 0 if the loss may be an error of the search. An estimated loss
        /// counts if it is at least 3 discs and more than twice its error.
        pub loss: u32 as "loss": Kind::Whole { least: 0, most: 128 };
        /// The standard error of the loss in discs, 0 if it is proven.
        pub error: f64 as "error": Kind::Number;
        /// True if both values are exact, and so the loss.
        pub proven: bool as "proven": Kind::Truth;
        /// True if there was a choice: moves that are not equal by symmetry.
        pub judged: bool as "judged": Kind::Truth;
        /// How good the move was.
        pub class: MoveClass as "class": Kind::Names("MoveClass", MOVE_CLASSES);
        /// The proven result that the move gave away: a win or a draw, null for none.
        pub gave_away: Option<Outcome> as "gave_away": Kind::OrNull(&Kind::Names("Outcome", OUTCOMES));
        /// The chances before the move, if the best one is played.
        pub best_chances: Chances as "best_chances": Kind::Object(&CHANCES);
        /// The chances after the move.
        pub chances: Chances as "chances": Kind::Object(&CHANCES);
        /// The best line to show: the best move and what follows, passes included.
        pub best_line: Vec<Move> as "best_line": Kind::List(&Kind::Move);
        /// The move that was played and the best continuation.
        pub line: Vec<Move> as "line": Kind::List(&Kind::Move);
        /// Why an inaccuracy, a mistake or a blunder was worse than the best move; null for other moves,
        /// and where no fact explains it.
        pub why: Option<Reason> as "why": Kind::OrNull(&Kind::Object(&REASON));
        /// How likely people of the rating in the request are to play the best move, from 0 to 1; null
        /// without a rating.
        pub found: Option<f64> as "found": Kind::OrNull(&Kind::Number);
    }
}

/// A move before it is judged.
pub(super) struct Found {
    pub(super) ply: u32,
    pub(super) position: Position,
    pub(super) played: Move,
    pub(super) value: Value,
    pub(super) best_move: Move,
    pub(super) best_value: Value,
    pub(super) best_line: Vec<Move>,
    pub(super) line: Vec<Move>,
    pub(super) human: Option<HumanMoves>,
}

impl ReviewedMove {
    /// Judges the analysed move of this ply.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::play::ReviewedMove;
    ///
    /// let game: Game = "f5".parse()?;
    /// let turns = Engine::builder().hash_mib(1).build()?.analyze_game(&game, AnalyzeRequest::depth(4))?;
    /// assert!(!ReviewedMove::of(1, &turns[0]).judged); // all four moves are equal
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(ply: u32, turn: &AnalyzedMove) -> ReviewedMove {
        let (analysis, line) = (turn.analysis(), turn.line());
        let equal = is_equal(turn.position().board, turn.played(), analysis.best_move());
        // Of moves with the same value, the one that was played is the best.
        let is_best = equal || line.value() == analysis.value();
        let best = if is_best { line } else { &analysis.lines()[0] };
        ReviewedMove::judge(Found {
            ply,
            position: turn.position(),
            played: turn.played(),
            value: line.value(),
            best_move: best.best_move().unwrap_or(turn.played()),
            best_value: best.value(),
            best_line: best.pv().to_vec(),
            line: line.pv().to_vec(),
            human: analysis.human().cloned(),
        })
    }

    pub(super) fn judge(found: Found) -> ReviewedMove {
        let Found { ply, position, played, value, best_move, best_value, best_line, line, human } = found;
        let empties = position.board.empties().len();
        let proven = value.exact().is_some() && best_value.exact().is_some();
        let error = if proven { 0.0 } else { rounded(loss_error(best_value, empties), 2) };
        let raw = difference(best_value, value);
        let shown = proven || (raw >= MoveClass::LEAST && f64::from(raw) > 2.0 * error);
        let loss = if shown { raw } else { 0 };
        let gave_away = best_value.outcome().filter(|&had| value.outcome().is_some_and(|has| has < had));
        let class = match (raw, loss) {
            (0, _) => MoveClass::Best,
            (_, 0) => MoveClass::Good,
            (_, loss) => MoveClass::of_loss(loss),
        };
        let class = if gave_away.is_some() { class.max(MoveClass::Mistake) } else { class };
        let (best_chances, chances) = (Chances::of(best_value, empties), Chances::of(value, empties));
        let why = if class.counts() { Reason::of_loss(position, &line, &best_line, raw) } else { None };
        ReviewedMove {
            ply,
            position,
            played,
            value,
            best_move,
            best_value,
            loss,
            error,
            proven,
            judged: position.board.has_choice() && is_comparable(best_value, value),
            class,
            gave_away,
            best_chances,
            chances,
            best_line,
            line,
            why,
            found: human.map(|human| found_by(position.board, best_move, &human)),
        }
    }

    /// Returns the side that moves.
    pub fn side(&self) -> Color {
        self.position.side
    }

    /// Returns the difference of the two values, even if it may be an error of the search.
    pub(super) fn difference(&self) -> u32 {
        difference(self.best_value, self.value)
    }

    /// Returns whether the loss tells of the strength of the side: not without a choice, and not where moves
    /// are known by heart.
    #[cfg(feature = "people")]
    pub(super) fn tells_of_a_person(&self) -> bool {
        self.judged && self.position.board.empties().len() <= HumanRating::JUDGED_EMPTIES
    }

    /// Returns whether the search sees no more than people do.
    #[cfg(feature = "people")]
    pub(super) fn is_shallow(&self) -> bool {
        matches!(self.best_value, Value::Estimate { depth: ..6, .. })
    }

    /// Returns the move if its judgement follows from its values.
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<ReviewedMove, String> {
        use reversi_search::AnswerError;
        use reversi_search::surface::{check_line, check_value};

        let text = |error: AnswerError| error.to_string();
        check_value(self.value).map_err(text)?;
        check_value(self.best_value).map_err(text)?;
        check_line(self.position.board, self.value, &self.line).map_err(text)?;
        check_line(self.position.board, self.best_value, &self.best_line).map_err(text)?;
        let begin = [&self.line, &self.best_line].map(|line| line.first().copied());
        if begin != [Some(self.played), Some(self.best_move)] || self.value.score() > self.best_value.score()
        {
            return Err("the lines are not those of the move and of the best one".to_owned());
        }
        let again = ReviewedMove::judge(Found {
            ply: self.ply,
            position: self.position,
            played: self.played,
            value: self.value,
            best_move: self.best_move,
            best_value: self.best_value,
            best_line: self.best_line.clone(),
            line: self.line.clone(),
            human: None,
        });
        if self.found.is_some_and(|found| !(0.0..=1.0).contains(&found)) {
            return Err("found must be 0 to 1".to_owned());
        }
        let close = |a: f64, b: f64| (a - b).abs() < 0.02; // machines differ in the last digit
        let agrees = close(again.error, self.error)
            && again.chances.is_close(&self.chances)
            && again.best_chances.is_close(&self.best_chances);
        let ReviewedMove { error, chances, best_chances, found, .. } = self;
        if agrees && self == (ReviewedMove { error, chances, best_chances, found, ..again }) {
            Ok(self)
        } else {
            Err("the judgement must follow from the values".to_owned())
        }
    }
}

/// Returns whether both values are of searches of the same kind and depth.
fn is_comparable(best: Value, played: Value) -> bool {
    match (best, played) {
        (Value::Exact(_), Value::Exact(_)) => true,
        (
            Value::Estimate { depth, selectivity, .. },
            Value::Estimate { depth: other, selectivity: also, .. },
        ) => (depth, selectivity) == (other, also),
        _ => false,
    }
}

/// Returns by how many discs a value is below the best one; 0 for values that cannot be compared.
fn difference(best: Value, played: Value) -> u32 {
    let scores = best.score().zip(played.score()).filter(|_| is_comparable(best, played));
    scores.map_or(0, |(best, played)| (best - played).max(0).unsigned_abs())
}

/// Returns how likely people are to play the best move, or one that is equal to it by symmetry.
pub(super) fn found_by(board: Board, best_move: Move, human: &HumanMoves) -> f64 {
    let is_best = |mv| is_equal(board, mv, Some(best_move));
    rounded(human.moves.iter().filter(|each| is_best(each.mv)).map(|each| each.chance).sum(), 4)
}

/// Returns whether two moves lead to the same board up to symmetry.
fn is_equal(board: Board, played: Move, best: Option<Move>) -> bool {
    let after = |mv: Move| board.after(mv).canonical().0;
    best.is_some_and(|best| best == played || after(best) == after(played))
}

#[cfg(test)]
pub(super) mod tests {
    use reversi_search::Selectivity;

    use super::*;

    pub(in crate::review) fn judged(best: Value, played: Value, board: &str) -> ReviewedMove {
        let position: Position = board.parse().unwrap();
        let mv = position.board.legal_plays().next().unwrap();
        ReviewedMove::judge(Found {
            ply: 1,
            position,
            played: mv,
            value: played,
            best_move: mv,
            best_value: best,
            best_line: Vec::new(),
            line: Vec::new(),
            human: None,
        })
    }

    const MIDGAME: &str = "---------------------------OX------XXX-------------------------- O";

    fn estimate(score: i32, depth: u32) -> Value {
        Value::Estimate { score, depth, selectivity: Selectivity::P73 }
    }

    #[test]
    fn classes_are_by_discs_and_by_results_given_away() {
        use MoveClass::{Best, Blunder, Good, Inaccuracy, Mistake};
        for (best, played, class, gave_away) in [
            (8, 8, Best, None),
            (8, 6, Good, None),
            (8, 4, Inaccuracy, None),
            (10, 4, Mistake, None),
            (12, 4, Mistake, None),
            (14, 4, Blunder, None),
            (2, 0, Mistake, Some(Outcome::Win)),
            (0, -2, Mistake, Some(Outcome::Draw)),
            (2, -8, Blunder, Some(Outcome::Win)),
            (-2, -4, Good, None),
        ] {
            let mv = judged(Value::Exact(best), Value::Exact(played), MIDGAME);
            assert_eq!((mv.class, mv.gave_away), (class, gave_away), "{best} {played}");
            assert_eq!(mv.loss as i32, best - played);
            assert!(mv.proven && mv.error == 0.0);
        }
    }

    #[test]
    fn an_estimated_loss_has_to_be_more_than_twice_its_error_and_3_discs() {
        let mut silent = 0;
        for depth in [2, 8, 16, 24] {
            let error = rounded(loss_error(estimate(0, depth), 59), 2);
            for loss in 0..40 {
                let mv = judged(estimate(5, depth), estimate(5 - loss, depth), MIDGAME);
                let counts = f64::from(loss) > 2.0 * error && loss >= 3;
                assert_eq!(mv.loss, if counts { loss as u32 } else { 0 }, "{depth} {loss} {error}");
                assert_eq!((mv.error, mv.proven, mv.gave_away), (error, false, None));
                assert_eq!(mv.class.counts(), counts);
                assert_eq!(mv.class == MoveClass::Best, loss == 0);
                silent += usize::from(!counts && loss >= 3);
            }
        }
        assert!(silent > 0);
    }

    #[test]
    fn values_of_different_searches_are_not_compared() {
        let selective = Value::Estimate { score: -9, depth: 9, selectivity: Selectivity::P87 };
        for (best, played) in [
            (estimate(9, 9), estimate(-9, 8)),
            (estimate(9, 9), selective),
            (Value::Exact(10), estimate(-9, 9)),
            (estimate(9, 9), Value::Exact(-10)),
        ] {
            let mv = judged(best, played, MIDGAME);
            assert_eq!((mv.loss, mv.judged), (0, false), "{best} {played}");
        }
        assert!(judged(estimate(9, 9), estimate(-9, 9), MIDGAME).judged);
    }

    #[test]
    fn moves_that_are_equal_by_symmetry_are_no_choice() {
        assert!(!Board::START.has_choice() && MIDGAME.parse::<Position>().unwrap().board.has_choice());
        assert!(is_equal(Board::START, "f5".parse().unwrap(), Some("d3".parse().unwrap())));
        let board = Board::START.play("f5".parse().unwrap());
        assert!(!is_equal(board, "d6".parse().unwrap(), Some("f6".parse().unwrap())));
    }
}
