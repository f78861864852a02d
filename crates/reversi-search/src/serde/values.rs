//! Single values: scores, levels, selectivities.

use ::serde::de::{Deserialize, Deserializer, Error};
use ::serde::ser::{Serialize, Serializer};

use crate::api::{Level, Selectivity, Value};

/// Serialises the number.
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

/// Serialises the percentage.
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

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Value", rename = "Value", rename_all = "lowercase")]
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
