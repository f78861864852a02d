//! The field and the problem of a refused value.

use std::any::Any;
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
        /// The bytes of the name at the end of the field: it may have dots of its own.
        length: usize,
        /// The known fields.
        expected: String,
        /// The name of the struct that has the known fields; empty if they are the fields of several. A
        /// `QuestionError` made of this one says if another kind of question has the field.
        object: &'static str,
    },
    /// The field belongs to questions of another kind.
    #[error("{ask} has no such field")]
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
            FieldErrorKind::Invalid(cause) => cause.downcast_ref(),
            _ => None,
        }
    }
}

/// An error of a value, of any type. Two are equal if they have the same message.
///
/// It holds no `dyn Error`: the programs of the page would have the code of `Debug` of each type.
#[derive(Clone)]
pub struct Cause {
    message: String,
    error: Arc<dyn Any + Send + Sync>,
}

impl Cause {
    fn new<E: Error + Send + Sync + 'static>(error: E) -> Cause {
        let message = match error.source() {
            None => error.to_string(),
            Some(cause) => joined(error.to_string(), cause),
        };
        Cause { message, error: Arc::new(error) }
    }

    /// Returns the error, if it is one of this type.
    pub fn downcast_ref<E: 'static>(&self) -> Option<&E> {
        self.error.downcast_ref()
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl PartialEq for Cause {
    fn eq(&self, other: &Cause) -> bool {
        self.message == other.message
    }
}

impl Eq for Cause {}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
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
    match error.source() {
        None => error.to_string(),
        Some(cause) => joined(error.to_string(), cause),
    }
}

/// Appends the messages of a cause and of its causes.
#[cold]
fn joined(mut message: String, cause: &dyn Error) -> String {
    let mut next = Some(cause);
    while let Some(error) = next {
        let text = error.to_string();
        if !message.ends_with(&text) {
            message += ": ";
            message += &text;
        }
        next = error.source();
    }
    message
}

/// Returns the last name of a field such as `limits.seconds`.
pub fn last_name(field: &str) -> &str {
    let dot = field.bytes().rposition(|byte| byte == b'.');
    dot.map_or(field, |dot| &field[dot + 1..])
}

impl FieldError {
    /// Makes an error of a field.
    pub fn new(field: impl Into<String>, kind: FieldErrorKind) -> FieldError {
        FieldError { field: field.into(), kind }
    }

    /// Makes an error of a field whose value has an error of its own.
    pub fn invalid(field: impl Into<String>, error: impl Error + Send + Sync + 'static) -> FieldError {
        FieldError::new(field, FieldErrorKind::Invalid(Cause::new(error)))
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
        self.kind.fmt_in(&self.field, f)
    }
}

impl FieldErrorKind {
    /// Writes the message of a problem in a field.
    #[cold]
    pub fn fmt_in(&self, field: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.to_string();
        let name = last_name(field);
        // These texts continue a sentence that begins with the field.
        let goes_on = message.starts_with("must ") || message.starts_with("is missing");
        let (before, rest) = match message.strip_prefix(name).filter(|rest| rest.starts_with(" must ")) {
            _ if field.is_empty() && matches!(self, FieldErrorKind::WrongType { .. }) => {
                ("the question ", &*message)
            }
            _ if field.is_empty() => ("", &*message),
            _ if goes_on => (" ", &*message),
            Some(rest) => ("", rest),
            None => (": ", &*message),
        };
        f.write_str(field)?;
        f.write_str(before)?;
        f.write_str(rest)
    }
}

/// The message has all causes, so there is no source.
impl Error for FieldError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("not a move: {0}")]
    struct At(#[source] fmt::Error);

    #[test]
    fn a_cause_is_told_once() {
        assert_eq!(with_cause(&At(fmt::Error)), format!("not a move: {}", fmt::Error));
    }
}
