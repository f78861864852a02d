//! Errors as Python exceptions: the message of Rust, with its code and its place as attributes.
//!
//! The classes are those of `_errors.py`: a compiled class cannot extend an exception for all versions of
//! Python that the wheel is for.

use std::path::Path;

use pyo3::IntoPyObject;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use reversi_engine::book::{BookError, BookErrorKind};
use reversi_engine::{
    CheckpointError, CheckpointErrorKind, Interrupted, Place, Problem, StopReason, WeightsError,
    WeightsErrorKind,
};

use crate::value;

/// The class of an exception.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Text or bytes that are not what they should be.
    Parse,
    IllegalMove,
    /// What is asked has no answer.
    Request,
    /// A value that no position may have, or discs that overlap.
    Value,
    /// An array of boards.
    Array,
    Weights,
    Book,
    Checkpoint,
    Build,
    /// The engine waits for the caller.
    Busy,
}

impl Class {
    const fn name(self) -> &'static str {
        match self {
            Class::Parse => "ParseError",
            Class::IllegalMove => "IllegalMoveError",
            Class::Request => "RequestError",
            Class::Value => "InvalidValueError",
            Class::Array => "ArrayError",
            Class::Weights => "WeightsError",
            Class::Book => "BookError",
            Class::Checkpoint => "CheckpointError",
            Class::Build => "BuildError",
            Class::Busy => "BusyError",
        }
    }

    /// The exception of an error of the engine.
    pub(crate) fn of(self, problem: impl Into<Problem>) -> PyErr {
        let problem = problem.into();
        Python::attach(|py| self.raise(py, &problem, None))
    }

    /// An exception with a code of its own.
    pub(crate) fn with_code(self, code: &'static str, message: impl Into<String>) -> PyErr {
        self.of(Problem::new(code, message))
    }

    /// The exception of an error that is about a field, or an argument.
    pub(crate) fn in_field(self, field: &str, problem: impl Into<Problem>) -> PyErr {
        let mut problem = problem.into();
        problem.at.field = Some(field.to_owned());
        self.of(problem)
    }

    /// The exception of an error that is about the item with this number, from 0.
    pub(crate) fn at_index(self, index: usize, problem: impl Into<Problem>) -> PyErr {
        let mut problem = problem.into();
        problem.message = format!("item {index}: {}", problem.message);
        Python::attach(|py| self.raise(py, &problem, Some(index)))
    }

    fn raise(self, py: Python<'_>, problem: &Problem, index: Option<usize>) -> PyErr {
        let make = || {
            let named = PyDict::new(py);
            let Place { field, line, column, offset, .. } = &problem.at;
            named.set_item("field", field.as_deref())?;
            named.set_item("line", line)?;
            named.set_item("column", column)?;
            named.set_item("offset", offset)?;
            named.set_item("index", index)?;
            class(py, self.name())?.call((&problem.message, &*problem.code), Some(&named))
        };
        make().map_or_else(|error| error, PyErr::from_value)
    }
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("reversi_engine._errors").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}

/// The name of a limit that has ended a search.
pub(crate) fn reason(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Nodes => "nodes",
        StopReason::Stop => "stop",
        _ => "callback",
    }
}

/// The object of the class `Interrupted`. It can be raised.
pub(crate) fn interrupted_object<'py>(
    py: Python<'py>,
    interrupted: &Interrupted,
) -> PyResult<Bound<'py, PyAny>> {
    let Interrupted { reason: why, bounds, nodes, elapsed, .. } = interrupted;
    let bounds = value::to_python(py, *bounds)?;
    let arguments = (interrupted.to_string(), reason(*why), bounds, *nodes, elapsed.as_secs_f64());
    class(py, "Interrupted")?.call1(arguments)
}

/// The exception of a solve that a limit has ended.
pub(crate) fn interrupted(py: Python<'_>, interrupted: &Interrupted) -> PyErr {
    interrupted_object(py, interrupted).map_or_else(|error| error, PyErr::from_value)
}

/// The exception for weights, or that of the system if their file cannot be read.
pub(crate) fn weights(error: &WeightsError) -> PyErr {
    match &error.kind {
        WeightsErrorKind::Io(io) => system(io, error.path.as_deref()),
        _ => Class::Weights.of(error),
    }
}

/// The exception for a book, or that of the system if its file cannot be read.
pub(crate) fn book(error: &BookError, path: Option<&Path>) -> PyErr {
    match &error.kind {
        BookErrorKind::Io(io) => system(io, path),
        _ => {
            let mut problem = Problem::new("bad-book", error.to_string());
            problem.at.offset = error.offset;
            Class::Book.of(problem)
        }
    }
}

/// The exception for the file of a run, or that of the system if it cannot be read or written.
pub(crate) fn checkpoint(error: &CheckpointError) -> PyErr {
    match &error.kind {
        CheckpointErrorKind::Io(io) => system(io, Some(&error.path)),
        _ => Class::Checkpoint.of(error),
    }
}

/// `FileNotFoundError`, `PermissionError` and their like, with the name of the file.
pub(crate) fn system(error: &std::io::Error, path: Option<&Path>) -> PyErr {
    Python::attach(|py| {
        let message = error.to_string();
        let message = message.split(" (os error").next().unwrap_or(&message);
        let path = path.and_then(|path| path.as_os_str().into_pyobject(py).ok());
        // Python chooses the class by the number.
        PyOSError::new_err((error.raw_os_error(), message.to_owned(), path.map(Bound::unbind)))
    })
}
