//! Errors as JavaScript sees them.

use reversi_engine::question::Problem;

/// An error, thrown as JSON: js/error.js makes a `ReversiError` of it, and characters of its bytes.
#[derive(Debug)]
pub struct Refusal(Box<Problem>);

impl Refusal {
    pub fn of(problem: impl Into<Problem>) -> Refusal {
        Refusal(Box::new(problem.into()))
    }

    /// Adds the field of the error, for one of several texts.
    #[cfg(feature = "rules")]
    pub fn in_field(mut self, field: &str) -> Refusal {
        self.0.at.field = Some(field.to_owned());
        self
    }

    pub fn to_json(&self) -> String {
        crate::to_json(&*self.0)
    }
}

#[cfg(target_os = "unknown")]
impl From<Refusal> for wasm_bindgen::JsValue {
    fn from(refusal: Refusal) -> wasm_bindgen::JsValue {
        wasm_bindgen::JsValue::from_str(&refusal.to_json())
    }
}
