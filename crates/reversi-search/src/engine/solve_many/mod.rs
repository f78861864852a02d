//! Thousands of positions, one for each thread. At the end all threads share the positions that are left.

use std::collections::{BTreeMap, HashMap};
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use reversi_bitboard::{Board, dispatch};

use super::Engine;
use super::checkpoint::{Checkpoint, CheckpointError, SolvedFile};
use super::solve::solve_window;
use crate::api::{Event, Interrupted, Progress, Solution, SolveError, SolveRequest, StopReason, Value};
use crate::instant::Instant;
use crate::memory::ThreadMemory;
use crate::parallel::{CallState, Dismissal, SharedState, Team, Watch, each_started, start};
use crate::tree::Window;
use crate::tree::outlined::Outlined;

/// The result of [`Engine::solve_many`] for one of its positions.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::{Engine, SolveRequest};
///
/// let boards = ["OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?];
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// engine.solve_many(boards, SolveRequest::exact(), |solved| {
///     match solved.result {
///         Ok(solution) => println!("{}: {} is worth {}", solved.index, solved.board, solution.value()),
///         Err(interrupted) => println!("{}: {interrupted}", solved.index),
///     }
///     ControlFlow::Continue(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// Its number, from 0.
    pub index: usize,
    /// The position.
    pub board: Board,
    /// Its solution, or the bounds that were proven when a limit was reached.
    pub result: Result<Solution, Interrupted>,
    /// Whether the solution was in the [`Checkpoint`] before the run. Then its nodes and its time are those
    /// of an earlier run.
    pub stored: bool,
}

