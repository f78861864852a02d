//! All other questions to an engine, as JSON.

use std::ffi::c_char;

use reversi_engine::question::Question;

use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::pointer::{In, Out};
use crate::status::calls;
use crate::surface::ReversiLimits;
use crate::text::ReversiText;

calls!(
    /// Answers the question in `json` of `length` bytes with `engine` and writes the answer as JSON to
    /// `answer`: `{"moves": "f5d6c3", "ask": "analyze", "depth": 12, "lines": 3}`. The guide on questions has
    /// all kinds, among them the analysis of a game. `limits` may be NULL; the question gets no more time and
    /// nodes than they allow, whatever its own limits are. A solve that a limit ends is an answer, too, and
    /// says so.
    ///
    /// Errors: `REVERSI_STATUS_BAD_TEXT` for text that is not a question, and for a question without an
    /// answer.
    fn reversi_ask(
        engine: Handle<ReversiEngine>,
        json: In<c_char>,
        length: usize,
        limits: In<ReversiLimits>,
        answer: Out<ReversiText>,
    ) {
        answer.hand_over("answer", || {
            let engine = engine.enter("engine")?;
            let mut question = Question::from_json(json.text(length, "json")?).map_err(Failure::bad_text)?;
            if let Some(limits) = limits.limits()? {
                question = question.within(limits);
            }
            let mut engine = engine.lock()?;
            let found = question.answer(&mut engine).map_err(Failure::bad_text)?;
            Ok(found.to_json())
        })
    }
);
