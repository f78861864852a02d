//! Moves that people would play.

use std::ops::RangeInclusive;

use reversi_bitboard::{Board, Move};
use reversi_fields::{Kind, answer};

use super::{AnswerError, AnswerErrorKind};

answer! {
    /// Moves that people of a rating would play at a position.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine};
    ///
    /// let engine = Engine::builder().hash_mib(1).build()?;
    /// let people = engine.human_moves(&Board::START.play("f5".parse()?), 1500)?;
    /// println!("most play {}", people.moves[0].mv);
    /// assert_eq!(people.moves.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct HumanMoves as HUMAN_MOVES: "Moves that people of a rating would play at a position." {
        /// The rating of the people: 1500 is the median of those who play many tournament games.
        pub rating: u32 as "rating": Kind::Whole { least: 400, most: 2400 };
        /// All legal moves, the likeliest first. Only the pass if it is forced, nothing if the game is over.
        pub moves: Vec<HumanMove> as "moves": Kind::List(&Kind::Object(&HUMAN_MOVE));
    }
}

answer! {
    /// A move of [`HumanMoves`].
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct HumanMove as HUMAN_MOVE: "A move, and how likely people are to choose it." {
        /// The move.
        pub mv: Move as "move": Kind::Move;
        /// How likely people are to choose it, from 0 to 1, with four decimals.
        pub chance: f64 as "chance": Kind::Number;
    }
}

/// A chance is never NaN.
impl Eq for HumanMove {}

impl HumanMoves {
    /// The ratings of a request. The policy knows the ratings of [its
    /// games](reversi_eval::human::HumanPolicy::RATINGS), and uses the nearest of them.
    pub const RATINGS: RangeInclusive<u32> = 400..=2400;

    /// Returns the chance that people choose this move, 0 if it is not legal.
    ///
    /// ```
    /// use reversi_engine::{Board, Engine, Move};
    ///
    /// let people = Engine::builder().hash_mib(1).build()?.human_moves(&Board::START, 1500)?;
    /// assert_eq!(people.chance(Move::Pass), 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn chance(&self, mv: Move) -> f64 {
        self.moves.iter().find(|each| each.mv == mv).map_or(0.0, |each| each.chance)
    }

    /// Makes the answer of these moves, the likeliest first.
    #[cfg(feature = "people")]
    #[doc(hidden)] // tests of reversi-play
    pub fn of(rating: u32, moves: impl IntoIterator<Item = (Move, f32)>) -> HumanMoves {
        let each = |(mv, chance)| HumanMove { mv, chance: rounded(chance) };
        let mut moves: Vec<HumanMove> = moves.into_iter().map(each).collect();
        moves.sort_unstable_by(|a, b| b.chance.total_cmp(&a.chance).then(a.mv.cmp(&b.mv)));
        HumanMoves { rating, moves }
    }

    /// Checks that these are all legal moves of this position and that their chances are valid.
    ///
    /// # Errors
    /// The first contradiction.
    #[doc(hidden)] // an answer has its position once
    pub fn check(&self, board: &Board) -> Result<(), AnswerError> {
        // The number and each legal move suffice: a sort would be larger code.
        let is_all = self.moves.len() == board.legal_plays().count()
            && board.legal_plays().all(|mv| self.moves.iter().any(|each| each.mv == mv));
        let sum: f64 = self.moves.iter().map(|each| each.chance).sum();
        let is_sorted = self.moves.is_sorted_by(|a, b| a.chance >= b.chance);
        let fits = self.moves.is_empty() || (sum - 1.0).abs() < 0.005;
        if is_all && is_sorted && fits { Ok(()) } else { Err(AnswerErrorKind::People.into()) }
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<HumanMoves, String> {
        match HumanMoves::RATINGS.contains(&self.rating) {
            true => Ok(self),
            false => Err(format!("rating must be 400 to 2400, not {}", self.rating)),
        }
    }
}

/// A chance with four decimals.
#[cfg(feature = "people")]
pub(crate) fn rounded(chance: f32) -> f64 {
    (f64::from(chance) * 1e4).round() / 1e4
}

impl HumanMove {
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<HumanMove, String> {
        match (0.0..=1.0).contains(&self.chance) {
            true => Ok(self),
            false => Err(format!("chance must be 0 to 1, not {}", self.chance)),
        }
    }
}
