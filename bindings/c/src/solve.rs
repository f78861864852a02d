//! Proven scores, of one board or of many.

use std::ops::ControlFlow;

use reversi_engine::SolveError;
use reversi_engine::question::Reply;
use reversi_engine::search::{Event, Interrupted, Solved};

use crate::answer::{BoardAnswer, ReversiAnswer};
use crate::board::ReversiBoard;
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::pointer::{In, Out, options};
use crate::progress::Callback;
use crate::status::{ReversiStatus, calls};
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

calls!(
    /// Proves the score of `board` with `engine`, or as much of it as `options` ask for, and writes the
    /// answer to `answer`. `options` may be NULL: the exact score, without limits. Both limits hold for the
    /// call. There is no other limit: up to about 26 empty squares take seconds, and each further one takes
    /// about three times as long.
    ///
    /// Errors: `REVERSI_STATUS_INTERRUPTED` if a limit came first: `answer` has the bounds that are proven,
    /// and must be freed.
    fn reversi_solve(
        engine: Handle<ReversiEngine>,
        board: In<ReversiBoard>,
        options: In<ReversiSolveOptions>,
        answer: Out<Handle<ReversiAnswer>>,
    ) {
        answer.write("answer", Handle::NULL)?;
        let (engine, board, options) =
            (engine.enter("engine")?, board.board("board")?, options.options("options")?);
        let request = options.options()?.request().map_err(Failure::invalid)?;
        let mut engine = engine.lock()?;
        let result = match Callback::new(options.progress, options.user) {
            Some(callback) => engine.solve_with(&board, request, |progress| callback.show(progress)),
            None => engine.solve(&board, request),
        };
        drop(engine);
        let (reply, ended) = match result {
            Ok(solution) => (Reply::Solution(solution), Ok(())),
            Err(SolveError::Interrupted(interrupted)) => {
                let failure = Failure::of(ReversiStatus::Interrupted, &interrupted);
                (Reply::Interrupted(interrupted), Err(failure))
            }
            Err(error) => return Err(Failure::invalid(error)),
        };
        answer.write("answer", Handle::of(BoardAnswer::new(board, reply)))?;
        ended
    }

    /// Proves the scores of the `count` boards at `boards` with `engine`, as many at a time as it has
    /// threads, and writes their values to the array `values`. `options` may be NULL; its `limits` hold for
    /// each board: the value of a board that one of them ends is what was proven by then. Its `total_limits`
    /// hold for the call. `solved` may be NULL; it gets the number of boards whose question is answered.
    ///
    /// Errors: `REVERSI_STATUS_INTERRUPTED` if a limit of the whole call, a stop or the callback came first:
    /// `values` of boards that were not begun are -64 to 64. With any other error nothing is solved; if a
    /// board is invalid, its index is in `reversi_error_place`.
    fn reversi_solve_many(
        engine: Handle<ReversiEngine>,
        boards: In<ReversiBoard>,
        count: usize,
        options: In<ReversiSolveOptions>,
        values: Out<ReversiValue>,
        solved: Out<usize>,
    ) {
        solved.write_if_wanted("solved", 0)?;
        let (engine, options) = (engine.enter("engine")?, options.options("options")?);
        let request = options.options()?.request().map_err(Failure::invalid)?;
        let check = |(i, board): (usize, &ReversiBoard)| {
            board.checked().map_err(|failure| failure.at_index("boards", i))
        };
        let boards: Vec<_> =
            boards.slice(count, "boards")?.iter().enumerate().map(check).collect::<Result<_, _>>()?;
        let mut values = values;
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
                _ => ControlFlow::Continue(()),
            }),
            None => engine.solve_many(boards, request, take),
        };
        drop(engine);
        solved.write_if_wanted("solved", answered)?;
        if let Some(reason) = ended.map_err(Failure::invalid)? {
            let message = format!("stopped by {reason}; {answered} of {count} boards are solved");
            return Err(Failure::new(ReversiStatus::Interrupted, "interrupted", message));
        }
        Ok(())
    }
);
