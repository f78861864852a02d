//! Thousands of positions, one a thread, and at the end all threads on those that are left.

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

use crate::checkpoint::SolvedFile;
use crate::local_table::LocalTable;
use crate::midgame::{Points, Window};
use crate::monitor::Call;
use crate::parallel::{Dismissal, Shared, Team, start};
use crate::solve::answer;
use crate::{Checkpoint, CheckpointError, Engine, Interrupted, Solution, SolveError, SolveRequest};

/// What [`Engine::solve_many`] has found out about one of its positions.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_search::{Engine, SolveRequest};
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
    /// What is proven about it.
    pub result: Result<Solution, Interrupted>,
}

impl Engine {
    /// Solves many positions, as many at a time as the engine has threads; when fewer are left, several threads share
    /// one. Tells about each in the order in which they come, on the calling thread; [`ControlFlow::Break`] ends it.
    ///
    /// Positions are taken from the iterator when a thread is ready for them, and forgotten when they have been told
    /// about. With several threads some hundreds may be ahead of a slow `each`, and what is found early waits for those
    /// before it: while one position takes long, the answers to all that were solved after it are kept. The limits of the
    /// request hold for each of them, but a [`Stop`](crate::Stop) for all that are left: they come as interrupted. An iterator
    /// that waits for its next position keeps the call waiting, after a break as well.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_search::{Engine, SolveRequest};
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
            Err(error) => unreachable!("without a file nothing can go wrong: {error}"),
        }
    }

    /// The same, going on where a [`Checkpoint`] says that an earlier run has ended: what is in it need not be solved
    /// again, and what is solved now is added, also what is not told about any more after a [`ControlFlow::Break`]. The
    /// limits are those of the request it was opened with.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_search::{Checkpoint, Engine, SolveRequest};
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
            busy: AtomicUsize::new(self.locals.len()),
            request,
            known,
        };
        let mut delivery = Delivery { file, ended: false, early: BTreeMap::new(), due: 0, each, error: None };
        let team = Team::default();
        let shared = Shared {
            table: &self.table,
            tables: self.weights.tables(),
            evaluator: self.evaluator.as_deref(),
            team: &team,
        };
        dispatch!(self.cpu, l => match &mut self.locals[..] {
            [own] => queue.work(l, shared, own, &mut |answer| delivery.take(answer)),
            locals => queue.work_together(l, shared, locals, &mut |answer| delivery.take(answer)),
        });
        delivery.error.map_or(Ok(()), Err)
    }
}

/// So many answers wait for a caller who is slow, then the threads do: positions may have no end.
const WAITING_ANSWERS: usize = 256;

/// An answer, and whether it is new.
type Answer = (Solved, bool);

/// Where the threads get their positions from.
struct Queue<'a, 'b> {
    boards: Mutex<Enumerate<&'a mut (dyn Iterator<Item = Board> + Send + 'b)>>,
    /// Threads with a position of their own.
    busy: AtomicUsize,
    request: &'a SolveRequest,
    known: Option<&'a HashMap<Board, Solution>>,
}

impl Queue<'_, '_> {
    /// A thread for each of `locals`, or as many as there are to be had; this one hands out what they find.
    fn work_together<L: Points>(
        &self,
        l: L,
        shared: Shared<'_>,
        locals: &mut [LocalTable],
        tell: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) {
        let wanted = locals.len();
        let alone = thread::scope(|scope| {
            let dismissal = Dismissal(shared.team);
            let (sender, answers) = mpsc::sync_channel(WAITING_ANSWERS);
            let begin = |local| {
                let sender = sender.clone();
                start(scope, move || self.work_and_help(l, shared, local, sender))
            };
            let workers: Vec<_> = locals.iter_mut().map_while(begin).collect();
            drop(sender);
            self.have_ended(wanted - workers.len(), shared.team);
            for answer in answers {
                if tell(answer).is_break() {
                    shared.team.dismiss(); // and listens to those who are just done
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
            self.work(l, Shared { team: &team, ..shared }, &mut locals[0], tell);
        }
    }

    /// So many threads have no position of their own any more.
    fn have_ended(&self, threads: usize, team: &Team) {
        if self.busy.fetch_sub(threads, Ordering::Relaxed) == threads {
            team.dismiss();
        }
    }

    /// Solves positions, and when there are no more helps the other threads until they are done.
    fn work_and_help<L: Points>(
        &self,
        l: L,
        shared: Shared<'_>,
        local: &mut LocalTable,
        sender: SyncSender<Answer>,
    ) {
        let _dismissal = Dismissal(shared.team); // in case of a panic
        self.work(l, shared, local, &mut |answer| match sender.send(answer) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()), // the caller panics
        });
        drop(sender); // the answers end with the last position, not with the help for others
        self.have_ended(1, shared.team);
        shared.help(l, local);
    }

    /// Takes positions and tells about them until none is left.
    fn work<L: Points>(
        &self,
        l: L,
        shared: Shared<'_>,
        local: &mut LocalTable,
        tell: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) {
        while let Some((index, board)) = self.next()
            && !shared.team.is_dismissed()
        {
            let known = self.known.and_then(|known| known.get(&board));
            let result = match known {
                Some(known) => Ok(known.clone()),
                None => self.solve(l, shared, local, board),
            };
            if result.is_err() && shared.team.is_dismissed() {
                break; // interrupted by that, not by what the caller knows of
            }
            if tell((Solved { index, board, result }, known.is_none())).is_break() {
                break;
            }
        }
    }

    fn next(&self) -> Option<(usize, Board)> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn solve<L: Points>(
        &self,
        l: L,
        shared: Shared<'_>,
        local: &mut LocalTable,
        board: Board,
    ) -> Result<Solution, Interrupted> {
        shared.table.start_search();
        let call = Call::new(Instant::now(), self.request.limits.clone());
        let window = Window { alpha: self.request.alpha(), beta: self.request.beta() };
        answer(l, &mut shared.context(local, call), board, window)
    }
}

/// Hands out answers in the order of the positions.
struct Delivery<'a> {
    file: Option<&'a mut SolvedFile>,
    /// The caller has had enough: what still comes goes into the file only.
    ended: bool,
    early: BTreeMap<usize, Solved>,
    due: usize,
    each: &'a mut dyn FnMut(Solved) -> ControlFlow<()>,
    /// What went wrong with the file.
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
