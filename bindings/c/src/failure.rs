//! What has gone wrong in the last call of a thread that did not return `REVERSI_STATUS_OK`.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::c_char;

use reversi_engine::Problem;

use crate::pointer::Out;
use crate::status::ReversiStatus;

/// A status with its message.
#[derive(Debug)]
pub(crate) struct Failure {
    status: ReversiStatus,
    code: Cow<'static, str>,
    message: String,
    offset: Option<u64>,
}

impl Failure {
    pub(crate) fn new(status: ReversiStatus, code: &'static str, message: impl Into<String>) -> Failure {
        Failure { status, code: code.into(), message: message.into(), offset: None }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Failure {
        Failure::new(ReversiStatus::InvalidArgument, "invalid-argument", message)
    }

    /// An error of the engine.
    pub(crate) fn of<'a, E>(status: ReversiStatus, error: &'a E) -> Failure
    where
        Problem: From<&'a E>,
    {
        let problem = Problem::from(error);
        Failure { status, code: problem.code, message: problem.message, offset: problem.at.offset }
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    pub(crate) fn at_byte(mut self, offset: u64) -> Failure {
        self.offset = Some(offset);
        self
    }

    /// One of several values of an array.
    pub(crate) fn at_index(mut self, name: &str, index: usize) -> Failure {
        self.message = format!("{name}[{index}]: {}", self.message);
        self.at_byte(index as u64)
    }

    /// Keeps it for the functions below, and returns its status.
    pub(crate) fn keep(self) -> ReversiStatus {
        let kept = Kept {
            code: with_nul(&self.code),
            message: with_nul(&self.message),
            offset: self.offset.and_then(|offset| i64::try_from(offset).ok()).unwrap_or(-1),
        };
        // At the end of a thread there is nobody left to read it.
        let _ = LAST.try_with(|last| last.replace(kept));
        self.status
    }
}

/// Texts end with a NUL and have no other.
struct Kept {
    code: Vec<u8>,
    message: Vec<u8>,
    offset: i64,
}

thread_local! {
    static LAST: RefCell<Kept> = const { RefCell::new(Kept { code: Vec::new(), message: Vec::new(), offset: -1 }) };
}

fn with_nul(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte == 0 { b'?' } else { byte }).chain([0]).collect()
}

/// The text stays in its place until the next failure of this thread.
fn show(choose: impl Fn(&Kept) -> &Vec<u8>, length: Out<usize>) -> *const c_char {
    let (text, len) = LAST
        .try_with(|last| {
            let last = last.borrow();
            let text = choose(&last);
            (text.as_ptr().cast::<c_char>(), text.len().saturating_sub(1))
        })
        .unwrap_or((c"".as_ptr(), 0));
    // A misaligned pointer gets nothing: this function has no status.
    let _ = length.write_if_wanted("length", len);
    if len == 0 { c"".as_ptr() } else { text }
}

/// What has gone wrong in the last call of this thread that did not return `REVERSI_STATUS_OK`, for people:
/// UTF-8 with a final NUL, and its length without the NUL in `length`, which may be NULL. Empty if no call of
/// this thread has failed.
///
/// * Ownership: the text belongs to the library. It stays until the next call of this thread that fails.
/// * Threads: any thread; each has its own message.
/// * Errors: none.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_error_message(length: Out<usize>) -> *const c_char {
    show(|last| &last.message, length)
}

/// The same for programs: a code that does not change, such as `bad-board` or `illegal-move`. The guide on
/// questions lists the codes of the engine. `length` may be NULL.
///
/// * Ownership: the text belongs to the library. It stays until the next call of this thread that fails.
/// * Threads: any thread; each has its own code.
/// * Errors: none.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_error_code(length: Out<usize>) -> *const c_char {
    show(|last| &last.code, length)
}

/// The place of the same error: a byte of the text or the file, or the number of a value of an array, from 0;
/// -1 if it has none.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread; each has its own place.
/// * Errors: none.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_error_offset() -> i64 {
    LAST.try_with(|last| last.borrow().offset).unwrap_or(-1)
}
