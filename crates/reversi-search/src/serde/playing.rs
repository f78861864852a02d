//! Opponents in the middle of a game: maps of their fields.

use ::serde::de::{Deserialize, Deserializer, Error, Unexpected};
use ::serde::ser::{Serialize, Serializer};

use crate::api::{Opponent, Strength};

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(rename = "Opponent", deny_unknown_fields)]
struct OpponentFields {
    strength: Strength,
    #[serde(with = "seed")]
    seed: u64,
}

/// A seed as 16 hexadecimal digits: JavaScript would round a number of JSON.
pub(crate) mod seed {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(seed: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        format!("{seed:016x}").serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let seed = String::deserialize(deserializer)?;
        let is_hexadecimal = seed.len() == 16 && seed.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_hexadecimal.then(|| u64::from_str_radix(&seed, 16).ok()).flatten();
        let expected = &"a seed of 16 hexadecimal digits";
        number.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&seed), expected))
    }
}

/// `{"strength": "club", "seed": "8d1f3c2b5a697804"}`. It goes on with the same choices.
impl Serialize for Opponent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        OpponentFields { strength: self.strength(), seed: self.seed() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Opponent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Opponent, D::Error> {
        let OpponentFields { strength, seed } = OpponentFields::deserialize(deserializer)?;
        Ok(Opponent::new(strength, seed))
    }
}
