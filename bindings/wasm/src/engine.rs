//! An engine that answers questions. It runs in a worker: a search blocks.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use js_sys::Function;
use reversi_engine::book::Book;
use reversi_engine::{
    AnalyzedMove, Answer, Ask, Clock, Engine, Event, Limits, Line, Opponent, Problem, Progress, Question,
    QuestionError, Reply, Value, Weights,
};
use serde::Serialize;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::refusal::Refusal;

/// An engine with its hash table.
#[wasm_bindgen]
pub struct Searcher(Engine);

/// `Progress` of js/index.d.ts.
#[derive(Serialize)]
struct Look<'a> {
    nodes: u64,
    seconds: f64,
    bounds: Bounds,
    value: Value,
    lines: &'a [Line],
    done: usize,
}

#[derive(Serialize)]
struct Bounds {
    lower: i32,
    upper: i32,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Seen<'a> {
    Progress(Look<'a>),
    Done(&'a AnalyzedMove),
}

impl<'a> Look<'a> {
    fn at(progress: &Progress<'a>) -> Look<'a> {
        let bounds = progress.bounds();
        Look {
            nodes: progress.nodes(),
            seconds: progress.elapsed().as_secs_f64(),
            bounds: Bounds { lower: bounds.lower(), upper: bounds.upper() },
            value: progress.value(),
            lines: progress.lines(),
            done: progress.done(),
        }
    }
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written")
}

/// Calls `watch` with what is seen, as JSON. The search ends if it returns `true` or throws.
fn show(watch: &Function, event: Event<'_, &AnalyzedMove>) -> ControlFlow<()> {
    let seen = match event {
        Event::Progress(progress) => Seen::Progress(Look::at(progress)),
        Event::Done(turn) => Seen::Done(turn),
    };
    match watch.call1(&JsValue::NULL, &JsValue::from_str(&to_json(&seen))) {
        Ok(ends) if !ends.is_truthy() => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}

/// A time of JavaScript; `None` if there is no limit.
fn time(seconds: Option<f64>) -> Option<Duration> {
    Some(Duration::try_from_secs_f64(seconds?).unwrap_or(Duration::MAX))
}

#[wasm_bindgen]
impl Searcher {
    /// Without weights it has the small network.
    #[wasm_bindgen(constructor)]
    pub fn new(hash_mib: u32, weights: Option<Vec<u8>>, book: Option<Vec<u8>>) -> Result<Searcher, Refusal> {
        std::panic::set_hook(Box::new(|info| report(&info.to_string())));
        let mut builder = Engine::builder().threads(1).hash_mib(hash_mib as usize);
        if let Some(bytes) = weights {
            builder = builder.weights(Weights::read(&bytes[..]).map_err(|error| Refusal::of(&error))?);
        }
        if let Some(bytes) = book {
            let book = Book::from_bytes(bytes);
            let book = book.map_err(|error| Refusal::new("bad-book", &error.to_string()))?;
            builder = builder.book(Arc::new(book));
        }
        builder.build().map(Searcher).map_err(|error| Refusal::of(&error))
    }

    /// The answer to a question, or `{"version": 1, "error": {..}}`. It throws nothing.
    pub fn ask(&mut self, question: &str, watch: &Function) -> String {
        match self.answer(question, watch) {
            Ok(answer) => answer.to_json(),
            Err(error) => Problem::from(&error).to_json(),
        }
    }

    fn answer(&mut self, question: &str, watch: &Function) -> Result<Answer, QuestionError> {
        self.0.answer_with(&Question::from_json(question)?, |event| show(watch, event))
    }

    /// `{"move", "opponent", "answer"}`: the move that an opponent (as JSON) chooses at the position of this
    /// question, the opponent after it, and what it chose from.
    pub fn choose(
        &mut self,
        question: &str,
        opponent: &str,
        limits: &Times,
        watch: &Function,
    ) -> Result<String, Refusal> {
        #[derive(Serialize)]
        struct Choice {
            r#move: Option<reversi_engine::Move>,
            opponent: Opponent,
            answer: Answer,
        }
        let question = Question::from_json(question).map_err(|error| Refusal::of(&error))?;
        let mut opponent: Opponent = serde_json::from_str(opponent)
            .map_err(|error| Refusal::new("bad-options", &format!("opponent: {error}")))?;
        let mut request = opponent.request();
        if let Some(remaining) = time(limits.remaining) {
            request = request.clock(Clock::new(remaining, time(limits.increment).unwrap_or_default()));
        }
        let mut most = Limits::new();
        most.time = time(limits.seconds);
        most.nodes = limits.nodes.map(|nodes| nodes as u64);
        let question = Question::of_game(question.game, Ask::Analyze(request.limits(most)));
        let answer = self.0.answer_with(&question, |event| show(watch, event));
        let answer = answer.map_err(|error| Refusal::of(&error))?;
        let Reply::Analysis(analysis) = &answer.reply else { unreachable!("an analysis was asked for") };
        let mv = opponent.choose(analysis);
        Ok(to_json(&Choice { r#move: mv, opponent, answer }))
    }

    /// Forgets what the searches have found.
    #[wasm_bindgen(js_name = clearHash)]
    pub fn clear_hash(&mut self) {
        self.0.clear_hash();
    }
}

/// The limits of [`Searcher::choose`], in seconds.
#[wasm_bindgen]
pub struct Times {
    seconds: Option<f64>,
    nodes: Option<f64>,
    remaining: Option<f64>,
    increment: Option<f64>,
}

#[wasm_bindgen]
impl Times {
    #[wasm_bindgen(constructor)]
    pub fn new(
        seconds: Option<f64>,
        nodes: Option<f64>,
        remaining: Option<f64>,
        increment: Option<f64>,
    ) -> Times {
        Times { seconds, nodes, remaining, increment }
    }
}

#[wasm_bindgen]
extern "C" {
    /// The message of a panic, which ends the engine. js/worker.js defines it.
    #[wasm_bindgen(js_name = __reversiPanic)]
    fn report(message: &str);
}
