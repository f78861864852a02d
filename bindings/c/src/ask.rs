//! All other questions to an engine, as JSON.

use std::ffi::c_char;

use reversi_engine::question::Question;

use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::pointer::{In, Out};
use crate::status::{ReversiStatus, guard};
use crate::surface::ReversiLimits;
use crate::text::{ReversiText, hand_over};

/// Answers the question in `json` of `length` bytes with `engine` and writes the answer as JSON to `answer`:
/// `{"moves": "f5d6c3", "ask": "analyze", "depth": 12, "lines": 3}`. The guide on questions has all kinds,
/// among them the analysis of a game. `limits` may be NULL; the question gets no more time and nodes than
/// they allow, whatever its own limits are. A solve that a limit ends is an answer, too, and says so.
///
/// * Ownership: the text belongs to the caller: `reversi_text_free`. `json` needs no final NUL.
/// * Threads: any thread; a question that takes a search waits for one of another thread with the same
///   engine.
/// * Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a question, with a message that names the field,
///   and for a question without an answer; `REVERSI_STATUS_INVALID_ARGUMENT` or `REVERSI_STATUS_BAD_SIZE` for
///   `limits`; `REVERSI_STATUS_BUSY` in a callback while a search with `engine` is running, also one of
///   another thread; `REVERSI_STATUS_NULL_POINTER` for `engine`, `json` or `answer`;
///   `REVERSI_STATUS_BAD_HANDLE` for `engine` or the stop of the limits. `answer` is empty then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_ask(
    engine: Handle<ReversiEngine>,
    json: In<c_char>,
    length: usize,
    limits: In<ReversiLimits>,
    answer: Out<ReversiText>,
) -> ReversiStatus {
    guard(|| {
        answer.write("answer", ReversiText { data: std::ptr::null_mut(), length: 0 })?;
        let engine = engine.enter("engine")?;
        let bad = |error| Failure::of(ReversiStatus::BadText, &error);
        let mut question = Question::from_json(json.text(length, "json")?).map_err(bad)?;
        if let Some(limits) = limits.limits()? {
            question = question.within(limits);
        }
        let mut engine = engine.lock()?;
        let found = question.answer(&mut engine).map_err(bad)?;
        hand_over(found.to_json(), answer, "answer")
    })
}
