//! Questions as JSON: a text is refused with an error that can be printed and written, or it is a question
//! that reads back and has an answer, which reads back as well.
#![no_main]

use std::sync::{LazyLock, Mutex, PoisonError};

use libfuzzer_sys::fuzz_target;
use reversi_engine::question::{Answer, Problem, Question};
use reversi_engine::{Engine, Limits};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let question = match Question::from_json(text) {
        Ok(question) => question,
        Err(error) => {
            let problem = Problem::from(&error);
            assert!(!problem.code.is_empty() && !problem.message.is_empty());
            serde_json::from_str::<serde_json::Value>(&problem.to_json()).expect("it was written just now");
            assert!(serde_json::from_str::<Question>(text).is_err());
            return;
        }
    };
    question.check().expect("what is read is checked");
    let written = question.to_json();
    let again = Question::from_json(&written).expect("it was written just now");
    // Of times beyond 50 days some nanoseconds may be lost, once.
    assert_eq!(Question::from_json(&again.to_json()).as_ref(), Ok(&again));
    assert_eq!((&again.game, again.ask.name()), (&question.game, question.ask.name()));
    answer(question.within(Limits::new().nodes(300)));
});

fn answer(question: Question) {
    static ENGINE: LazyLock<Mutex<Engine>> =
        LazyLock::new(|| Mutex::new(Engine::builder().hash_mib(0).build().expect("it is small")));
    let mut engine = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = question.answer(&mut engine).expect("a question that was read has an answer");
    assert_eq!(answer.position, question.game.position());
    let read: Answer = serde_json::from_str(&answer.to_json()).expect("it was written just now");
    assert_eq!(read, answer);
}
