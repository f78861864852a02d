//! Errors as Python exceptions: the message of Rust, with its code and its place as attributes.
//!
//! The classes are in `_errors.py`: a compiled class cannot extend an exception for all versions of
//! Python that the wheel is for.

use std::path::Path;

use pyo3::IntoPyObject;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use reversi_engine::book::{BookError, BookErrorKind};
use reversi_engine::question::{Place, Problem};
use reversi_engine::runs::{CheckpointError, CheckpointErrorKind};
use reversi_engine::search::Interrupted;
use reversi_engine::weights::{WeightsError, WeightsErrorKind};

use crate::value;

/// The class of an exception: each name with `Error` behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    /// Invalid text or bytes.
    Parse,
    IllegalMove,
    /// A question without an answer.
    Request,
    /// A value that no position may have, or discs that overlap.
    InvalidValue,
    /// An array of boards.
    Array,
    Weights,
    Book,
    Checkpoint,
    /// A file that proves nothing.
    Proof,
    Build,
    /// The engine waits for the caller.
    Busy,
    /// The process was forked from one that used the engine.
    Forked,
    /// The engine was closed.
    Closed,
    /// A session refuses a call.
    Session,
}

impl Class {
    /// Returns the exception of an error of the engine.
    pub(crate) fn of(self, problem: impl Into<Problem>) -> PyErr {
        let problem = problem.into();
        Python::attach(|py| self.raise(py, &problem).map_or_else(|error| error, PyErr::from_value))
    }

    /// Returns an exception with a code of its own.
    pub(crate) fn with_code(self, code: &'static str, message: impl Into<String>) -> PyErr {
        self.of(Problem::new(code, message))
    }

    /// Returns the exception of an error that is about a field, or an argument.
    pub(crate) fn in_field(self, field: &str, problem: impl Into<Problem>) -> PyErr {
        let mut problem = problem.into();
        problem.at.field = Some(field.to_owned());
        self.of(problem)
    }

    /// Returns the exception of an error in a file.
    pub(crate) fn in_file(self, path: Option<&Path>, problem: impl Into<Problem>) -> PyErr {
        let mut problem = problem.into();
        problem.at.file = path.map(|path| path.display().to_string()).or(problem.at.file);
        self.of(problem)
    }

    fn raise<'py>(self, py: Python<'py>, problem: &Problem) -> PyResult<Bound<'py, PyAny>> {
        let named = PyDict::new(py);
        let Place { field, file, line, column, offset, index, ply, .. } = &problem.at;
        named.set_item("field", field.as_deref())?;
        named.set_item("file", file.as_deref())?;
        for (name, number) in
            [("line", line), ("column", column), ("offset", offset), ("index", index), ("ply", ply)]
        {
            named.set_item(name, number)?;
        }
        let name = match &*problem.code {
            "wrong-type" | "missing-field" | "duplicate-field" | "unknown-field" | "misplaced-field" => {
                "ArgumentError".to_owned()
            }
            _ => format!("{self:?}Error"),
        };
        class(py, &name)?.call((&problem.message, &*problem.code), Some(&named))
    }
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("reversi_engine._errors").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}

/// Returns the object of the class `Interrupted`. It can be raised.
pub(crate) fn interrupted_object<'py>(
    py: Python<'py>,
    interrupted: &Interrupted,
) -> PyResult<Bound<'py, PyAny>> {
    let Interrupted { reason: why, bounds, nodes, elapsed, .. } = interrupted;
    let bounds = value::to_python(py, *bounds)?;
    let arguments = (interrupted.to_string(), why.name(), bounds, *nodes, elapsed.as_secs_f64());
    class(py, "Interrupted")?.call1(arguments)
}

/// Returns the exception of a solve that a limit has ended.
pub(crate) fn interrupted(py: Python<'_>, interrupted: &Interrupted) -> PyErr {
    interrupted_object(py, interrupted).map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for weights, or the one of the system if their file cannot be read.
pub(crate) fn weights(error: &WeightsError) -> PyErr {
    match &error.kind {
        WeightsErrorKind::Io(io) => system(io, error.path.as_deref()),
        _ => Class::Weights.of(error),
    }
}

/// Returns the exception for a book, or the one of the system if its file cannot be read or written.
pub(crate) fn book(error: &BookError, path: Option<&Path>) -> PyErr {
    match &error.kind {
        BookErrorKind::Io(io) | BookErrorKind::Write(io) => system(io, path),
        _ => Class::Book.in_file(path, error),
    }
}

/// Returns the exception for the file of a run, or the one of the system if it cannot be read or written.
pub(crate) fn checkpoint(error: &CheckpointError) -> PyErr {
    match &error.kind {
        CheckpointErrorKind::Io(io) => system(io, Some(&error.path)),
        _ => Class::Checkpoint.of(error),
    }
}

/// Makes `FileNotFoundError`, `PermissionError` and their like, with the name of the file.
pub(crate) fn system(error: &std::io::Error, path: Option<&Path>) -> PyErr {
    Python::attach(|py| {
        let message = error.to_string();
        let message = message.split(" (os error").next().unwrap_or(&message);
        let path = path.and_then(|path| path.as_os_str().into_pyobject(py).ok());
        // Python chooses the class by the number.
        PyOSError::new_err((error.raw_os_error(), message.to_owned(), path.map(Bound::unbind)))
    })
}
