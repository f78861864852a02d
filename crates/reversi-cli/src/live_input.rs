//! Standard input, read on a thread of its own, so that a line can end a search.

use std::collections::VecDeque;
use std::io;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use reversi_engine::Stop;

use crate::input::{InputError, Lines};

/// The lines of standard input.
pub(crate) struct LiveInput {
    queue: Arc<Queue>,
    /// The signals of the line that `next` returned last.
    pub(crate) signals: Signals,
}

/// Signals that later lines set.
#[derive(Clone, Default)]
pub(crate) struct Signals {
    /// Another line, or the end of the input.
    pub(crate) any: Stop,
    /// A line that needs the engine idle, or the end of the input.
    pub(crate) idle: Stop,
}

/// Lines that are read and wait.
#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    lines: VecDeque<(Result<String, InputError>, Signals)>,
    bytes: usize,
    has_ended: bool,
}

impl LiveInput {
    /// The bytes of lines that are read ahead while a search runs, each counted with its overhead. No program
    /// sends more: a line behind them ends no search.
    const AHEAD: usize = 16 << 20;
    const OVERHEAD: usize = 128;

    /// Begins to read. `wants_idle` returns whether a line ends every search. The end of the input ends them,
    /// too.
    pub(crate) fn listen(wants_idle: fn(&str) -> bool) -> LiveInput {
        LiveInput::listen_if(true, wants_idle)
    }

    /// Begins to read. The end of a file, and the lines in it, end no search: nobody has left.
    pub(crate) fn listen_to_programs(wants_idle: fn(&str) -> bool) -> LiveInput {
        LiveInput::listen_if(!crate::input::is_file(), wants_idle)
    }

    fn listen_if(is_live: bool, wants_idle: fn(&str) -> bool) -> LiveInput {
        let (queue, signals) = (Arc::new(Queue::default()), Signals::default());
        let input = LiveInput { queue: queue.clone(), signals: signals.clone() };
        thread::spawn(move || queue.fill(signals, is_live, wants_idle));
        input
    }

    /// Returns the next line, or `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<Result<String, InputError>> {
        let mut waiting = self.queue.lock();
        loop {
            if let Some((line, signals)) = waiting.lines.pop_front() {
                waiting.bytes -= size(&line);
                self.queue.changed.notify_all();
                self.signals = signals;
                return Some(line);
            }
            if waiting.has_ended {
                return None;
            }
            waiting = self.queue.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Queue {
    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads standard input to its end.
    fn fill(&self, mut signals: Signals, is_live: bool, wants_idle: fn(&str) -> bool) {
        let mut stdin = Lines::new(io::stdin().lock());
        loop {
            let line = stdin.next().transpose();
            let ends_search = match &line {
                None | Some(Err(InputError::Read(_))) => true,
                Some(Err(InputError::TooLong { .. })) => false,
                Some(Ok(line)) => wants_idle(line),
            };
            if is_live {
                mem::take(&mut signals.any).set();
                if ends_search {
                    mem::take(&mut signals.idle).set();
                }
            }
            let mut waiting = self.lock();
            let failed = matches!(line, Some(Err(InputError::Read(_))));
            waiting.has_ended = line.is_none() || failed;
            if let Some(line) = line {
                waiting.bytes += size(&line);
                waiting.lines.push_back((line, signals.clone()));
            }
            self.changed.notify_all();
            while waiting.bytes > LiveInput::AHEAD {
                waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
            if waiting.has_ended {
                return;
            }
        }
    }
}

fn size(line: &Result<String, InputError>) -> usize {
    line.as_ref().map_or(0, String::len) + LiveInput::OVERHEAD
}
