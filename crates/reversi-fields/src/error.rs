//! The field and the problem of a refused value.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The error of a value that a field refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldError {
    /// The field, such as `limits.seconds`. Empty for the whole value.
    pub field: String,
    /// The problem.
    pub kind: FieldErrorKind,
}

/// The problems of a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldErrorKind {
    /// The text is not JSON. The message names the line if it is not the first one.
    #[error("{}column {column}: {message}", later_line(*.line))]
    Json {
        /// The line of the text, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The problem there.
        message: String,
    },
    /// There is no such field.
    #[error("no such field (expected {expected})")]
    UnknownField {
        /// The known fields.
        expected: String,
        /// The name of the struct that has the known fields; empty if they are the fields of several.
        object: &'static str,
    },
    /// The field belongs to questions of another kind.
    #[error("not a field of {ask}")]
    Misplaced {
        /// The kind of the question.
        ask: &'static str,
    },
    /// A required field is missing.
    #[error("is missing: it must be {expected}")]
    Missing {
        /// The allowed values, or the fields that may stand in its place.
        expected: Cow<'static, str>,
    },
    /// The field is given twice.
    #[error("must be given once, not twice")]
    Duplicate,
    /// The field is given together with a field that it excludes.
    #[error("must not be given together with {other}")]
    Conflict {
        /// The other field.
        other: &'static str,
    },
    /// The value is of another type.
    #[error("must be {expected}, not {found}")]
    WrongType {
        /// The types and values that are allowed.
        expected: Cow<'static, str>,
        /// The value, or its type.
        found: String,
    },
    /// The number is out of its range.
    #[error("must be {expected}, not {found}")]
    OutOfRange {
        /// The range.
        expected: Cow<'static, str>,
        /// The number.
        found: String,
    },
    /// The word is not an allowed one.
    #[error("must be {expected}, not {found}")]
    UnknownName {
        /// The words.
        expected: Cow<'static, str>,
        /// The word.
        found: String,
    },
    /// This engine does not know the version of the format.
    #[error("must be 1, not {found}")]
    Version {
        /// The version.
        found: String,
    },
    /// The parts of the value do not fit together.
    #[error("{message}")]
    Contradiction {
        /// The problem.
        message: String,
    },
    /// The value has an error of its own: the text is not a move, the request asks for nothing.
    #[error(transparent)]
    Invalid(Cause),
}

impl FieldErrorKind {
    /// Returns the error of the value, if it is one of this type.
    pub fn cause<E: Error + 'static>(&self) -> Option<&E> {
        match self {
            FieldErrorKind::Invalid(Cause(error)) => error.downcast_ref(),
            _ => None,
        }
    }
}

/// An error of a value, of any type. Two are equal if they have the same message.
#[derive(Clone, Debug)]
pub struct Cause(pub Arc<dyn Error + Send + Sync>);

impl PartialEq for Cause {
    fn eq(&self, other: &Cause) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Cause {}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&with_cause(&*self.0))
    }
}

/// The message has all causes, so there is no source.
impl Error for Cause {}

/// Names the line if it is not the first one. A question is usually one line, and its line in a file is
/// another number.
fn later_line(line: usize) -> String {
    if line > 1 { format!("line {line}, ") } else { String::new() }
}

/// Returns the message of an error with the messages of its causes.
pub fn with_cause(error: &dyn Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !message.ends_with(&text) {
            message = format!("{message}: {text}");
        }
        cause = error.source();
    }
    message
}

impl FieldError {
    /// Makes an error of a field.
    pub fn new(field: impl Into<String>, kind: FieldErrorKind) -> FieldError {
        FieldError { field: field.into(), kind }
    }

    /// Makes an error of a field whose value has an error of its own.
    pub fn invalid(field: impl Into<String>, error: impl Error + Send + Sync + 'static) -> FieldError {
        FieldError::new(field, FieldErrorKind::Invalid(Cause(Arc::new(error))))
    }

    /// Puts this field before the field of the error, which is inside of it.
    #[must_use]
    pub fn inside(mut self, field: &str) -> FieldError {
        let dot = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = format!("{field}{dot}{}", self.field);
        self
    }

    /// Refuses text that is not JSON.
    #[cfg(feature = "json")]
    pub fn not_json(error: &serde_json::Error) -> FieldError {
        let (line, column) = (error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
        FieldError::new("", FieldErrorKind::Json { line, column, message: message.to_owned() })
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.kind.to_string();
        let name = self.field.rsplit('.').next().unwrap_or_default();
        match (&self.kind, &*self.field) {
            (FieldErrorKind::WrongType { .. }, "") => write!(f, "the question {message}"),
            (_, "") => f.write_str(&message),
            // These texts continue a sentence that begins with the field.
            (_, field) if message.starts_with("must ") || message.starts_with("is missing") => {
                write!(f, "{field} {message}")
            }
            (_, field) => match message.strip_prefix(name).filter(|rest| rest.starts_with(" must ")) {
                Some(rest) => write!(f, "{field}{rest}"),
                None => write!(f, "{field}: {message}"),
            },
        }
    }
}

/// The message has all causes, so there is no source.
impl Error for FieldError {}
