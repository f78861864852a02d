//! Arrays split among threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use reversi_engine::arrays::{self, CellError, CellErrorKind, PlayError, PlayErrorReason, ReplayError};
use reversi_engine::board::Overlap;
use reversi_engine::question::Problem;
use reversi_engine::search::or_cores;
use reversi_engine::{AnalyzeError, Board, BuildError};

use crate::engine::overlap;
use crate::errors::Class;
use crate::signals::Signals;

/// The items that a thread takes at a time: to evaluate them takes some 400 microseconds.
pub(crate) const AT_A_TIME: usize = 4096;

/// The items that are computed at a time: their copies stay in the fastest cache of a core.
pub(super) const IN_CACHE: usize = 256;

/// The problem of an item. Indices count in the whole array.
pub(crate) enum Wrong {
    Row(usize, Overlap),
    Play(PlayError),
    Cell(CellError),
    Replay(ReplayError),
    Analyze(AnalyzeError),
    Build(BuildError),
}

impl Wrong {
    fn index(&self) -> usize {
        match self {
            Wrong::Play(error) | Wrong::Replay(ReplayError::Move { error, .. }) => error.index,
            Wrong::Cell(error) => error.index,
            Wrong::Row(index, _) => *index,
            Wrong::Replay(_) | Wrong::Analyze(_) | Wrong::Build(_) => 0,
        }
    }

    fn raise(&self) -> PyErr {
        let at = |mut problem: Problem, message: String| {
            (problem.message, problem.at.index) = (message, Some(self.index() as u64));
            problem
        };
        let played = |error: &PlayError, message: String| match &error.reason {
            PlayErrorReason::Illegal(illegal) => {
                Class::IllegalMove.in_field("moves", at(illegal.into(), message))
            }
            _ => Class::Array.in_field("moves", at(Problem::new("bad-array", ""), message)),
        };
        match self {
            Wrong::Row(index, error) => overlap(*index, error),
            Wrong::Play(error) => played(error, error.to_string()),
            Wrong::Replay(ReplayError::Move { game, error }) => {
                played(error, format!("cannot replay game {game}: {error}"))
            }
            Wrong::Replay(error) => Class::Array.with_code("bad-array", error.to_string()),
            Wrong::Analyze(error) => Class::Request.of(error),
            Wrong::Build(error) => Class::Build.of(error),
            Wrong::Cell(CellError { kind: CellErrorKind::Overlap(overlap), .. }) => {
                let message = format!("row {}: {overlap}", self.index());
                Class::Array.in_field("boards", at(overlap.into(), message))
            }
            Wrong::Cell(error) => {
                Class::Array.in_field("cells", at(Problem::new("bad-array", ""), error.to_string()))
            }
        }
    }
}

/// Does all jobs with this number of threads, 0 for all that the machine runs at once, and without the lock
/// of the interpreter. Returns the error of the first item that has one.
pub(crate) fn in_threads<J: Send>(
    py: Python<'_>,
    threads: usize,
    jobs: impl ExactSizeIterator<Item = J> + Send,
    work: impl Fn(J) -> Result<(), Wrong> + Sync,
) -> PyResult<()> {
    in_threads_while(py, threads, jobs, |job, _| work(job))
}

/// [`in_threads`] of long jobs, which are told whether to go on. The work of jobs that stop is not used.
pub(super) fn in_threads_while<J: Send>(
    py: Python<'_>,
    threads: usize,
    jobs: impl ExactSizeIterator<Item = J> + Send,
    work: impl Fn(J, &mut dyn FnMut() -> bool) -> Result<(), Wrong> + Sync,
) -> PyResult<()> {
    let threads = or_cores(threads, usize::MAX).min(jobs.len());
    let (jobs, first) = (Mutex::new(jobs), Mutex::new(None::<Wrong>));
    let is_ended = AtomicBool::new(false);
    let work_on = |goes_on: &mut dyn FnMut() -> bool| {
        let mut goes_on = || !is_ended.load(Ordering::Relaxed) && goes_on();
        while goes_on() {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(job) = job else { return };
            if let Err(wrong) = work(job, &mut goes_on) {
                let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                if first.as_ref().is_none_or(|first| wrong.index() < first.index()) {
                    *first = Some(wrong);
                }
                break; // jobs are taken in their order: those before it are in work
            }
        }
        is_ended.store(true, Ordering::Relaxed);
    };
    let mut signals = Signals::new();
    let mut looked = Ok(());
    py.detach(|| {
        thread::scope(|scope| {
            for _ in 1..threads {
                // Where the system has no thread left, the others do it.
                let _ = thread::Builder::new().spawn_scoped(scope, || work_on(&mut || true));
            }
            work_on(&mut || {
                // Ctrl-C is told once: jobs that it has cut short must not pass for done.
                if looked.is_ok() {
                    looked = signals.look_now();
                }
                looked.is_ok()
            });
        });
    });
    looked?;
    match first.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(wrong) => Err(wrong.raise()),
        None => Ok(()),
    }
}

