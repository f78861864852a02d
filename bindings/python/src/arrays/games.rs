//! Games replayed, and games of random moves.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use reversi_engine::arrays::{self, Games, ReplayError};
use reversi_engine::question::Problem;
use reversi_engine::{Color, Game, Position, notation};

use super::parts::{Wrong, all_boards_of, in_threads};
use super::{Boards, Flat, write};
use crate::args::{self, AnyBytes};
use crate::errors::Class;
use crate::game::PyGame;
use crate::records::{PyGgfGame, PyWthorGame};
use crate::signals::Signals;

/// The games that a thread takes at a time.
const AT_A_TIME: usize = 32;

/// The places of the results of some games.
struct Part<'a> {
    first_game: usize,
    first_move: usize,
    offsets: Vec<usize>,
    starts: &'a [Position],
    moves: &'a [u8],
    boards: &'a mut [u64],
    legal: &'a mut [u64],
    flips: &'a mut [u64],
    sides: &'a mut [u8],
    plies: &'a mut [u8],
    ends: &'a mut [u64],
}

/// Replays games. `arrays.py` has checked that the offsets ascend from 0 to the number of moves, and has
/// made arrays for as many results. There is a start for each game, with its side, or none.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "an array for each kind of result")]
pub(crate) fn _array_replay(
    moves: Flat<'_, '_, u8>,
    offsets: Flat<'_, '_, i64>,
    starts: Boards<'_, '_>,
    start_sides: Flat<'_, '_, u8>,
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
    let (starts, start_sides) = (starts.try_readonly()?, start_sides.try_readonly()?);
    let starts = all_boards_of(starts.as_slice()?)?;
    let side = |&side: &u8| if side == 0 { Color::Black } else { Color::White };
    let sides_of_starts = start_sides.as_slice()?.iter().map(side);
    let starts = starts.into_iter().zip(sides_of_starts).map(|(board, side)| Position { board, side });
    let starts: Vec<Position> = starts.collect();
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
            starts: starts.get(first_game..first_game + bounds.len() - 1).unwrap_or_default(),
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
    let replay = match part.starts {
        [] => arrays::replay(part.moves, &part.offsets),
        starts => arrays::replay_from(starts, part.moves, &part.offsets),
    };
    let replay = replay.map_err(|mut error| {
        if let ReplayError::Move { game, error } = &mut error {
            *game += part.first_game;
            error.index += part.first_move;
        }
        Wrong::Replay(error)
    })?;
    write(&replay.boards, part.boards);
    write(&replay.ends, part.ends);
    arrays::words(&replay.legal, part.legal);
    arrays::words(&replay.flips, part.flips);
    for (out, side) in part.sides.iter_mut().zip(replay.sides) {
        *out = u8::from(side == Color::White);
    }
    part.plies.copy_from_slice(&replay.plies);
    Ok(())
}

/// The moves and the offsets of games.
type Arrays<'py> = (Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<i64>>);

fn to_arrays(py: Python<'_>, games: Games) -> Arrays<'_> {
    let offsets = games.offsets.into_iter().map(|offset| offset as i64).collect();
    (PyArray1::from_vec(py, games.moves), PyArray1::from_vec(py, offsets))
}

/// Plays games of random moves, from the start of the game where there are no other starts.
#[pyfunction]
pub(crate) fn _array_random_games<'py>(
    py: Python<'py>,
    count: u64,
    seed: u64,
    first: u64,
    starts: Boards<'_, 'py>,
    threads: usize,
) -> PyResult<Arrays<'py>> {
    let starts = starts.try_readonly()?;
    let starts = all_boards_of(starts.as_slice()?)?;
    let parts = (count as usize).div_ceil(AT_A_TIME);
    let made = Mutex::new(vec![Games::new(); parts]);
    in_threads(py, threads, 0..parts, |part| {
        let start = part * AT_A_TIME;
        let end = (count as usize).min(start + AT_A_TIME);
        let number = first + start as u64;
        let games = match starts.get(start..end) {
            Some(starts) => arrays::random_games_from(starts, number, seed),
            None => arrays::random_games(number..first + end as u64, seed),
        };
        made.lock().unwrap_or_else(PoisonError::into_inner)[part] = games;
        Ok(())
    })?;
    let made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut all = Games::new();
    for games in &made {
        all.offsets.extend(games.offsets.iter().skip(1).map(|offset| all.moves.len() + offset));
        all.moves.extend_from_slice(&games.moves);
    }
    Ok(to_arrays(py, all))
}

/// Reads the moves of games, of records with one, and of transcripts.
#[pyfunction]
pub(crate) fn _array_moves_of<'py>(games: &Bound<'py, PyAny>) -> PyResult<Arrays<'py>> {
    let (mut found, mut signals) = (Games::new(), Signals::new());
    for (index, item) in games.try_iter()?.enumerate() {
        signals.look()?;
        let item = item?;
        let wrong = |class: Class, mut problem: Problem| {
            problem.message = format!("games[{index}]{}", problem.message);
            problem.at.index = Some(index as u64);
            class.in_field("games", problem)
        };
        let game = match args::text(&item) {
            Some(text) => text.parse().map_err(|error| {
                let mut problem = Problem::from(&error);
                problem.message.insert_str(0, ": ");
                wrong(Class::Parse, problem)
            })?,
            None => game_of(&item).ok_or_else(|| {
                let found = args::plain(&item).describe();
                let message = format!(" must be a Game, a record of one or a transcript, not {found}");
                wrong(Class::InvalidValue, Problem::new("wrong-type", message))
            })?,
        };
        if game.start() != Position::START {
            let message = " must begin at the start of the game, not at another position";
            return Err(wrong(Class::Array, Problem::new("bad-array", message)));
        }
        found.push(&game);
    }
    Ok(to_arrays(games.py(), found))
}

fn game_of(item: &Bound<'_, PyAny>) -> Option<Game> {
    if let Ok(game) = item.cast::<PyGame>() {
        return Some(game.get().game());
    }
    if let Ok(record) = item.cast::<PyWthorGame>() {
        return Some(record.get().record().game.clone());
    }
    Some(item.cast::<PyGgfGame>().ok()?.get().0.game.clone())
}

/// Returns the moves of the games of a `.wtb` file, with their passes.
#[pyfunction]
pub(crate) fn _array_moves_of_wthor(
    py: Python<'_>,
    data: AnyBytes,
    path: Option<PathBuf>,
) -> PyResult<Arrays<'_>> {
    let wrong = |error| match &path {
        Some(path) => Class::Parse.in_file(Some(path), &error),
        None => Class::Parse.of(&error),
    };
    let (mut found, mut signals) = (Games::new(), Signals::new());
    for record in notation::read_wtb(&data.0).map_err(wrong)?.1 {
        signals.look()?;
        found.push(&record.map_err(wrong)?.game);
    }
    Ok(to_arrays(py, found))
}
