//! The strength of a human-like opponent.

use std::fmt;
use std::str::FromStr;

use reversi_fields::names;
use reversi_search::Level;
use thiserror::Error;

use crate::opponent_model::model;

names! {
    /// The strength of an [`Opponent`](crate::Opponent), from a beginner to the full engine: names of some
    /// [ratings](Strength::rating). The order is from the weakest to the strongest.
    ///
    /// The guide `playing` of `reversi-engine` has the measured Elo of each.
    ///
    /// ```
    /// use reversi_engine::play::Strength;
    ///
    /// let strength: Strength = "club".parse()?;
    /// assert_eq!(strength, Strength::Club);
    /// assert!(Strength::Beginner < strength && strength < Strength::Master);
    /// for &strength in Strength::ALL {
    ///     println!("{strength}"); // a menu
    /// }
    /// # Ok::<(), reversi_engine::play::ParseStrengthError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Strength as STRENGTHS {
        /// Knows little more than the rules: takes many discs, and tries all sorts of moves.
        Beginner = "beginner",
        /// Plays now and then: moves that look natural, without looking ahead.
        Casual = "casual",
        /// Plays like the weaker tournament players, and overlooks plain replies.
        Intermediate = "intermediate",
        /// Plays like many tournament players.
        Club = "club",
        /// Plays like the best third of tournament players.
        Tournament = "tournament",
        /// Plays better than the people whose games the opponent has learnt from.
        Expert = "expert",
        /// The engine at level 7, without selectivity and without deliberate mistakes.
        Master = "master",
    }
}

impl Strength {
    /// Returns the level of its searches, which are at 100 %.
    pub fn level(self) -> Level {
        model(self.rating()).0
    }

    /// Returns the rating: see [`Opponent::rated`](crate::Opponent::rated).
    ///
    /// ```
    /// use reversi_engine::play::Strength;
    ///
    /// assert_eq!(Strength::Club.rating(), 1400);
    /// ```
    pub fn rating(self) -> u32 {
        match self {
            Strength::Beginner => 400,
            Strength::Casual => 800,
            Strength::Intermediate => 1100,
            Strength::Club => 1400,
            Strength::Tournament => 1700,
            Strength::Expert => 2000,
            Strength::Master => 2400,
        }
    }
}

/// Writes the name.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name in upper or lower case.
impl FromStr for Strength {
    type Err = ParseStrengthError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let named = |strength: &Strength| strength.name().eq_ignore_ascii_case(s);
        Self::ALL.iter().copied().find(named).ok_or(ParseStrengthError)
    }
}

/// The error of a text that is not a [`Strength`].
///
/// ```
/// use reversi_engine::play::Strength;
///
/// let error = "novice".parse::<Strength>().unwrap_err();
/// assert!(error.to_string().starts_with("no such strength (expected beginner, casual, "));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("no such strength (expected {})", Strength::ALL.iter().map(|strength| strength.name()).collect::<Vec<_>>().join(", "))]
#[non_exhaustive]
pub struct ParseStrengthError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for &strength in Strength::ALL {
            assert_eq!(strength.to_string().parse(), Ok(strength));
            assert_eq!(strength.name().to_uppercase().parse(), Ok(strength));
        }
        assert_eq!(format!("[{:>6}]", Strength::Club), "[  club]");
        for wrong in ["", " club", "clubs", "7"] {
            let error = wrong.parse::<Strength>().unwrap_err().to_string();
            let names = "beginner, casual, intermediate, club, tournament, expert, master";
            assert_eq!(error, format!("no such strength (expected {names})"));
        }
    }
}
