//! The positions of a run, taken by its threads.
//!
//! A run is over when its team is dismissed: by the caller's break, by an archive that fails, by a panic,
//! or by the last thread that finds no position. A limit of the whole call ends each thread by itself, and
//! so does a signal.

use std::iter::Enumerate;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use reversi_bitboard::Board;

use super::delivery::{Delivery, Recipient};
use super::{Archive, Solved};
use crate::api::{Event, Interrupted, Progress, Solution, SolveRequest, StopReason};
use crate::engine::Extent;
use crate::engine::solve::solve_window;
use crate::instant::Instant;
use crate::memory::ThreadMemory;
use crate::parallel::{CallState, Dismissal, SharedState, Team, Watch, each_started, start};
use crate::tree::Window;
use crate::tree::outlined::Outlined;

/// The answers that may wait for a slow caller before the threads wait: the positions may be endless. The
/// standard library cannot refuse the memory of a channel, so it has to be small (docs/src/memory.md).
const WAITING_ANSWERS: usize = 16;

/// The positions, for all threads.
pub(super) struct Queue<'a, 'b> {
    pub(super) boards: Mutex<Enumerate<&'a mut (dyn Iterator<Item = Board> + Send + 'b)>>,
    /// The number of threads that still look for positions.
    pub(super) busy: AtomicUsize,
    pub(super) request: &'a SolveRequest,
    pub(super) archive: Option<&'a dyn Archive>,
    /// The limits and the nodes of the whole call.
    pub(super) whole: &'a Arc<CallState>,
}

impl Queue<'_, '_> {
    /// Starts a thread for each of `memories`, or fewer where the system has no more. This thread hands out
    /// the results.
    pub(super) fn work_together<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        memories: &mut [ThreadMemory],
        delivery: &mut Delivery<'_>,
    ) {
        let wanted = memories.len();
        let started = thread::scope(|scope| {
            let dismissal = Dismissal(shared.team);
            shared.team.start();
            let (sender, answers) = mpsc::sync_channel(WAITING_ANSWERS);
            let begin = |own| {
                let sender = sender.clone();
                start(scope, move || self.work_and_help(l, shared, own, sender))
            };
            let workers = each_started(memories.iter_mut().map(begin));
            drop(sender);
            let started = workers.len();
            self.retire(wanted - started, shared.team);
            delivery.receive(&answers, self.whole, shared.team);
            drop(dismissal);
            for worker in workers {
                worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            started
        });
        if started == 0 {
            let team = shared.team.again(); // the other one is dismissed
            let shared = SharedState { team: &team, ..shared };
            self.work(l, shared, &mut memories[0], &mut Recipient::Caller(delivery));
        }
    }

    /// Counts out this number of threads that stop looking for positions. The last dismisses the helpers.
    fn retire(&self, threads: usize, team: &Team) {
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
        self.retire(1, shared.team);
        shared.help(l, own);
    }

    /// Solves positions until none is left, or the run is over.
    pub(super) fn work<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        own: &mut ThreadMemory,
        recipient: &mut Recipient<'_, '_>,
    ) {
        while let Some((index, board)) = self.next()
            && !shared.team.is_dismissed()
            && self.answer(l, shared, own, index, board, recipient).is_continue()
        {}
    }

    fn next(&self) -> Option<(usize, Board)> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    /// Delivers the solution of one position. Breaks when the thread has to end.
    fn answer<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        own: &mut ThreadMemory,
        index: usize,
        board: Board,
        recipient: &mut Recipient<'_, '_>,
    ) -> ControlFlow<()> {
        let known = self.archive.and_then(|archive| archive.known(&board));
        let stored = known.is_some();
        let result = match known {
            Some(_) if self.whole.poll().is_some() => return ControlFlow::Break(()), // no search would notice
            Some(solution) => Ok(solution),
            None => self.solve(l, shared, own, board, recipient),
        };
        match (&result, self.archive) {
            (Ok(solution), Some(archive)) if !stored => {
                archive.keep(&board, solution).map_break(|()| shared.team.dismiss())?;
            }
            // Interrupted because the run is over, not by a limit.
            (Err(_), _)
                if shared.team.is_dismissed() || self.whole.stopped() == Some(StopReason::Callback) =>
            {
                return ControlFlow::Break(());
            }
            _ => {}
        }
        recipient.deliver(Solved { index, board, result, stored })?;
        // The callback may have set the signal.
        let over = self.whole.poll_signal() || self.whole.stopped().is_some();
        if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn solve<L: Outlined>(
        &self,
        l: L,
        shared: SharedState<'_>,
        own: &mut ThreadMemory,
        board: Board,
        recipient: &mut Recipient<'_, '_>,
    ) -> Result<Solution, Interrupted> {
        let extent = Extent::of_solve(board);
        shared.table.start_search(extent.long);
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
        let mut cx = shared.context(own, call, watch, extent.estimates);
        let result = solve_window(l, &mut cx, board, window);
        cx.control.flush(); // the nodes since the last poll
        result
    }
}
