//! Standard input, read on a thread of its own, so that the next command can end a search.

use std::io;
use std::mem;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use reversi_engine::Stop;

use crate::input::{InputError, Lines};

/// The lines of standard input.
pub(super) struct Input {
    lines: Receiver<(Result<String, InputError>, Stop)>,
    /// The stop signal of the line that `next` returned last. It is set when the following line arrives. Each
    /// line has a signal of its own, so that a hint is not stopped by its own line.
    pub(super) stop: Stop,
}

impl Input {
    pub(super) fn listen() -> Input {
        let (sender, lines) = mpsc::sync_channel(1); // bounds the lines read ahead
        thread::spawn(move || {
            let mut stdin = Lines::new(io::stdin().lock());
            let mut stop = Stop::new();
            while let Some(line) = stdin.next().transpose() {
                let failed = matches!(line, Err(InputError::Read(_)));
                let before = mem::take(&mut stop);
                let sent = sender.send((line, stop.clone()));
                before.set();
                if sent.is_err() || failed {
                    return;
                }
            }
        });
        Input { lines, stop: Stop::new() }
    }

    /// The next line, or `None` at the end of the input.
    pub(super) fn next(&mut self) -> Option<Result<String, InputError>> {
        let (line, stop) = self.lines.recv().ok()?;
        self.stop = stop;
        Some(line)
    }
}
