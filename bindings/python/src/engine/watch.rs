//! Progress, and Ctrl-C during a search.
//!
//! A search calls back on the thread that has called it, every 50 ms at most. There it takes the lock of the
//! interpreter, asks whether Ctrl-C was pressed, and calls the callback of the user if there is one.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use reversi_engine::{AnalyzedMove, Event, Line, Progress, Value};

use super::lease::in_callback;
use crate::answers::PyLine;
use crate::value;

/// What looks at a running search.
pub(crate) struct Watch<'a> {
    callback: Option<&'a Py<PyAny>>,
    /// Why the search ends early: the exception of a callback, or `KeyboardInterrupt`.
    pub(super) error: Option<PyErr>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(callback: Option<&'a Py<PyAny>>) -> Watch<'a> {
        Watch { callback, error: None }
    }

    pub(crate) fn look(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.ask(|py, callback| {
            let Some(callback) = callback else { return Ok(true) };
            let answer = in_callback(|| callback.bind(py).call1((PyProgress::of(progress),)))?;
            Ok(!answer.extract::<bool>().is_ok_and(|go_on| !go_on)) // anything but False goes on
        })
    }

    /// Looks at Ctrl-C, then asks whether the search goes on.
    fn ask(
        &mut self,
        goes_on: impl FnOnce(Python<'_>, Option<&Py<PyAny>>) -> PyResult<bool>,
    ) -> ControlFlow<()> {
        let told = Python::attach(|py| {
            py.check_signals()?;
            goes_on(py, self.callback)
        });
        match told {
            Ok(true) => ControlFlow::Continue(()),
            Ok(false) => ControlFlow::Break(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    pub(super) fn look_at(&mut self, event: &Event<'_, &AnalyzedMove>) -> ControlFlow<()> {
        match event {
            Event::Progress(progress) => self.look(progress),
            // Moves that take less than the interval of progress have none: Ctrl-C is looked at after each.
            Event::Done(_) => self.ask(|_, _| Ok(true)),
        }
    }
}

/// A look at a running search, for the argument `progress` of `solve`, `analyze` and `analyze_game`.
///
/// A callback that returns `False` ends the search; an exception ends it and is raised by the call.
///
/// >>> from reversi_engine import Board, Engine
/// >>> nodes = []
/// >>> analysis = Engine(hash_mib=16).analyze(
/// ...     Board(), depth=60, progress=lambda progress: nodes.append(progress.nodes) or len(nodes) < 3)
/// >>> len(nodes), analysis.stopped
/// (3, 'callback')
#[pyclass(frozen, module = "reversi_engine", name = "Progress")]
pub(crate) struct PyProgress {
    nodes: u64,
    elapsed: f64,
    bounds: Value,
    value: Value,
    lines: Vec<Line>,
    done: usize,
}

impl PyProgress {
    fn of(progress: &Progress<'_>) -> PyProgress {
        PyProgress {
            nodes: progress.nodes(),
            elapsed: progress.elapsed().as_secs_f64(),
            bounds: progress.bounds(),
            value: progress.value(),
            lines: progress.lines().to_vec(),
            done: progress.done(),
        }
    }
}

#[pymethods]
impl PyProgress {
    /// The nodes since the start of the call.
    #[getter]
    fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The seconds since the start of the call.
    #[getter]
    fn elapsed(&self) -> f64 {
        self.elapsed
    }

    /// Proven bounds of the score, `Bounds(-64, 64)` if nothing is proven yet.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.bounds)
    }

    /// The exact score if it is proven, otherwise the value of the best line, or the bounds.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        value::to_python(py, self.value)
    }

    /// The best lines of the last complete search, the best first.
    #[getter]
    fn lines(&self) -> Vec<PyLine> {
        self.lines.iter().cloned().map(PyLine).collect()
    }

    /// The first move of the best line.
    #[getter]
    fn best_move(&self) -> Option<String> {
        self.lines.first().and_then(|line| line.best_move()).map(|mv| mv.to_string())
    }

    /// The moves of a game that are done.
    #[getter]
    fn done(&self) -> usize {
        self.done
    }

    fn __repr__(&self) -> String {
        format!("<Progress: {}, {} nodes>", self.value, self.nodes)
    }
}
