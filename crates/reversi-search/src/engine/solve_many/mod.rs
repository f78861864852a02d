//! Thousands of positions, one for each thread. At the end all threads share the positions that are left.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the calls |
//! | [`queue`] | the positions, taken and solved by the threads |
//! | [`delivery`] | the results on their way to the caller |

mod delivery;
mod queue;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;

use delivery::{Delivery, ManyCallback, Order, Recipient, done_only};
use queue::Queue;
use reversi_bitboard::{Board, dispatch};

use super::Engine;
use crate::api::{Event, Interrupted, ManyError, Solution, SolveRequest, StopReason};
use crate::instant::Instant;
use crate::parallel::{CallState, Team};

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
    /// The number of the position, from 0.
    pub index: usize,
    /// The position.
    pub board: Board,
    /// The solution, or the bounds that were proven when a limit was reached.
    pub result: Result<Solution, Interrupted>,
    /// `true` if the solution was on record, from an earlier run or an equal position of this one. Its nodes
    /// and its time are then those of the search that found it.
    pub stored: bool,
}

/// Solutions that are known before a run, and a place for new ones. All threads of the run use it.
#[doc(hidden)]
pub trait Archive: Sync {
    /// The solution of a position.
    fn known(&self, board: &Board) -> Option<Solution>;

    /// Takes a new solution. [`ControlFlow::Break`] ends the run.
    fn keep(&self, board: &Board, solution: &Solution) -> ControlFlow<()>;
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
    /// The [limits](SolveRequest::limits) of the request hold for each position. At a [limit of the whole
    /// call](SolveRequest::total_limits) the positions in work come as interrupted, and the call returns. A
    /// [`Stop`](crate::Stop) in either place ends the whole call with [`StopReason::Stop`], even if `each`
    /// sets it, and even with the last position. Positions that are solved by then are still handed out. A
    /// limit of time or nodes that passes while `each` runs is noticed by the next search.
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
    /// [`ManyError::InvalidWindow`] if the request's window holds no score.
    pub fn solve_many<I>(
        &mut self,
        boards: I,
        request: SolveRequest,
        mut each: impl FnMut(Solved) -> ControlFlow<()>,
    ) -> Result<Option<StopReason>, ManyError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        let callback = &mut done_only(&mut each);
        self.solve_all(&mut boards.into_iter(), &request, None, Order::OfPositions, false, callback)
    }

    /// Solves like [`solve_many`](Self::solve_many), with one callback for results and progress. It gets
    /// progress at most every [`Progress::INTERVAL`](crate::Progress::INTERVAL), also while one position
    /// takes long.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Engine, SolveRequest};
    /// use reversi_engine::search::Event;
    ///
    /// let boards = ["--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?];
    /// let mut engine = Engine::builder().hash_mib(16).threads(2).build()?;
    /// let stopped = engine.solve_many_with(boards, SolveRequest::exact(), |event| {
    ///     match event {
    ///         Event::Done(solved) => println!("{}: {}", solved.index, solved.result.unwrap().value()),
    ///         Event::Progress(progress) => println!("{} done, {} nodes", progress.done(), progress.nodes()),
    ///         _ => {}
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
    ) -> Result<Option<StopReason>, ManyError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        let order = Order::OfPositions;
        self.solve_all(&mut boards.into_iter(), &request, None, order, true, &mut callback)
    }

    /// Solves like [`solve_many_with`](Self::solve_many_with), but hands out each result at once, whatever
    /// the order of the positions: [`Solved::index`] is the index of its position. No result waits for
    /// another one, so a position that takes long delays only itself. With one thread the results come in the
    /// order of the positions.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{Engine, SolveRequest};
    /// use reversi_engine::search::Event;
    ///
    /// let boards = [
    ///     "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?,
    ///     "OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X".parse()?,
    /// ];
    /// let mut scores = [None; 2];
    /// let mut engine = Engine::builder().hash_mib(16).threads(2).build()?;
    /// engine.solve_many_as_ready(boards, SolveRequest::exact(), |event| {
    ///     if let Event::Done(solved) = event {
    ///         scores[solved.index] = solved.result.unwrap().value().exact();
    ///     }
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(scores, [Some(2), Some(-12)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`solve_many`](Self::solve_many).
    pub fn solve_many_as_ready<I>(
        &mut self,
        boards: I,
        request: SolveRequest,
        mut callback: impl FnMut(Event<'_, Solved>) -> ControlFlow<()>,
    ) -> Result<Option<StopReason>, ManyError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        self.solve_all(&mut boards.into_iter(), &request, None, Order::AsReady, true, &mut callback)
    }

    /// Solves like [`solve_many_with`](Self::solve_many_with), with an [`Archive`]: positions that it knows
    /// are not solved again, and each new solution is given to it on the thread that found it.
    ///
    /// # Errors
    /// As [`solve_many`](Self::solve_many).
    #[doc(hidden)]
    pub fn solve_many_in<I>(
        &mut self,
        archive: &dyn Archive,
        boards: I,
        request: &SolveRequest,
        mut callback: impl FnMut(Event<'_, Solved>) -> ControlFlow<()>,
    ) -> Result<Option<StopReason>, ManyError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        let order = Order::OfPositions;
        self.solve_all(&mut boards.into_iter(), request, Some(archive), order, true, &mut callback)
    }

    fn solve_all(
        &mut self,
        boards: &mut (dyn Iterator<Item = Board> + Send),
        request: &SolveRequest,
        archive: Option<&dyn Archive>,
        order: Order,
        watched: bool,
        callback: &mut ManyCallback<'_>,
    ) -> Result<Option<StopReason>, ManyError> {
        ManyError::check_window(request)?;
        let whole = CallState::whole_call(Instant::now(), &request.total_limits, &request.limits);
        let busy = AtomicUsize::new(self.memories.len());
        let queue = Queue { boards: Mutex::new(boards.enumerate()), busy, request, archive, whole: &whole };
        let mut delivery = Delivery::new(callback, watched, order);
        let team = Team::new(&self.account);
        let cpu = self.cpu;
        let (shared, memories) = self.shared_and_own(&team);
        dispatch!(cpu, l => match memories {
            [own] => queue.work(l, shared, own, &mut Recipient::Caller(&mut delivery)),
            memories => queue.work_together(l, shared, memories, &mut delivery),
        });
        whole.poll_signal(); // set while the last results were handed out
        Ok(if delivery.broken { Some(StopReason::Callback) } else { whole.stopped() })
    }
}
