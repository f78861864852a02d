//! Single values: scores, levels, reasons.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};

use crate::api::{Level, Outcome, Selectivity, Source, StopReason, Strength, Value};

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

/// Serialises the variants of an enum by their names in lower case.
macro_rules! by_name {
    ($(#[$doc:meta])* $Type:ident, $name:literal, as $Names:ident: $($Variant:ident),*) => {
        #[derive(::serde::Serialize, ::serde::Deserialize)]
        #[serde(remote = $name, rename = $name, rename_all = "lowercase")]
        enum $Names {
            $($Variant),*
        }

        $(#[$doc])*
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $Names::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                $Names::deserialize(deserializer)
            }
        }
    };
}
by_name! {
    /// `"loss"`, `"draw"` or `"win"`.
    Outcome, "Outcome", as OutcomeNames: Loss, Draw, Win
}
by_name! {
    /// `"time"`, `"nodes"`, `"stop"` or `"callback"`.
    StopReason, "StopReason", as StopReasonNames: Time, Nodes, Stop, Callback
}

by_name! {
    /// Its [name](Source::name).
    Source, "Source", as SourceNames: Search, Book, File
}
by_name! {
    /// Its [name](Strength::name).
    Strength, "Strength", as StrengthNames:
        Beginner, Casual, Intermediate, Club, Tournament, Expert, Master
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Value", rename = "Value", rename_all = "lowercase", deny_unknown_fields)]
enum AnyValue {
    Exact(i32),
    Bounds { lower: i32, upper: i32 },
    Estimate { score: i32, depth: u32, selectivity: Selectivity },
}

/// `{"exact": 8}`, `{"bounds": {"lower": -4, "upper": 2}}` or
/// `{"estimate": {"score": 3, "depth": 24, "selectivity": 73}}`.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        AnyValue::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        AnyValue::deserialize(deserializer)?.checked().map_err(D::Error::custom)
    }
}
