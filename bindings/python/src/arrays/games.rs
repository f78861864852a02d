//! Games replayed, and games of random moves.

use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use reversi_engine::Color;
use reversi_engine::arrays::{self, Games, ReplayError};

use super::parts::{Wrong, in_threads};
use super::{Flat, write};

/// The games that a thread takes at a time.
const AT_A_TIME: usize = 128;

/// The places of the results of some games.
struct Part<'a> {
    first_game: usize,
    first_move: usize,
    offsets: Vec<usize>,
    moves: &'a [u8],
    boards: &'a mut [u64],
    legal: &'a mut [u64],
    flips: &'a mut [u64],
    sides: &'a mut [u8],
    plies: &'a mut [u8],
    ends: &'a mut [u64],
}

/// Replays games. `arrays.py` has checked that the offsets ascend from 0 to the number of moves, and has
/// made arrays for as many results.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "an array for each kind of result")]
pub(crate) fn _array_replay(
    moves: Flat<'_, '_, u8>,
    offsets: Flat<'_, '_, i64>,
    boards: Flat<'_, '_, u64>,
    legal: Flat<'_, '_, u64>,
    flips: Flat<'_, '_, u64>,
    sides: Flat<'_, '_, u8>,
    plies: Flat<'_, '_, u8>,
    ends: Flat<'_, '_, u64>,
    threads: usize,
) -> PyResult<()> {
    let py = moves.py();
    let moves = moves.try_readonly()?;
    let moves = moves.as_slice()?;
    let offsets = offsets.try_readonly()?;
    let offsets: Vec<usize> = offsets.as_slice()?.iter().map(|&offset| offset as usize).collect();
    let (mut boards, mut ends) = (boards.try_readwrite()?, ends.try_readwrite()?);
    let (mut legal, mut flips) = (legal.try_readwrite()?, flips.try_readwrite()?);
    let (mut sides, mut plies) = (sides.try_readwrite()?, plies.try_readwrite()?);
    let (mut boards, mut ends) = (boards.as_slice_mut()?, ends.as_slice_mut()?);
    let (mut legal, mut flips) = (legal.as_slice_mut()?, flips.as_slice_mut()?);
    let (mut sides, mut plies) = (sides.as_slice_mut()?, plies.as_slice_mut()?);
    let mut parts = Vec::new();
    for first_game in (0..offsets.len().saturating_sub(1)).step_by(AT_A_TIME) {
        let bounds = &offsets[first_game..offsets.len().min(first_game + AT_A_TIME + 1)];
        let (first_move, rows) = (bounds[0], bounds[bounds.len() - 1] - bounds[0]);
        parts.push(Part {
            first_game,
            first_move,
            offsets: bounds.iter().map(|offset| offset - first_move).collect(),
            moves: &moves[first_move..first_move + rows],
            boards: boards.split_off_mut(..2 * rows).unwrap_or_default(),
            legal: legal.split_off_mut(..rows).unwrap_or_default(),
            flips: flips.split_off_mut(..rows).unwrap_or_default(),
            sides: sides.split_off_mut(..rows).unwrap_or_default(),
            plies: plies.split_off_mut(..rows).unwrap_or_default(),
            ends: ends.split_off_mut(..2 * (bounds.len() - 1)).unwrap_or_default(),
        });
    }
    in_threads(py, threads, parts.into_iter(), replay)
}

fn replay(part: Part<'_>) -> Result<(), Wrong> {
    let replay = arrays::replay(part.moves, &part.offsets).map_err(|mut error| {
        if let ReplayError::Move { game, error } = &mut error {
            *game += part.first_game;
            error.index += part.first_move;
        }
        Wrong::Replay(error)
    })?;
    write(&replay.boards, part.boards);
    write(&replay.ends, part.ends);
    for (out, set) in part.legal.iter_mut().zip(replay.legal) {
        *out = set.0;
    }
    for (out, set) in part.flips.iter_mut().zip(replay.flips) {
        *out = set.0;
    }
    for (out, side) in part.sides.iter_mut().zip(replay.sides) {
        *out = u8::from(side == Color::White);
    }
    part.plies.copy_from_slice(&replay.plies);
    Ok(())
}

/// The moves and the offsets of games of random moves.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "two arrays")]
pub(crate) fn _array_random_games<'py>(
    py: Python<'py>,
    count: u64,
    seed: u64,
    first: u64,
    threads: usize,
) -> PyResult<(Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i64>>)> {
    let parts = (count as usize).div_ceil(AT_A_TIME);
    let made = Mutex::new(vec![Games::default(); parts]);
    in_threads(py, threads, 0..parts, |part| {
        let start = (part * AT_A_TIME) as u64;
        let end = count.min(start + AT_A_TIME as u64);
        let games = arrays::random_games(first + start..first + end, seed);
        made.lock().unwrap_or_else(PoisonError::into_inner)[part] = games;
        Ok(())
    })?;
    let made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (mut moves, mut offsets) = (Vec::new(), vec![0]);
    for games in &made {
        offsets.extend(games.offsets.iter().skip(1).map(|offset| (moves.len() + offset) as i64));
        moves.extend_from_slice(&games.moves);
    }
    Ok((PyArray1::from_vec(py, moves), PyArray1::from_vec(py, offsets)))
}
