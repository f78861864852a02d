//! Thousands of positions, one for each thread. At the end all threads share the positions that are left.

use std::collections::{BTreeMap, HashMap};
use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use reversi_bitboard::{Board, dispatch};

use super::Engine;
use super::checkpoint::{Checkpoint, CheckpointError, SolvedFile};
use super::solve::solve_window;
use crate::api::{Interrupted, Solution, SolveError, SolveRequest};
use crate::memory::ThreadMemory;
use crate::parallel::{CallState, Dismissal, SharedState, Team, each_started, start};
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
}

impl Engine {
    /// Solves many positions, as many at a time as the engine has threads; when fewer are left, several
    /// threads share one. Calls `each` on the calling thread, in the order of the positions;
    /// [`ControlFlow::Break`] ends the run.
    ///
    /// A position is taken from the iterator when a thread is ready for it, and dropped after its call of
    /// `each`. With several threads, a few dozen positions may be solved ahead of a slow `each`. A
    /// result waits for those before it: while one position takes long, the results of all later ones are
    /// kept. The limits of the request hold for each position, but a [`Stop`](crate::Stop) holds for all that
    /// are left: they come as interrupted. While the iterator blocks, the call blocks, also after a break.
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
    ) -> Result<(), SolveError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        request.checked_window()?;
        match self.solve_all(&mut boards.into_iter(), &request, None, &mut each) {
            Ok(()) => Ok(()),
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
    ) -> Result<(), CheckpointError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        let request = checkpoint.request().clone();
        self.solve_all(&mut boards.into_iter(), &request, Some(checkpoint), &mut each)
    }

    fn solve_all(
        &mut self,
        boards: &mut (dyn Iterator<Item = Board> + Send),
        request: &SolveRequest,
        checkpoint: Option<&mut Checkpoint>,
        each: &mut dyn FnMut(Solved) -> ControlFlow<()>,
    ) -> Result<(), CheckpointError> {
        let (known, file) = checkpoint.map(Checkpoint::parts).unzip();
        let queue = Queue {
            boards: Mutex::new(boards.enumerate()),
            busy: AtomicUsize::new(self.memories.len()),
            request,
            known,
        };
        let mut delivery = Delivery { file, ended: false, early: BTreeMap::new(), due: 0, each, error: None };
        let team = Team::default();
        let cpu = self.cpu;
        let (shared, memories) = self.shared_and_own(&team);
        dispatch!(cpu, l => match memories {
            [own] => queue.work(l, shared, own, &mut |answer| delivery.take(answer)),
            memories => queue.work_together(l, shared, memories, &mut |answer| delivery.take(answer)),
        });
        delivery.error.map_or(Ok(()), Err)
    }
}

/// So many answers wait for a slow caller before the threads wait: the positions may be endless. The standard
/// library cannot refuse the memory of a channel, so it has to be small (ARCHITECTURE.md).
const WAITING_ANSWERS: usize = 16;

/// A result, and whether it is new.
type Answer = (Solved, bool);

/// The positions, for all threads.
struct Queue<'a, 'b> {
    boards: Mutex<Enumerate<&'a mut (dyn Iterator<Item = Board> + Send + 'b)>>,
    /// The number of threads with a position of their own.
    busy: AtomicUsize,
    request: &'a SolveRequest,
    known: Option<&'a HashMap<Board, Solution>>,
}

impl Queue<'_, '_> {
    /// Starts a thread for each of `memories`, or fewer where the system has no more. This thread hands out
    /// the results.
    fn work_together<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        memories: &mut [ThreadMemory],
        deliver: &mut dyn FnMut(Answer) -> ControlFlow<()>,
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
            for answer in answers {
                if deliver(answer).is_break() {
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
            let team = Team::default(); // the other one is dismissed
            self.work(l, SharedState { team: &team, ..shared }, &mut memories[0], deliver);
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
        sender: SyncSender<Answer>,
    ) {
        let _dismissal = Dismissal(shared.team); // in case of a panic
        self.work(l, shared, own, &mut |answer| match sender.send(answer) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()), // the caller has panicked
        });
        drop(sender); // the channel ends with the last position, not with the help for others
        self.have_ended(1, shared.team);
        shared.help(l, own);
    }

    /// Solves positions until none is left.
    fn work<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        own: &mut ThreadMemory,
        deliver: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) {
        while let Some((index, board)) = self.next()
            && !shared.team.is_dismissed()
        {
            let known = self.known.and_then(|known| known.get(&board));
            let result = match known {
                Some(known) => Ok(known.clone()),
                None => self.solve(l, shared, own, board),
            };
            if result.is_err() && shared.team.is_dismissed() {
                break; // interrupted by the dismissal, not by a limit of the caller
            }
            if deliver((Solved { index, board, result }, known.is_none())).is_break() {
                break;
            }
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
    ) -> Result<Solution, Interrupted> {
        shared.table.start_search();
        let call = CallState::new(Instant::now(), self.request.limits.clone());
        let window = Window { alpha: self.request.alpha(), beta: self.request.beta() };
        solve_window(l, &mut shared.context(own, call), board, window)
    }
}

/// Hands out results in the order of the positions.
struct Delivery<'a> {
    file: Option<&'a mut SolvedFile>,
    /// The caller has ended the run: later results go into the file only.
    ended: bool,
    early: BTreeMap<usize, Solved>,
    due: usize,
    each: &'a mut dyn FnMut(Solved) -> ControlFlow<()>,
    /// The first error of the file.
    error: Option<CheckpointError>,
}

impl Delivery<'_> {
    fn take(&mut self, (solved, new): Answer) -> ControlFlow<()> {
        if new && self.error.is_none() {
            self.error = self.keep(&solved).err();
        }
        self.ended = self.ended || self.error.is_some() || self.hand_out(solved).is_break();
        if self.ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn keep(&mut self, solved: &Solved) -> Result<(), CheckpointError> {
        match (&mut self.file, &solved.result) {
            (Some(file), Ok(solution)) => file.add(solved.board, solution),
            _ => Ok(()),
        }
    }

    fn hand_out(&mut self, solved: Solved) -> ControlFlow<()> {
        self.early.insert(solved.index, solved);
        while let Some(solved) = self.early.remove(&self.due) {
            self.due += 1;
            (self.each)(solved)?;
        }
        ControlFlow::Continue(())
    }
}
