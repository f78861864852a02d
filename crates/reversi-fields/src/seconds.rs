//! Times as numbers of seconds, whole numbers where possible. A time up to 50 days reads back exactly; a
//! longer one may lose some nanoseconds.

use std::time::Duration;

#[cfg(feature = "serde")]
pub use with_serde::{Seconds, deserialize, serialize};

/// Returns the time of this many seconds; `None` if it is not a valid duration.
pub fn of_whole(seconds: i128) -> Option<Duration> {
    u64::try_from(seconds).ok().map(Duration::from_secs)
}

/// Returns the time of this many seconds; `None` if it is not a valid duration. The longest time is written
/// as a number that is a little too large.
pub fn of_number(seconds: f64) -> Option<Duration> {
    let inside = (0.0..=u64::MAX as f64).contains(&seconds);
    inside.then(|| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
}

#[cfg(feature = "serde")]
mod with_serde {
    use std::fmt;
    use std::time::Duration;

    use ::serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
    use ::serde::ser::{Serialize, Serializer};

    use super::{of_number, of_whole};

    /// A time by itself.
    #[derive(Clone, Copy, Debug)]
    pub struct Seconds(pub Duration);

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

    /// Writes the seconds, for `#[serde(with = "reversi_fields::seconds")]`.
    ///
    /// # Errors
    /// Of the serializer.
    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        match time.subsec_nanos() {
            0 => serializer.serialize_u64(time.as_secs()),
            _ => serializer.serialize_f64(time.as_secs_f64()),
        }
    }

    /// Reads seconds, for `#[serde(with = "reversi_fields::seconds")]`.
    ///
    /// # Errors
    /// For a value that is not a time.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
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
}
