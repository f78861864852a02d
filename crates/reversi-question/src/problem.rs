//! Errors as data.

use std::borrow::Cow;
use std::fmt;

use reversi_fields::{Kind, answer};

use crate::id::QuestionId;

answer! {
    /// An error as data: a code for programs, a message for people, and the place. `Problem::from(&error)`
    /// converts every public error.
    ///
    /// Codes are stable: a published code keeps its meaning. The guide on questions lists them. New errors
    /// may get new codes.
    ///
    /// ```
    /// use reversi_engine::Position;
    /// use reversi_engine::question::Problem;
    ///
    /// let error = "--?".parse::<Position>().unwrap_err();
    /// let problem = Problem::from(&error);
    /// assert_eq!(problem.code, "bad-board");
    /// assert_eq!(problem.message, "byte 2: '?' is neither a disc nor an empty square");
    /// assert_eq!(problem.at.offset, Some(2));
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Problem as PROBLEM: "An error: a stable code, a message for people, and the place." {
        /// The kind of error: lower-case words joined by hyphens.
        pub code: Cow<'static, str> as "code": Kind::Text;
        /// The message for people, with its causes.
        pub message: String as "message": Kind::Text;
        /// The place of the error.
        pub at: Place as "at": Kind::Object(&PLACE), or "not known",
            serde(default, skip_serializing_if = "Place::is_unknown");
    } beside {
        /// The id of the question, if it could be read. In JSON it stands beside the error, as the id of an
        /// answer stands beside the reply.
        pub id: Option<QuestionId>;
    }
}

answer! {
    /// The place of a [`Problem`]. An unknown part is `None`.
    ///
    /// ```
    /// use reversi_engine::question::Problem;
    /// use reversi_engine::notation::read_obf;
    ///
    /// let error = read_obf("\nno board").next().unwrap().unwrap_err();
    /// assert_eq!(Problem::from(&error).at.line, Some(2));
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Place as PLACE: "The place of an error. Unknown parts are left out." {
        /// The file.
        pub file: Option<String> as "file": Kind::Text, or "not known",
            serde(default, skip_serializing_if = "Option::is_none");
        /// The field of a question or the argument of a call, such as `limits.seconds`.
        pub field: Option<String> as "field": Kind::Text, or "not known",
            serde(default, skip_serializing_if = "Option::is_none");
        /// The line of a text, from 1.
        pub line: Option<u64> as "line": Kind::COUNTER, or "not known",
            serde(default, skip_serializing_if = "Option::is_none");
        /// The column of a line, from 1.
        pub column: Option<u64> as "column": Kind::COUNTER, or "not known",
            serde(default, skip_serializing_if = "Option::is_none");
        /// The byte of the field if there is one, else of the text or file, from 0.
        pub offset: Option<u64> as "offset": Kind::COUNTER, or "not known",
            serde(default, skip_serializing_if = "Option::is_none");
        /// The number of the item in a list, from 0.
        pub index: Option<u64> as "index": Kind::COUNTER, or "not known",
            serde(default, skip_serializing_if = "Option::is_none");
        /// The ply of a game, from 1.
        pub ply: Option<u64> as "ply": Kind::COUNTER, or "not known",
            serde(default, skip_serializing_if = "Option::is_none");
    }
}

impl Place {
    /// Returns whether nothing is known.
    ///
    /// ```
    /// assert!(reversi_engine::question::Place::default().is_unknown());
    /// ```
    pub fn is_unknown(&self) -> bool {
        *self == Place::default()
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Place, std::convert::Infallible> {
        Ok(self)
    }
}

impl Problem {
    /// Makes a problem of a program around the engine, such as `"busy"`.
    ///
    /// ```
    /// use reversi_engine::question::Problem;
    ///
    /// let problem = Problem::new("busy", "all engines are busy");
    /// assert_eq!(problem.to_string(), "all engines are busy");
    /// ```
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Problem {
        Problem { code: code.into(), message: message.into(), at: Place::default(), id: None }
    }

    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Problem, std::convert::Infallible> {
        Ok(self)
    }

    /// Sets the file of the place.
    ///
    /// ```
    /// use reversi_engine::question::Problem;
    ///
    /// let problem = Problem::new("busy", "all engines are busy").in_file("games.obf".as_ref());
    /// assert_eq!(problem.at.file.as_deref(), Some("games.obf"));
    /// ```
    #[must_use]
    pub fn in_file(mut self, path: &std::path::Path) -> Problem {
        self.at.file = Some(path.display().to_string());
        self
    }

    /// Sets the line of the input of the place.
    ///
    /// ```
    /// use reversi_engine::question::Problem;
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
