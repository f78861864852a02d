//! Ends of a search from outside: Ctrl-C, and a reader of the output that has gone.

use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering, fence};

use reversi_engine::Stop;

/// The exit status that shells report for a program that Ctrl-C has ended.
pub(crate) const STATUS: u8 = 130;

/// The exit status that shells report for a program that SIGPIPE has ended: the reader of its output has
/// gone.
pub(crate) const NO_READER: u8 = 141;

/// `true` while the program waits for a line of standard input: there is nothing to print.
static WAITS: AtomicBool = AtomicBool::new(false);

/// `true` after the reader of the output has gone.
static READER_HAS_GONE: AtomicBool = AtomicBool::new(false);

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

/// Calls a function at each Ctrl-C, for a command that has a signal for each search.
pub(crate) fn on_ctrl_c(pressed: impl Fn() + Send + 'static) {
    let _ = ctrlc::set_handler(pressed);
}

/// Sets `stop` when nobody reads standard output any more. For a command whose only product is its output.
pub(crate) fn stop_with_reader(stop: &Stop) {
    let stop = stop.clone();
    when_reader_has_gone(move || stop.set());
}

/// Ends the program when nobody reads standard output any more. For a dialogue.
pub(crate) fn end_with_reader() {
    when_reader_has_gone(|| process::exit(NO_READER.into()));
}

/// Calls a function when nobody reads standard output any more. A program that only searches would not see it
/// before its next line.
#[cfg(unix)]
fn when_reader_has_gone(gone: impl FnOnce() + Send + 'static) {
    use std::io;

    use rustix::event::{PollFd, PollFlags, poll};

    let watch = move || {
        let stdout = io::stdout();
        loop {
            let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
            match poll(&mut watched, None) {
                Err(rustix::io::Errno::INTR) | Ok(0) => {}
                Ok(_) if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) => break,
                _ => return, // it cannot be watched
            }
        }
        READER_HAS_GONE.store(true, Ordering::Relaxed);
        gone();
    };
    let _ = std::thread::Builder::new().name("reader".to_owned()).spawn(watch); // it is a convenience
}

/// The standard library has no way to ask: the next line tells.
#[cfg(not(unix))]
fn when_reader_has_gone(_: impl FnOnce() + Send + 'static) {}

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

/// The exit status of a command that ended by itself, by Ctrl-C, or because its reader has gone.
pub(crate) fn status(stop: &Stop) -> ExitCode {
    if READER_HAS_GONE.load(Ordering::Relaxed) {
        ExitCode::from(NO_READER)
    } else if stop.is_set() {
        ExitCode::from(STATUS)
    } else {
        ExitCode::SUCCESS
    }
}
