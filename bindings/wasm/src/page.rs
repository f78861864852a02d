//! The engine as js/worker.js calls it, with one thread.

use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::engine::{Parts, Searcher};
use crate::refusal::Refusal;

/// An engine with its hash table, and its book.
#[wasm_bindgen(js_name = Searcher)]
pub struct PageSearcher(Searcher);

/// Calls `watch` with what is seen, as JSON. The search ends if it returns `true` or throws.
fn shown_to(watch: &Function) -> impl FnMut(&str) -> bool {
    |event| watch.call1(&JsValue::NULL, &JsValue::from_str(event)).map_or(true, |ends| ends.is_truthy())
}

#[wasm_bindgen(js_class = Searcher)]
impl PageSearcher {
    /// Makes an engine. Without weights it has the small network.
    #[wasm_bindgen(constructor)]
    pub fn new(
        hash_mib: u32,
        weights: Option<Vec<u8>>,
        is_full: bool,
        book: Option<Vec<u8>>,
    ) -> Result<PageSearcher, Refusal> {
        std::panic::set_hook(Box::new(|info| report(&info.to_string())));
        Searcher::new(Parts { hash_mib, threads: 1, weights, is_full, book }).map(PageSearcher)
    }

    /// Answers a question, or returns `{"version": 1, "error": {..}}`. It throws nothing.
    pub fn ask(&mut self, question: &str, watch: &Function) -> String {
        self.0.ask(question, &mut shown_to(watch))
    }

    /// Chooses the move of an opponent: see [`Searcher::choose`].
    pub fn choose(
        &mut self,
        question: &str,
        opponent: &str,
        times: &str,
        watch: &Function,
    ) -> Result<String, Refusal> {
        self.0.choose(question, opponent, times, &mut shown_to(watch))
    }

    /// Takes a file of how people play.
    pub fn learn(&mut self, people: &[u8]) -> Result<(), Refusal> {
        self.0.learn(people)
    }

    /// Forgets what the searches have found.
    #[wasm_bindgen(js_name = clearHash)]
    pub fn clear_hash(&mut self) {
        self.0.clear_hash();
    }
}

#[wasm_bindgen]
extern "C" {
    /// The message of a panic, which ends the engine. js/worker.js defines it.
    #[wasm_bindgen(js_name = __reversiPanic)]
    fn report(message: &str);
}
