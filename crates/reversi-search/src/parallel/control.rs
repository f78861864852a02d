//! Counts the nodes of a call, watches its limits, and tells its caller, for all its threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::heartbeat::Heartbeat;
use super::{Split, Team};
use crate::api::{Budget, Limits, Line, Stop, StopReason};
use crate::instant::Instant;

/// A search, or all searches of a call: the limits, and the nodes that the threads have flushed.
pub(crate) struct CallState {
    budget: Budget,
    deadline: Option<Instant>,
    /// No deadline ends the search until it is set, or the time `floor_ends`.
    floor_reached: AtomicBool,
    floor_ends: Option<Instant>,
    /// The signal in the limits of each search of a whole call: it ends the call as well.
    stop_of_each: Option<Stop>,
    stopped: OnceLock<StopReason>,
    /// The whole call, if this is one of its searches.
    whole: Option<Arc<CallState>>,
}

impl CallState {
    pub(crate) fn new(start: Instant, limits: Limits) -> Arc<CallState> {
        CallState::with(start, limits, None, None, Duration::ZERO)
    }

    /// A whole call. It ends at its own limits, and at the signal in the limits of each of its searches.
    pub(crate) fn whole_call(start: Instant, total: &Limits, of_each: &Limits) -> Arc<CallState> {
        CallState::with(start, total.clone(), of_each.stop.clone(), None, Duration::ZERO)
    }

    /// One search of a call. It ends at its own limits and at those of the call.
    pub(crate) fn part_of(whole: &Arc<CallState>, start: Instant, limits: Limits) -> Arc<CallState> {
        CallState::with(start, limits, None, Some(whole.clone()), Duration::ZERO)
    }

    /// One search of a call that owes its caller a floor, however little time it has: up to
    /// [`reach_floor`](Self::reach_floor), and for `most` of the time, no deadline ends it. All other limits
    /// do.
    pub(crate) fn part_with_floor(
        whole: &Arc<CallState>,
        start: Instant,
        limits: Limits,
        most: Duration,
    ) -> Arc<CallState> {
        CallState::with(start, limits, None, Some(whole.clone()), most)
    }

    fn with(
        start: Instant,
        mut limits: Limits,
        stop_of_each: Option<Stop>,
        whole: Option<Arc<CallState>>,
        floor: Duration,
    ) -> Arc<CallState> {
        let deadline = limits.time.and_then(|time| start.checked_add(time));
        limits.time = limits.time.filter(|_| deadline.is_some()); // a time beyond all clocks limits no share
        let budget = Budget::since(start, limits);
        let (floor_reached, floor_ends) = (AtomicBool::new(floor.is_zero()), start.checked_add(floor));
        let stopped = OnceLock::new();
        Arc::new(CallState { budget, deadline, floor_reached, floor_ends, stop_of_each, stopped, whole })
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// Returns whether the time of the search, or of its whole call, has a limit.
    pub(crate) fn is_timed(&self) -> bool {
        self.deadline.is_some() || self.whole.as_ref().is_some_and(|whole| whole.is_timed())
    }

    /// Lets deadlines end the search from now on.
    pub(crate) fn reach_floor(&self) {
        self.floor_reached.store(true, Ordering::Relaxed);
    }

    /// Returns the limit that was reached first, if one was.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.stopped.get().copied()
    }

    /// Ends the search. The whole call ends as well if the user wants it: by a signal or the callback.
    fn stop(&self, reason: StopReason) {
        self.end(reason);
        if matches!(reason, StopReason::Stop | StopReason::Callback) {
            self.whole().end(reason);
        }
    }

    fn end(&self, reason: StopReason) {
        self.stopped.get_or_init(|| reason);
    }

    /// The whole call.
    fn whole(&self) -> &CallState {
        self.whole.as_deref().unwrap_or(self)
    }

    /// The nodes that the threads have flushed.
    pub(crate) fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    fn add_nodes(&self, nodes: u64) {
        self.budget.spend(nodes);
        if let Some(whole) = &self.whole {
            whole.add_nodes(nodes);
        }
    }