impl Engine {
    /// Solves many positions, as many at a time as the engine has threads; when fewer are left, several
    /// threads share one. Calls `each` on the calling thread, in the order of the positions;
    /// [`ControlFlow::Break`] ends the run. Returns `None` when all positions are done, otherwise why it
    /// ended earlier.
    ///
    /// A position is taken from the iterator when a thread is ready for it, and dropped after its call of
    /// `each`. With several threads, a few dozen positions may be solved ahead of a slow `each`. A
    /// result waits for those before it: while one position takes long, the results of all later ones are
    /// kept. While the iterator blocks, the call blocks, also after a break.
    ///
    /// The [limits](SolveRequest::limits) of the request hold for each position, but a [`Stop`](crate::Stop)
    /// holds for all that are left: they come as interrupted. At a [limit of the whole
    /// call](SolveRequest::total_limits) the positions in work come as interrupted, and the call returns. A
    /// limit that passes while `each` runs is noticed by the next search.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Engine, SolveRequest};
    ///
    /// let boards = [
    ///     "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?,
    ///     "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?,
    /// ];
    /// let mut engine = Engine::builder().hash_mib(16).threads(2).build()?;
    /// let mut scores = Vec::new();
    /// engine.solve_many(boards, SolveRequest::exact(), |solved| match solved.result {
    ///     Ok(solution) => {
    ///         scores.push(solution.value().exact());
    ///         ControlFlow::Continue(())
    ///     }
    ///     Err(_) => ControlFlow::Break(()),
    /// })?;
    /// assert_eq!(scores, [Some(-12), Some(2)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError::InvalidWindow`] if the request's window holds no score.
    pub fn solve_many<I>(
        &mut self,
        boards: I,
        request: SolveRequest,
        mut each: impl FnMut(Solved) -> ControlFlow<()>,
    ) -> Result<Option<StopReason>, SolveError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        self.solve_without_file(&mut boards.into_iter(), &request, false, &mut done_only(&mut each))
    }

    /// [`solve_many`](Self::solve_many) with one callback for results and progress. It gets a progress every
    /// [`Progress::INTERVAL`] at most, also while one position takes long.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Engine, Event, SolveRequest};
    ///
    /// let boards = ["--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?];
    /// let mut engine = Engine::builder().hash_mib(16).threads(2).build()?;
    /// let stopped = engine.solve_many_with(boards, SolveRequest::exact(), |event| {
    ///     match event {
    ///         Event::Done(solved) => println!("{}: {}", solved.index, solved.result.unwrap().value()),
    ///         Event::Progress(progress) => println!("{} done, {} nodes", progress.done(), progress.nodes()),
    ///     }
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(stopped, None); // all are done
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`solve_many`](Self::solve_many).
    pub fn solve_many_with<I>(
        &mut self,
        boards: I,
        request: SolveRequest,
        mut callback: impl FnMut(Event<'_, Solved>) -> ControlFlow<()>,
    ) -> Result<Option<StopReason>, SolveError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        self.solve_without_file(&mut boards.into_iter(), &request, true, &mut callback)
    }

    fn solve_without_file(
        &mut self,
        boards: &mut (dyn Iterator<Item = Board> + Send),
        request: &SolveRequest,
        watched: bool,
        callback: &mut ManyCallback<'_>,
    ) -> Result<Option<StopReason>, SolveError> {
        request.checked_window()?;
        match self.solve_all(boards, request, None, watched, callback) {
            Ok(stopped) => Ok(stopped),
            Err(error) => unreachable!("no file, no error: {error}"),
        }
    }

    /// [`solve_many`](Self::solve_many) that continues an earlier run: positions in the [`Checkpoint`] are
    /// not solved again, and new solutions are added to it, also those that come too late for `each` after a
    /// [`ControlFlow::Break`]. The request is the one that the checkpoint was opened with.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Checkpoint, Engine, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-many-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.solved");
    /// let boards = ["--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?];
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// for _ in 0..2 {
    ///     let mut checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
    ///     engine.resume_many(&mut checkpoint, boards, |solved| {
    ///         println!("{}", solved.result.unwrap().value()); // the second time from the file
    ///         ControlFlow::Continue(())
    ///     })?;
    /// }
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be written.
    pub fn resume_many<I>(
        &mut self,
        checkpoint: &mut Checkpoint,
        boards: I,
        mut each: impl FnMut(Solved) -> ControlFlow<()>,
    ) -> Result<Option<StopReason>, CheckpointError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        let request = checkpoint.request().clone();
        let callback = &mut done_only(&mut each);
        self.solve_all(&mut boards.into_iter(), &request, Some(checkpoint), false, callback)
    }

    /// [`resume_many`](Self::resume_many) with one callback for results and progress, as
    /// [`solve_many_with`](Self::solve_many_with) has.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Checkpoint, Engine, Event, SolveRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-many-with-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.solved");
    /// let boards = ["--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?];
    /// let mut engine = Engine::builder().hash_mib(16).build()?;
    /// let mut checkpoint = Checkpoint::open(&path, SolveRequest::exact())?;
    /// engine.resume_many_with(&mut checkpoint, boards, |event| {
    ///     if let Event::Done(solved) = event {
    ///         println!("{}", solved.result.unwrap().value());
    ///     }
    ///     ControlFlow::Continue(())
    /// })?;
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`resume_many`](Self::resume_many).
    pub fn resume_many_with<I>(
        &mut self,
        checkpoint: &mut Checkpoint,
        boards: I,
        mut callback: impl FnMut(Event<'_, Solved>) -> ControlFlow<()>,
    ) -> Result<Option<StopReason>, CheckpointError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        let request = checkpoint.request().clone();
        self.solve_all(&mut boards.into_iter(), &request, Some(checkpoint), true, &mut callback)
    }

    fn solve_all(
        &mut self,
        boards: &mut (dyn Iterator<Item = Board> + Send),
        request: &SolveRequest,
        checkpoint: Option<&mut Checkpoint>,
        watched: bool,
        callback: &mut ManyCallback<'_>,
    ) -> Result<Option<StopReason>, CheckpointError> {
        let (known, file) = checkpoint.map(Checkpoint::parts).unzip();
        let whole = CallState::new(Instant::now(), request.total_limits.clone());
        let queue = Queue {
            boards: Mutex::new(boards.enumerate()),
            busy: AtomicUsize::new(self.memories.len()),
            request,
            known,
            file: file.map(|file| Mutex::new(KeptFile { file, error: None })),
            whole: &whole,
        };
        let mut delivery = Delivery {
            ended: false,
            early: BTreeMap::new(),
            due: 0,
            done: 0,
            callback,
            watched,
            next_beat: Instant::now() + Progress::INTERVAL,
        };
        let team = Team::new(&self.account);
        let cpu = self.cpu;
        let (shared, memories) = self.shared_and_own(&team);
        dispatch!(cpu, l => match memories {
            [own] => queue.work(l, shared, own, &mut Recipient::Caller(&mut delivery)),
            memories => queue.work_together(l, shared, memories, &mut delivery),
        });
        match queue.file.map(|file| file.into_inner().unwrap_or_else(PoisonError::into_inner)) {
            Some(KeptFile { error: Some(error), .. }) => return Err(error),
            Some(KeptFile { file, error: None }) => file.end_run()?,
            None => {}
        }
        Ok(if delivery.ended { Some(StopReason::Callback) } else { whole.stopped() })
    }
}

