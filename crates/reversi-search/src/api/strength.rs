//! How strong an opponent of people plays.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::Level;
use crate::surface::macros::names;

names! {
    /// How strong an [`Opponent`](crate::Opponent) plays, from a beginner to the full engine. The order is from
    /// the weakest to the strongest.
    ///
    /// The guide `playing` of `reversi-engine` has the measured Elo of each.
    ///
    /// ```
    /// use reversi_engine::Strength;
    ///
    /// let strength: Strength = "club".parse()?;
    /// assert_eq!(strength, Strength::Club);
    /// assert!(Strength::Beginner < strength && strength < Strength::Master);
    /// for &strength in Strength::ALL {
    ///     println!("{strength}"); // a menu
    /// }
    /// # Ok::<(), reversi_engine::ParseStrengthError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Strength as STRENGTHS {
        /// Knows little more than the rules: takes many discs, and often gives away a corner.
        Beginner = "beginner",
        /// Plays now and then: still takes many discs, and avoids the worst moves.
        Casual = "casual",
        /// Knows that many discs early are not good, and overlooks plain replies.
        Intermediate = "intermediate",
        /// Looks a few moves ahead, and is often inaccurate.
        Club = "club",
        /// Makes small mistakes only.
        Tournament = "tournament",
        /// Loses a disc here and there.
        Expert = "expert",
        /// The engine at level 10, without mistakes on purpose.
        Master = "master",
    }
}

/// The mistakes of a strength. A perfect player has none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mistakes {
    /// A move that is worse by this many half discs is half as likely.
    pub(super) halving: u32,
    /// The worth in discs that each disc turned seems to have.
    pub(super) greed: u32,
}

impl Strength {
    /// All of them, the weakest first.
    pub const ALL: &'static [Strength] = &[
        Self::Beginner,
        Self::Casual,
        Self::Intermediate,
        Self::Club,
        Self::Tournament,
        Self::Expert,
        Self::Master,
    ];

    /// The level of its searches.
    pub fn level(self) -> Level {
        self.model().0
    }

    /// Its mistakes, if any.
    pub(super) fn mistakes(self) -> Option<Mistakes> {
        self.model().1
    }

    /// The numbers are the result of matches: about the same distance between neighbours.
    fn model(self) -> (Level, Option<Mistakes>) {
        let (level, mistakes) = match self {
            Strength::Beginner => (0, Some((24, 2))),
            Strength::Casual => (0, Some((9, 2))),
            Strength::Intermediate => (2, Some((6, 1))),
            Strength::Club => (3, Some((3, 0))),
            Strength::Tournament => (5, Some((2, 0))),
            Strength::Expert => (7, Some((1, 0))),
            Strength::Master => (10, None),
        };
        let mistakes = mistakes.map(|(halving, greed)| Mistakes { halving, greed });
        (Level::new(level).expect("at most 60"), mistakes)
    }
}

/// Its name.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name in upper or lower case.
impl FromStr for Strength {
    type Err = ParseStrengthError;

    fn from_str(s: &str) -> Result<Self, Self::Err> {
        let named = |strength: &Strength| strength.name().eq_ignore_ascii_case(s);
        Self::ALL.iter().copied().find(named).ok_or(ParseStrengthError)
    }
}

/// Not the name of a [`Strength`].
///
/// ```
/// use reversi_engine::Strength;
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

    #[test]
    fn a_stronger_one_searches_no_less_and_makes_no_greater_mistakes() {
        assert!(Strength::ALL.is_sorted());
        assert!(Strength::ALL.is_sorted_by_key(|strength| strength.level()));
        let size = |strength: &Strength| strength.mistakes().map_or(0, |mistakes| mistakes.halving);
        assert!(Strength::ALL.is_sorted_by(|weak, strong| size(weak) > size(strong)));
        let greed = |strength: &Strength| strength.mistakes().map_or(0, |mistakes| mistakes.greed);
        assert!(Strength::ALL.is_sorted_by(|weak, strong| greed(weak) >= greed(strong)));
    }
}
