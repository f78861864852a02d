//! Opponents in the middle of a game: maps of their fields.

use super::macros::by_fields;
use crate::api::{Opponent, Strength};

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Opponent", deny_unknown_fields)]
struct OpponentFields {
    strength: Strength,
    /// 16 hexadecimal digits: JavaScript would round a number of JSON.
    seed: String,
}

by_fields! {
    /// `{"strength": "club", "seed": "8d1f3c2b5a697804"}`. It goes on with the same choices.
    Opponent as OpponentFields;
}

impl OpponentFields {
    fn of(opponent: &Opponent) -> OpponentFields {
        OpponentFields { strength: opponent.strength(), seed: format!("{:016x}", opponent.seed()) }
    }

    fn checked(self) -> Result<Opponent, String> {
        let OpponentFields { strength, seed } = self;
        let is_hexadecimal = seed.len() == 16 && seed.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_hexadecimal.then(|| u64::from_str_radix(&seed, 16).ok()).flatten();
        let wrong = || format!("the seed {seed:?}: expected a seed of 16 hexadecimal digits");
        Ok(Opponent::new(strength, number.ok_or_else(wrong)?))
    }
}
