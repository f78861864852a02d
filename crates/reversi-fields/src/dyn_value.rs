//! A value of any language, as a door has it before it is checked.

use std::borrow::Cow;

/// A value of any language. A value that no question has is `Other`, with the words for a message.
#[derive(Clone, Debug, PartialEq)]
pub enum DynValue {
    /// A whole number.
    Whole(i128),
    /// A whole number beyond that range, in its digits.
    Digits(String),
    /// A number with a fraction, or one that the door has as a float.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<DynValue>),
    /// An object. A name may occur twice.
    Object(Vec<(Cow<'static, str>, DynValue)>),
    /// Anything else: `null`, `true`, `a longer list`.
    Other(&'static str),
}

impl DynValue {
    /// Describes the value for an error message: in short, however long the value is.
    #[cold]
    pub fn describe(&self) -> String {
        match self {
            DynValue::Whole(number) => number.to_string(),
            DynValue::Digits(digits) => cut(digits),
            DynValue::Number(number) => match self.whole() {
                Some(whole) if !self.may_have_been_rounded() => whole.to_string(),
                _ => float(*number),
            },
            DynValue::Text(text) if text.chars().nth(SHOWN).is_some() => {
                let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(end, _)| end);
                format!("{:?} ...", &text[..end])
            }
            DynValue::Text(text) => format!("{text:?}"),
            DynValue::List(_) => "a list".to_owned(),
            DynValue::Object(_) => "an object".to_owned(),
            DynValue::Other(what) => (*what).to_owned(),
        }
    }

    /// Returns a whole number, even if a door has it as a float.
    pub fn whole(&self) -> Option<i128> {
        match *self {
            DynValue::Whole(number) => Some(number),
            DynValue::Number(number) if is_whole(number) && number.abs() < 1e38 => Some(number as i128),
            _ => None,
        }
    }

    /// Returns whether the number may differ from the written one: above 2^53 a float is rounded, and from
    /// 2^52 on `serde_json` may miss the nearest float by a whole number.
    pub fn may_have_been_rounded(&self) -> bool {
        matches!(self, DynValue::Number(number) if number.abs() >= 4_503_599_627_370_496.0)
    }

    /// Returns whether it is a number of any kind.
    pub fn is_whole_number(&self) -> bool {
        match self {
            DynValue::Whole(_) | DynValue::Digits(_) => true,
            DynValue::Number(number) => is_whole(*number),
            _ => false,
        }
    }

    #[inline(never)] // see `is_whole`
    pub(crate) fn is_null(&self) -> bool {
        matches!(self, DynValue::Other("null"))
    }

    /// Returns whether a number is 0 or more.
    pub(crate) fn is_at_least_0(&self) -> bool {
        match *self {
            DynValue::Whole(number) => at_least_0(number),
            DynValue::Number(number) => at_least_0(number),
            _ => !self.describe().starts_with('-'),
        }
    }
}

// The calls keep the compiler from reading a number before it knows that there is one. That would be sound,
// but Valgrind would report it in every program that uses the C library.

#[inline(never)]
fn is_whole(number: f64) -> bool {
    number.fract() == 0.0
}

#[inline(never)]
fn at_least_0<T: PartialOrd + Default>(number: T) -> bool {
    number >= T::default()
}

/// Formats a float as JSON does: that code is compiled in anyway, and small.
#[cfg(feature = "json")]
fn float(number: f64) -> String {
    let special = if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "inf"
    } else {
        "-inf"
    };
    serde_json::to_string(&number).ok().filter(|text| text != "null").unwrap_or_else(|| special.to_owned())
}
#[cfg(not(feature = "json"))]
fn float(number: f64) -> String {
    format!("{number:?}")
}

/// The characters of a value that a message shows.
const SHOWN: usize = 40;

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(feature = "serde")]
pub use with_serde::Large;

#[cfg(feature = "serde")]
mod with_serde {
    //! From any format of serde, and to it.

    use std::borrow::Cow;
    use std::fmt;

