//! Thousands of positions, as an iterator.
//!
//! The iterator gives the thread of the run boards, and takes results, both through channels.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::mpsc::{self, SyncSender, TrySendError};
use std::sync::{Mutex, MutexGuard, PoisonError};
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
use super::lease::{Lease, Name};
use super::results::{Next, Results};
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

/// The results that wait for their delivery.
struct Delivery {
    waiting: Vec<Solved>,
    last: Instant,
}

impl Delivery {
    /// Keeps a result, and delivers all of them if the last delivery is long ago.
    fn event(
        &mut self,
        event: Event<'_, Solved>,
        deliver: &mut dyn FnMut(Vec<Solved>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if let Event::Done(solved) = event {
            self.waiting.push(solved);
        }
        if self.last.elapsed() < DELIVERY_INTERVAL {
            return ControlFlow::Continue(());
        }
        self.last = Instant::now();
        if self.waiting.is_empty() {
            ControlFlow::Continue(())
        } else {
            deliver(std::mem::take(&mut self.waiting))
        }
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

/// Starts the run on the engine.
fn start(
    mut lease: Lease,
    boards: impl Iterator<Item = Board> + Send + 'static,
    order: Order,
) -> PyResult<SolvedResults> {
    Results::start(DELIVERIES_AHEAD, move |shared, deliver| {
        let mut delivery = Delivery { waiting: Vec::new(), last: Instant::now() };
        let each = |event: Event<'_, Solved>| {
            shared.flow()?;
            delivery.event(event, deliver)
        };
        let ended = match order {
            Order::OfBoards(request) => lease.solve_many_with(boards, request, each).map_err(RunError::from),
            Order::AsReady(request) => {
                lease.solve_many_as_ready(boards, request, each).map_err(RunError::from)
            }
            Order::Recorded(checkpoint) => checkpoint.solve_many(&mut lease, boards, each),
        };
        let _ = deliver(delivery.waiting);
        ended // the engine is free before the iterator meets the end
    })
}

/// The results, delivered together, and the limit that has ended the run.
type SolvedResults = Results<Vec<Solved>, Option<StopReason>>;

/// The reader of a run: the boards that it gives, and the results that it has taken.
#[derive(Default)]
struct Reader {
    /// The iterator of boards and where they go, until it ends.
    feed: Option<(Py<PyIterator>, SyncSender<Board>)>,
    /// The boards that were taken from the iterator.
    fed: usize,
    /// One that was taken when the threads had enough.
    spare: Option<Board>,
    /// The exception of the iterator. It is raised after the results of the boards before it.
    failure: Option<PyErr>,
    ready: VecDeque<Solved>,
    /// The results that were handed out since boards were last taken from the iterator.
    handed_out: usize,
    /// The limit that has ended the run.
    stopped: Option<StopReason>,
}

impl Reader {
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
    /// be slow. Without one, boards are taken until a result is ready or the threads have enough.
    fn next(&mut self, py: Python<'_>, results: &SolvedResults) -> PyResult<Option<Solved>> {
        loop {
            if let Some(solved) = self.ready.pop_front() {
                self.handed_out += 1;
                if self.handed_out >= RESULTS_BEFORE_BOARDS {
                    self.handed_out = 0;
                    let begin = Instant::now();
                    while begin.elapsed() < DELIVERY_INTERVAL && self.feed(py) {}
                }
                return Ok(Some(solved));
            }
            let next = results.next(py, |py| {
                self.handed_out = 0;
                self.feed(py)
            });
            match next {
                Ok(Next::Result(delivery)) => self.ready.extend(delivery),
                Ok(Next::Ended(ended)) => {
                    self.failure.take().map_or(Ok(()), Err)?;
                    self.stopped = ended.map_err(|error| run_error(&error))?;
                    return Ok(None);
                }
                Ok(Next::Nothing) => return Ok(None),
                Err(error) => {
                    self.close(py, results);
                    return Err(error);
                }
            }
        }
    }

    fn close(&mut self, py: Python<'_>, results: &SolvedResults) {
        if !results.is_of_another_process() {
            self.feed = None; // the run waits for no board
            self.ready.clear();
            if results.close(py) {
                self.stopped = Some(StopReason::Callback);
            }
        }
    }
}

fn next_board(iterator: &Bound<'_, PyIterator>, index: usize) -> Option<PyResult<Board>> {
    let item = iterator.clone().next()?;
    Some(item.and_then(|item| args::board_of(index, &item)))
}

/// The results of `Engine.solve_many`, as they come. A loop that is left early needs `close`, or `with`, to
/// have the engine free at once. Until its end the engine is busy for the thread that reads it, which need
/// not be the one that made it; other threads wait.
#[pyclass(frozen, module = "reversi_engine", name = "SolvedBoards")]
pub(crate) struct PySolvedBoards {
    /// `None` while a thread waits for its next result.
    reader: Mutex<Option<Box<Reader>>>,
    results: SolvedResults,
    name: Name,
}

impl PySolvedBoards {
    /// Locks the reader for a moment: no other lock is waited for meanwhile.
    fn lock(&self) -> MutexGuard<'_, Option<Box<Reader>>> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the reader for a call, which may run code of Python.
    fn with_reader<R>(&self, call: impl FnOnce(&mut Reader) -> R) -> PyResult<R> {
        self.results.check_process()?;
        let busy = || Class::Busy.with_code("busy", "another thread waits for a result of this run");
        let taken = self.lock().take();
        let mut reader = taken.ok_or_else(busy)?;
        let result = call(&mut reader);
        *self.lock() = Some(reader);
        Ok(result)
    }
}

impl Drop for PySolvedBoards {
    fn drop(&mut self) {
        if self.results.is_of_another_process() {
            // The channel may be locked for ever by a thread that is not there.
            std::mem::forget(self.lock().take());
        }
        self.name.remove(); // the run ends within some milliseconds, and until then the engine is waited for
    }
}

#[pymethods]
impl PySolvedBoards {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PySolved>> {
        let next = |reader: &mut Reader| {
            self.name.move_here();
            reader.next(py, &self.results)
        };
        Ok(self.with_reader(next)??.map(PySolved::of))
    }

    /// Ends the run. The engine is free within some milliseconds; the next call waits for it.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if self.results.is_of_another_process() {
            return Ok(()); // nothing runs here
        }
        self.with_reader(|reader| reader.close(py, &self.results))
    }

    /// The limit that ended the run: `"time"`, `"nodes"`, `"stop"`, `"callback"` if it was closed; `None`
    /// while it runs and if all boards are done.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.lock().as_ref().and_then(|reader| reader.stopped).map(StopReason::name)
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*exception))]
    fn __exit__(&self, py: Python<'_>, exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        let _ = exception;
        self.close(py)
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
        let (name, order) = (lease.name(), Order::of(py, request, in_order, checkpoint)?);
        let (feed, results) = match boards {
            Boards::Known(boards) => (None, start(lease, boards.into_iter(), order)?),
            Boards::Iterator(iterator) => {
                let (sender, boards) = mpsc::sync_channel(BOARDS_AHEAD);
                (Some((iterator, sender)), start(lease, boards.into_iter(), order)?)
            }
        };
        let reader = Box::new(Reader { feed, ..Reader::default() });
        Ok(PySolvedBoards { reader: Mutex::new(Some(reader)), results, name })
    }
}
