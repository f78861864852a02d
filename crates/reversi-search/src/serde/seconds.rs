//! Times as numbers of seconds, whole numbers where possible. A time up to 50 days reads back exactly; a
//! longer one may lose some nanoseconds.

use std::fmt;
use std::time::Duration;

use ::serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use ::serde::ser::{Serialize, Serializer};

use crate::surface::seconds::{of_number, of_whole};

/// A time by itself. The functions of this module are for `#[serde(with = "seconds")]`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds(pub(crate) Duration);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(&self.0, serializer)
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seconds, D::Error> {
        deserialize(deserializer).map(Seconds)
    }
}

pub(crate) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    match time.subsec_nanos() {
        0 => serializer.serialize_u64(time.as_secs()),
        _ => serializer.serialize_f64(time.as_secs_f64()),
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    deserializer.deserialize_any(AnyNumber)
}

struct AnyNumber;

impl Visitor<'_> for AnyNumber {
    type Value = Duration;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("seconds from 0 to 18446744073709551615")
    }

    fn visit_u64<E: Error>(self, seconds: u64) -> Result<Duration, E> {
        Ok(Duration::from_secs(seconds))
    }

    fn visit_i64<E: Error>(self, seconds: i64) -> Result<Duration, E> {
        of_whole(seconds.into()).ok_or_else(|| E::invalid_value(Unexpected::Signed(seconds), &self))
    }

    fn visit_f64<E: Error>(self, seconds: f64) -> Result<Duration, E> {
        of_number(seconds).ok_or_else(|| E::invalid_value(Unexpected::Float(seconds), &self))
    }
}

/// The times of both sides, `null` for none.
pub(crate) mod by_color {
    use super::{Deserialize, Deserializer, Duration, Seconds, Serialize, Serializer};
    use crate::session::ByColor;

    type Times = ByColor<Option<Duration>>;

    pub(crate) fn serialize<S: Serializer>(times: &Times, serializer: S) -> Result<S::Ok, S::Error> {
        let ByColor { black, white } = times;
        ByColor { black: black.map(Seconds), white: white.map(Seconds) }.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Times, D::Error> {
        let ByColor { black, white } = ByColor::<Option<Seconds>>::deserialize(deserializer)?;
        Ok(ByColor { black: black.map(|Seconds(time)| time), white: white.map(|Seconds(time)| time) })
    }
}
