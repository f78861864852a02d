//! Errors as JavaScript sees them.

#[cfg(feature = "rules")]
use reversi_engine::notation::ParseTranscriptError;
use reversi_engine::{Place, Problem};
use serde::Serialize;
use wasm_bindgen::JsValue;

/// An error, thrown as JSON. js/error.js makes a `ReversiError` of it.
#[derive(Debug, Serialize)]
pub struct Refusal {
    code: String,
    message: String,
    at: At,
}

/// The place of an error. What is not known is left out.
#[derive(Debug, Default, Serialize)]
struct At {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    /// In bytes. js/error.js, which has the text, makes characters of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
}

impl From<Place> for At {
    fn from(place: Place) -> At {
        let Place { file, field, line, column, offset, .. } = place;
        At { file, field, line, column, offset, ply: None }
    }
}

impl Refusal {
    pub fn new(code: &str, message: &str) -> Refusal {
        Refusal { code: code.to_owned(), message: message.to_owned(), at: At::default() }
    }

    pub fn of(problem: impl Into<Problem>) -> Refusal {
        let problem = problem.into();
        Refusal { code: problem.code.into_owned(), message: problem.message, at: problem.at.into() }
    }

    #[cfg(feature = "rules")]
    pub fn of_moves(error: &ParseTranscriptError) -> Refusal {
        let mut refusal = Refusal::of(error);
        refusal.at.ply = Some(error.ply);
        refusal
    }

    /// The same error, of one of several texts.
    #[cfg(feature = "rules")]
    pub fn in_field(mut self, field: &str) -> Refusal {
        self.at.field = Some(field.to_owned());
        self
    }
}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> JsValue {
        JsValue::from_str(&serde_json::to_string(&refusal).expect("texts and numbers can be written"))
    }
}
