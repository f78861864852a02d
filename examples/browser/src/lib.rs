//! The engine as a JavaScript class that answers questions in JSON.
//!
//! ```js
//! const engine = new Reversi(1);
//! const question = { moves: "f5d6", ask: "analyze", level: 10, limits: { seconds: 1 } };
//! const { analysis, error } = JSON.parse(engine.ask(JSON.stringify(question)));
//! ```
//!
//! A search blocks, so a page runs it in a worker. The guide on questions has the fields of questions,
//! answers and errors.
#![cfg(target_family = "wasm")]

use reversi_engine::Engine;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// An engine with its hash table.
#[wasm_bindgen]
pub struct Reversi(Engine);

#[wasm_bindgen]
impl Reversi {
    /// A page has one thread: an engine that asks for more works with one.
    #[wasm_bindgen(constructor)]
    pub fn new(threads: usize) -> Result<Reversi, JsError> {
        Ok(Reversi(Engine::builder().hash_mib(16).threads(threads).build()?))
    }

    /// The answer to a question, or `{"version": 1, "error": {..}}`. It throws nothing.
    pub fn ask(&mut self, question: &str) -> String {
        self.0.answer_json(question)
    }

    /// The JSON Schema of questions and answers.
    pub fn schema() -> String {
        reversi_engine::schema().to_owned()
    }
}
