use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::StopReason;

/// Limits of one call; the first that is reached ends it. None is set by default.
///
/// They are looked at about every thousand nodes: a call returns within a millisecond of its time being up.
///
/// ```
/// use std::time::Duration;
/// use reversi_search::{Limits, Stop};
///
/// let stop = Stop::new();
/// let limits = Limits::new().time(Duration::from_millis(500)).nodes(10_000_000).stop(&stop);
/// assert_eq!(limits.nodes, Some(10_000_000));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Wall-clock time from the start of the call.
    pub time: Option<Duration>,
    /// Nodes (see [`Solution::nodes`](crate::Solution::nodes)) of the call.
    pub nodes: Option<u64>,
    /// A signal from outside.
    pub stop: Option<Stop>,
}

impl Limits {
    /// No limit.
    pub fn new() -> Limits {
        Limits::default()
    }

    /// Ends the call after this time.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// Ends the call after this many nodes, or some hundreds more, thousands near the end of a game.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// Ends the call when `stop` is set, before or during it.
    #[must_use]
    pub fn stop(mut self, stop: &Stop) -> Limits {
        self.stop = Some(stop.clone());
        self
    }
}

/// A signal to end calls early, from any thread. Clones share it; it belongs to the caller, and the engine never
/// resets it.
///
/// ```
/// use reversi_search::{Engine, Limits, SolveError, SolveRequest, Stop};
/// use reversi_bitboard::Board;
///
/// let stop = Stop::new();
/// stop.set();
/// let request = SolveRequest::exact().limits(Limits::new().stop(&stop));
/// let error = Engine::builder().hash_mib(1).build()?.solve(&Board::START, request).unwrap_err();
/// assert!(matches!(error, SolveError::Interrupted(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// Two are equal if they share their signal.
impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}

impl Stop {
    /// A signal that is not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the calls that watch this signal, and those to come.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets calls run again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts nodes and watches the limits of a call.
pub(crate) struct Monitor {
    pub(crate) nodes: u64,
    next_look: u64,
    stopped: Option<StopReason>,
    deadline: Option<Instant>,
    limits: Limits,
}

/// Nodes between two looks at the clock and the stop signal.
const LOOK_INTERVAL: u64 = 1024;

impl Monitor {
    pub(crate) fn new(start: Instant, limits: Limits) -> Monitor {
        let deadline = limits.time.and_then(|time| start.checked_add(time));
        Monitor { nodes: 0, next_look: 0, stopped: None, deadline, limits }
    }

    /// Whether the search has to unwind. Once true it stays true.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        self.nodes >= self.next_look && self.look()
    }

    /// Why the search had to unwind, if it had.
    pub(crate) fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    #[cold]
    fn look(&mut self) -> bool {
        self.stopped = self.stopped.or_else(|| self.reached());
        // Who has to stop does not stop looking.
        if self.stopped.is_none() {
            let limit = self.limits.nodes.unwrap_or(u64::MAX);
            self.next_look = (self.nodes + LOOK_INTERVAL).min(limit);
        }
        self.stopped.is_some()
    }

    fn reached(&self) -> Option<StopReason> {
        match () {
            () if self.limits.stop.as_ref().is_some_and(Stop::is_set) => Some(StopReason::Stop),
            () if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) => Some(StopReason::Nodes),
            () if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) => Some(StopReason::Time),
            () => None,
        }
    }
}
