//! Ctrl-C during work that runs no code of Python.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// The time between two looks.
const INTERVAL: Duration = Duration::from_millis(20);

/// The items between two looks at the clock, where an item takes some nanoseconds.
const ITEMS: u32 = 256;

/// Looks whether Ctrl-C was pressed, every [`INTERVAL`].
pub(crate) struct Signals {
    next: Instant,
    items: u32,
}

impl Signals {
    pub(crate) fn new() -> Signals {
        Signals { next: Instant::now() + INTERVAL, items: 0 }
    }

    /// Looks for Ctrl-C after an item of work.
    pub(crate) fn look(&mut self) -> PyResult<()> {
        self.items = (self.items + 1) % ITEMS;
        if self.items == 0 { self.look_now() } else { Ok(()) }
    }

    /// Looks for Ctrl-C after work of some microseconds, or more. It takes the lock of the interpreter if
    /// this thread has left it.
    pub(crate) fn look_now(&mut self) -> PyResult<()> {
        let now = Instant::now();
        if now < self.next {
            return Ok(());
        }
        self.next = now + INTERVAL;
        Python::attach(|py| py.check_signals())
    }
}
