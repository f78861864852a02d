//! Errors. What is not known of a place is left out.

use std::borrow::Cow;

use crate::data::{Place, Problem, QuestionId};
use crate::serde::macros::as_fields;

#[derive(::serde::Serialize, ::serde::Deserialize)]
#[serde(remote = "Place", rename = "Place")]
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
#[serde(remote = "Problem", rename = "Problem")]
struct ProblemFields {
    code: Cow<'static, str>,
    message: String,
    #[serde(default, with = "PlaceFields", skip_serializing_if = "Place::is_unknown")]
    at: Place,
    #[serde(skip)] // it stands beside the error
    id: Option<QuestionId>,
}

as_fields! {
    /// `{"code": "out-of-range", "message": "..", "at": {"field": "level"}}`
    Problem as ProblemFields;
}
