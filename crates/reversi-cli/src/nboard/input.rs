//! Standard input, read on a thread of its own, so that a command can end a search.

use std::io;
use std::mem;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use reversi_engine::Stop;

use crate::input::{InputError, Lines};

/// The lines of standard input.
pub(super) struct Input {
    lines: Receiver<(Result<String, InputError>, Signals)>,
    /// The signals of the line that `next` returned last.
    pub(super) signals: Signals,
}

/// Signals that later lines set.
#[derive(Clone, Default)]
pub(super) struct Signals {
    /// Another line, or the end of the input.
    pub(super) any: Stop,
    /// A line that needs the engine idle, or the end of the input.
    pub(super) idle: Stop,
}

impl Input {
    /// The maximum number of lines read ahead while a search runs. No interface sends more.
    const AHEAD: usize = 1000;

    pub(super) fn listen() -> Input {
        let (sender, lines) = mpsc::sync_channel(Input::AHEAD);
        thread::spawn(move || {
            let mut stdin = Lines::new(io::stdin().lock());
            let mut signals = Signals::default();
            loop {
                let line = stdin.next().transpose();
                mem::take(&mut signals.any).set();
                if wants_idle(line.as_ref()) {
                    mem::take(&mut signals.idle).set();
                }
                let Some(line) = line else { return };
                let failed = matches!(line, Err(InputError::Read(_)));
                if sender.send((line, signals.clone())).is_err() || failed {
                    return;
                }
            }
        });
        Input { lines, signals: Signals::default() }
    }

    /// Returns the next line, or `None` at the end of the input.
    pub(super) fn next(&mut self) -> Option<Result<String, InputError>> {
        let (line, signals) = self.lines.recv().ok()?;
        self.signals = signals;
        Some(line)
    }
}

/// Returns whether a line, or the end of the input, ends every search.
fn wants_idle(line: Option<&Result<String, InputError>>) -> bool {
    match line {
        None | Some(Err(InputError::Read(_))) => true,
        Some(Err(InputError::TooLong { .. })) => false,
        Some(Ok(line)) => {
            let name = line.split_whitespace().next().unwrap_or_default();
            ["ping", "quit"].iter().any(|idle| name.eq_ignore_ascii_case(idle))
        }
    }
}
