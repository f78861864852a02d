//! Scores, exact or estimated, and the result of a game.

use std::cmp::Ordering;
use std::fmt;

use reversi_bitboard::__internal::pad;
use reversi_fields::names;

use super::Selectivity;
use super::answer::{AnswerError, check_value};

/// A score from the side to move: final disc difference, empties to the winner, -64 ..= 64. Except for an
/// estimate it is proven and even.
///
/// ```
/// use reversi_engine::{Engine, SolveRequest, Value};
///
/// let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// match engine.solve(&board, SolveRequest::wld())?.value() {
///     Value::Exact(score) => println!("a draw: {score}"),
///     value => println!("at least {}, at most {}", value.lower(), value.upper()),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Value {
    /// The score under best play of both sides.
    Exact(i32),
    /// The score under best play is not below `lower` and not above `upper`.
    Bounds {
        /// Proven to be reached.
        lower: i32,
        /// Proven not to be exceeded.
        upper: i32,
    },
    /// The result of a search that proves nothing: it ended before the end of the game or left out moves.
    Estimate {
        /// In whole discs; odd values are possible.
        score: i32,
        /// The plies that were searched, passes not counted.
        depth: u32,
        /// The confidence of the search in the moves that it left out.
        selectivity: Selectivity,
    },
}

impl Value {
    pub(crate) fn between(lower: i32, upper: i32) -> Value {
        // Scores are even: bounds from odd windows tighten.
        let (lower, upper) = ((lower + (lower & 1)).max(-64), (upper - (upper & 1)).min(64));
        if lower == upper { Value::Exact(lower) } else { Value::Bounds { lower, upper } }
    }

    /// Makes proven bounds: the score is not below `lower` and not above `upper`. Equal bounds make an exact
    /// score.
    ///
    /// ```
    /// use reversi_engine::Value;
    ///
    /// assert_eq!(Value::bounds(2, 64)?.to_string(), ">= +2");
    /// assert_eq!(Value::bounds(-8, -8)?, Value::Exact(-8));
    /// assert!(Value::bounds(4, 2).is_err());
    /// # Ok::<(), reversi_engine::search::AnswerError>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] if a bound is odd or beyond -64 to 64, or the lower one is above the upper one.
    pub fn bounds(lower: i32, upper: i32) -> Result<Value, AnswerError> {
        let value = if lower == upper { Value::Exact(lower) } else { Value::Bounds { lower, upper } };
        value.checked()
    }

    /// Makes the result of a search of `depth` plies that proves nothing.
    ///
    /// ```
    /// use reversi_engine::{Selectivity, Value};
    ///
    /// assert_eq!(Value::estimate(3, 24, Selectivity::P73)?.to_string(), "+3 at 24@73%");
    /// # Ok::<(), reversi_engine::search::AnswerError>(())
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] for a score beyond -64 to 64, and for more than 62 plies.
    pub fn estimate(score: i32, depth: u32, selectivity: Selectivity) -> Result<Value, AnswerError> {
        Value::Estimate { score, depth, selectivity }.checked()
    }

    /// Checks the value, and returns it if a position may have it.
    ///
    /// ```
    /// use reversi_engine::Value;
    ///
    /// assert_eq!(Value::Exact(8).checked(), Ok(Value::Exact(8)));
    /// assert!(Value::Exact(66).checked().is_err());
    /// ```
    ///
    /// # Errors
    /// [`AnswerError`] for scores beyond -64 to 64, odd ones that are proven, bounds without a score between
    /// them or with only one, and estimates of more than 62 plies.
    pub fn checked(self) -> Result<Value, AnswerError> {
        check_value(self).map(|()| self)
    }

    /// Returns the least possible score.
    pub fn lower(self) -> i32 {
        match self {
            Value::Exact(score) | Value::Bounds { lower: score, .. } => score,
            Value::Estimate { .. } => -64,
        }
    }

    /// Returns the greatest possible score.
    pub fn upper(self) -> i32 {
        match self {
            Value::Exact(score) | Value::Bounds { upper: score, .. } => score,
            Value::Estimate { .. } => 64,
        }
    }

    /// Returns the score if it is known exactly.
    pub fn exact(self) -> Option<i32> {
        match self {
            Value::Exact(score) => Some(score),
            Value::Bounds { .. } | Value::Estimate { .. } => None,
        }
    }

    /// Returns the score, exact or estimated, or `None` for bounds.
    ///
    /// ```
    /// use reversi_engine::Value;
    ///
    /// assert_eq!(Value::Exact(8).score(), Some(8));
    /// ```
    pub fn score(self) -> Option<i32> {
        match self {
            Value::Exact(score) | Value::Estimate { score, .. } => Some(score),
            Value::Bounds { .. } => None,
        }
    }

    /// Returns the result of the game, if it is proven.
    ///
    /// ```
    /// use reversi_engine::Value;
    /// use reversi_engine::search::Outcome;
    ///
    /// assert_eq!(Value::Exact(0).outcome(), Some(Outcome::Draw));
    /// ```
    pub fn outcome(self) -> Option<Outcome> {
        let of = |score: i32| match score.cmp(&0) {
            Ordering::Less => Outcome::Loss,
            Ordering::Equal => Outcome::Draw,
            Ordering::Greater => Outcome::Win,
        };
        (of(self.lower()) == of(self.upper())).then_some(of(self.lower()))
    }
}

