//! Thousands of positions, as an iterator.
//!
//! A thread that never touches Python runs the call of the engine. The iterator gives it boards and takes
//! results, both through channels; it waits without the lock of the interpreter and looks at Ctrl-C.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};
use reversi_engine::question::Problem;
use reversi_engine::runs::{Checkpoint, RunError};
use reversi_engine::search::{Event, Solved, StopReason};
use reversi_engine::{Board, SolveRequest};

use super::PyEngine;
use super::batch::boards_of_array;
use super::calls::{run_error, solve_request};
use super::lease::{Lease, Name, PATIENCE};
use crate::answers::PySolved;
use crate::args;
use crate::errors::{self, Class};
use crate::signals::Signals;

/// The boards of an iterator that are taken ahead of the threads.
const BOARDS_AHEAD: usize = 1024;

/// The deliveries that may wait for a slow reader before the threads wait.
const DELIVERIES_AHEAD: usize = 256;

/// The results of easy positions are delivered together: to wake a thread takes longer than to solve one.
const DELIVERY_INTERVAL: Duration = Duration::from_millis(1);

/// After this many results that were there at once, the threads may need boards.
const RESULTS_BEFORE_BOARDS: usize = BOARDS_AHEAD / 4;

/// The boards of a call.
enum Boards {
    Known(Vec<Board>),
    /// One that is read while the call runs.
    Iterator(Py<PyIterator>),
}

impl Boards {
    fn of(boards: &Bound<'_, PyAny>) -> PyResult<Boards> {
        if let Some(boards) = boards_of_array(boards)? {
            return Ok(Boards::Known(boards));
        }
        let iterator = args::iterator(boards)?;
        if !boards.is_instance_of::<PyList>() && !boards.is_instance_of::<PyTuple>() {
            return Ok(Boards::Iterator(iterator.unbind()));
        }
        let mut signals = Signals::new();
        let known = iterator.enumerate().map(|(index, item)| {
            signals.look()?;
            args::board_of(index, &item?)
        });
        known.collect::<PyResult<Vec<Board>>>().map(Boards::Known)
    }
}

/// Reads all boards of an iterable or an array.
pub(crate) fn boards(py: Python<'_>, given: &Bound<'_, PyAny>) -> PyResult<Vec<Board>> {
    match Boards::of(given)? {
        Boards::Known(boards) => Ok(boards),
        Boards::Iterator(iterator) => {
            let items = iterator.bind(py).clone().enumerate();
            items.map(|(index, item)| args::board_of(index, &item?)).collect()
        }
    }
}

/// The results that the thread of the call sends.
struct Delivery {
    results: SyncSender<Vec<Solved>>,
    waiting: Vec<Solved>,
    last: Instant,
    closed: Arc<AtomicBool>,
}

impl Delivery {
    fn event(&mut self, event: Event<'_, Solved>) -> ControlFlow<()> {
        if let Event::Done(solved) = event {
            self.waiting.push(solved);
        }
        if self.closed.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if self.last.elapsed() < DELIVERY_INTERVAL { ControlFlow::Continue(()) } else { self.deliver() }
    }

    fn deliver(&mut self) -> ControlFlow<()> {
        self.last = Instant::now();
        if !self.waiting.is_empty() && self.results.send(std::mem::take(&mut self.waiting)).is_err() {
            return ControlFlow::Break(()); // nobody reads
        }
        ControlFlow::Continue(())
    }
}

/// The request, and the order of the results.
enum Order {
    OfBoards(SolveRequest),
    AsReady(SolveRequest),
    /// In the order of the boards; the file has the question.
    Recorded(Box<Checkpoint>),
}

impl Order {
    fn of(
        py: Python<'_>,
        request: SolveRequest,
        in_order: bool,
        checkpoint: Option<PathBuf>,
    ) -> PyResult<Order> {
        match (checkpoint, in_order) {
            (None, true) => Ok(Order::OfBoards(request)),
            (None, false) => Ok(Order::AsReady(request)),
            (Some(path), true) => {
                let checkpoint = py.detach(|| Checkpoint::open(path, request)); // all of a long file
                checkpoint.map(Box::new).map(Order::Recorded).map_err(|error| errors::checkpoint(&error))
            }
            (Some(_), false) => {
                let message = "in_order must be True with a checkpoint, not False";
                Err(Class::Request.in_field("in_order", Problem::new("conflicting-fields", message)))
            }
        }
    }
}

type Ended = Result<Option<StopReason>, RunError>;

/// A call that runs.
struct Run {
    /// The iterator of boards and where they go, until it ends.
    feed: Option<(Py<PyIterator>, SyncSender<Board>)>,
    /// The boards that were taken from the iterator.
    fed: usize,
    /// One that was taken when the threads had enough.
    spare: Option<Board>,
    /// The exception of the iterator. It is raised after the results of the boards before it.
    failure: Option<PyErr>,
    results: Receiver<Vec<Solved>>,
    ready: VecDeque<Solved>,
    /// The results that were handed out since boards were last taken from the iterator.
    handed_out: usize,
    thread: Option<JoinHandle<Ended>>,
    closed: Arc<AtomicBool>,
    name: Name,
}

