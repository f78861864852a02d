//! Errors. What is not known of a place is left out.

use std::borrow::Cow;

use ::serde::de::{Deserialize, Deserializer};
use ::serde::ser::{Serialize, Serializer};

use crate::data::{Place, Problem};

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Place", rename = "Place", deny_unknown_fields)]
struct PlaceFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
}

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Problem", rename = "Problem", deny_unknown_fields)]
struct ProblemFields {
    code: Cow<'static, str>,
    message: String,
    #[serde(default, with = "PlaceFields", skip_serializing_if = "Place::is_unknown")]
    at: Place,
}

/// `{"code": "out-of-range", "message": "..", "at": {"field": "level"}}`
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ProblemFields::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Problem, D::Error> {
        ProblemFields::deserialize(deserializer)
    }
}
