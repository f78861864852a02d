//! The claim of a proof about a board.

use std::fmt;

/// The claim of a proof about a board: a bound of the score of the side to move, or the score itself.
///
/// ```
/// use reversi_engine::proof::Claim;
///
/// assert_eq!(Claim::AtLeast(38).to_string(), "at-least 38");
/// assert!(Claim::AtLeast(38).holds_for(40));
/// assert!(!Claim::Exactly(38).holds_for(40));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// The side to move can score this or more, whatever the other side does.
    AtLeast(i32),
    /// The other side can hold it to this or less.
    AtMost(i32),
    /// Both of them.
    Exactly(i32),
}

impl Claim {
    /// Returns the number of the claim.
    pub fn score(self) -> i32 {
        match self {
            Claim::AtLeast(score) | Claim::AtMost(score) | Claim::Exactly(score) => score,
        }
    }

    /// Returns the word of the claim: `at-least`, `at-most` or `exactly`.
    pub fn bound(self) -> &'static str {
        match self {
            Claim::AtLeast(_) => "at-least",
            Claim::AtMost(_) => "at-most",
            Claim::Exactly(_) => "exactly",
        }
    }

    /// Returns the bounds of the score, from -64 to 64, that the claim states.
    ///
    /// ```
    /// use reversi_engine::proof::Claim;
    ///
    /// assert_eq!(Claim::AtLeast(38).bounds(), (38, 64));
    /// assert_eq!(Claim::AtMost(38).bounds(), (-64, 38));
    /// assert_eq!(Claim::Exactly(38).bounds(), (38, 38));
    /// ```
    pub fn bounds(self) -> (i32, i32) {
        match self {
            Claim::AtLeast(least) => (least, 64),
            Claim::AtMost(most) => (-64, most),
            Claim::Exactly(score) => (score, score),
        }
    }

    /// Returns whether a board with this score is as claimed.
    pub fn holds_for(self, score: i32) -> bool {
        let (lower, upper) = self.bounds();
        lower <= score && score <= upper
    }

    /// Returns the window of a search that decides the claim.
    #[doc(hidden)] // reversi-search
    pub fn window(self) -> (i32, i32) {
        match self {
            Claim::AtLeast(least) => (least - 1, least),
            Claim::AtMost(most) => (most, most + 1),
            Claim::Exactly(score) => (score - 1, score + 1),
        }
    }

    /// Returns the one or two goals that make the claim true: which side has to score how much at least. A
    /// goal of -64 is included, although it is always reached.
    pub(crate) fn goals(self) -> impl Iterator<Item = Goal> {
        let mover = |least| Goal { mover: true, least };
        let other = |most: i32| Goal { mover: false, least: -most };
        let (first, second) = match self {
            Claim::AtLeast(least) => (mover(least), None),
            Claim::AtMost(most) => (other(most), None),
            Claim::Exactly(score) => (mover(score), Some(other(score))),
        };
        [first].into_iter().chain(second)
    }
}

/// A score that one side reaches at least.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// `true` for the side to move.
    pub(crate) mover: bool,
    pub(crate) least: i32,
}

/// Writes the claim as in the head of a proof.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.bound(), self.score())
    }
}
