//! Progress, and Ctrl-C during a search.
//!
//! A search calls back on the thread that has called it, every 50 ms at most. There it takes the lock of the
//! interpreter, asks whether Ctrl-C was pressed, and calls the callback of the user if there is one.

use std::ops::ControlFlow;

use pyo3::prelude::*;
use reversi_engine::search::{AnalyzedMove, Event};
use reversi_engine::{Line, Progress, Value};
use serde::{Deserialize, Serialize};

use super::lease::in_callback;
use crate::fields::{Attribute, answers};
use crate::value;

/// The observer of a running search.
pub(crate) struct Watch<'a> {
    callback: Option<&'a Py<PyAny>>,
    /// Why the search ends early: the exception of a callback, or `KeyboardInterrupt`.
    pub(super) error: Option<PyErr>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(callback: Option<&'a Py<PyAny>>) -> Watch<'a> {
        Watch { callback, error: None }
    }

    /// Refuses a callback that cannot be called with a progress.
    pub(super) fn check(py: Python<'_>, callback: Option<&Py<PyAny>>) -> PyResult<()> {
        let Some(callback) = callback else { return Ok(()) };
        let checks = py.import("reversi_engine._callbacks")?;
        checks.call_method1("check_callback", ("progress", callback)).map(drop)
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

    pub(crate) fn look_at(&mut self, event: &Event<'_, &AnalyzedMove>) -> ControlFlow<()> {
        match event {
            Event::Progress(progress) => self.look(progress),
            // Moves that take less than the interval of progress have none: Ctrl-C is looked at after each.
            _ => self.ask(|_, _| Ok(true)),
        }
    }
}

/// The data of a look.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Look {
    nodes: u64,
    seconds: f64,
    bounds: Ends,
    value: Value,
    lines: Vec<Line>,
    done: usize,
}

#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    lower: i32,
    upper: i32,
}

impl Attribute for Ends {
    fn attribute<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let &Ends { lower, upper } = self;
        value::to_python(
            py,
            if lower == upper { Value::Exact(lower) } else { Value::Bounds { lower, upper } },
        )
    }
}

answers! {
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
    PyProgress(Look) "Progress" as PROGRESS { nodes, seconds, bounds, value, lines, done }
        |look| format!("<Progress: {}, {} nodes>", look.value, look.nodes);
}

impl PyProgress {
    fn of(progress: &Progress<'_>) -> PyProgress {
        let bounds = progress.bounds();
        PyProgress(Look {
            nodes: progress.nodes(),
            seconds: progress.elapsed().as_secs_f64(),
            bounds: Ends { lower: bounds.lower(), upper: bounds.upper() },
            value: progress.value(),
            lines: progress.lines().to_vec(),
            done: progress.done(),
        })
    }
}

#[pymethods]
impl PyProgress {
    /// The first move of the best line.
    #[getter]
    fn best_move(&self) -> Option<String> {
        self.0.lines.first().and_then(|line| line.best_move()).map(|mv| mv.to_string())
    }
}
