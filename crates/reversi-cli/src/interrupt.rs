//! Ctrl-C.

use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering, fence};

use reversi_engine::Stop;

/// The exit status that shells report for a program that Ctrl-C has ended.
pub(crate) const STATUS: u8 = 130;

/// `true` while the program waits for a line of standard input: there is nothing to print.
static WAITS: AtomicBool = AtomicBool::new(false);

/// A signal that the first Ctrl-C sets, so that the program prints what it has found so far. The second ends
/// the program at once. Called once, by the command that runs.
pub(crate) fn stop_signal() -> Stop {
    let stop = Stop::new();
    let pressed = stop.clone();
    // Without a handler, Ctrl-C ends the program at once, which is not an error.
    let _ = ctrlc::set_handler(move || {
        let again = pressed.is_set();
        pressed.set();
        fence(Ordering::SeqCst);
        if again || WAITS.load(Ordering::Relaxed) {
            process::exit(STATUS.into());
        }
    });
    stop
}

/// Runs `read`, which waits for input. Ctrl-C ends the program meanwhile, or if it came just before. Either
/// this thread sees the signal, or the thread of Ctrl-C sees that the program waits: each sets its own flag
/// before a fence, and reads the other's after it.
pub(crate) fn while_waiting<T>(stop: &Stop, read: impl FnOnce() -> T) -> T {
    WAITS.store(true, Ordering::Relaxed);
    fence(Ordering::SeqCst);
    if stop.is_set() {
        process::exit(STATUS.into());
    }
    let read = read();
    WAITS.store(false, Ordering::Relaxed);
    read
}

/// The exit status of a command that ended by itself, or by Ctrl-C.
pub(crate) fn status(stop: &Stop) -> ExitCode {
    if stop.is_set() { ExitCode::from(STATUS) } else { ExitCode::SUCCESS }
}