/// A callback for results and progress.
type ManyCallback<'a> = dyn FnMut(Event<'_, Solved>) -> ControlFlow<()> + 'a;

/// The callback of a call that is not watched.
fn done_only(
    each: &mut impl FnMut(Solved) -> ControlFlow<()>,
) -> impl FnMut(Event<'_, Solved>) -> ControlFlow<()> {
    |event| match event {
        Event::Done(solved) => each(solved),
        Event::Progress(_) => ControlFlow::Continue(()),
    }
}

/// So many answers wait for a slow caller before the threads wait: the positions may be endless. The standard
/// library cannot refuse the memory of a channel, so it has to be small (ARCHITECTURE.md).
const WAITING_ANSWERS: usize = 16;

/// The positions, for all threads.
struct Queue<'a, 'b> {
    boards: Mutex<Enumerate<&'a mut (dyn Iterator<Item = Board> + Send + 'b)>>,
    /// The number of threads with a position of their own.
    busy: AtomicUsize,
    request: &'a SolveRequest,
    known: Option<&'a HashMap<Board, Solution>>,
    file: Option<Mutex<KeptFile<'a>>>,
    /// The limits and the nodes of the whole call.
    whole: &'a Arc<CallState>,
}

/// The file of a checkpoint. Each thread writes its solutions: a slow caller does not hold them up.
struct KeptFile<'a> {
    file: &'a mut SolvedFile,
    /// The first error. It ends the run.
    error: Option<CheckpointError>,
}

