//! An engine that answers questions. It runs in a worker: a search blocks.

use std::ops::ControlFlow;
use std::sync::Arc;

use reversi_engine::book::Book;
use reversi_engine::play::Review;
use reversi_engine::question::{Answer, Ask, Problem, Question, QuestionError, Reply};
use reversi_engine::search::{AnalyzedMove, Event, OpeningBook};
use reversi_engine::surface::{AnalyzeOptions, DynValue, Fields, OpponentOptions, read};
use reversi_engine::weights::HumanPolicy;
use reversi_engine::{Engine, Game, Weights};
use serde::Serialize;

use crate::refusal::Refusal;
use crate::to_json;

/// A function that gets what a search sees, as JSON, and returns whether to end it.
pub type Watch<'a> = dyn FnMut(&str) -> bool + 'a;

/// An engine with its hash table, its book, and how people play.
pub struct Searcher {
    engine: Engine,
    book: Option<Arc<Book>>,
    people: Option<HumanPolicy>,
}

fn show(watch: &mut Watch<'_>, event: &impl Serialize) -> ControlFlow<()> {
    if watch(&to_json(event)) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// A review that fills: with each move that is done, the review of the last moves of the game up to there. It
/// takes about a millisecond, so a page need not make one from the moves itself. The last part is the answer,
/// with ratings, which would take longer than everything else in the other parts.
struct Reviewed<'a> {
    game: &'a Game,
    book: Option<&'a dyn OpeningBook>,
    people: Option<HumanPolicy>,
    fingerprint: String,
    turns: Vec<AnalyzedMove>,
}

impl Reviewed<'_> {
    fn show(&mut self, watch: &mut Watch<'_>, event: Event<'_, &AnalyzedMove>) -> ControlFlow<()> {
        #[derive(Serialize)]
        struct Done<'a> {
            done: &'a AnalyzedMove,
            review: Review,
        }
        let Event::Done(done) = event else { return show(watch, &event) };
        self.turns.insert(0, done.clone()); // from the end of the game to its start
        let review = Review::of(self.game, &self.turns, self.book).with_fingerprint(&*self.fingerprint);
        let is_whole = self.turns.len() == self.game.moves().len();
        let people = self.people.as_ref().filter(|_| is_whole);
        let review = match people {
            Some(policy) => review.with_people(policy),
            None => review,
        };
        show(watch, &Done { done, review })
    }
}

/// The parts of an engine.
pub struct Parts {
    pub hash_mib: u32,
    pub threads: u32,
    pub weights: Option<Vec<u8>>,
    /// `true` if the weights are the full network of the package.
    pub is_full: bool,
    pub book: Option<Vec<u8>>,
}

impl Searcher {
    /// Makes an engine. Without weights it has the small network.
    ///
    /// The full network of the package, as that of a native program, leaves the order of moves in exact
    /// searches to the small one: all doors search the same nodes.
    pub fn new(parts: Parts) -> Result<Searcher, Refusal> {
        let Parts { hash_mib, threads, weights, is_full, book } = parts;
        let mut builder = Engine::builder().threads(threads as usize).hash_mib(hash_mib as usize);
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
        Ok(Searcher { engine, book, people: None })
    }

    /// Answers a question, or returns `{"version": 1, "error": {..}}`. It throws nothing.
    pub fn ask(&mut self, question: &str, watch: &mut Watch<'_>) -> String {
        match self.answer(question, watch) {
            Ok(answer) => answer.to_json(),
            Err(error) => Problem::from(&error).to_json(),
        }
    }

    fn answer(&mut self, question: &str, watch: &mut Watch<'_>) -> Result<Answer, QuestionError> {
        let question = Question::from_json(question)?;
        if !matches!(question.ask, Ask::Review(_)) {
            return question.answer_with(&mut self.engine, |event| show(watch, &event));
        }
        let fingerprint = self.engine.evaluation_fingerprint();
        let book = self.book.as_deref().map(|book| book as &dyn OpeningBook);
        let people = self.people.clone();
        let mut reviewed = Reviewed { game: &question.game, book, people, fingerprint, turns: Vec::new() };
        question.answer_with(&mut self.engine, |event| reviewed.show(watch, event))
    }

    /// Chooses a move as an opponent (as JSON) does at the position of this question: `{"move", "seed",
    /// "answer"}`, with the seed of the next move and the answer that it chose from. `times` has limits and a
    /// clock, as JSON.
    pub fn choose(
        &mut self,
        question: &str,
        opponent: &str,
        times: &str,
        watch: &mut Watch<'_>,
    ) -> Result<String, Refusal> {
        #[derive(Serialize)]
        struct Choice {
            r#move: Option<reversi_engine::Move>,
            seed: String,
            answer: Answer,
        }
        let refused = |error: QuestionError| Refusal::of(&error);
        let question = Question::from_json(question).map_err(refused)?;
        let opponent = options::<OpponentOptions>(opponent)?.opponent();
        let mut opponent = opponent.map_err(|error| Refusal::of(&error))?;
        let times: AnalyzeOptions = options(times)?;
        let mut request = opponent.request().limits(times.limits);
        if let Some(clock) = times.clock {
            request = request.clock(clock.into());
        }
        let question = Question::of_game(question.game, Ask::Analyze(request));
        let answer = question.answer_with(&mut self.engine, |event| show(watch, &event)).map_err(refused)?;
        let Reply::Analysis(analysis) = &answer.reply else { unreachable!("an analysis was asked for") };
        let mv = opponent.choose(analysis);
        Ok(to_json(&Choice { r#move: mv, seed: format!("{:016x}", opponent.seed()), answer }))
    }

    /// Takes a file of how people play. The questions about them are refused before.
    pub fn learn(&mut self, people: &[u8]) -> Result<(), Refusal> {
        let policy = HumanPolicy::read(people).map_err(|error| Refusal::of(&error))?;
        self.engine.set_people(policy.clone());
        self.people = Some(policy);
        Ok(())
    }

    /// Forgets what the searches have found.
    pub fn clear_hash(&mut self) {
        self.engine.clear_hash();
    }
}

/// Reads options that js/options.js has written.
fn options<T: Fields>(json: &str) -> Result<T, Refusal> {
    match DynValue::of_json(json) {
        Ok(DynValue::Object(fields)) => read(fields).map_err(|error| Refusal::of(&error)),
        _ => Err(Refusal::of(Problem::new("not-json", "options must be an object of JSON"))),
    }
}
