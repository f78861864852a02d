//! `Limits`, `Clock` and `Stop`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use reversi_engine::surface::{CLOCK, ClockOptions, DynValue, Fields as _};

use crate::args;
use crate::data::data;
use crate::errors::Class;
use crate::fields::properties;

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

    /// Returns whether the signal is set.
    fn is_set(&self) -> bool {
        self.0.is_set()
    }

    fn __repr__(&self) -> String {
        format!("<Stop, {}>", if self.0.is_set() { "set" } else { "not set" })
    }
}

/// The first limit that is reached ends the search. Limits that are not set are `None`. A mapping with the
/// same names stands for them in all calls.
///
/// >>> from reversi_engine import Limits
/// >>> limits = Limits(seconds=0.5, nodes=10_000_000)
/// >>> limits, limits.seconds
/// (Limits(seconds=0.5, nodes=10000000), 0.5)
#[pyclass(frozen, eq, module = "reversi_engine", name = "Limits")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyLimits(pub(crate) reversi_engine::Limits);

#[pymethods]
impl PyLimits {
    #[new]
    #[pyo3(signature = (*, stop=None, **fields))]
    fn new(stop: Option<&Bound<'_, PyAny>>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<PyLimits> {
        let mut limits: reversi_engine::Limits = args::fields(fields)?;
        limits.stop = args::optional::<PyStop>(stop, "stop")?.map(|stop| stop.get().0.clone());
        Ok(PyLimits(limits))
    }

    /// The signal, or `None`.
    #[getter]
    fn stop(&self) -> Option<PyStop> {
        self.0.stop.clone().map(PyStop)
    }

    fn __repr__(&self) -> String {
        let stop = self.stop().map(|stop| format!("stop={}", stop.__repr__()));
        format!("Limits({})", args::shown(&self.0).into_iter().chain(stop).collect::<Vec<_>>().join(", "))
    }
}

/// The time of the side to move for the rest of the game: what is left, and what is added after each move. A
/// move takes its share of it.
///
/// >>> from reversi_engine import Board, Clock, Engine
/// >>> Clock(300, 2)
/// Clock(remaining_seconds=300, increment_seconds=2)
/// >>> Engine(hash_mib=1).analyze(Board(), clock=Clock(remaining_seconds=0.2)).stopped
/// 'time'
#[pyclass(frozen, eq, module = "reversi_engine", name = "Clock")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct PyClock(pub(crate) ClockOptions);

#[pymethods]
impl PyClock {
    #[new]
    #[pyo3(signature = (*seconds, **fields))]
    fn new(seconds: &Bound<'_, PyTuple>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<PyClock> {
        let given = fields.map_or_else(|| Ok(PyDict::new(seconds.py())), |fields| fields.copy())?;
        for (index, value) in seconds.iter().enumerate() {
            let name = CLOCK.fields.get(index).map_or("seconds", |field| field.name);
            if given.contains(name)? || index >= CLOCK.fields.len() {
                let message = format!("{name} must be given once, not twice");
                let problem = reversi_engine::question::Problem::new("duplicate-field", message);
                return Err(Class::Request.in_field(name, problem));
            }
            given.set_item(name, value)?;
        }
        args::fields(Some(&given)).map(PyClock)
    }

    fn __repr__(&self) -> String {
        format!("Clock({})", args::shown(&self.0).join(", "))
    }
}

properties! {
    PyLimits as LIMITS { time as "seconds", nodes }
    PyClock as CLOCK { remaining as "remaining_seconds", increment as "increment_seconds" }
}

data! {
    PyLimits: DynValue = |limits| match &limits.0.stop {
        None => Ok(limits.0.to_plain()),
        Some(_) => {
            let message = "stop is not data: limits with a signal cannot be pickled or written as JSON";
            Err(Class::Request.in_field("stop", reversi_engine::question::Problem::new("wrong-type", message)))
        }
    }, |plain| args::of_plain(plain).map(PyLimits);
    PyClock: DynValue = |clock| Ok(clock.0.to_plain()), |plain| args::of_plain(plain).map(PyClock);
}
