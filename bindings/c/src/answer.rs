//! Answers of searches.

use reversi_engine::question::{Answer, Reply};
use reversi_engine::{Analysis, Color, Line, Position, Value};

use crate::failure::Failure;
use crate::handle::{Handle, InUse, kind};
use crate::moves::{ReversiMove, to_c};
use crate::pointer::{Out, fill, versioned};
use crate::status::{ReversiStatus, guard};
use crate::surface::{ReversiSource, ReversiSummary};
use crate::text::{ReversiText, hand_over};
use crate::value::ReversiValue;

kind! {
    /// The answer of a solve or an analysis. It does not change.
    ReversiAnswer, Found, b"answ", "answer"
}

/// An answer about a board. Scores are those of its side to move.
pub(crate) struct Found(Answer);

versioned!(ReversiSummary, "REVERSI_SUMMARY_INIT", source: ReversiSource);

impl Found {
    /// Boards have no colours: black is the side to move in the JSON.
    pub(crate) fn new(board: reversi_engine::Board, reply: Reply) -> Found {
        Found(Answer::new(Position { board, side: Color::Black }, reply))
    }

    /// The analysis; `None` for a solve.
    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        match &self.0.reply {
            Reply::Analysis(analysis) => Some(analysis),
            _ => None,
        }
    }

    /// The value and the moves of a line.
    fn line(&self, index: usize) -> Option<(Value, &[reversi_engine::Move])> {
        match &self.0.reply {
            Reply::Solution(solution) => (index == 0).then(|| (solution.value(), solution.pv())),
            Reply::Analysis(analysis) => {
                analysis.lines().get(index).map(|line: &Line| (line.value(), line.pv()))
            }
            _ => None,
        }
    }
}

fn line(answer: &InUse<ReversiAnswer>, index: u32) -> Result<(Value, &[reversi_engine::Move]), Failure> {
    let lines = answer.0.reply.summary().map_or(0, |summary| summary.lines);
    let beyond = || Failure::out_of_range("line", format_args!("below {lines}"), index);
    answer.line(index as usize).ok_or_else(beyond)
}

/// Writes the fields that all answers share to `summary`, as much as its size has room for.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread, several at a time.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `answer` or `summary`; `REVERSI_STATUS_BAD_HANDLE` for
///   `answer`; `REVERSI_STATUS_BAD_SIZE` for `summary`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_answer_summary(
    answer: Handle<ReversiAnswer>,
    summary: Out<ReversiSummary>,
) -> ReversiStatus {
    guard(|| {
        let answer = answer.enter("answer")?;
        let found = answer.0.reply.summary().expect("a handle has the answer of a search");
        summary.write_versioned("summary", (&found).into())
    })
}

/// Writes the value of a line of `answer` to `value`. `line` is from 0, the best one, to the number of lines
/// less one.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread, several at a time.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` if there is no such line; `REVERSI_STATUS_NULL_POINTER` for
///   `answer` or `value`; `REVERSI_STATUS_BAD_HANDLE` for `answer`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_answer_value(
    answer: Handle<ReversiAnswer>,
    line: u32,
    value: Out<ReversiValue>,
) -> ReversiStatus {
    guard(|| {
        let answer = answer.enter("answer")?;
        value.write("value", self::line(&answer, line)?.0.into())
    })
}

/// Writes the moves of a line of `answer` to the array `moves` of `capacity` moves, of which
/// `REVERSI_MAX_MOVES` are enough, and their number to `count`, which may be NULL. The first move is the one
/// that the line is about. `line` is as for `reversi_answer_value`.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread, several at a time.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` if there is no such line; `REVERSI_STATUS_BUFFER_TOO_SMALL`,
///   with the number in `count`; `REVERSI_STATUS_NULL_POINTER` for `answer` or `moves`;
///   `REVERSI_STATUS_BAD_HANDLE` for `answer`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_answer_moves(
    answer: Handle<ReversiAnswer>,
    line: u32,
    moves: Out<ReversiMove>,
    capacity: usize,
    count: Out<usize>,
) -> ReversiStatus {
    guard(|| {
        let answer = answer.enter("answer")?;
        let line: Vec<ReversiMove> = self::line(&answer, line)?.1.iter().copied().map(to_c).collect();
        fill(&line, moves, capacity, count, "moves")
    })
}

/// Writes `answer` as JSON to `json`, as `reversi_ask` does. Boards have no colours, so the side to move is
/// black there.
///
/// * Ownership: the text belongs to the caller: `reversi_text_free`.
/// * Threads: any thread, several at a time.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `answer` or `json`; `REVERSI_STATUS_BAD_HANDLE` for `answer`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_answer_json(
    answer: Handle<ReversiAnswer>,
    json: Out<ReversiText>,
) -> ReversiStatus {
    guard(|| hand_over(answer.enter("answer")?.0.to_json(), json, "json"))
}

/// Frees `answer`. Does nothing for NULL.
///
/// * Ownership: the handle goes back to the library, and the caller no longer uses it.
/// * Threads: any thread.
/// * Errors: `REVERSI_STATUS_BAD_HANDLE` if `answer` was freed before; `REVERSI_STATUS_BUSY` during another
///   call with it, and nothing is freed.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_answer_free(answer: Handle<ReversiAnswer>) -> ReversiStatus {
    guard(|| answer.free("answer"))
}