impl Run {
    fn start(mut lease: Lease, boards: Boards, order: Order) -> PyResult<Run> {
        let closed = Arc::new(AtomicBool::new(false));
        let (results, answers) = mpsc::sync_channel(DELIVERIES_AHEAD);
        let waiting = Vec::new();
        let mut delivery = Delivery { results, waiting, last: Instant::now(), closed: Arc::clone(&closed) };
        let name = lease.name();
        let (feed, boards): (_, Box<dyn Iterator<Item = Board> + Send>) = match boards {
            Boards::Known(boards) => (None, Box::new(boards.into_iter())),
            Boards::Iterator(iterator) => {
                let (sender, boards) = mpsc::sync_channel(BOARDS_AHEAD);
                (Some((iterator, sender)), Box::new(boards.into_iter()))
            }
        };
        let thread = thread::Builder::new().name("reversi solve_many".to_owned()).spawn(move || {
            let each = |event: Event<'_, Solved>| delivery.event(event);
            let ended = match order {
                Order::OfBoards(request) => {
                    lease.solve_many_with(boards, request, each).map_err(RunError::from)
                }
                Order::AsReady(request) => {
                    lease.solve_many_as_ready(boards, request, each).map_err(RunError::from)
                }
                Order::Recorded(checkpoint) => checkpoint.solve_many(&mut lease, boards, each),
            };
            let _ = delivery.deliver();
            drop(lease); // before the channel ends: then the engine is free
            ended
        })?;
        Ok(Run {
            feed,
            fed: 0,
            spare: None,
            failure: None,
            results: answers,
            ready: VecDeque::new(),
            handed_out: 0,
            thread: Some(thread),
            closed,
            name,
        })
    }

    /// Gives the threads the next board of the iterator. Returns `false` if the iterator has ended, or if the
    /// threads have enough.
    fn feed(&mut self, py: Python<'_>) -> bool {
        let Some((iterator, sender)) = &self.feed else { return false };
        let board = match self.spare.take() {
            Some(board) => board,
            None => match next_board(iterator.bind(py), self.fed) {
                Some(Ok(board)) => {
                    self.fed += 1;
                    board
                }
                end => {
                    self.failure = end.and_then(Result::err);
                    self.feed = None;
                    return false;
                }
            },
        };
        match sender.try_send(board) {
            Ok(()) => return true,
            Err(TrySendError::Full(board)) => self.spare = Some(board),
            Err(TrySendError::Disconnected(_)) => self.feed = None, // a limit of the call
        }
        false
    }

    /// Returns the next result. A result that is ready comes before the next board of the iterator, which may
    /// be slow. Without one, boards are taken until a result is ready or the threads have enough; then the
    /// result is waited for, without the lock of the interpreter.
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Solved>> {
        loop {
            self.name.check_process()?; // the iterator of boards may fork as well
            if let Some(solved) = self.ready.pop_front() {
                self.handed_out += 1;
                if self.handed_out >= RESULTS_BEFORE_BOARDS {
                    self.handed_out = 0;
                    let begin = Instant::now();
                    while begin.elapsed() < DELIVERY_INTERVAL && self.feed(py) {}
                }
                return Ok(Some(solved));
            }
            let received = match self.results.try_recv() {
                Ok(delivery) => Ok(delivery),
                Err(TryRecvError::Disconnected) => Err(RecvTimeoutError::Disconnected),
                Err(TryRecvError::Empty) if self.feed(py) => {
                    self.handed_out = 0;
                    continue;
                }
                Err(TryRecvError::Empty) => {
                    let results = &mut self.results;
                    py.detach(move || results.recv_timeout(PATIENCE))
                }
            };
            match received {
                Ok(delivery) => self.ready.extend(delivery),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            py.check_signals()?; // a loop without Python code, such as `list`, looks at nothing itself
        }
    }

    /// Returns why the run has ended.
    fn end(mut self, py: Python<'_>) -> PyResult<Option<StopReason>> {
        self.name.remove();
        if let Some(failure) = self.failure.as_ref() {
            return Err(failure.clone_ref(py));
        }
        let thread = self.thread.take();
        match thread.map(|thread| py.detach(|| thread.join())) {
            None => Ok(None),
            Some(Ok(Ok(stopped))) => Ok(stopped),
            Some(Ok(Err(error))) => Err(run_error(&error)),
            Some(Err(panic)) => resume_unwind(panic),
        }
    }
}

fn next_board(iterator: &Bound<'_, PyIterator>, index: usize) -> Option<PyResult<Board>> {
    let item = iterator.clone().next()?;
    Some(item.and_then(|item| args::board_of(index, &item)))
}

/// Nobody reads any more. The threads notice it within some milliseconds, and until then the engine is waited
/// for.
impl Drop for Run {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        self.name.remove();
    }
}

