//! Descriptions of boards: the compiled half of `reversi_engine/features.py`, which documents it and checks
//! types and shapes.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use reversi_engine::arrays::features::{self, Feature};
use reversi_engine::weights::network::HIDDEN;
use reversi_engine::weights::pattern::Place;
use reversi_engine::weights::{Evaluator, HumanPolicy};
use reversi_engine::{Bitboard, Board, Move, Weights};

use super::parts::{AT_A_TIME, boards_of, in_threads, on_boards};
use super::{Boards, Flat, unknown};
use crate::errors::{self, Class};
use crate::weights::PyWeights;

/// Returns the name, the unit and the meaning of each feature.
#[pyfunction]
pub(crate) fn _feature_list() -> Vec<(&'static str, &'static str, &'static str)> {
    Feature::ALL.map(|feature| (feature.name(), feature.unit(), feature.meaning())).into()
}

/// Returns the shape and the squares of each place of a pattern.
#[pyfunction]
pub(crate) fn _feature_pattern_list() -> Vec<(&'static str, Vec<String>)> {
    let squares = |place: Place| place.squares().map(|square| square.to_string()).collect();
    Place::ALL.into_iter().map(|place| (place.shape().name(), squares(place))).collect()
}

fn named(names: &[String]) -> PyResult<Vec<Feature>> {
    names.iter().map(|name| Feature::named(name).ok_or_else(|| unknown(name))).collect()
}

#[pyfunction]
pub(crate) fn _feature_sets(
    boards: Boards<'_, '_>,
    names: Vec<String>,
    out: Flat<'_, '_, u64>,
    threads: usize,
) -> PyResult<()> {
    let features = named(&names)?;
    on_boards(boards, out, features.len(), threads, |_, boards, out| {
        let mut sets = vec![Bitboard::EMPTY; out.len()];
        features::sets(boards, &features, &mut sets);
        out.iter_mut().zip(sets).for_each(|(out, set)| *out = set.0);
        Ok(())
    })
}

#[pyfunction]
pub(crate) fn _feature_counts(
    boards: Boards<'_, '_>,
    names: Vec<String>,
    out: Flat<'_, '_, f32>,
    threads: usize,
) -> PyResult<()> {
    let features = named(&names)?;
    on_boards(boards, out, features.len(), threads, |_, boards, out| {
        features::counts(boards, &features, out);
        Ok(())
    })
}

#[pyfunction]
pub(crate) fn _feature_patterns(
    boards: Boards<'_, '_>,
    out: Flat<'_, '_, u16>,
    threads: usize,
) -> PyResult<()> {
    on_boards(boards, out, Place::ALL.len(), threads, |_, boards, out| {
        features::configurations(boards, out.as_chunks_mut().0);
        Ok(())
    })
}

#[pyfunction]
pub(crate) fn _feature_regions(
    boards: Boards<'_, '_>,
    ids: Flat<'_, '_, i8>,
    sizes: Flat<'_, '_, u8>,
    threads: usize,
) -> PyResult<()> {
    let rows = boards.try_readonly()?;
    let (mut ids, mut sizes) = (ids.try_readwrite()?, sizes.try_readwrite()?);
    let ids = ids.as_slice_mut()?.chunks_mut(64 * AT_A_TIME);
    let results = ids.zip(sizes.as_slice_mut()?.chunks_mut(64 * AT_A_TIME));
    let parts = rows.as_slice()?.chunks(2 * AT_A_TIME).zip(results).enumerate();
    in_threads(boards.py(), threads, parts, |(part, (rows, (ids, sizes)))| {
        let boards = boards_of(part * AT_A_TIME, rows)?;
        features::regions(&boards, ids.as_chunks_mut().0, sizes.as_chunks_mut().0);
        Ok(())
    })
}

/// Returns the values of boards in discs.
#[pyfunction]
pub(crate) fn _feature_values(
    weights: PyRef<'_, PyWeights>,
    boards: Boards<'_, '_>,
    out: Flat<'_, '_, f32>,
    threads: usize,
) -> PyResult<()> {
    let weights = weights.0.clone();
    on_boards(boards, out, 1, threads, |_, boards, out| {
        out.iter_mut().zip(boards).for_each(|(out, board)| *out = weights.evaluate(board));
        Ok(())
    })
}

