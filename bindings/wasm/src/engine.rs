//! An engine that answers questions. It runs in a worker: a search blocks.

use std::ops::ControlFlow;
use std::sync::Arc;

use js_sys::Function;
use reversi_engine::book::Book;
use reversi_engine::surface::{AnalyzeOptions, Fields, OpponentOptions, Plain, read};
use reversi_engine::{
    AnalyzedMove, Answer, Ask, Engine, Event, Game, OpeningBook, Problem, Question, QuestionError, Reply,
    Review, Weights,
};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::refusal::Refusal;

/// An engine with its hash table, and its book.
#[wasm_bindgen]
pub struct Searcher {
    engine: Engine,
    book: Option<Arc<Book>>,
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written")
}

/// Calls `watch` with what is seen, as JSON. The search ends if it returns `true` or throws.
fn show(watch: &Function, event: &impl Serialize) -> ControlFlow<()> {
    match watch.call1(&JsValue::NULL, &JsValue::from_str(&to_json(event))) {
        Ok(ends) if !ends.is_truthy() => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}

/// A review that fills: with each move that is done, the review of the last moves of the game up to there.
/// It takes about a millisecond, and a page need not make one from the moves by itself.
struct Reviewed<'a> {
    game: &'a Game,
    book: Option<&'a dyn OpeningBook>,
    fingerprint: String,
    turns: Vec<AnalyzedMove>,
}

impl Reviewed<'_> {
    fn show(&mut self, watch: &Function, event: Event<'_, &AnalyzedMove>) -> ControlFlow<()> {
        #[derive(Serialize)]
        struct Done<'a> {
            done: &'a AnalyzedMove,
            review: Review,
        }
        let Event::Done(done) = event else { return show(watch, &event) };
        self.turns.insert(0, done.clone()); // from the end of the game to its start
        let review = Review::of(self.game, &self.turns, self.book).with_fingerprint(&*self.fingerprint);
        show(watch, &Done { done, review })
    }
}

#[wasm_bindgen]
impl Searcher {
    /// Without weights it has the small network.
    ///
    /// The full network of the package, as that of a native program, leaves the order of moves in exact
    /// searches to the small one: all doors search the same nodes.
    #[wasm_bindgen(constructor)]
    pub fn new(
        hash_mib: u32,
        weights: Option<Vec<u8>>,
        is_full: bool,
        book: Option<Vec<u8>>,
    ) -> Result<Searcher, Refusal> {
        std::panic::set_hook(Box::new(|info| report(&info.to_string())));
        let mut builder = Engine::builder().threads(1).hash_mib(hash_mib as usize);
        if let Some(bytes) = weights {
            builder = builder.weights(Weights::read(&bytes[..]).map_err(|error| Refusal::of(&error))?);
            if is_full {
                builder = builder.endgame_weights(Weights::small().map_err(|error| Refusal::of(&error))?);
            }
        }
        let book = book.map(Book::from_bytes).transpose().map_err(|error| Refusal::of(&error))?.map(Arc::new);
        if let Some(book) = &book {
            builder = builder.book(Arc::<Book>::clone(book));
        }
        let engine = builder.build().map_err(|error| Refusal::of(&error))?;
        Ok(Searcher { engine, book })
    }

    /// The answer to a question, or `{"version": 1, "error": {..}}`. It throws nothing.
    pub fn ask(&mut self, question: &str, watch: &Function) -> String {
        match self.answer(question, watch) {
            Ok(answer) => answer.to_json(),
            Err(error) => Problem::from(&error).to_json(),
        }
    }

    fn answer(&mut self, question: &str, watch: &Function) -> Result<Answer, QuestionError> {
        let question = Question::from_json(question)?;
        if !matches!(question.ask, Ask::Review(_)) {
            return self.engine.answer_with(&question, |event| show(watch, &event));
        }
        let fingerprint = self.engine.evaluation_fingerprint();
        let book = self.book.as_deref().map(|book| book as &dyn OpeningBook);
        let mut reviewed = Reviewed { game: &question.game, book, fingerprint, turns: Vec::new() };
        self.engine.answer_with(&question, |event| reviewed.show(watch, event))
    }

    /// `{"move", "seed", "answer"}`: the move that an opponent (as JSON) chooses at the position of this
    /// question, the seed of its next move, and what it chose from. `times` has limits and a clock, as JSON.
    pub fn choose(
        &mut self,
        question: &str,
        opponent: &str,
        times: &str,
        watch: &Function,
    ) -> Result<String, Refusal> {
        #[derive(Serialize)]
        struct Choice {
            r#move: Option<reversi_engine::Move>,
            seed: String,
            answer: Answer,
        }
        let refused = |error: QuestionError| Refusal::of(&error);
        let question = Question::from_json(question).map_err(refused)?;
        let mut opponent = options::<OpponentOptions>(opponent)?.opponent();
        let times: AnalyzeOptions = options(times)?;
        let mut request = opponent.request().limits(times.limits);
        if let Some(clock) = times.clock {
            request = request.clock(clock.into());
        }
        let question = Question::of_game(question.game, Ask::Analyze(request));
        let answer = self.engine.answer_with(&question, |event| show(watch, &event)).map_err(refused)?;
        let Reply::Analysis(analysis) = &answer.reply else { unreachable!("an analysis was asked for") };
        let mv = opponent.choose(analysis);
        Ok(to_json(&Choice { r#move: mv, seed: format!("{:016x}", opponent.seed()), answer }))
    }

    /// Forgets what the searches have found.
    #[wasm_bindgen(js_name = clearHash)]
    pub fn clear_hash(&mut self) {
        self.engine.clear_hash();
    }
}

/// Options that js/options.js has written.
fn options<T: Fields>(json: &str) -> Result<T, Refusal> {
    match Plain::of_json(json) {
        Ok(Plain::Object(fields)) => read(fields).map_err(|error| Refusal::of(&error)),
        _ => Err(Refusal::of(Problem::new("not-json", "the options are no object of JSON"))),
    }
}

#[wasm_bindgen]
extern "C" {
    /// The message of a panic, which ends the engine. js/worker.js defines it.
    #[wasm_bindgen(js_name = __reversiPanic)]
    fn report(message: &str);
}
