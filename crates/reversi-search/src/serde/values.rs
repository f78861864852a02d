//! Single values: scores, levels, reasons.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};

use super::macros::{as_fields, by_name};
use crate::api::{AnswerError, Level, Outcome, Selectivity, Source, StopReason, Strength, Value};

/// Its number.
impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        Level::new(u32::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// In percent.
impl Serialize for Selectivity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.percent().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Selectivity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Selectivity, D::Error> {
        let percent = u32::deserialize(deserializer)?;
        let selectivity = Selectivity::ALL.into_iter().find(|selectivity| selectivity.percent() == percent);
        selectivity.ok_or(D::Error::custom("no such selectivity (expected 73, 87, 95, 98, 99 or 100)"))
    }
}

by_name! {
    /// `"loss"`, `"draw"` or `"win"`.
    Outcome, "Outcome", as OutcomeNames in "lowercase": Loss, Draw, Win;
    /// `"time"`, `"nodes"`, `"stop"` or `"callback"`.
    StopReason, "StopReason", as StopReasonNames in "lowercase": Time, Nodes, Stop, Callback;
    /// Its [name](Source::name).
    Source, "Source", as SourceNames in "lowercase": Search, Book, File;
    /// Its [name](Strength::name).
    Strength, "Strength", as StrengthNames in "lowercase":
        Beginner, Casual, Intermediate, Club, Tournament, Expert, Master;
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Value", rename = "Value", rename_all = "lowercase")]
enum AnyValue {
    Exact(i32),
    Bounds { lower: i32, upper: i32 },
    Estimate { score: i32, depth: u32, selectivity: Selectivity },
}

as_fields! {
    /// `{"exact": 8}`, `{"bounds": {"lower": -4, "upper": 2}}` or
    /// `{"estimate": {"score": 3, "depth": 24, "selectivity": 73}}`.
    Value as AnyValue, checked by check_value;
}

fn check_value(value: &Value) -> Result<(), AnswerError> {
    value.checked().map(drop)
}