/// Returns the numbers in a row of a network; `None` for pattern weights.
#[pyfunction]
pub(crate) fn _feature_width(weights: PyRef<'_, PyWeights>) -> Option<usize> {
    weights.0.network_width()
}

/// Reports weights that are not a network. `features.py` never asks for their layers.
fn no_network() -> PyErr {
    Class::Request.in_field(
        "weights",
        reversi_engine::question::Problem::new("wrong-type", "weights must be a network"),
    )
}

#[pyfunction]
pub(crate) fn _feature_layers(
    weights: PyRef<'_, PyWeights>,
    boards: Boards<'_, '_>,
    sums: Flat<'_, '_, i16>,
    inputs: Flat<'_, '_, u8>,
    hidden: Flat<'_, '_, u8>,
    values: Flat<'_, '_, i32>,
    threads: usize,
) -> PyResult<()> {
    let weights: Weights = weights.0.clone();
    let width = weights.network_width().ok_or_else(no_network)?;
    let rows = boards.try_readonly()?;
    let (mut sums, mut inputs) = (sums.try_readwrite()?, inputs.try_readwrite()?);
    let (mut hidden, mut values) = (hidden.try_readwrite()?, values.try_readwrite()?);
    let sums = sums.as_slice_mut()?.chunks_mut(width * AT_A_TIME);
    let inputs = inputs.as_slice_mut()?.chunks_mut(2 * width * AT_A_TIME);
    let hidden = hidden.as_slice_mut()?.chunks_mut(HIDDEN * AT_A_TIME);
    let results = sums.zip(inputs).zip(hidden).zip(values.as_slice_mut()?.chunks_mut(AT_A_TIME));
    let parts = rows.as_slice()?.chunks(2 * AT_A_TIME).zip(results).enumerate();
    in_threads(boards.py(), threads, parts, |(part, (rows, (((sums, inputs), hidden), values)))| {
        if let Some(layers) = weights.layers(&boards_of(part * AT_A_TIME, rows)?) {
            sums.copy_from_slice(&layers.sums);
            inputs.copy_from_slice(&layers.inputs);
            hidden.copy_from_slice(&layers.hidden);
            values.copy_from_slice(&layers.values);
        }
        Ok(())
    })
}

/// Returns the parameters of all heads: the bias, hidden, hidden bias, output, direct, constant of each ply.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "six arrays")]
pub(crate) fn _feature_heads<'py>(
    py: Python<'py>,
    weights: PyRef<'_, PyWeights>,
) -> PyResult<(
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<i32>>,
)> {
    let heads = weights.0.network_heads().map_err(|error| errors::weights(&error))?;
    let heads = &heads.ok_or_else(no_network)?;
    Ok((
        PyArray1::from_iter(py, heads.iter().flat_map(|head| head.bias.iter().copied())),
        PyArray1::from_iter(py, heads.iter().flat_map(|head| head.hidden.iter().copied())),
        PyArray1::from_iter(py, heads.iter().flat_map(|head| head.hidden_bias)),
        PyArray1::from_iter(py, heads.iter().flat_map(|head| head.output)),
        PyArray1::from_iter(py, heads.iter().flat_map(|head| head.direct.iter().copied())),
        PyArray1::from_iter(py, heads.iter().map(|head| head.constant)),
    ))
}

/// Returns the chances of moves, 64 for each board.
#[pyfunction]
pub(crate) fn _feature_human_moves(
    boards: Boards<'_, '_>,
    ratings: Flat<'_, '_, u32>,
    out: Flat<'_, '_, f32>,
    threads: usize,
) -> PyResult<()> {
    let policy = HumanPolicy::embedded().map_err(|error| errors::weights(&error))?;
    let ratings = ratings.try_readonly()?;
    let ratings = ratings.as_slice()?;
    let chances = |board: &Board, rating: u32, out: &mut [f32; 64]| {
        *out = [0.0; 64];
        for (mv, chance) in policy.probabilities(board, rating) {
            if let Move::Place(square) = mv {
                out[square.index()] = chance;
            }
        }
    };
    on_boards(boards, out, 64, threads, |start, boards, out| {
        let rows = boards.iter().zip(&ratings[start..]).zip(out.as_chunks_mut().0);
        rows.for_each(|((board, &rating), out)| chances(board, rating, out));
        Ok(())
    })
}