    /// The nodes up to the limit.
    fn nodes_left(&self) -> u64 {
        let own = self.budget.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.nodes()));
        self.whole.as_ref().map_or(own, |whole| own.min(whole.nodes_left()))
    }

    /// Polls all limits. Returns the one that was reached first.
    pub(crate) fn poll(&self) -> Option<StopReason> {
        self.poll_for(self)
    }

    /// [`poll`](Self::poll) for a search of the call.
    fn poll_for(&self, search: &CallState) -> Option<StopReason> {
        if self.stopped().is_none()
            && let Some(reason) = self.limit_reached(search)
        {
            self.stop(reason);
        }
        self.stopped()
    }

    /// Returns whether a signal ends the call, or has ended a search of it, for the time between two
    /// searches.
    pub(crate) fn poll_signal(&self) -> bool {
        if self.is_signalled() {
            self.stop(StopReason::Stop);
            return true;
        }
        self.stopped() == Some(StopReason::Stop)
    }

    fn is_signalled(&self) -> bool {
        self.budget.limits.stop.iter().chain(&self.stop_of_each).any(Stop::is_set)
    }

    fn limit_reached(&self, search: &CallState) -> Option<StopReason> {
        if self.is_signalled() {
            Some(StopReason::Stop)
        } else if self.budget.limits.nodes.is_some_and(|limit| self.nodes() >= limit) {
            Some(StopReason::Nodes)
        } else if self.deadline.is_some_and(|deadline| search.is_ended_by(deadline)) {
            Some(StopReason::Time)
        } else {
            self.whole.as_ref().and_then(|whole| whole.poll_for(search))
        }
    }

    /// Returns whether a deadline has passed, and the search owes nothing any more.
    fn is_ended_by(&self, deadline: Instant) -> bool {
        let now = Instant::now();
        let owes_nothing = || self.floor_ends.is_some_and(|end| now >= end);
        now >= deadline && (self.floor_reached.load(Ordering::Relaxed) || owes_nothing())
    }

    /// Returns the limits of one of `searches` that are still to come: each gets an equal share of what is
    /// left.
    pub(crate) fn share(&self, searches: u32) -> Limits {
        self.budget.left().share(searches)
    }
}

/// The reason why a thread leaves a search before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Abort {
    /// The call has reached a limit, or its callback has broken it off.
    Limit,
    /// A move of a split is better than `alpha`: the search below that split is useless.
    Cut,
    /// The call is over, for all threads of the team.
    Dismissed,
}

/// The part of one thread in a call: its nodes, and whether it has to stop.
pub(crate) struct SearchControl<'a> {
    /// The nodes that this thread has counted.
    pub(crate) nodes: u64,
    /// The nodes that this thread has added to the nodes of the call.
    flushed: u64,
    /// Nodes of moves that were given up.
    given_up: u64,
    next_poll: u64,
    /// The nodes at which all limits are polled. Earlier polls look for a cut alone.
    next_limits: u64,
    abort: Option<Abort>,
    team: &'a Team,
    call: Arc<CallState>,
    /// The innermost split that the thread works at.
    split: Option<Arc<Split>>,
    /// The heartbeat of the calling thread, if the caller watches.
    heartbeat: Option<Box<Heartbeat<'a>>>,
}

/// Nodes between two polls of the limits.
const POLL_INTERVAL: u64 = 1024;

/// Nodes between two looks for a cut at a split: with 1024, sixteen threads take 1.03 to 1.09 times as long
/// (measured: lab/virtual-cores/README.md).
const CUT_INTERVAL: u64 = 128;

