//! Evaluation of one board, and of arrays of boards by all cores without a copy.
//!
//! An array has a row for each board: the discs of the side to move and of the other side, as `uint64`.

use numpy::ndarray::ArrayView2;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyList};
use reversi_engine::board::Overlap;
use reversi_engine::question::Problem;
use reversi_engine::weights::Evaluator;
use reversi_engine::{Bitboard, Board, Weights};

use super::PyEngine;
use crate::args::{self, AnyBoard};
use crate::arrays::parts::{AT_A_TIME, Wrong, in_threads};
use crate::board::PyBoard;
use crate::errors::{self, Class};
use crate::signals::Signals;

/// Returns the array, if the object is one. NumPy is not asked about anything else, because it need not be
/// installed.
fn array_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyArray2<u64>>>> {
    if !object.hasattr("__array_interface__")? {
        return Ok(None);
    }
    let array = object.py().import("numpy")?.call_method1("asarray", (object,))?;
    if let Ok(array) = array.cast::<PyArray2<u64>>()
        && array.shape()[1] == 2
        && array.getattr("flags")?.getattr("aligned")?.extract()?
    {
        return Ok(Some(array.clone()));
    }
    let found = match array.cast::<PyUntypedArray>() {
        Ok(array) => {
            let (dtype, shape) = (array.dtype().to_string(), array.shape());
            format!("{dtype} of shape {}", shape_of(shape))
        }
        Err(_) => array.get_type().to_string(),
    };
    let message = format!("expected an aligned array of uint64 of shape (n, 2), not {found}");
    Err(Class::Array.with_code("bad-array", message))
}

fn shape_of(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        shape => format!("({})", shape.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Reads the board of a row once and checks it: other threads of Python may write to the array.
fn row(rows: &ArrayView2<'_, u64>, index: usize) -> Result<Board, Overlap> {
    Board::new(Bitboard(rows[[index, 0]]), Bitboard(rows[[index, 1]]))
}

pub(crate) fn overlap(index: usize, error: &Overlap) -> PyErr {
    let mut problem = Problem::from(error);
    problem.message = format!("row {index}: {}", problem.message);
    problem.at.index = Some(index as u64);
    Class::Array.of(problem)
}

/// The boards of an array, if the object is one.
pub(super) fn boards_of_array(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Board>>> {
    let Some(array) = array_of(object)? else { return Ok(None) };
    let rows = array.try_readonly().map_err(PyErr::from)?;
    let rows = rows.as_array();
    let mut signals = Signals::new();
    let boards = (0..rows.nrows()).map(|index| {
        signals.look()?;
        row(&rows, index).map_err(|error| overlap(index, &error))
    });
    boards.collect::<PyResult<Vec<_>>>().map(Some)
}

fn evaluate_array<'py>(
    weights: &Weights,
    array: &Bound<'py, PyArray2<u64>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let rows = array.try_readonly().map_err(PyErr::from)?;
    let values = PyArray1::<f32>::zeros(py, rows.shape()[0], false);
    {
        let mut out = values.try_readwrite().map_err(PyErr::from)?;
        let (rows, parts) = (rows.as_array(), out.as_slice_mut()?.chunks_mut(AT_A_TIME));
        in_threads(py, threads, parts.enumerate(), |(part, values)| {
            for (index, value) in (part * AT_A_TIME..).zip(values) {
                let board = row(&rows, index).map_err(|error| Wrong::Row(index, error))?;
                *value = weights.evaluate(&board);
            }
            Ok(())
        })?;
    }
    Ok(values.into_any())
}

fn evaluate_any<'py>(
    weights: &Weights,
    boards: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some((name, _)) = options.and_then(|options| options.iter().next()) {
        let name = name.to_string();
        args::check_place("evaluate", &name)?;
        let message = format!("{name}: no such field (expected threads)");
        return Err(Class::Request.in_field(&name, Problem::new("unknown-field", message)));
    }
    let threads = threads.map_or(Ok(0), |threads| args::whole(threads, "threads", 0, u32::MAX.into()))?;
    if let Ok(board) = boards.cast::<PyBoard>() {
        return Ok(PyFloat::new(boards.py(), weights.evaluate(&board.get().0).into()).into_any());
    }
    if let Some(array) = array_of(boards)? {
        return evaluate_array(weights, &array, threads);
    }
    let board: AnyBoard = boards.extract()?;
    Ok(PyFloat::new(boards.py(), weights.evaluate(&board.0).into()).into_any())
}

#[pymethods]
impl PyEngine {
    /// Returns the value of a board without a search: discs, from the side to move.
    ///
    /// An array of shape (n, 2) and type `uint64` has a board in each row, the discs of the side to move and
    /// those of the other side; then the values are an array of `float32`. It is evaluated by `threads`
    /// threads, 0 for all that the machine runs at once, and is not copied: no other thread may write to it
    /// meanwhile, or the values of these rows are meaningless. `to_array` makes one.
    ///
    /// It does not wait for searches of the engine.
    ///
    /// >>> from reversi_engine import Board, Engine
    /// >>> abs(Engine(hash_mib=1).evaluate(Board())) < 10
    /// True
    #[pyo3(signature = (boards, /, *, threads=None, **options),
        text_signature = "($self, boards, /, *, threads=0, **options)")]
    fn evaluate<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.lender.pool(boards.py())?; // a closed engine does nothing more
        evaluate_any(&self.weights, boards, threads, options)
    }
}

/// Returns the value of a board, or of an array of boards, by the network of the package: see
/// `Engine.evaluate`.
///
/// >>> import reversi_engine as re
/// >>> re.evaluate(re.Board()) == re.Engine(hash_mib=1).evaluate(re.Board())
/// True
#[pyfunction]
#[pyo3(signature = (boards, /, *, threads=None, **options),
    text_signature = "(boards, /, *, threads=0, **options)")]
pub(crate) fn evaluate<'py>(
    boards: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let weights = Weights::embedded().map_err(|error| errors::weights(&error))?;
    evaluate_any(&weights, boards, threads, options)
}

/// Makes an array of shape (n, 2) and type `uint64`: the discs of the side to move and of the other side.
///
/// >>> from reversi_engine import Board, from_array, to_array
/// >>> array = to_array([Board(), Board().play("f5")])
/// >>> array.shape, array.dtype.name, from_array(array)[0] == Board()
/// ((2, 2), 'uint64', True)
#[pyfunction]
#[pyo3(signature = (boards, /))]
pub(crate) fn to_array<'py>(boards: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let py = boards.py();
    py.import("numpy")?; // its absence is an error, not a panic
    let (mut discs, mut signals) = (Vec::new(), Signals::new());
    for (index, board) in args::iterator(boards)?.enumerate() {
        signals.look()?;
        let board = args::board_of(index, &board?)?;
        discs.extend([board.player().0, board.opponent().0]);
    }
    let rows = discs.len() / 2;
    PyArray1::from_vec(py, discs).reshape([rows, 2])
}

/// Returns the boards of an array of shape (n, 2) and type `uint64`.
#[pyfunction]
#[pyo3(signature = (array, /))]
pub(crate) fn from_array<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    let array = array_of(array)?;
    let array = array.ok_or_else(|| Class::Array.with_code("bad-array", "expected an array of NumPy"))?;
    let rows = array.try_readonly().map_err(PyErr::from)?;
    let rows = rows.as_array();
    let (boards, mut signals) = (PyList::empty(array.py()), Signals::new());
    for index in 0..rows.nrows() {
        signals.look()?;
        boards.append(PyBoard(row(&rows, index).map_err(|error| overlap(index, &error))?))?;
    }
    Ok(boards)
}