/// Does work on items of `input`, which has a number of values for each, as `out` has. It is told the
/// number of the first item.
pub(super) fn on_parts<I: Element + Sync, O: Element + Send>(
    input: &Bound<'_, PyArray1<I>>,
    input_width: usize,
    out: &Bound<'_, PyArray1<O>>,
    out_width: usize,
    threads: usize,
    work: impl Fn(usize, &[I], &mut [O]) -> Result<(), Wrong> + Sync,
) -> PyResult<()> {
    let py = input.py();
    let (input, mut out) = (input.try_readonly()?, out.try_readwrite()?);
    let (input, out) = (input.as_slice()?, out.as_slice_mut()?);
    on_slices(py, input, input_width, out, out_width, threads, |start, input, out, _| work(start, input, out))
}

fn on_slices<I: Sync, O: Send>(
    py: Python<'_>,
    input: &[I],
    input_width: usize,
    out: &mut [O],
    out_width: usize,
    threads: usize,
    work: impl Fn(usize, &[I], &mut [O], &mut Vec<Board>) -> Result<(), Wrong> + Sync,
) -> PyResult<()> {
    if out.is_empty() {
        return Ok(()); // boards without planes
    }
    let parts = input.chunks(AT_A_TIME * input_width).zip(out.chunks_mut(AT_A_TIME * out_width));
    in_threads(py, threads, parts.enumerate(), |(part, (input, out))| {
        let mut boards = Vec::new();
        let parts = input.chunks(IN_CACHE * input_width).zip(out.chunks_mut(IN_CACHE * out_width));
        parts
            .enumerate()
            .try_for_each(|(i, (input, out))| work(part * AT_A_TIME + i * IN_CACHE, input, out, &mut boards))
    })
}

/// Does work on boards.
pub(super) fn on_boards<O: Element + Send>(
    boards: &Bound<'_, PyArray2<u64>>,
    out: &Bound<'_, PyArray1<O>>,
    out_width: usize,
    threads: usize,
    work: impl Fn(usize, &[Board], &mut [O]) -> Result<(), Wrong> + Sync,
) -> PyResult<()> {
    let (rows, mut out) = (boards.try_readonly()?, out.try_readwrite()?);
    on_slices(
        boards.py(),
        rows.as_slice()?,
        2,
        out.as_slice_mut()?,
        out_width,
        threads,
        |start, rows, out, boards| {
            read_boards(start, rows, boards)?;
            work(start, boards, out)
        },
    )
}

/// The boards of rows.
pub(super) fn all_boards_of(rows: &[u64]) -> PyResult<Vec<Board>> {
    boards_of(0, rows).map_err(|wrong| wrong.raise())
}

/// The boards of rows, the first of which has this number.
pub(super) fn boards_of(start: usize, rows: &[u64]) -> Result<Vec<Board>, Wrong> {
    let mut boards = Vec::new();
    read_boards(start, rows, &mut boards)?;
    Ok(boards)
}

/// Reads the boards of rows, the first of which has this number, in place of those before.
fn read_boards(start: usize, rows: &[u64], boards: &mut Vec<Board>) -> Result<(), Wrong> {
    let rows = rows.as_chunks::<2>().0;
    boards.resize(rows.len(), Board::START);
    arrays::from_rows(rows, boards).map_err(|mut error| {
        error.index += start;
        Wrong::Cell(error)
    })
}