/// The value for the other side.
///
/// ```
/// use reversi_engine::Value;
///
/// assert_eq!(-Value::bounds(-4, 2)?, Value::bounds(-2, 4)?);
/// # Ok::<(), reversi_engine::search::AnswerError>(())
/// ```
impl std::ops::Neg for Value {
    type Output = Value;

    fn neg(self) -> Value {
        match self {
            Value::Exact(score) => Value::Exact(-score),
            Value::Bounds { lower, upper } => Value::Bounds { lower: -upper, upper: -lower },
            Value::Estimate { score, depth, selectivity } => {
                Value::Estimate { score: -score, depth, selectivity }
            }
        }
    }
}

/// Writes `+8` if exact, `>= +2`, `<= -2` or `-4..=+2` if not, `+3 at 24@73%` for an estimate.
///
/// ```
/// use reversi_engine::{Selectivity, Value};
///
/// assert_eq!(Value::Exact(8).to_string(), "+8");
/// let estimate = Value::Estimate { score: 3, depth: 24, selectivity: Selectivity::P73 };
/// assert_eq!(estimate.to_string(), "+3 at 24@73%");
/// ```
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, |out| match *self {
            Value::Exact(score) => write!(out, "{score:+}"),
            Value::Bounds { lower: -64, upper: 64 } => out.write_str("-64..=+64"),
            Value::Bounds { lower, upper: 64 } => write!(out, ">= {lower:+}"),
            Value::Bounds { lower: -64, upper } => write!(out, "<= {upper:+}"),
            Value::Bounds { lower, upper } => write!(out, "{lower:+}..={upper:+}"),
            Value::Estimate { score, depth, selectivity } => {
                write!(out, "{score:+} at {depth}@{selectivity}")
            }
        })
    }
}

names! {
    /// The result of a game for the side to move, worse ones first.
    ///
    /// ```
    /// use reversi_engine::search::Outcome;
    ///
    /// assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
    /// assert_eq!(Outcome::Win.to_string(), "win");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[allow(clippy::exhaustive_enums, reason = "a game has no other outcomes")]
    pub enum Outcome as OUTCOMES {
        /// The other side has more discs.
        Loss = "loss",
        /// Both have the same number of discs.
        Draw = "draw",
        /// The side to move has more discs.
        Win = "win",
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Proven bounds. Equal bounds are an exact score.
#[cfg(feature = "serde")]
pub(crate) mod bounds {
    use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Value;

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Bounds")]
    struct Bounds {
        lower: i32,
        upper: i32,
    }

    pub(crate) fn serialize<S: Serializer>(value: &Value, serializer: S) -> Result<S::Ok, S::Error> {
        Bounds { lower: value.lower(), upper: value.upper() }.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        let Bounds { lower, upper } = Bounds::deserialize(deserializer)?;
        Ok(if lower == upper { Value::Exact(lower) } else { Value::Bounds { lower, upper } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_tighten_to_even_scores_and_print() {
        assert_eq!(Value::between(-1, 1), Value::Exact(0));
        assert_eq!(Value::between(1, 64).to_string(), ">= +2");
        assert_eq!(Value::between(-64, -1).to_string(), "<= -2");
        assert_eq!(Value::between(-65, 65).to_string(), "-64..=+64");
        assert_eq!(Value::between(-3, 5).to_string(), "-2..=+4");
        assert_eq!(Value::between(-64, 64).outcome(), None);
        assert_eq!(Value::between(2, 64).outcome(), Some(Outcome::Win));
        assert_eq!(Value::between(-64, 0).outcome(), None);
    }
}
