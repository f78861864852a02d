//! Parts of runs of many positions that the program has too: shards, and the expected cost of a position.

use numpy::PyArray1;
use pyo3::prelude::*;
use reversi_engine::runs::Shard;
use reversi_engine::runs::cost::Model;

use crate::args;
use crate::engine::boards;
use crate::errors::Class;

/// Checks which boards belong to shard `number`, from 1, of `of` shards: a `bool` for each. A board belongs
/// to the same shard whatever its place, its file or its neighbours are, and in `reversi solve --shard`.
///
/// `boards` is an iterable of boards, or an array as for `evaluate`.
///
/// >>> from reversi_engine import Board, in_shard
/// >>> [bool(in_shard([Board()], number, 2)[0]) for number in (1, 2)].count(True)
/// 1
#[pyfunction]
#[pyo3(signature = (boards, number, of, /))]
pub(crate) fn in_shard<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    number: &Bound<'py, PyAny>,
    of: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let whole = |value, field| args::whole::<u64>(value, field, 0, i128::from(i64::MAX));
    let (number, of) = (whole(number, "number")?, whole(of, "of")?);
    let shard = Shard::new(number, of).map_err(|error| {
        Class::Request.with_code("out-of-range", error.to_string()) //
    })?;
    let boards = self::boards(py, boards)?;
    let has = py.detach(|| boards.iter().map(|board| shard.has(board)).collect::<Vec<bool>>());
    Ok(PyArray1::from_vec(py, has))
}

/// Returns the mean nodes of an exact solve with this number of empties and an empty hash table, positions of
/// random games: an estimate. A core searches some 20 million a second.
///
/// >>> from reversi_engine import expected_nodes
/// >>> expected_nodes(20) > 10 * expected_nodes(16)
/// True
#[pyfunction]
#[pyo3(signature = (empties, /))]
pub(crate) fn expected_nodes(empties: &Bound<'_, PyAny>) -> PyResult<f64> {
    let empties = args::whole(empties, "empties", 0, 60)?;
    Ok(Model::of_random_games().mean_nodes(empties))
}
