//! `Weights`: what an engine evaluates by.

use pyo3::prelude::*;
use pyo3::types::PyType;
use reversi_engine::Weights;

use crate::args::{AnyBytes, AnyPath};
use crate::errors;

/// The weights of a static evaluation. Engines share them. They change estimates and times, never an exact
/// score.
///
/// >>> from reversi_engine import Board, Engine, Weights
/// >>> engine = Engine(hash_mib=1, weights=Weights.embedded())
/// >>> -64 < engine.evaluate(Board()) < 64
/// True
#[pyclass(frozen, module = "reversi_engine", name = "Weights")]
#[derive(Clone)]
pub(crate) struct PyWeights(pub(crate) Weights);

#[pymethods]
impl PyWeights {
    /// Reads a file of weights: a network, pattern weights, or those of Edax.
    #[classmethod]
    fn open(_: &Bound<'_, PyType>, py: Python<'_>, path: AnyPath) -> PyResult<PyWeights> {
        py.detach(|| Weights::open(path.0)).map(PyWeights).map_err(|error| errors::weights(&error))
    }

    /// Reads the bytes of such a file.
    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, data: AnyBytes) -> PyResult<PyWeights> {
        Weights::read(&*data.0).map(PyWeights).map_err(|error| errors::weights(&error))
    }

    /// Returns the network that is part of the package: the default of an engine.
    #[classmethod]
    fn embedded(_: &Bound<'_, PyType>, py: Python<'_>) -> PyResult<PyWeights> {
        py.detach(Weights::embedded).map(PyWeights).map_err(|error| errors::weights(&error))
    }

    /// The origin of the weights, as their file states it.
    #[getter]
    fn provenance(&self) -> &str {
        self.0.provenance()
    }

    fn __repr__(&self) -> String {
        format!("<Weights: {}>", self.0.provenance().lines().next().unwrap_or(""))
    }
}
