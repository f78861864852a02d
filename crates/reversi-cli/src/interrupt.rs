//! Ctrl-C.

use std::process::{self, ExitCode};

use reversi_engine::Stop;

/// The status that shells report for a program that Ctrl-C has ended.
const STATUS: u8 = 130;

/// A signal that the first Ctrl-C sets, so that the program prints what it has found so far. The second ends
/// the program at once. Called once, by the command that runs.
pub(crate) fn stop_signal() -> Stop {
    let stop = Stop::new();
    let pressed = stop.clone();
    // Without a handler, Ctrl-C ends the program at once, which is no error.
    let _ = ctrlc::set_handler(move || {
        if pressed.is_set() {
            process::exit(STATUS.into());
        }
        pressed.set();
    });
    stop
}

/// The exit status of a command that ended by itself, or by Ctrl-C.
pub(crate) fn status(stop: &Stop) -> ExitCode {
    if stop.is_set() { ExitCode::from(STATUS) } else { ExitCode::SUCCESS }
}
