//! The best moves of a position, as deep as asked.

use reversi_engine::question::Reply;

use crate::answer::{BoardAnswer, ReversiAnswer};
use crate::board::ReversiBoard;
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::pointer::{In, Out, options};
use crate::progress::Callback;
use crate::status::calls;
use crate::surface::{ReversiAnalyzeOptions, ReversiLimits};

/// How thoroughly to analyze, in place of two options that exclude each other.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiEffort {
    /// As deep as a clock, or seconds or nodes of the limits, allow; level 21 without these.
    Default = 0,
    /// The depth and selectivity of the level `amount`, 0 to 60.
    Level = 1,
    /// `amount` plies.
    Depth = 2,
    /// To the exact score, or as deep as the limits or the clock allow.
    Unlimited = 3,
}

options!(ReversiAnalyzeOptions, "REVERSI_ANALYZE_OPTIONS_INIT", total_limits: In<ReversiLimits>);

calls!(
    /// Searches `board` with `engine` as deep as `options` ask for, or as the limits allow, and writes the
    /// answer to `answer`. `options` may be NULL: level 21, one line. Both `limits` and `total_limits` hold
    /// for the search. There is always a best move, however tight the limits are; `reversi_answer_summary`
    /// tells which of them has ended the search.
    fn reversi_analyze(
        engine: Handle<ReversiEngine>,
        board: In<ReversiBoard>,
        options: In<ReversiAnalyzeOptions>,
        answer: Out<Handle<ReversiAnswer>>,
    ) {
        answer.make("answer", || {
            let (engine, board, options) =
                (engine.enter("engine")?, board.board("board")?, options.options("options")?);
            let request = options.options()?.request().map_err(Failure::invalid)?;
            let mut engine = engine.lock()?;
            let analysis = match Callback::new(options.progress, options.user) {
                Some(callback) => engine.analyze_with(&board, request, |progress| callback.show(progress)),
                None => engine.analyze(&board, request),
            };
            Ok(BoardAnswer::new(board, Reply::Analysis(analysis.map_err(Failure::invalid)?)))
        })
    }
);
