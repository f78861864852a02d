//! Errors as JavaScript sees them.

use reversi_engine::Problem;
use wasm_bindgen::JsValue;

/// An error, thrown as JSON: js/error.js makes a `ReversiError` of it, and characters of its bytes.
#[derive(Debug)]
pub struct Refusal(Box<Problem>);

impl Refusal {
    pub fn of(problem: impl Into<Problem>) -> Refusal {
        Refusal(Box::new(problem.into()))
    }

    /// The same error, of one of several texts.
    #[cfg(feature = "rules")]
    pub fn in_field(mut self, field: &str) -> Refusal {
        self.0.at.field = Some(field.to_owned());
        self
    }
}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> JsValue {
        JsValue::from_str(&serde_json::to_string(&*refusal.0).expect("texts and numbers can be written"))
    }
}