    use ::serde::de::value::{Error as ValueError, MapAccessDeserializer, MapDeserializer, SeqDeserializer};
    use ::serde::de::{
        Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess,
        SeqAccess, Visitor,
    };
    use ::serde::ser::{Serialize, Serializer};

    use super::DynValue;

    /// Upper bound: more than there are fields, so that one is unknown or given twice.
    const MAX_FIELDS: usize = 32;

    /// The limits of a value. Levels and items beyond them take no memory, but the error can name the field.
    #[derive(Clone, Copy)]
    struct SizeLimits {
        /// The levels of objects and lists that are left.
        levels: u8,
        /// The items of a list.
        items: usize,
        /// The fields that have the room of a session.
        large: &'static [&'static str],
    }

    /// A question holds objects and lists, and these hold plain values. No list is longer than a window.
    const QUESTION: SizeLimits = SizeLimits { levels: 3, items: 2, large: &["session", "actions"] };

    /// A list of actions holds analyses of a board. No list of a session is longer than a game, and no
    /// analysis has more lines or moves.
    const SESSION: SizeLimits = SizeLimits { levels: 9, items: 256, large: &[] };

    impl SizeLimits {
        fn inside(self) -> SizeLimits {
            SizeLimits { levels: self.levels.saturating_sub(1), large: &[], ..self }
        }

        fn of(self, name: &str) -> SizeLimits {
            if self.large.contains(&name) { SESSION } else { self.inside() }
        }
    }

    impl<'de> DeserializeSeed<'de> for SizeLimits {
        type Value = DynValue;

        fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<DynValue, D::Error> {
            if self.levels == 0 {
                return IgnoredAny::deserialize(deserializer).map(|_| DynValue::Other("something else"));
            }
            deserializer.deserialize_any(self)
        }
    }

    impl<'de> Visitor<'de> for SizeLimits {
        type Value = DynValue;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a value")
        }

        fn visit_bool<E: Error>(self, value: bool) -> Result<DynValue, E> {
            Ok(DynValue::Other(if value { "true" } else { "false" }))
        }

        fn visit_i64<E: Error>(self, value: i64) -> Result<DynValue, E> {
            Ok(DynValue::Whole(value.into()))
        }

        fn visit_u64<E: Error>(self, value: u64) -> Result<DynValue, E> {
            Ok(DynValue::Whole(value.into()))
        }

        fn visit_f64<E: Error>(self, value: f64) -> Result<DynValue, E> {
            Ok(DynValue::Number(value))
        }

        fn visit_str<E: Error>(self, value: &str) -> Result<DynValue, E> {
            Ok(DynValue::Text(value.to_owned()))
        }

        fn visit_unit<E: Error>(self) -> Result<DynValue, E> {
            Ok(DynValue::Other("null"))
        }

        fn visit_none<E: Error>(self) -> Result<DynValue, E> {
            Ok(DynValue::Other("null"))
        }

        fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<DynValue, D::Error> {
            deserializer.deserialize_any(self)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<DynValue, A::Error> {
            let mut list = Vec::new();
            while list.len() < self.items {
                match seq.next_element_seed(self.inside())? {
                    Some(value) => list.push(value),
                    None => return Ok(DynValue::List(list)),
                }
            }
            let mut longer = false;
            while seq.next_element::<IgnoredAny>()?.is_some() {
                longer = true;
            }
            Ok(if longer { DynValue::Other("a longer list") } else { DynValue::List(list) })
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<DynValue, A::Error> {
            let mut fields = Vec::new();
            while fields.len() < MAX_FIELDS {
                match map.next_key::<String>()? {
                    Some(name) => {
                        let value = map.next_value_seed(self.of(&name))?;
                        fields.push((Cow::Owned(name), value));
                    }
                    None => return Ok(DynValue::Object(fields)),
                }
            }
            while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            Ok(DynValue::Object(fields))
        }
    }

    impl<'de> Deserialize<'de> for DynValue {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DynValue, D::Error> {
            QUESTION.deserialize(deserializer)
        }
    }

    /// A session by itself: it holds more than the options of a call.
    pub struct Large(pub DynValue);

    impl<'de> Deserialize<'de> for Large {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Large, D::Error> {
            SESSION.deserialize(deserializer).map(Large)
        }
    }

    /// A part of a question that is an answer, such as an analysis, is read from its plain value.
    impl<'de> Deserializer<'de> for DynValue {
        type Error = ValueError;

        fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
            match self {
                DynValue::Whole(number) => match (i64::try_from(number), u64::try_from(number)) {
                    (Ok(number), _) => visitor.visit_i64(number),
                    (_, Ok(number)) => visitor.visit_u64(number),
                    _ => visitor.visit_i128(number),
                },
                DynValue::Number(number) => visitor.visit_f64(number),
                DynValue::Text(text) | DynValue::Digits(text) => visitor.visit_string(text),
                DynValue::List(items) => visitor.visit_seq(SeqDeserializer::new(items.into_iter())),
                DynValue::Object(fields) => visitor.visit_map(MapDeserializer::new(fields.into_iter())),
                DynValue::Other("null") => visitor.visit_unit(),
                DynValue::Other(what) => Err(ValueError::custom(format_args!("{what} has no place there"))),
            }
        }

        fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ValueError> {
            if self == DynValue::Other("null") { visitor.visit_none() } else { visitor.visit_some(self) }
        }

        fn deserialize_enum<V: Visitor<'de>>(
            self,
            _: &'static str,
            _: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, ValueError> {
            match self {
                DynValue::Object(fields) => {
                    visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(fields.into_iter())))
                }
                other => other.deserialize_any(visitor),
            }
        }

        ::serde::forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
            unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
        }
    }

    impl IntoDeserializer<'_, ValueError> for DynValue {
        type Deserializer = DynValue;

        fn into_deserializer(self) -> DynValue {
            self
        }
    }

    impl Serialize for DynValue {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self {
                DynValue::Whole(number) => match (i64::try_from(*number), u64::try_from(*number)) {
                    (Ok(number), _) => serializer.serialize_i64(number),
                    (_, Ok(number)) => serializer.serialize_u64(number),
                    _ => serializer.serialize_i128(*number),
                },
                DynValue::Number(number) => serializer.serialize_f64(*number),
                DynValue::Text(text) | DynValue::Digits(text) => serializer.serialize_str(text),
                DynValue::List(list) => serializer.collect_seq(list),
                DynValue::Object(fields) => {
                    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
                }
                DynValue::Other(_) => serializer.serialize_unit(),
            }
        }
    }
}

