//! Counts the nodes of a call and watches its limits, for all its threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::{Split, Team};
use crate::api::{Limits, Stop, StopReason};
use crate::instant::Instant;

/// One call of the user: its limits, and the nodes that its threads have flushed.
pub(crate) struct CallState {
    pub(crate) start: Instant,
    deadline: Option<Instant>,
    limits: Limits,
    nodes: AtomicU64,
    stopped: OnceLock<StopReason>,
}

impl CallState {
    pub(crate) fn new(start: Instant, limits: Limits) -> Arc<CallState> {
        let deadline = limits.time.and_then(|time| start.checked_add(time));
        Arc::new(CallState { start, deadline, limits, nodes: AtomicU64::new(0), stopped: OnceLock::new() })
    }

    /// The limit that was reached first, if one was.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.stopped.get().copied()
    }

    fn limit_reached(&self, nodes: u64, team: &Team) -> Option<StopReason> {
        if team.is_dismissed() || self.limits.stop.as_ref().is_some_and(Stop::is_set) {
            Some(StopReason::Stop)
        } else if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            Some(StopReason::Nodes)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

/// The part of one thread in a call: its nodes, and whether it has to stop.
pub(crate) struct SearchControl<'a> {
    /// Counted by this thread.
    pub(crate) nodes: u64,
    /// The nodes that this thread has added to those of the call.
    flushed: u64,
    next_poll: u64,
    aborted: bool,
    team: &'a Team,
    call: Arc<CallState>,
    /// The innermost split that the thread works at.
    split: Option<Arc<Split>>,
}

/// Nodes between two polls of the limits.
const POLL_INTERVAL: u64 = 1024;

impl<'a> SearchControl<'a> {
    pub(crate) fn new(team: &'a Team, call: Arc<CallState>) -> SearchControl<'a> {
        SearchControl { nodes: 0, flushed: 0, next_poll: 0, aborted: false, team, call, split: None }
    }

    /// Whether the search is aborted: a limit is reached, or a cut has made its result useless. Once true it
    /// stays true up to the split where the cut happened.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        self.nodes >= self.next_poll && self.poll()
    }

    /// Counts a call of the user's own evaluation. It may take any time, so it counts as many nodes towards
    /// the next poll.
    #[inline(always)]
    pub(crate) fn count_evaluation(&mut self) {
        self.next_poll = self.next_poll.saturating_sub(POLL_INTERVAL / 16);
    }

    /// Whether the search is aborted, by the last poll. The results of an aborted search mean nothing.
    #[inline(always)]
    pub(crate) fn aborted(&self) -> bool {
        self.aborted
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
        self.call.nodes.load(Ordering::Relaxed) + self.nodes - self.flushed
    }

    /// Goes on at another split. Returns the one before.
    pub(crate) fn move_to(&mut self, split: Option<Arc<Split>>) -> Option<Arc<Split>> {
        let before = std::mem::replace(&mut self.split, split);
        self.aborted = false;
        self.poll();
        before
    }

    #[cold]
    fn poll(&mut self) -> bool {
        let new = self.nodes - self.flushed;
        let total = self.call.nodes.fetch_add(new, Ordering::Relaxed) + new;
        self.flushed = self.nodes;
        if self.aborted {
            return true; // the next node polls again
        }
        if self.call.stopped().is_none()
            && let Some(reason) = self.call.limit_reached(total, self.team)
        {
            self.call.stopped.get_or_init(|| reason);
        }
        self.aborted =
            self.call.stopped().is_some() || self.split.as_ref().is_some_and(|split| split.is_cut());
        if !self.aborted {
            let left = self.call.limits.nodes.unwrap_or(u64::MAX).saturating_sub(total);
            self.next_poll = self.nodes + left.min(POLL_INTERVAL);
        }
        self.aborted
    }
}
