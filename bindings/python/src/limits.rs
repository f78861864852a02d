//! `Limits` and `Stop`.

use std::time::Duration;

use pyo3::prelude::*;

use crate::args;

/// A signal that ends searches from another thread. It belongs to its owner: no call resets it.
///
/// >>> from reversi_engine import Board, Engine, Interrupted, Limits, Stop
/// >>> stop = Stop()
/// >>> stop.set()
/// >>> try:
/// ...     Engine(hash_mib=1).solve(Board(), limits=Limits(stop=stop))
/// ... except Interrupted as error:
/// ...     print(error.reason, error.bounds)
/// stop -64..=+64
#[pyclass(frozen, eq, module = "reversi_engine", name = "Stop")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyStop(pub(crate) reversi_engine::Stop);

#[pymethods]
impl PyStop {
    #[new]
    fn new() -> PyStop {
        PyStop(reversi_engine::Stop::new())
    }

    /// Ends all searches that have this signal in their limits, and those that begin later.
    fn set(&self) {
        self.0.set();
    }

    /// Lets searches run again.
    fn reset(&self) {
        self.0.reset();
    }

    /// Whether it is set.
    fn is_set(&self) -> bool {
        self.0.is_set()
    }

    fn __repr__(&self) -> String {
        format!("<Stop, {}>", if self.0.is_set() { "set" } else { "not set" })
    }
}

/// What ends a search early: the first limit that is reached. `time` is in seconds.
///
/// >>> from reversi_engine import Limits
/// >>> Limits(time=0.5, nodes=10_000_000)
/// Limits(time=0.5, nodes=10000000)
#[pyclass(frozen, eq, module = "reversi_engine", name = "Limits")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyLimits(pub(crate) reversi_engine::Limits);

#[pymethods]
impl PyLimits {
    #[new]
    #[pyo3(signature = (*, time=None, nodes=None, stop=None))]
    fn new(time: Option<f64>, nodes: Option<u64>, stop: Option<&Bound<'_, PyStop>>) -> PyResult<PyLimits> {
        let mut limits = reversi_engine::Limits::new();
        limits.time = time.map(|time| args::seconds("time", time)).transpose()?;
        limits.nodes = nodes;
        limits.stop = stop.map(|stop| stop.get().0.clone());
        Ok(PyLimits(limits))
    }

    /// Seconds, or `None`.
    #[getter]
    fn time(&self) -> Option<f64> {
        self.0.time.as_ref().map(Duration::as_secs_f64)
    }

    /// Nodes, or `None`. A search looks at them about every thousand nodes.
    #[getter]
    fn nodes(&self) -> Option<u64> {
        self.0.nodes
    }

    /// The signal, or `None`.
    #[getter]
    fn stop(&self) -> Option<PyStop> {
        self.0.stop.clone().map(PyStop)
    }

    fn __repr__(&self) -> String {
        let parts = [
            self.time().map(|time| format!("time={time:?}")),
            self.nodes().map(|nodes| format!("nodes={nodes}")),
            self.stop().map(|stop| format!("stop={}", stop.__repr__())),
        ];
        format!("Limits({})", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}
