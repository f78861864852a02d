//! Counts nodes and watches the limits of a call, for all threads that work on it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::StopReason;
use crate::limits::{Limits, Stop};
use crate::parallel::{Split, Team};

/// One call of the user: what its threads have counted, and whether they have to stop.
pub(crate) struct Call {
    pub(crate) start: Instant,
    deadline: Option<Instant>,
    limits: Limits,
    nodes: AtomicU64,
    stopped: OnceLock<StopReason>,
}

impl Call {
    pub(crate) fn new(start: Instant, limits: Limits) -> Arc<Call> {
        let deadline = limits.time.and_then(|time| start.checked_add(time));
        Arc::new(Call { start, deadline, limits, nodes: AtomicU64::new(0), stopped: OnceLock::new() })
    }

    /// The limit that was reached first, if one was.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.stopped.get().copied()
    }

    fn reached(&self, nodes: u64, team: &Team) -> Option<StopReason> {
        match () {
            () if team.is_dismissed() => Some(StopReason::Stop),
            () if self.limits.stop.as_ref().is_some_and(Stop::is_set) => Some(StopReason::Stop),
            () if self.limits.nodes.is_some_and(|limit| nodes >= limit) => Some(StopReason::Nodes),
            () if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) => Some(StopReason::Time),
            () => None,
        }
    }
}

/// One thread's part in a call.
pub(crate) struct Monitor<'a> {
    /// Counted by this thread.
    pub(crate) nodes: u64,
    /// How many of them the call knows of.
    told: u64,
    next_look: u64,
    unwinding: bool,
    team: &'a Team,
    call: Arc<Call>,
    /// The innermost split point that the thread works at.
    split: Option<Arc<Split>>,
}

/// Nodes between two looks at the clock and the stop signal.
const LOOK_INTERVAL: u64 = 1024;

impl<'a> Monitor<'a> {
    pub(crate) fn new(team: &'a Team, call: Arc<Call>) -> Monitor<'a> {
        Monitor { nodes: 0, told: 0, next_look: 0, unwinding: false, team, call, split: None }
    }

    /// Whether the search has to unwind, because of a limit or because nobody needs its result any more. Once true it
    /// stays true, up to the split point where that ends.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        self.nodes >= self.next_look && self.look()
    }

    /// An evaluation of the user's own, which may take any time, brings the next look nearer, as many nodes do.
    #[inline(always)]
    pub(crate) fn count_evaluation(&mut self) {
        self.next_look = self.next_look.saturating_sub(LOOK_INTERVAL / 16);
    }

    /// Whether the search unwinds: then its results mean nothing.
    #[inline(always)]
    pub(crate) fn unwinding(&self) -> bool {
        self.unwinding
    }

    pub(crate) fn team(&self) -> &'a Team {
        self.team
    }

    pub(crate) fn call(&self) -> &Arc<Call> {
        &self.call
    }

    pub(crate) fn split(&self) -> Option<&Arc<Split>> {
        self.split.as_ref()
    }

    /// Nodes of all threads, as far as they have told.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.call.nodes.load(Ordering::Relaxed) + self.nodes - self.told
    }

    /// Goes on at another split point, and says where it was.
    pub(crate) fn move_to(&mut self, split: Option<Arc<Split>>) -> Option<Arc<Split>> {
        let before = std::mem::replace(&mut self.split, split);
        self.unwinding = false;
        self.look();
        before
    }

    #[cold]
    fn look(&mut self) -> bool {
        let new = self.nodes - self.told;
        let total = self.call.nodes.fetch_add(new, Ordering::Relaxed) + new;
        self.told = self.nodes;
        if self.unwinding {
            return true; // and does not stop looking
        }
        if self.call.stopped().is_none()
            && let Some(reason) = self.call.reached(total, self.team)
        {
            self.call.stopped.get_or_init(|| reason);
        }
        self.unwinding =
            self.call.stopped().is_some() || self.split.as_ref().is_some_and(|split| split.is_pointless());
        if !self.unwinding {
            let left = self.call.limits.nodes.unwrap_or(u64::MAX).saturating_sub(total);
            self.next_look = self.nodes + left.min(LOOK_INTERVAL);
        }
        self.unwinding
    }
}
