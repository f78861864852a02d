//! The error of the last call of a thread that did not return `REVERSI_STATUS_OK`.

use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::fmt::Display;

use reversi_engine::question::Problem;

use crate::pointer::{Out, versioned};
use crate::status::{ReversiStatus, calls};
use crate::surface::ReversiPlace;

versioned!(ReversiPlace, "REVERSI_PLACE_INIT", ply: i64);

/// A status and its problem. It is boxed, so that results without a failure stay small.
#[derive(Debug)]
pub(crate) struct Failure {
    status: ReversiStatus,
    problem: Box<Problem>,
}

impl Failure {
    #[cold]
    pub(crate) fn new(status: ReversiStatus, code: &'static str, message: impl Into<String>) -> Failure {
        Failure { status, problem: Box::new(Problem::new(code, message)) }
    }

    /// Reports an argument or a field out of its range.
    #[cold]
    pub(crate) fn out_of_range(field: &str, expected: impl Display, found: impl Display) -> Failure {
        let message = format!("{field} must be {expected}, not {found}");
        Failure::new(ReversiStatus::InvalidArgument, "out-of-range", message).field(field)
    }

    /// An error of the engine.
    #[cold]
    pub(crate) fn of<'a, E>(status: ReversiStatus, error: &'a E) -> Failure
    where
        Problem: From<&'a E>,
    {
        Failure { status, problem: Box::new(Problem::from(error)) }
    }

    /// A problem of the engine.
    #[cold]
    pub(crate) fn with(status: ReversiStatus, problem: Problem) -> Failure {
        Failure { status, problem: Box::new(problem) }
    }

    /// An argument that the engine refuses.
    pub(crate) fn invalid<E>(error: E) -> Failure
    where
        Problem: for<'a> From<&'a E>,
    {
        Failure::of(ReversiStatus::InvalidArgument, &error)
    }

    /// A text that the engine cannot read.
    pub(crate) fn bad_text<E>(error: E) -> Failure
    where
        Problem: for<'a> From<&'a E>,
    {
        Failure::of(ReversiStatus::BadText, &error)
    }

    /// A file that the engine cannot read.
    pub(crate) fn bad_file<E>(error: E) -> Failure
    where
        Problem: for<'a> From<&'a E>,
    {
        Failure::of(ReversiStatus::BadFile, &error)
    }

    /// Reports that there is nothing to return.
    pub(crate) fn nothing(message: &str) -> Failure {
        Failure::new(ReversiStatus::Nothing, "nothing", message)
    }

    /// Sets this argument or field as the place.
    pub(crate) fn field(mut self, field: impl Into<String>) -> Failure {
        self.problem.at.field = Some(field.into());
        self
    }

    pub(crate) fn at_byte(mut self, offset: usize) -> Failure {
        self.problem.at.offset = Some(offset as u64);
        self
    }

    pub(crate) fn in_file(mut self, path: &str) -> Failure {
        self.problem.at.file = Some(path.to_owned());
        self
    }

    /// Sets one of several values of an array as the place.
    pub(crate) fn at_index(mut self, name: &str, index: usize) -> Failure {
        self.problem.message = format!("{name}[{index}]: {}", self.problem.message);
        self.problem.at.index = Some(index as u64);
        self.field(name)
    }

    /// Keeps the failure for the functions below, and returns its status.
    #[cold]
    pub(crate) fn keep(self) -> ReversiStatus {
        // At the end of a thread nobody is left to read it.
        let _ = LAST.try_with(|last| last.replace(LastError::of(&self.problem)));
        self.status
    }
}

/// A problem in the form that C reads.
struct LastError {
    code: CString,
    message: CString,
    place: ReversiPlace,
    /// The texts that the place points to.
    _texts: Vec<CString>,
}

impl LastError {
    fn of(problem: &Problem) -> LastError {
        let mut texts = Vec::new();
        let place = ReversiPlace::of(&problem.at, |text| {
            let text = with_nul(text);
            let at = text.as_ptr();
            texts.push(text);
            at
        });
        LastError { code: with_nul(&problem.code), message: with_nul(&problem.message), place, _texts: texts }
    }
}

thread_local! {
    static LAST: RefCell<LastError> = RefCell::new(LastError::of(&Problem::new("", "")));
}

/// Makes text that ends with a NUL and has no other.
fn with_nul(text: &str) -> CString {
    CString::new(text.replace('\0', "?")).unwrap_or_default()
}

/// Shows a text, which stays in its place until the next failure of this thread.
fn show(choose: impl Fn(&LastError) -> &CString, length: Out<usize>) -> *const c_char {
    let (text, len) = LAST
        .try_with(|last| {
            let last = last.borrow();
            let text = choose(&last);
            (text.as_ptr(), text.as_bytes().len())
        })
        .unwrap_or((c"".as_ptr(), 0));
    // A misaligned pointer gets nothing: this function has no status.
    let _ = length.write_if_wanted("length", len);
    text
}

/// Returns the message of the last call of this thread that did not return `REVERSI_STATUS_OK`, for people:
/// UTF-8 with a final NUL. It stays until the next call of this thread that fails, and is empty before the
/// first.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_error_message(length: Out<usize>) -> *const c_char {
    show(|last| &last.message, length)
}

/// Returns the code of the same error, for programs, such as `bad-board` or `illegal-move`. Codes do not
/// change. The guide on questions lists all codes. The text stays as long as that of `reversi_error_message`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_error_code(length: Out<usize>) -> *const c_char {
    show(|last| &last.code, length)
}

calls!(
    /// Writes the place of the same error to `place`: file, field, line, byte and so on.
    fn reversi_error_place(place: Out<ReversiPlace>) {
        place.write_versioned("place", LAST.with(|last| last.borrow().place))
    }
);
