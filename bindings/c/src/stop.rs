//! A signal that ends searches early.

use reversi_engine::Stop;

use crate::handle::{Handle, kind};
use crate::pointer::Out;
use crate::status::{ReversiStatus, guard};

kind! {
    /// A signal to end searches early, from any thread. The library never resets it.
    ReversiStop, Stop, b"stop", "stop"
}

/// Makes a signal that is not set and writes its handle to `stop`.
///
/// * Ownership: the handle belongs to the caller: `reversi_stop_free`.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `stop`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_stop_new(stop: Out<Handle<ReversiStop>>) -> ReversiStatus {
    guard(|| {
        stop.check("stop")?;
        stop.write("stop", Handle::of(Stop::new()))
    })
}

/// Ends the running searches that watch `stop`, and later ones.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread, at any time, during searches above all. A handler of a signal may call it too: with
///   a valid handle it takes no lock and allocates nothing.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` or `REVERSI_STATUS_BAD_HANDLE` for `stop`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_stop_set(stop: Handle<ReversiStop>) -> ReversiStatus {
    guard(|| {
        stop.enter("stop")?.set();
        Ok(())
    })
}

/// Lets searches that watch `stop` run again.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` or `REVERSI_STATUS_BAD_HANDLE` for `stop`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_stop_reset(stop: Handle<ReversiStop>) -> ReversiStatus {
    guard(|| {
        stop.enter("stop")?.reset();
        Ok(())
    })
}

/// Writes to `is_set` whether `stop` is set: 1 or 0.
///
/// * Ownership: nothing is handed over.
/// * Threads: any thread, at any time.
/// * Errors: `REVERSI_STATUS_NULL_POINTER` for `stop` or `is_set`; `REVERSI_STATUS_BAD_HANDLE` for `stop`.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_stop_is_set(stop: Handle<ReversiStop>, is_set: Out<i32>) -> ReversiStatus {
    guard(|| is_set.write("is_set", stop.enter("stop")?.is_set().into()))
}

/// Frees `stop`. Does nothing for NULL. A running search that watches the signal keeps it as it is.
///
/// * Ownership: the handle goes back to the library, and the caller no longer uses it.
/// * Threads: any thread.
/// * Errors: `REVERSI_STATUS_BAD_HANDLE` if `stop` was freed before; `REVERSI_STATUS_BUSY` during another
///   call with it, and nothing is freed.
#[unsafe(no_mangle)]
pub extern "C" fn reversi_stop_free(stop: Handle<ReversiStop>) -> ReversiStatus {
    guard(|| stop.free("stop"))
}
