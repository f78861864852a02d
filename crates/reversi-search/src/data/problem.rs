//! Errors as data.

use std::borrow::Cow;
use std::fmt;

use super::QuestionId;

/// An error as data: a code for programs, a message for people, and the place. Every public error becomes
/// one by `Problem::from(&error)`.
///
/// Codes are stable: one that is published keeps its meaning. The guide on questions lists them. New errors
/// may get new codes.
///
/// ```
/// use reversi_engine::{Position, Problem};
///
/// let error = "--?".parse::<Position>().unwrap_err();
/// let problem = Problem::from(&error);
/// assert_eq!(problem.code, "bad-board");
/// assert_eq!(problem.message, "byte 2: '?' is neither a disc nor an empty square");
/// assert_eq!(problem.at.offset, Some(2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What kind of error it is: words in lower case with hyphens between them.
    pub code: Cow<'static, str>,
    /// The error for people, with its causes.
    pub message: String,
    /// Where it is.
    pub at: Place,
    /// The id of the question that has no answer, if it has one that could be read. In JSON it stands beside
    /// the error, where that of an answer is.
    pub id: Option<QuestionId>,
}

/// The place of a [`Problem`]. What is not known is `None`.
///
/// ```
/// use reversi_engine::{Checkpoint, Problem, SolveRequest};
///
/// let error = Checkpoint::open("/no/such/folder/file", SolveRequest::exact()).unwrap_err();
/// assert_eq!(Problem::from(&error).at.file.as_deref(), Some("/no/such/folder/file"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The file.
    pub file: Option<String>,
    /// The field of a question, such as `limits.seconds`.
    pub field: Option<String>,
    /// The line of a text, from 1.
    pub line: Option<u64>,
    /// The column of a line, from 1.
    pub column: Option<u64>,
    /// The byte of the text or file, from 0; of the field, if there is one.
    pub offset: Option<u64>,
}

impl Place {
    /// Whether nothing is known.
    ///
    /// ```
    /// assert!(reversi_engine::Place::default().is_unknown());
    /// ```
    pub fn is_unknown(&self) -> bool {
        *self == Place::default()
    }
}

impl Problem {
    /// A problem of a program around the engine, such as `"busy"`.
    ///
    /// ```
    /// use reversi_engine::Problem;
    ///
    /// let problem = Problem::new("busy", "all engines are busy");
    /// assert_eq!(problem.to_string(), "all engines are busy");
    /// ```
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Problem {
        Problem { code: code.into(), message: message.into(), at: Place::default(), id: None }
    }

    /// With this line of the input as the place.
    ///
    /// ```
    /// use reversi_engine::Problem;
    ///
    /// assert_eq!(Problem::new("busy", "all engines are busy").on_line(3).at.line, Some(3));
    /// ```
    #[must_use]
    pub fn on_line(mut self, line: u64) -> Problem {
        self.at.line = Some(line);
        self
    }
}

/// The message.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.message)
    }
}

impl std::error::Error for Problem {}
