//! Ctrl-C.

use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering};

use reversi_engine::Stop;

/// The status that shells report for a program that Ctrl-C has ended.
const STATUS: u8 = 130;

/// Whether the program waits for a line of standard input: there is nothing to print.
static WAITS: AtomicBool = AtomicBool::new(false);

/// A signal that the first Ctrl-C sets, so that the program prints what it has found so far. The second ends
/// the program at once. Called once, by the command that runs.
pub(crate) fn stop_signal() -> Stop {
    let stop = Stop::new();
    let pressed = stop.clone();
    // Without a handler, Ctrl-C ends the program at once, which is no error.
    let _ = ctrlc::set_handler(move || {
        if pressed.is_set() || WAITS.load(Ordering::Relaxed) {
            process::exit(STATUS.into());
        }
        pressed.set();
    });
    stop
}

/// Runs `read`, which waits for input. Ctrl-C ends the program meanwhile.
pub(crate) fn while_waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITS.store(true, Ordering::Relaxed);
    let read = read();
    WAITS.store(false, Ordering::Relaxed);
    read
}

/// The exit status of a command that ended by itself, or by Ctrl-C.
pub(crate) fn status(stop: &Stop) -> ExitCode {
    if stop.is_set() { ExitCode::from(STATUS) } else { ExitCode::SUCCESS }
}