/// The state of a run.
enum State {
    Runs(Box<Run>),
    /// A thread waits for its next result.
    IsAsked,
    Ended(Option<StopReason>),
}

/// The results of `Engine.solve_many`, as they come. A loop that is left early needs `close`, or `with`, to
/// have the engine free at once. Until its end the engine is busy for the thread that reads it, which need
/// not be the one that made it; other threads wait.
#[pyclass(frozen, module = "reversi_engine", name = "SolvedBoards")]
pub(crate) struct PySolvedBoards {
    state: Mutex<State>,
    name: Name,
}

impl PySolvedBoards {
    /// Leaves the lock at once: no other lock is waited for while it is held.
    fn exchange(&self, state: State) -> State {
        std::mem::replace(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner), state)
    }

    /// Takes the state, which is `IsAsked` until it is put back.
    fn take(&self) -> PyResult<State> {
        self.name.check_process()?;
        match self.exchange(State::IsAsked) {
            State::IsAsked => {
                Err(Class::Busy.with_code("busy", "another thread waits for a result of this run"))
            }
            state => Ok(state),
        }
    }
}

/// In a forked process the channels of the run may be locked for ever by threads that are not there.
impl Drop for PySolvedBoards {
    fn drop(&mut self) {
        if self.name.is_of_another_process() {
            std::mem::forget(self.exchange(State::Ended(None)));
        }
    }
}

#[pymethods]
impl PySolvedBoards {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PySolved>> {
        let mut run = match self.take()? {
            State::Runs(run) => run,
            state => {
                self.exchange(state);
                return Ok(None);
            }
        };
        run.name.move_here();
        match run.next(py) {
            Ok(Some(solved)) => {
                self.exchange(State::Runs(run));
                Ok(Some(PySolved::of(solved)))
            }
            Ok(None) => {
                let ended = run.end(py);
                let (state, result) = match ended {
                    Ok(stopped) => (State::Ended(stopped), Ok(None)),
                    Err(error) => (State::Ended(None), Err(error)),
                };
                self.exchange(state);
                result
            }
            Err(error) => {
                self.exchange(State::Ended(Some(StopReason::Callback)));
                Err(error)
            }
        }
    }

    /// Ends the run. The engine is free within some milliseconds; the next call waits for it.
    fn close(&self) -> PyResult<()> {
        if self.name.is_of_another_process() {
            return Ok(()); // nothing runs here
        }
        let state = match self.take()? {
            State::Runs(_) => State::Ended(Some(StopReason::Callback)),
            state => state,
        };
        self.exchange(state);
        Ok(())
    }

    /// The limit that ended the run: `"time"`, `"nodes"`, `"stop"`, `"callback"` if it was closed; `None` while
    /// it runs and if all boards are done.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        match *self.state.lock().unwrap_or_else(PoisonError::into_inner) {
            State::Ended(stopped) => stopped.map(|reason| reason.name()),
            _ => None,
        }
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*exception))]
    fn __exit__(&self, exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        let _ = exception;
        self.close()
    }
}

#[pymethods]
impl PyEngine {
    /// Solves many boards, one for each thread of the engine at a time; when fewer are left, several threads
    /// share one. An iterator of `Solved`, in the order of the boards or, with `in_order=False`, as they are
    /// ready.
    ///
    /// `boards` is an iterable of boards, or an array as for `evaluate`. Of an iterator about a thousand
    /// boards are taken ahead, on the thread that reads the results; it may be slow, and it may be endless.
    /// Takes the options of `solve`: `limits` hold for each board, `total_limits` for the call.
    ///
    /// `checkpoint` is a file that records the results: a later run with it does not solve these boards
    /// again, also if this one is killed.
    ///
    /// >>> from reversi_engine import Board, Engine, Exact
    /// >>> boards = [Board("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O"),
    /// ...           Board("OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X")]
    /// >>> [solved.value for solved in Engine(hash_mib=16, threads=2).solve_many(boards)]
    /// [Exact(2), Exact(-12)]
    #[pyo3(signature = (boards, *, in_order=None, checkpoint=None, **options),
        text_signature = "($self, boards, *, in_order=True, checkpoint=None, **options)")]
    fn solve_many(
        &self,
        py: Python<'_>,
        boards: &Bound<'_, PyAny>,
        in_order: Option<&Bound<'_, PyAny>>,
        checkpoint: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PySolvedBoards> {
        let request = solve_request(options)?;
        let in_order = in_order.map_or(Ok(true), |in_order| args::flag(in_order, "in_order"))?;
        let checkpoint = checkpoint.map(|path| args::path(path, "checkpoint")).transpose()?;
        let boards = Boards::of(boards)?;
        let lease = self.lender.lend(py)?;
        let run = Run::start(lease, boards, Order::of(py, request, in_order, checkpoint)?)?;
        let name = run.name.clone();
        Ok(PySolvedBoards { state: Mutex::new(State::Runs(Box::new(run))), name })
    }
}
