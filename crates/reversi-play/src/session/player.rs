//! Who moves for a side.

use reversi_fields::{
    DynValue, FieldError, FieldErrorKind, FieldValue, Fields as _, Kind, check_names, read,
};
use reversi_search::AnalyzeRequest;
use reversi_search::surface::AnalyzeOptions;

use crate::opponent::{Opponent, OpponentOptions};

/// Who moves for a side of a [`Session`](crate::Session).
///
/// ```
/// use reversi_engine::{AnalyzeRequest, Level};
/// use reversi_engine::play::{Opponent, Player, Strength};
///
/// let person = Player::Person;
/// let strong = Player::Engine(AnalyzeRequest::level(Level::of::<21>()));
/// let casual = Player::Opponent(Opponent::new(Strength::Casual, 7));
/// assert!(!person.is_engine() && strong.is_engine() && casual.is_engine());
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

/// `"person"`, `{"engine": {..}}` or `{"opponent": {..}}`.
impl FieldValue for Player {
    fn read(plain: DynValue) -> Result<Player, FieldError> {
        let DynValue::Object(fields) = plain else { return Ok(Player::Person) };
        check_names(&fields, &["engine", "opponent"], "")?;
        let expected = || Kind::Player.expected();
        let missing = || FieldError::new("", FieldErrorKind::Missing { expected: expected() });
        let mut fields = fields.into_iter();
        let (Some((name, options)), None) = (fields.next(), fields.next()) else { return Err(missing()) };
        let DynValue::Object(options) = options else {
            let (expected, found) = ("an object".into(), options.describe());
            return Err(FieldError::new(&*name, FieldErrorKind::WrongType { expected, found }));
        };
        let player = || match &*name {
            "engine" => read::<AnalyzeOptions>(options)?.checked_request().map(Player::Engine),
            _ => read::<OpponentOptions>(options)?.opponent().map(Player::Opponent),
        };
        player().map_err(|error| error.inside(&name))
    }

    fn plain(&self) -> Option<DynValue> {
        let one = |name: &'static str, options: DynValue| DynValue::Object(vec![(name.into(), options)]);
        Some(match self {
            Player::Person => DynValue::Text("person".to_owned()),
            Player::Engine(request) => one("engine", AnalyzeOptions::from(request).to_plain()),
            Player::Opponent(opponent) => one("opponent", OpponentOptions::from(opponent).to_plain()),
        })
    }
}
