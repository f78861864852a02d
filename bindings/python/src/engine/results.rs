//! A run on a thread that never touches Python, and its results as an iterator of Python takes them.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use pyo3::prelude::*;
use reversi_engine::cpu::forks;
use reversi_engine::runs::RunError;
use reversi_engine::search::ForkedProcess;

use super::lease::PATIENCE;
use crate::errors::Class;

/// The state that an iterator and its run share.
#[derive(Default)]
pub(super) struct Shared {
    /// `true` once nobody reads any more.
    closed: AtomicBool,
    /// The moves or positions that are analyzed.
    pub(super) done: AtomicUsize,
}

impl Shared {
    /// Returns whether the searches go on.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        if self.closed.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

struct Run<T, E> {
    results: Receiver<T>,
    thread: JoinHandle<Result<E, RunError>>,
}

/// The results of a run, as they come, and what it returns at its end.
pub(super) struct Results<T, E = ()> {
    pub(super) shared: Arc<Shared>,
    /// `None` while a thread waits for a result, and once the run has ended.
    run: Mutex<Option<Run<T, E>>>,
    /// The process that has the thread. Its children do not have it.
    process: u32,
}

/// The answer to a request for the next result.
pub(super) enum Next<T, E> {
    Result(T),
    /// The run has ended now.
    Ended(Result<E, RunError>),
    /// The run had ended before, or another thread waits for its next result.
    Nothing,
}

impl<T: Send + 'static, E: Send + 'static> Results<T, E> {
    /// Starts the run. If this number of results wait for a slow reader, it waits as well.
    pub(super) fn start(
        ahead: usize,
        work: impl FnOnce(&Shared, &mut dyn FnMut(T) -> ControlFlow<()>) -> Result<E, RunError> + Send + 'static,
    ) -> PyResult<Results<T, E>> {
        let shared = Arc::new(Shared::default());
        let (sender, results) = mpsc::sync_channel(ahead);
        let theirs = Arc::clone(&shared);
        let thread = thread::Builder::new().name("reversi run".to_owned()).spawn(move || {
            let mut each = |result: T| {
                theirs.flow()?;
                if sender.send(result).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            work(&theirs, &mut each)
        })?;
        Ok(Results { shared, run: Mutex::new(Some(Run { results, thread })), process: forks() })
    }

    /// Takes the next result. Until there is one, `feed` gives the run work; when it returns `false`, the
    /// result is waited for without the lock of the interpreter. After an error the run goes on.
    pub(super) fn next(&self, py: Python<'_>, feed: impl FnMut(Python<'_>) -> bool) -> PyResult<Next<T, E>> {
        self.check_process()?;
        let Some(mut run) = self.take() else { return Ok(Next::Nothing) };
        match self.receive(py, &mut run.results, feed) {
            Ok(None) => match py.detach(|| run.thread.join()) {
                Ok(ended) => Ok(Next::Ended(ended)),
                Err(panic) => resume_unwind(panic),
            },
            received => {
                *self.run.lock().unwrap_or_else(PoisonError::into_inner) = Some(run);
                received.map(|result| result.map_or(Next::Nothing, Next::Result))
            }
        }
    }

    /// Returns the next result, or `None` at the end of the run.
    fn receive(
        &self,
        py: Python<'_>,
        results: &mut Receiver<T>,
        mut feed: impl FnMut(Python<'_>) -> bool,
    ) -> PyResult<Option<T>> {
        loop {
            self.check_process()?; // `feed` may fork as well
            py.check_signals()?; // a loop without Python code, such as `list`, looks at nothing itself
            match results.try_recv() {
                Ok(result) => return Ok(Some(result)),
                Err(TryRecvError::Disconnected) => return Ok(None),
                Err(TryRecvError::Empty) if feed(py) => continue,
                Err(TryRecvError::Empty) => {}
            }
            let results = &mut *results;
            match py.detach(move || results.recv_timeout(PATIENCE)) {
                Ok(result) => return Ok(Some(result)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the run, and waits for it: its checkpoint can be opened again, and its engine is free. Returns
    /// whether it had not ended before.
    pub(super) fn close(&self, py: Python<'_>) -> bool {
        if self.is_of_another_process() {
            return false; // nothing runs here
        }
        self.shared.closed.store(true, Ordering::Relaxed);
        let Some(Run { results, thread }) = self.take() else { return false };
        drop(results); // nobody waits to send
        let _ = py.detach(|| thread.join()); // who ends a run does not want its error
        true
    }

    pub(super) fn check_process(&self) -> PyResult<()> {
        if self.is_of_another_process() { Err(Class::Forked.of(&ForkedProcess)) } else { Ok(()) }
    }
}

impl<T, E> Results<T, E> {
    pub(super) fn is_of_another_process(&self) -> bool {
        self.process != forks()
    }

    fn take(&self) -> Option<Run<T, E>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<T, E> Drop for Results<T, E> {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::Relaxed);
        if self.is_of_another_process() {
            // The channel may be locked for ever by a thread that is not there.
            std::mem::forget(self.take());
        }
    }
}