#[cfg(feature = "json")]
mod of_json {
    //! From JSON. `serde_json` rounds numbers that are too long for a float, so these are read again from
    //! their digits.

    use std::borrow::Cow;
    use std::fmt;

    use ::serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
    use serde_json::de::StrRead;
    use serde_json::value::RawValue;

    use super::{DynValue, Large};
    use crate::FieldError;

    impl DynValue {
        /// Reads JSON text. Numbers are exact, however long they are.
        ///
        /// # Errors
        /// [`FieldErrorKind::Json`](crate::FieldErrorKind::Json).
        pub fn of_json(text: &str) -> Result<DynValue, FieldError> {
            DynValue::of_json_by(text, |deserializer| DynValue::deserialize(deserializer))
        }

        /// Reads the JSON text of a session, which holds more than the options of a call.
        ///
        /// # Errors
        /// [`FieldErrorKind::Json`](crate::FieldErrorKind::Json).
        pub fn of_large_json(text: &str) -> Result<DynValue, FieldError> {
            DynValue::of_json_by(text, |deserializer| {
                Large::deserialize(deserializer).map(|Large(plain)| plain)
            })
        }

        fn of_json_by(
            text: &str,
            read: fn(&mut serde_json::Deserializer<StrRead<'_>>) -> serde_json::Result<DynValue>,
        ) -> Result<DynValue, FieldError> {
            let mut deserializer = serde_json::Deserializer::from_str(text);
            let plain = read(&mut deserializer).and_then(|plain| deserializer.end().map(|()| plain));
            let mut plain = plain.map_err(|error| FieldError::not_json(&error))?;
            plain.write_out(text);
            Ok(plain)
        }

        /// Replaces each float by the number in the text, if that is a whole one.
        #[cold]
        fn write_out(&mut self, text: &str) {
            match self {
                DynValue::Number(_) => {
                    if let Some(whole) = whole(text.trim()) {
                        *self = whole;
                    }
                }
                DynValue::List(list) if list.iter().any(DynValue::may_be_rounded) => {
                    let texts: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
                    list.iter_mut().zip(texts).for_each(|(value, raw)| value.write_out(raw.get()));
                }
                DynValue::Object(fields) if fields.iter().any(|(_, value)| value.may_be_rounded()) => {
                    let Ok(RawFields(texts)) = serde_json::from_str(text) else { return };
                    fields.iter_mut().zip(texts).for_each(|((_, value), raw)| value.write_out(raw.get()));
                }
                _ => {}
            }
        }

        fn may_be_rounded(&self) -> bool {
            matches!(self, DynValue::Number(_) | DynValue::List(_) | DynValue::Object(_))
        }
    }

