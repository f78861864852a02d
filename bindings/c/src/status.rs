//! The status that every function returns, and the place where panics end.

use std::ffi::c_char;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::failure::Failure;

/// How a call has ended.
///
/// Everything but `REVERSI_STATUS_OK` leaves a message: see `reversi_error_message`. Later versions may have
/// more statuses.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiStatus {
    /// The call has succeeded.
    Ok = 0,
    /// A limit or a stop has ended a solve before its question was answered. The answer has what was proven
    /// by then.
    Interrupted = 1,
    /// An argument is NULL that must not be.
    NullPointer = 2,
    /// A handle that was freed before, that is of another kind, or that this library has not made.
    BadHandle = 3,
    /// A struct of options whose size is not set, or with an option that this library does not know.
    BadSize = 4,
    /// The text or the values do not fit into the memory of the caller. The length that is needed is written.
    BufferTooSmall = 5,
    /// A value that is not allowed: the message says which.
    InvalidArgument = 6,
    /// Text that cannot be read: no UTF-8, no board, no move, no transcript, no question.
    BadText = 7,
    /// A move that the rules do not allow.
    IllegalMove = 8,
    /// The system has refused memory. A later call may succeed.
    NoMemory = 9,
    /// The handle is in use: it is freed during a call, or a callback wants to search with an engine that is
    /// searching.
    Busy = 10,
    /// A file or the bytes of one that cannot be read, or are damaged.
    BadFile = 11,
    /// The machine or this build of the library does not have it.
    Unsupported = 12,
    /// There is nothing to return: no move to take back, no score of a game that goes on.
    Nothing = 13,
    /// An error in the library. Nothing is lost but this call: all handles stay valid.
    Panic = 14,
    /// A session refuses a call: the game is over, a clock has run out, no engine is due.
    Refused = 15,
    /// The handle was in use by another thread when the process was forked, and that thread is not in this
    /// process. The message says what to do.
    Forked = 16,
}

impl ReversiStatus {
    /// In the order of their numbers.
    const NAMES: [&std::ffi::CStr; 17] = [
        c"ok",
        c"interrupted",
        c"null-pointer",
        c"bad-handle",
        c"bad-size",
        c"buffer-too-small",
        c"invalid-argument",
        c"bad-text",
        c"illegal-move",
        c"no-memory",
        c"busy",
        c"bad-file",
        c"unsupported",
        c"nothing",
        c"panic",
        c"refused",
        c"forked",
    ];
}

/// Exports functions to C. Each returns a status: its error is kept for the thread, and no panic leaves it.
///
/// The test of the header finds the functions by the first and the last line of the macro.
macro_rules! calls {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $Type:ty),* $(,)?) $body:block)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($($argument: $Type),*) -> $crate::status::ReversiStatus {
            $crate::status::guard(|| $body)
        }
    )*};
}
pub(crate) use calls;

/// Runs the body of a function.
pub(crate) fn guard(body: impl FnOnce() -> Result<(), Failure>) -> ReversiStatus {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => ReversiStatus::Ok,
        Ok(Err(failure)) => failure.keep(),
        // A panic leaves a search behind that was cut short. Locks of engines and games are taken
        // whether poisoned or not: both stay usable after a panic.
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
            Failure::new(ReversiStatus::Panic, "panic", format!("an error in the library: {text}")).keep()
        }
    }
}

/// Returns the name of `status`, such as `bad-handle`; `unknown` for an unknown number.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_status_name(status: i32) -> *const c_char {
    let name = usize::try_from(status).ok().and_then(|status| ReversiStatus::NAMES.get(status));
    name.map_or(c"unknown".as_ptr(), |name| name.as_ptr())
}
