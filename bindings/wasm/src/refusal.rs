//! Errors as JavaScript sees them.

use reversi_engine::Problem;
#[cfg(feature = "rules")]
use reversi_engine::notation::ParseTranscriptError;
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
    field: Option<String>,
    /// In units of UTF-16, as JavaScript counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
}

impl Refusal {
    pub fn new(code: &str, message: &str) -> Refusal {
        Refusal { code: code.to_owned(), message: message.to_owned(), at: At::default() }
    }

    /// A problem of this text.
    #[cfg(feature = "rules")]
    pub fn of_text(problem: impl Into<Problem>, text: &str) -> Refusal {
        let problem = problem.into();
        let before = |byte: u64| {
            let byte = usize::try_from(byte).unwrap_or(text.len()).min(text.len());
            text.char_indices().take_while(|&(at, _)| at < byte).map(|(_, c)| c.len_utf16()).sum()
        };
        let at = At { field: problem.at.field, offset: problem.at.offset.map(before), ply: None };
        Refusal { code: problem.code.into_owned(), message: problem.message, at }
    }

    /// A problem of bytes, or of no text.
    pub fn of(problem: impl Into<Problem>) -> Refusal {
        let problem = problem.into();
        let offset = problem.at.offset.and_then(|offset| usize::try_from(offset).ok());
        let at = At { field: problem.at.field, offset, ply: None };
        Refusal { code: problem.code.into_owned(), message: problem.message, at }
    }

    #[cfg(feature = "rules")]
    pub fn of_moves(error: &ParseTranscriptError, text: &str) -> Refusal {
        let mut refusal = Refusal::of_text(error, text);
        refusal.at.ply = Some(error.ply);
        refusal
    }
}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> JsValue {
        JsValue::from_str(&serde_json::to_string(&refusal).expect("texts and numbers can be written"))
    }
}