impl<'a> SearchControl<'a> {
    pub(crate) fn new(
        team: &'a Team,
        call: Arc<CallState>,
        heartbeat: Option<Heartbeat<'a>>,
    ) -> SearchControl<'a> {
        let heartbeat = heartbeat.map(Box::new);
        SearchControl {
            nodes: 0,
            flushed: 0,
            given_up: 0,
            next_poll: 0,
            next_limits: 0,
            abort: None,
            team,
            call,
            split: None,
            heartbeat,
        }
    }

    /// Returns whether the caller watches the progress.
    pub(crate) fn is_watched(&self) -> bool {
        self.heartbeat.is_some()
    }

    /// The lines of a complete search, for the callback. An exact one is the score of the position if the
    /// search was one of `all_moves`.
    pub(crate) fn show(&mut self, lines: Vec<Line>, all_moves: bool) -> ControlFlow<()> {
        let Some(heartbeat) = &mut self.heartbeat else { return ControlFlow::Continue(()) };
        heartbeat.set_lines(lines, all_moves);
        if heartbeat.every_search { self.beat() } else { ControlFlow::Continue(()) }
    }

    /// Tells the caller of the progress. Its `Break` ends the call, and so does a limit that was reached
    /// meanwhile: the callback may take long, or set the signal.
    fn beat(&mut self) -> ControlFlow<()> {
        self.flush();
        let Some(heartbeat) = &mut self.heartbeat else { return ControlFlow::Continue(()) };
        let whole = self.call.whole();
        let flow = self.team.call_back(|| heartbeat.beat(whole, whole.nodes()));
        if flow.is_break() {
            self.call.stop(StopReason::Callback);
        }
        if self.call.poll().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// A poll of the calling thread while it waits for another one. The search may be aborted by a cut, which
    /// the other thread has yet to notice: the caller gets the progress all the same.
    pub(super) fn poll_while_waiting(&mut self) {
        self.poll_limits();
        self.beat_if_due();
    }

    fn beat_if_due(&mut self) {
        if self.call.stopped().is_none() && self.heartbeat.as_ref().is_some_and(|beat| beat.is_due()) {
            let _ = self.beat();
        }
    }

    /// Returns whether the search is aborted, after a poll if one is due. Once true it stays true: after a
    /// cut up to the split where it happened, otherwise to the end of the call.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        self.nodes >= self.next_poll && self.poll()
    }

    /// Polls the limits now. Returns whether the search is aborted.
    pub(crate) fn must_stop_now(&mut self) -> bool {
        self.poll_limits()
    }

    /// Counts a call of the user's own evaluation. It may take any time, so it counts as many nodes towards
    /// the next poll.
    #[inline(always)]
    pub(crate) fn count_evaluation(&mut self) {
        self.next_limits = self.next_limits.saturating_sub(POLL_INTERVAL / 16);
        self.next_poll = self.next_poll.min(self.next_limits);
    }

    /// Returns whether the search was aborted at the last poll. The results of an aborted search mean
    /// nothing.
    #[inline(always)]
    pub(crate) fn aborted(&self) -> bool {
        self.abort.is_some()
    }

    pub(crate) fn team(&self) -> &'a Team {
        self.team
    }

    pub(crate) fn call(&self) -> &Arc<CallState> {
        &self.call
    }

    pub(crate) fn split(&self) -> Option<&Arc<Split>> {
        self.split.as_ref()
    }

    /// The nodes of all threads, as far as they have flushed them.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.call.nodes() + self.nodes - self.flushed
    }

    /// Moves to another split. Returns the one before.
    pub(crate) fn move_to(&mut self, split: Option<Arc<Split>>) -> Option<Arc<Split>> {
        let before = std::mem::replace(&mut self.split, split);
        if self.abort == Some(Abort::Cut) {
            self.abort = None; // the poll finds a cut of the other split
        }
        self.poll_limits();
        before
    }

    /// Returns the nodes so far, and the nodes that were given up.
    pub(super) fn mark(&self) -> (u64, u64) {
        (self.nodes, self.given_up)
    }

    /// Gives up all nodes since then.
    pub(super) fn give_up_since(&mut self, (nodes, given_up): (u64, u64)) {
        self.given_up = given_up + (self.nodes - nodes);
    }

    /// Adds the nodes of this thread to the nodes of the call.
    pub(crate) fn flush(&mut self) {
        self.call.add_nodes(self.nodes - self.flushed);
        self.flushed = self.nodes;
    }

    /// Looks for a cut, and polls the limits if that is due.
    #[cold]
    fn poll(&mut self) -> bool {
        if self.nodes >= self.next_limits || self.abort.is_some() || self.is_cut() {
            return self.poll_limits();
        }
        self.next_poll = self.next_limits.min(self.nodes + CUT_INTERVAL);
        false
    }

    #[cold]
    fn poll_limits(&mut self) -> bool {
        self.flush();
        if self.abort.is_none() {
            self.abort = self.reason_to_abort();
            if self.abort.is_none() {
                let interval = self.call.nodes_left().min(POLL_INTERVAL);
                self.next_limits = self.nodes + interval;
                let looks_for_cuts = self.split.is_some();
                self.next_poll =
                    self.nodes + if looks_for_cuts { interval.min(CUT_INTERVAL) } else { interval };
            }
        }
        self.abort.is_some() // then the next node polls again
    }

    fn is_cut(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_cut())
    }

    /// Looks at all that can end the search. Tells the caller of the progress if that is due.
    fn reason_to_abort(&mut self) -> Option<Abort> {
        if self.team.is_dismissed() {
            self.call.end(StopReason::Stop); // its result is then an interrupted one
            return Some(Abort::Dismissed);
        }
        if self.call.poll().is_none() {
            self.beat_if_due();
        }
        if self.call.stopped().is_some() {
            return Some(Abort::Limit);
        }
        self.is_cut().then_some(Abort::Cut)
    }
}

impl Drop for SearchControl<'_> {
    fn drop(&mut self) {
        if self.given_up > 0 {
            self.team.account().add(|sharing| sharing.nodes_given_up += self.given_up);
        }
    }
}
