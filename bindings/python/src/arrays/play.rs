//! Moves of opponents on many boards, and scores of moves.

use std::sync::{Mutex, TryLockError};

use numpy::PyArrayMethods;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use reversi_engine::play::Opponent;
use reversi_engine::{Engine, Level, arrays};

use super::parts::{Wrong, boards_of, in_threads};
use super::{Boards, Flat};

/// The boards that a thread takes at a time where each takes some nanoseconds, some microseconds, and up to
/// many milliseconds.
const AT_A_TIME: [usize; 3] = [2048, 64, 1];

/// Engines that are not in use. Nobody waits for them: in a forked process the lock may be held for ever.
static FREE: Mutex<Vec<Engine>> = Mutex::new(Vec::new());

/// Runs work with an engine that nobody else has.
fn with_engine(work: impl FnOnce(&mut Engine) -> Result<(), Wrong>) -> Result<(), Wrong> {
    let free = || match FREE.try_lock() {
        Ok(free) => Some(free),
        Err(TryLockError::Poisoned(free)) => Some(free.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    };
    let kept = free().and_then(|mut free| free.pop()); // the lock is not held while an engine is built
    let mut engine = match kept {
        Some(engine) => engine,
        None => Engine::builder().hash_bytes(1 << 18).build().map_err(Wrong::Build)?,
    };
    let done = work(&mut engine);
    if let Some(mut free) = free() {
        free.push(engine);
    }
    done
}

/// Chooses moves at random, or as an opponent of a rating does. `draws` has a random number for each board.
#[pyfunction]
pub(crate) fn _array_choose(
    rating: Option<u32>,
    boards: Boards<'_, '_>,
    draws: Flat<'_, '_, u64>,
    out: Flat<'_, '_, u8>,
    threads: usize,
) -> PyResult<()> {
    let (rows, draws, mut out) = (boards.try_readonly()?, draws.try_readonly()?, out.try_readwrite()?);
    let (rows, draws, out) = (rows.as_slice()?, draws.as_slice()?, out.as_slice_mut()?);
    let is_deep = |rating| Opponent::rated(rating, 0).level().number() > 1;
    let at_a_time = AT_A_TIME[rating.map_or(0, |rating| 1 + usize::from(is_deep(rating)))];
    let parts = rows.chunks(2 * at_a_time).zip(draws.chunks(at_a_time)).zip(out.chunks_mut(at_a_time));
    in_threads(boards.py(), threads, parts.enumerate(), |(part, ((rows, draws), out))| {
        let boards = boards_of(part * at_a_time, rows)?;
        match rating {
            None => arrays::random_moves(&boards, draws, out),
            Some(rating) => with_engine(|engine| {
                Opponent::choose_many(rating, engine, &boards, draws, out).map_err(Wrong::Analyze)
            })?,
        }
        Ok(())
    })
}

/// Returns the scores of all moves: 64 for each board.
#[pyfunction]
pub(crate) fn _array_move_scores(
    level: u32,
    boards: Boards<'_, '_>,
    out: Flat<'_, '_, i8>,
    threads: usize,
) -> PyResult<()> {
    let level = Level::new(level).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let (rows, mut out) = (boards.try_readonly()?, out.try_readwrite()?);
    let (rows, out) = (rows.as_slice()?, out.as_slice_mut()?);
    let at_a_time = AT_A_TIME[1 + usize::from(level.number() > 1)];
    let parts = rows.chunks(2 * at_a_time).zip(out.chunks_mut(64 * at_a_time));
    in_threads(boards.py(), threads, parts.enumerate(), |(part, (rows, out))| {
        let boards = boards_of(part * at_a_time, rows)?;
        with_engine(|engine| {
            engine.score_moves(level, &boards, out.as_chunks_mut().0).map_err(Wrong::Analyze)
        })
    })
}
