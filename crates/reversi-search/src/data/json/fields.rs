//! A map of a few small values, as questions are. Whatever else comes is passed over without taking memory,
//! so that the error can name the field.

use std::fmt;

use ::serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use crate::data::QuestionErrorKind::{Duplicate, Missing, OutOfRange, UnknownField, WrongType};
use crate::data::{QuestionError, QuestionErrorKind};

/// A value of a question. `Other` has no place in any.
#[derive(Debug)]
pub(super) enum Raw {
    Int(i128),
    Float(f64),
    Text(String),
    List(Vec<Raw>),
    Map(Vec<(String, Raw)>),
    Other(&'static str),
}

/// A question holds objects and lists, and these hold plain values.
const MAX_DEPTH: u8 = 2;

/// No list is longer.
const MAX_LIST: usize = 2;

/// More than there are fields: one of so many is unknown, or there twice.
const MAX_FIELDS: usize = 32;

/// A value at this depth.
struct AtDepth(u8);

impl<'de> DeserializeSeed<'de> for AtDepth {
    type Value = Raw;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        if self.0 > MAX_DEPTH {
            return IgnoredAny::deserialize(deserializer).map(|_| Raw::Other("something else"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AtDepth {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Other(if value { "true" } else { "false" }))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Int(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Int(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Raw, E> {
        Ok(Raw::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Raw, E> {
        Ok(Raw::Text(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Raw, E> {
        Ok(Raw::Other("null"))
    }

    fn visit_none<E: Error>(self) -> Result<Raw, E> {
        Ok(Raw::Other("null"))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Raw, A::Error> {
        let mut list = Vec::new();
        while list.len() < MAX_LIST {
            match seq.next_element_seed(AtDepth(self.0 + 1))? {
                Some(value) => list.push(value),
                None => return Ok(Raw::List(list)),
            }
        }
        let mut longer = false;
        while seq.next_element::<IgnoredAny>()?.is_some() {
            longer = true;
        }
        Ok(if longer { Raw::Other("a longer list") } else { Raw::List(list) })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let mut fields = Vec::new();
        while fields.len() < MAX_FIELDS {
            match map.next_key::<String>()? {
                Some(name) => fields.push((name, map.next_value_seed(AtDepth(self.0 + 1))?)),
                None => return Ok(Raw::Map(fields)),
            }
        }
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Raw::Map(fields))
    }
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        AtDepth(0).deserialize(deserializer)
    }
}

impl Raw {
    /// What it is, for the message of an error: short, however long the value is.
    pub(super) fn describe(&self) -> String {
        match self {
            Raw::Int(number) => number.to_string(),
            Raw::Float(number) if number.abs() >= 1e15 => format!("{number:e}"),
            Raw::Float(number) => number.to_string(),
            Raw::Text(text) => short(text),
            Raw::List(_) => "a list".to_owned(),
            Raw::Map(_) => "an object".to_owned(),
            Raw::Other(what) => (*what).to_owned(),
        }
    }

    /// The fields of a map at this place.
    pub(super) fn fields(self, place: &str) -> Result<Fields, QuestionError> {
        match self {
            Raw::Map(fields) => Ok(Fields { place: place.to_owned(), fields }),
            other => Err(QuestionError::new(place, other.is_not("an object"))),
        }
    }

    pub(super) fn is_not(&self, expected: &'static str) -> QuestionErrorKind {
        WrongType { expected, found: self.describe() }
    }

    /// A whole number, also one that is written as `2.0`.
    fn whole(&self) -> Option<i128> {
        match *self {
            Raw::Int(number) => Some(number),
            Raw::Float(number) if number.fract() == 0.0 => Some(number as i128), // saturates
            _ => None,
        }
    }
}

/// A text in quotes, cut after some characters.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{:?} ...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// The fields of a map, to be taken by name.
#[derive(Debug)]
pub(super) struct Fields {
    /// The field of the question that they are in, or nothing.
    place: String,
    fields: Vec<(String, Raw)>,
}

impl Fields {
    /// The place of a field of this name.
    pub(super) fn place(&self, name: &str) -> String {
        if self.place.is_empty() { name.to_owned() } else { format!("{}.{name}", self.place) }
    }

    pub(super) fn error(&self, name: &str, kind: QuestionErrorKind) -> QuestionError {
        QuestionError::new(self.place(name), kind)
    }

    pub(super) fn missing(&self, name: &str, expected: &'static str) -> QuestionError {
        self.error(name, Missing { expected })
    }

    /// Refuses names that are not among these, and any name that is there twice.
    pub(super) fn check_names(&self, expected: &[&str]) -> Result<(), QuestionError> {
        for (i, (name, _)) in self.fields.iter().enumerate() {
            if !expected.contains(&name.as_str()) {
                let name = name.char_indices().nth(40).map_or(name.as_str(), |(end, _)| &name[..end]);
                return Err(self.error(name, UnknownField { expected: expected.join(", ") }));
            }
            if self.fields[..i].iter().any(|(earlier, _)| earlier == name) {
                return Err(self.error(name, Duplicate));
            }
        }
        Ok(())
    }

    /// The first name that is left.
    pub(super) fn rest(&self) -> Option<&str> {
        self.fields.first().map(|(name, _)| name.as_str())
    }

    pub(super) fn get(&self, name: &str) -> Option<&Raw> {
        self.fields.iter().find(|(found, _)| found == name).map(|(_, raw)| raw)
    }

    pub(super) fn take(&mut self, name: &str) -> Option<Raw> {
        let at = self.fields.iter().position(|(found, _)| found == name)?;
        Some(self.fields.swap_remove(at).1)
    }

    /// A text; `expected` says which.
    pub(super) fn text(
        &mut self,
        name: &str,
        expected: &'static str,
    ) -> Result<Option<String>, QuestionError> {
        match self.take(name) {
            None => Ok(None),
            Some(Raw::Text(text)) => Ok(Some(text)),
            Some(other) => Err(self.error(name, other.is_not(expected))),
        }
    }

    /// A whole number of this range, which `expected` names.
    pub(super) fn whole<T: TryFrom<i128>>(
        &mut self,
        name: &str,
        range: std::ops::RangeInclusive<i128>,
        expected: &'static str,
    ) -> Result<Option<T>, QuestionError> {
        self.take(name).map(|raw| self.whole_of(name, &raw, range, expected)).transpose()
    }

    pub(super) fn whole_of<T: TryFrom<i128>>(
        &self,
        name: &str,
        raw: &Raw,
        range: std::ops::RangeInclusive<i128>,
        expected: &'static str,
    ) -> Result<T, QuestionError> {
        let Some(number) = raw.whole() else { return Err(self.error(name, raw.is_not(expected))) };
        let inside = if range.contains(&number) { T::try_from(number).ok() } else { None };
        inside.ok_or_else(|| self.error(name, OutOfRange { expected, found: raw.describe() }))
    }
}
