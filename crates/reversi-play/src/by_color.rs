//! A value for each side.

use reversi_bitboard::Color;
use reversi_fields::{DynValue, FieldError, FieldValue};

/// A value for each side.
///
/// ```
/// use reversi_engine::Color;
/// use reversi_engine::play::ByColor;
///
/// let discs = ByColor { black: 3, white: 5 };
/// assert_eq!(discs.of(Color::White), &5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[allow(clippy::exhaustive_structs, reason = "the game has two sides")]
pub struct ByColor<T> {
    /// The value of black.
    pub black: T,
    /// The value of white.
    pub white: T,
}

impl<T> From<[T; 2]> for ByColor<T> {
    fn from([black, white]: [T; 2]) -> ByColor<T> {
        ByColor { black, white }
    }
}

impl<T> ByColor<T> {
    /// Returns the value of a side.
    pub fn of(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Returns both values, black first.
    pub(crate) fn both(self) -> [T; 2] {
        [self.black, self.white]
    }
}

impl<T: FieldValue + Default> FieldValue for ByColor<T> {
    fn read(plain: DynValue) -> Result<ByColor<T>, FieldError> {
        let DynValue::Object(fields) = plain else { unreachable!("it was checked") };
        let mut both = ByColor::default();
        for (name, value) in fields {
            let side = if name == "black" { &mut both.black } else { &mut both.white };
            *side = T::read(value).map_err(|error| error.inside(&name))?;
        }
        Ok(both)
    }

    fn plain(&self) -> Option<DynValue> {
        let sides = [("black", self.black.plain()), ("white", self.white.plain())];
        let given = sides.into_iter().filter_map(|(name, value)| Some((name.into(), value?)));
        Some(DynValue::Object(given.collect())).filter(|given| *given != DynValue::Object(Vec::new()))
    }
}

/// The times of both sides as seconds, `null` for none: for `#[serde(with = "seconds_by_color")]`.
#[cfg(feature = "serde")]
pub mod seconds_by_color {
    use std::time::Duration;

    use ::serde::{Deserialize, Deserializer, Serialize, Serializer};
    use reversi_fields::seconds::Seconds;

    use super::ByColor;

    type Times = ByColor<Option<Duration>>;

    /// Writes the times.
    ///
    /// # Errors
    /// Of the serializer.
    pub fn serialize<S: Serializer>(times: &Times, serializer: S) -> Result<S::Ok, S::Error> {
        let ByColor { black, white } = times;
        ByColor { black: black.map(Seconds), white: white.map(Seconds) }.serialize(serializer)
    }

    /// Reads times.
    ///
    /// # Errors
    /// For a value that is not a time.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Times, D::Error> {
        let ByColor { black, white } = ByColor::<Option<Seconds>>::deserialize(deserializer)?;
        Ok(ByColor { black: black.map(|Seconds(time)| time), white: white.map(|Seconds(time)| time) })
    }
}
