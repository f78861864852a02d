//! Proven scores, of one board or of many.

use std::ops::ControlFlow;

use reversi_engine::question::Reply;
use reversi_engine::search::{Event, Interrupted, ManyError, Solved, StopReason};
use reversi_engine::{SolveError, SolveRequest};

use crate::answer::{Found, ReversiAnswer};
use crate::board::ReversiBoard;
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::pointer::{In, Out, options};
use crate::progress::Callback;
use crate::status::{ReversiStatus, guard};
use crate::surface::{ReversiLimits, ReversiSolveOptions};
use crate::value::ReversiValue;

/// The question of a solve.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiQuestion {
    /// The exact score, the best move and the whole line of best play.
    Exact = 0,
    /// Win, draw or loss: much less work.
    Wld = 1,
    /// The test whether the side to move can score `alpha` or more.
    AtLeast = 2,
    /// The score if it lies strictly between `alpha` and `beta`, otherwise a bound on its side of the window.
    Window = 3,
}

options!(ReversiSolveOptions, "REVERSI_SOLVE_OPTIONS_INIT", total_limits: In<ReversiLimits>);

fn request(options: ReversiSolveOptions) -> Result<SolveRequest, Failure> {
    let request = options.options()?.request();
    request.map_err(|error| Failure::invalid(&error))
}

/// Proves the score of `board` with `engine`, or as much of it as `options` ask for, and writes the answer
/// to `answer`. `options` may be NULL: the exact score, without limits. Both limits hold for the call. There
/// is no other limit: up to about 26 empty squares take seconds, and each further one takes about three
/// times as long.
///
/// * Ownership: the answer belongs to the caller: `reversi_answer_free`.
/// * Threads: any thread; it waits for a search of another thread with the same engine.
/// * Errors: `REVERSI_STATUS_INTERRUPTED` if a limit came first: `answer` has the bounds that are proven, and
///   must be freed. With any other error it is NULL: `REVERSI_STATUS_INVALID_ARGUMENT` for a square with two
///   discs or an option; `REVERSI_STATUS_BAD_SIZE` for `options`; `REVERSI_STATUS_BUSY` in a callback while a
///   search with `engine` is running, also one of another thread; `REVERSI_STATUS_NULL_POINTER` for `engine`,
///   `board` or `answer`; `REVERSI_STATUS_BAD_HANDLE` for `engine` or the stop of the options.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_solve(
    engine: Handle<ReversiEngine>,
    board: In<ReversiBoard>,
    options: In<ReversiSolveOptions>,
    answer: Out<Handle<ReversiAnswer>>,
) -> ReversiStatus {
    guard(|| {
        answer.write("answer", Handle::NULL)?;
        let (engine, board, options) =
            (engine.enter("engine")?, board.board("board")?, options.options("options")?);
        let request = request(options)?;
        let mut engine = engine.lock()?;
        let result = match Callback::new(options.progress, options.user) {
            Some(callback) => engine.solve_with(&board, request, |progress| callback.show(progress)),
            None => engine.solve(&board, request),
        };
        drop(engine);
        match result {
            Ok(solution) => answer.write("answer", Handle::of(Found::new(board, Reply::Solution(solution)))),
            Err(SolveError::Interrupted(interrupted)) => {
                let failure = Failure::of(ReversiStatus::Interrupted, &interrupted);
                answer.write("answer", Handle::of(Found::new(board, Reply::Interrupted(interrupted))))?;
                Err(failure)
            }
            Err(error) => Err(Failure::invalid(&error)),
        }
    })
}

/// Proves the scores of the `count` boards at `boards` with `engine`, as many at a time as it has threads,
/// and writes their values to the array `values`. `options` may be NULL; its `limits` hold for each board:
/// the value of a board that one of them ends is what was proven by then. Its `total_limits` hold for the
/// call. `solved` may be NULL; it gets the number of boards whose question is answered.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; it waits for a search of another thread with the same engine. The callback of
///   `options` is called on the calling thread.
/// * Errors: `REVERSI_STATUS_INTERRUPTED` if a limit of the whole call, a stop or the callback came first:
///   `values` of boards that were not begun are -64 to 64. With any other error nothing is solved:
///   `REVERSI_STATUS_INVALID_ARGUMENT` for a square with two discs, with the index of its board in
///   `reversi_error_place`, or for an option; `REVERSI_STATUS_BAD_SIZE` for `options`; `REVERSI_STATUS_BUSY`
///   in a callback while a search with `engine` is running, also one of another thread;
///   `REVERSI_STATUS_NULL_POINTER` for `engine`, `boards` or `values`; `REVERSI_STATUS_BAD_HANDLE` for
///   `engine` or the stop of the options.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_solve_many(
    engine: Handle<ReversiEngine>,
    boards: In<ReversiBoard>,
    count: usize,
    options: In<ReversiSolveOptions>,
    mut values: Out<ReversiValue>,
    solved: Out<usize>,
) -> ReversiStatus {
    guard(|| {
        solved.write_if_wanted("solved", 0)?;
        let (engine, options) = (engine.enter("engine")?, options.options("options")?);
        let request = request(options)?;
        let check = |(i, board): (usize, &ReversiBoard)| {
            board.checked().map_err(|failure| failure.at_index("boards", i))
        };
        let boards: Vec<_> =
            boards.slice(count, "boards")?.iter().enumerate().map(check).collect::<Result<_, _>>()?;
        let places = values.slice(count, "values")?;
        places.iter_mut().for_each(|place| {
            place.write(ReversiValue::UNKNOWN);
        });
        let mut answered = 0;
        let mut take = |done: Solved| {
            let value = match done.result {
                Ok(solution) => {
                    answered += 1;
                    solution.value()
                }
                Err(Interrupted { bounds, .. }) => bounds,
            };
            places[done.index].write(value.into());
            ControlFlow::Continue(())
        };
        let mut engine = engine.lock()?;
        let ended = match Callback::new(options.progress, options.user) {
            Some(callback) => engine.solve_many_with(boards, request, |event| match event {
                Event::Done(done) => take(done),
                Event::Progress(progress) => callback.show(progress),
            }),
            None => engine.solve_many(boards, request, take),
        };
        drop(engine);
        solved.write_if_wanted("solved", answered)?;
        many_result(ended, answered, count)
    })
}

fn many_result(
    ended: Result<Option<StopReason>, ManyError>,
    answered: usize,
    count: usize,
) -> Result<(), Failure> {
    match ended {
        Ok(None) => Ok(()),
        Ok(Some(reason)) => {
            let message = format!("stopped by {reason}; {answered} of {count} boards are solved");
            Err(Failure::new(ReversiStatus::Interrupted, "interrupted", message))
        }
        Err(error) => Err(Failure::invalid(&error)),
    }
}