    /// The values of an object, in the order of the text.
    struct RawFields<'a>(Vec<&'a RawValue>);

    impl<'de> Deserialize<'de> for RawFields<'de> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawFields<'de>, D::Error> {
            struct Values;
            impl<'de> Visitor<'de> for Values {
                type Value = RawFields<'de>;
                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("an object")
                }
                fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawFields<'de>, A::Error> {
                    let mut values = Vec::new();
                    while let Some((_, value)) = map.next_entry::<Cow<'de, str>, &RawValue>()? {
                        values.push(value);
                    }
                    Ok(RawFields(values))
                }
            }
            deserializer.deserialize_map(Values)
        }
    }

    /// A number that has no fraction: `7`, `3.0`, `1e6`, `9007199254740993.0`.
    #[cold]
    fn whole(text: &str) -> Option<DynValue> {
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let fraction = fraction.trim_end_matches('0');
        let exponent = exponent.parse::<i64>().ok()?.checked_sub(fraction.len() as i64)?;
        let digits = format!("{whole}{fraction}");
        let short = digits.trim_end_matches('0');
        if short.trim_start_matches('-').is_empty() {
            return Some(DynValue::Whole(0));
        }
        let zeros = exponent.checked_add((digits.len() - short.len()) as i64)?;
        let zeros = usize::try_from(zeros).ok()?;
        if zeros > 40 {
            return None; // beyond all ranges as a float as well
        }
        let written = format!("{short}{}", "0".repeat(zeros));
        Some(written.parse().map_or(DynValue::Digits(written), DynValue::Whole))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn numbers_are_those_that_are_written() {
            for (text, number) in [
                ("9007199254740993.0", 9_007_199_254_740_993),
                ("-9223372036854775809", -9_223_372_036_854_775_809),
                ("18446744073709551616", 1 << 64),
                ("1e6", 1_000_000),
                ("-12.50e1", -125),
                ("0e99", 0),
                ("0e9223372036854775807", 0),
                ("-0.0", 0),
                ("1E+2", 100),
                ("1200e-2", 12),
            ] {
                assert_eq!(DynValue::of_json(text).unwrap(), DynValue::Whole(number), "{text}");
                let list = DynValue::of_json(&format!(" {{\"a\": [{text} , {text}], \"b\":1.5}}")).unwrap();
                let DynValue::Object(fields) = list else { unreachable!() };
                assert_eq!(fields[0].1, DynValue::List(vec![DynValue::Whole(number); 2]), "{text}");
                assert_eq!(fields[1].1, DynValue::Number(1.5));
            }
            let long = "9".repeat(60);
            assert_eq!(DynValue::of_json(&long).unwrap(), DynValue::Digits(long));
            for (text, number) in [("0.1", 0.1), ("1.5e0", 1.5), ("12e-1", 1.2), ("1e300", 1e300)] {
                assert_eq!(DynValue::of_json(text).unwrap(), DynValue::Number(number), "{text}");
            }
        }
    }
}
