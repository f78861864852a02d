//! The best moves of a position, as deep as asked.

use std::ffi::c_void;

use reversi_engine::{AnalyzeRequest, Bitboard, BookUse, Clock, Level, Reply, Selectivity};

use crate::answer::{Found, ReversiAnswer};
use crate::board::ReversiBoard;
use crate::engine::ReversiEngine;
use crate::failure::Failure;
use crate::handle::Handle;
use crate::limits::{Callback, ReversiLimits, ReversiProgressCallback, seconds};
use crate::pointer::{In, Out, options};
use crate::status::{ReversiStatus, guard};

/// How thoroughly to analyze.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiEffort {
    /// As deep as the limits or the clock allow; level 21 without either.
    Default = 0,
    /// The depth and selectivity of the level `amount`, 0 to 60.
    Level = 1,
    /// `amount` plies.
    Depth = 2,
    /// To the exact score, or as deep as the limits or the clock allow.
    Unlimited = 3,
}

/// When the book of an engine answers in place of a search.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiBookUse {
    /// If its searches were as deep and as sure as the one that is asked for.
    AsDeep = 0,
    /// Never.
    Never = 1,
    /// If it knows the position.
    Always = 2,
}

/// How thoroughly to analyze a board, and within which limits. Begin with `REVERSI_ANALYZE_OPTIONS_INIT`:
/// zeros are level 21 and the best move.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiAnalyzeOptions {
    /// The size of this struct.
    pub size: usize,
    /// A `ReversiEffort`.
    pub effort: i32,
    /// The level or the depth of `effort`.
    pub amount: u32,
    /// The confidence in moves that are left out, in percent: 73, 87, 95, 98, 99 or 100; 0 for that of the
    /// level, and 100 without a level.
    pub selectivity: u32,
    /// The best moves to search, each to a score of its own; 0 for one. `UINT32_MAX` for all.
    pub lines: u32,
    /// The set of squares to search alone; 0 for all legal moves.
    pub only: u64,
    /// The limits of the call.
    pub limits: ReversiLimits,
    /// The seconds that are left for the rest of a game; 0 for no clock.
    pub clock_seconds: f64,
    /// The seconds that the clock gets after each move.
    pub clock_increment: f64,
    /// A `ReversiBookUse`.
    pub book: i32,
    /// Zero.
    pub reserved: i32,
    /// Called while the search runs; NULL for none.
    pub progress: ReversiProgressCallback,
    /// For the callback.
    pub user: *mut c_void,
}

options!(ReversiAnalyzeOptions, "REVERSI_ANALYZE_OPTIONS_INIT", user: *mut c_void);

impl ReversiAnalyzeOptions {
    fn request(self) -> Result<AnalyzeRequest, Failure> {
        let remaining = seconds(self.clock_seconds, "clock_seconds")?;
        let increment = seconds(self.clock_increment, "clock_increment")?.unwrap_or_default();
        let level =
            |number| Level::new(number).map_err(|error| Failure::of(ReversiStatus::InvalidArgument, &error));
        let mut request = match self.effort {
            0 if self.limits.are_set() || remaining.is_some() => AnalyzeRequest::unlimited(),
            0 => AnalyzeRequest::level(Level::DEFAULT),
            1 => AnalyzeRequest::level(level(self.amount)?),
            2 => AnalyzeRequest::depth(self.amount),
            3 => AnalyzeRequest::unlimited(),
            effort => return Err(Failure::invalid(format!("effort: {effort} is no ReversiEffort"))),
        };
        if self.selectivity > 0 {
            request = request.selectivity(selectivity(self.selectivity)?);
        }
        if self.lines > 0 {
            request = request.lines(self.lines as usize);
        }
        if self.only > 0 {
            request = request.only(Bitboard(self.only));
        }
        if let Some(remaining) = remaining {
            request = request.clock(Clock::new(remaining, increment));
        }
        let book = match self.book {
            0 => BookUse::AsDeep,
            1 => BookUse::Never,
            2 => BookUse::Always,
            book => return Err(Failure::invalid(format!("book: {book} is no ReversiBookUse"))),
        };
        Ok(request.book(book).limits(self.limits.limits()?))
    }
}

fn selectivity(percent: u32) -> Result<Selectivity, Failure> {
    let read: Result<Selectivity, _> = percent.to_string().parse();
    read.map_err(|error| Failure::of(ReversiStatus::InvalidArgument, &error))
}

/// Searches `board` with `engine` as deep as `options` ask for, or as the limits allow, and writes the answer
/// to `answer`. `options` may be NULL: level 21, one line. There is always a best move, however tight the
/// limits are; which of them has ended the search is in `reversi_answer_summary`.
///
/// * Ownership: the answer belongs to the caller: `reversi_answer_free`.
/// * Threads: any thread; it waits for a search of another thread with the same engine.
/// * Errors: `REVERSI_STATUS_INVALID_ARGUMENT` for a square with two discs, an option, no depth, or none
///   of the legal moves in `only`; `REVERSI_STATUS_BAD_SIZE` for `options`; `REVERSI_STATUS_BUSY` in a
///   callback while a search with `engine` is running, also one of another thread;
///   `REVERSI_STATUS_NULL_POINTER` for `engine`, `board` or `answer`; `REVERSI_STATUS_BAD_HANDLE` for
///   `engine` or the stop of the options. `answer` is NULL then.
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
        let request = options.request()?;
        let mut engine = engine.lock()?;
        let analysis = match Callback::new(options.progress, options.user) {
            Some(callback) => engine.analyze_with(&board, request, |progress| callback.show(progress)),
            None => engine.analyze(&board, request),
        };
        drop(engine);
        let analysis = analysis.map_err(|error| Failure::of(ReversiStatus::InvalidArgument, &error))?;
        answer.write("answer", Handle::of(Found::new(board, Reply::Analysis(analysis))))
    })
}
