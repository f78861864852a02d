//! A seed as 16 hexadecimal digits: JavaScript would round a number of JSON.

use ::serde::de::{Error as _, Unexpected};
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

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
