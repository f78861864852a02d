//! Who moves for a side.

use crate::api::{AnalyzeRequest, Opponent};

/// Who moves for a side of a [`Session`](crate::Session).
///
/// ```
/// use reversi_engine::{AnalyzeRequest, Level, Opponent, Player, Strength};
///
/// let person = Player::Person;
/// let strong = Player::Engine(AnalyzeRequest::level(Level::new(21)?));
/// let casual = Player::Opponent(Opponent::new(Strength::Casual, 7));
/// assert!(!person.is_engine() && strong.is_engine() && casual.is_engine());
/// # Ok::<(), reversi_engine::LevelError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Player {
    /// A person, who is asked for a move.
    #[default]
    Person,
    /// An engine that plays the best move of this analysis.
    Engine(AnalyzeRequest),
    /// An engine that plays like a person of some strength.
    Opponent(Opponent),
}

impl Player {
    /// Returns whether an engine chooses the moves.
    pub fn is_engine(&self) -> bool {
        !matches!(self, Player::Person)
    }

    /// The name in a record where the user has not given a name.
    pub(super) fn default_name(&self) -> String {
        match self {
            Player::Person => String::new(),
            Player::Engine(_) => "reversi-engine".to_owned(),
            Player::Opponent(opponent) => format!("reversi-engine ({opponent})"),
        }
    }
}