impl KeptFile<'_> {
    fn add(&mut self, board: Board, solution: &Solution) -> ControlFlow<()> {
        if self.error.is_none() {
            self.error = self.file.add(board, solution).err();
        }
        if self.error.is_none() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Queue<'_, '_> {
    /// Starts a thread for each of `memories`, or fewer where the system has no more. This thread hands out
    /// the results.
    fn work_together<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        memories: &mut [ThreadMemory],
        delivery: &mut Delivery<'_>,
    ) {
        let wanted = memories.len();
        let alone = thread::scope(|scope| {
            let dismissal = Dismissal(shared.team);
            let (sender, answers) = mpsc::sync_channel(WAITING_ANSWERS);
            let begin = |own| {
                let sender = sender.clone();
                start(scope, move || self.work_and_help(l, shared, own, sender))
            };
            let workers = each_started(memories.iter_mut().map(begin));
            drop(sender);
            self.have_ended(wanted - workers.len(), shared.team);
            loop {
                let flow = match delivery.wait(&answers) {
                    Ok(answer) => delivery.take(answer),
                    Err(RecvTimeoutError::Timeout) => delivery.beat(self.whole),
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if flow.is_break() {
                    shared.team.dismiss(); // and take the results that are on their way
                }
            }
            drop(dismissal);
            let alone = workers.is_empty();
            for worker in workers {
                worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            alone
        });
        if alone {
            let team = shared.team.again(); // the other one is dismissed
            let shared = SharedState { team: &team, ..shared };
            self.work(l, shared, &mut memories[0], &mut Recipient::Caller(delivery));
        }
    }

    /// So many threads have run out of positions.
    fn have_ended(&self, threads: usize, team: &Team) {
        if self.busy.fetch_sub(threads, Ordering::Relaxed) == threads {
            team.dismiss();
        }
    }

    /// Solves positions. When none is left, helps the other threads until they are done.
    fn work_and_help<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        own: &mut ThreadMemory,
        sender: SyncSender<Solved>,
    ) {
        let _dismissal = Dismissal(shared.team); // in case of a panic
        self.work(l, shared, own, &mut Recipient::Thread(sender));
        // The channel has ended with the last position, not with the help for others.
        self.have_ended(1, shared.team);
        shared.help(l, own);
    }

    /// Solves positions until none is left.
    fn work<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        own: &mut ThreadMemory,
        recipient: &mut Recipient<'_, '_>,
    ) {
        while let Some((index, board)) = self.next()
            && !shared.team.is_dismissed()
        {
            let stored = self.known.and_then(|known| known.get(&board));
            if stored.is_some() && self.whole.poll().is_some() {
                break; // no search would notice
            }
            let result = match stored {
                Some(solution) => Ok(solution.clone()),
                None => self.solve(l, shared, own, board, recipient),
            };
            let ended = shared.team.is_dismissed() || self.whole.stopped() == Some(StopReason::Callback);
            if result.is_err() && ended {
                break; // interrupted by the callback, not by a limit
            }
            let solved = Solved { index, board, result, stored: stored.is_some() };
            if self.keep(&solved).is_break() {
                shared.team.dismiss();
                break;
            }
            if recipient.deliver(solved).is_break() || self.whole.stopped().is_some() {
                break;
            }
        }
    }

    /// Writes a new solution into the checkpoint.
    fn keep(&self, solved: &Solved) -> ControlFlow<()> {
        match (&self.file, &solved.result) {
            (Some(file), Ok(solution)) if !solved.stored => {
                file.lock().unwrap_or_else(PoisonError::into_inner).add(solved.board, solution)
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn next(&self) -> Option<(usize, Board)> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn solve<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        own: &mut ThreadMemory,
        board: Board,
        recipient: &mut Recipient<'_, '_>,
    ) -> Result<Solution, Interrupted> {
        shared.table.start_search();
        let call = CallState::part_of(self.whole, Instant::now(), self.request.limits.clone());
        let window = Window { alpha: self.request.alpha(), beta: self.request.beta() };
        let mut progress;
        let watch = match recipient {
            Recipient::Caller(Delivery { watched: true, callback, done, .. }) => {
                progress = |progress: &Progress<'_>| callback(Event::Progress(progress));
                Some(Watch { callback: &mut progress, board, done: *done, every_search: false })
            }
            _ => None,
        };
        let mut cx = shared.context(own, call, watch);
        let result = solve_window(l, &mut cx, board, window);
        cx.control.flush(); // the nodes since the last poll
        result
    }
}

/// Where a thread sends its results.
enum Recipient<'a, 'b> {
    /// The thread is that of the caller.
    Caller(&'a mut Delivery<'b>),
    Thread(SyncSender<Solved>),
}

impl Recipient<'_, '_> {
    fn deliver(&mut self, solved: Solved) -> ControlFlow<()> {
        match self {
            Recipient::Caller(delivery) => delivery.take(solved),
            Recipient::Thread(sender) if sender.send(solved).is_ok() => ControlFlow::Continue(()),
            Recipient::Thread(_) => ControlFlow::Break(()), // the caller has panicked
        }
    }
}

/// Hands out results in the order of the positions.
struct Delivery<'a> {
    /// The caller has ended the run: later results are dropped.
    ended: bool,
    early: BTreeMap<usize, Solved>,
    due: usize,
    /// The number of results.
    done: usize,
    callback: &'a mut ManyCallback<'a>,
    /// Whether the callback gets a progress as well.
    watched: bool,
    next_beat: Instant,
}

impl Delivery<'_> {
    /// Waits for a result. If the call is watched, the wait ends when a beat is due.
    fn wait(&self, answers: &Receiver<Solved>) -> Result<Solved, RecvTimeoutError> {
        if !self.watched || self.ended {
            return answers.recv().map_err(RecvTimeoutError::from);
        }
        match self.next_beat.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(RecvTimeoutError::Timeout),
            left => answers.recv_timeout(left),
        }
    }

    fn beat(&mut self, whole: &CallState) -> ControlFlow<()> {
        let progress = Progress {
            nodes: whole.nodes(),
            elapsed: whole.start.elapsed(),
            bounds: Value::between(-64, 64), // the threads work on several positions
            lines: &[],
            done: self.done,
        };
        let flow = (self.callback)(Event::Progress(&progress));
        self.ended = flow.is_break();
        self.next_beat = Instant::now() + Progress::INTERVAL;
        flow
    }

    fn take(&mut self, solved: Solved) -> ControlFlow<()> {
        self.done += 1;
        self.ended = self.ended || self.hand_out(solved).is_break();
        if self.ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn hand_out(&mut self, solved: Solved) -> ControlFlow<()> {
        self.early.insert(solved.index, solved);
        while let Some(solved) = self.early.remove(&self.due) {
            self.due += 1;
            (self.callback)(Event::Done(solved))?;
        }
        ControlFlow::Continue(())
    }
}
