//! The best moves of a position, as deep as asked.

use reversi_engine::question::Reply;

use crate::answer::{Found, ReversiAnswer};
use crate::board::ReversiBoard;
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::pointer::{In, Out, options};
use crate::progress::Callback;
use crate::status::{ReversiStatus, guard};
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

/// Searches `board` with `engine` as deep as `options` ask for, or as the limits allow, and writes the answer
/// to `answer`. `options` may be NULL: level 21, one line. Both `limits` and `total_limits` hold for the
/// search. There is always a best move, however tight the limits are; `reversi_answer_summary` tells which of
/// them has ended the search.
///
/// * Ownership: the answer belongs to the caller: `reversi_answer_free`.
/// * Threads: any thread; it waits for a search of another thread with the same engine.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for a square with two discs, an option, no depth, or an `only`
///   without a legal move; `REVERSI_STATUS_BAD_SIZE` for `options`; `REVERSI_STATUS_BUSY` in a callback while
///   a search with `engine` is running, also one of another thread; `REVERSI_STATUS_NULL_POINTER` for
///   `engine`, `board` or `answer`; `REVERSI_STATUS_BAD_HANDLE` for `engine` or the stop of the options.
///   `answer` is NULL then.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_analyze(
    engine: Handle<ReversiEngine>,
    board: In<ReversiBoard>,
    options: In<ReversiAnalyzeOptions>,
    answer: Out<Handle<ReversiAnswer>>,
) -> ReversiStatus {
    guard(|| {
        answer.write("answer", Handle::NULL)?;
        let (engine, board, options) =
            (engine.enter("engine")?, board.board("board")?, options.options("options")?);
        let request = options.options()?.request();
        let request = request.map_err(|error| Failure::invalid(&error))?;
        let mut engine = engine.lock()?;
        let analysis = match Callback::new(options.progress, options.user) {
            Some(callback) => engine.analyze_with(&board, request, |progress| callback.show(progress)),
            None => engine.analyze(&board, request),
        };
        drop(engine);
        let analysis = analysis.map_err(|error| Failure::invalid(&error))?;
        answer.write("answer", Handle::of(Found::new(board, Reply::Analysis(analysis))))
    })
}
