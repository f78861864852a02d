//! Limits of a call, what is left of them after a part of the work, and the limit that ended it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use reversi_fields::{Fields, Kind, names, objects, surface};

use crate::instant::Instant;

surface! {
    /// Limits of a search, or of a whole call. The first limit that is reached ends it. No limit is set by
    /// default.
    ///
    /// A call on one position is one search. [`Engine::solve_many`](crate::Engine::solve_many) and
    /// [`Engine::analyze_game`](crate::Engine::analyze_game) search many: a request has limits for each
    /// position and limits for the whole call. A [`Stop`] ends the whole call in either of them.
    ///
    /// A search polls its limits about every thousand nodes: a call returns within a millisecond of its time
    /// limit. With a slow [evaluation of your own](crate::EngineBuilder::evaluator) it takes longer, because
    /// it evaluates some tens of positions more first. The start and the end of hundreds of threads take
    /// time, too. An analysis has [some plies](crate::Engine::analyze) that no limit of time cuts short.
    /// Limits are also polled after each call of a callback, and before the next search of an analysis.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{Limits, Stop};
    ///
    /// let stop = Stop::new();
    /// let limits = Limits::new().time(Duration::from_millis(500)).nodes(10_000_000).stop(&stop);
    /// assert_eq!(limits.nodes, Some(10_000_000));
    /// ```
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Limits as LIMITS: "The first limit that is reached ends the search." {
        /// Wall-clock time from the start.
        pub time: Option<Duration> as "seconds": Kind::Seconds, or "none";
        /// Nodes of all threads.
        pub nodes: Option<u64> as "nodes": Kind::COUNTER, or "none";
    } beside {
        /// A signal from outside.
        pub stop: Option<Stop>;
    }
}

objects!(Limits);

impl Limits {
    /// Makes limits of which none is set.
    pub fn new() -> Limits {
        Limits::default()
    }

    /// Ends the call after this time.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Limits {
        self.time = Some(time);
        self
    }

    /// Ends the call after this many nodes of all threads. A thread may search some hundreds of nodes more,
    /// near the end of a game thousands.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Limits {
        self.nodes = Some(nodes);
        self
    }

    /// Ends the whole call when `stop` is set, before or during it, also as a limit of each position.
    #[must_use]
    pub fn stop(mut self, stop: &Stop) -> Limits {
        self.stop = Some(stop.clone());
        self
    }

    /// Returns whether a time or node limit is set.
    #[doc(hidden)]
    pub fn is_bounded(&self) -> bool {
        !Fields::plain(self).is_empty()
    }

    /// Returns the narrower of both limits: the shorter time, the fewer nodes, and both signals.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{Limits, Stop};
    ///
    /// let (player, window) = (Stop::new(), Stop::new());
    /// let own = Limits::new().nodes(1_000_000).time(Duration::from_secs(5)).stop(&player);
    /// let limits = own.within(&Limits::new().time(Duration::from_secs(1)).stop(&window));
    /// assert_eq!((limits.nodes, limits.time), (Some(1_000_000), Some(Duration::from_secs(1))));
    /// window.set();
    /// assert!(limits.stop.is_some_and(|stop| stop.is_set()));
    /// assert!(!player.is_set());
    /// ```
    #[must_use]
    pub fn within(mut self, most: &Limits) -> Limits {
        self.time = self.time.into_iter().chain(most.time).min();
        self.nodes = self.nodes.into_iter().chain(most.nodes).min();
        self.stop = match (self.stop, &most.stop) {
            (Some(own), Some(other)) => Some(own.or(other)),
            (own, other) => own.or_else(|| other.clone()),
        };
        self
    }

    /// Returns what is left of these limits after a search.
    #[doc(hidden)] // reversi-play: second looks of reviews
    #[must_use]
    pub fn less(mut self, time: Duration, nodes: u64) -> Limits {
        self.time = self.time.map(|limit| limit.saturating_sub(time));
        self.nodes = self.nodes.map(|limit| limit.saturating_sub(nodes));
        self
    }

    /// Returns whether a limit of time or nodes leaves nothing to a search.
    #[doc(hidden)] // reversi-play: second looks of reviews
    pub fn is_zero(&self) -> bool {
        self.time == Some(Duration::ZERO) || self.nodes == Some(0)
    }

    /// Returns an equal share of these limits for each of several searches that are still to come.
    pub(crate) fn share(self, searches: u32) -> Limits {
        let Limits { time, nodes, stop } = self;
        Limits {
            time: time.map(|time| time / searches),
            nodes: nodes.map(|nodes| nodes / u64::from(searches)),
            stop,
        }
    }

    /// Returns whether a limit of time or work can have ended a search for this reason.
    pub(crate) fn can_end_by(&self, reason: StopReason) -> bool {
        match reason {
            StopReason::Time => self.time.is_some(),
            StopReason::Nodes => self.nodes.is_some(),
            StopReason::Stop | StopReason::Callback => false,
        }
    }
}

// reversi-runs exports it, with its first sentence and an example.
/// Calls that run at the same time may spend from one budget.
#[derive(Debug)]
pub struct Budget {
    pub(crate) limits: Limits,
    pub(crate) start: Instant,
    nodes: AtomicU64,
}

impl Budget {
    /// Starts a run with these limits.
    pub fn new(limits: Limits) -> Budget {
        Budget::since(Instant::now(), limits)
    }

    /// Makes the budget of a run that has started at this time.
    pub(crate) fn since(start: Instant, limits: Limits) -> Budget {
        Budget { limits, start, nodes: AtomicU64::new(0) }
    }

    /// Returns the limits of the next call. Calls that run at the same time each get all that is left. So `n`
    /// of them may exceed a limit of nodes by the nodes of `n - 1` calls.
    pub fn left(&self) -> Limits {
        let Limits { time, nodes, stop } = self.limits.clone();
        Limits {
            time: time.map(|time| time.saturating_sub(self.elapsed())),
            nodes: nodes.map(|nodes| nodes.saturating_sub(self.nodes())),
            stop,
        }
    }

    /// Returns whether nothing is left, or the signal of the limits is set.
    pub fn is_spent(&self) -> bool {
        self.spent().is_some()
    }

    /// Returns the limit that is reached, if one is.
    pub fn spent(&self) -> Option<StopReason> {
        let Limits { time, nodes, stop } = &self.limits;
        if stop.as_ref().is_some_and(Stop::is_set) {
            Some(StopReason::Stop)
        } else if time.is_some_and(|time| self.elapsed() >= time) {
            Some(StopReason::Time)
        } else if nodes.is_some_and(|nodes| self.nodes() >= nodes) {
            Some(StopReason::Nodes)
        } else {
            None
        }
    }

    /// Subtracts the nodes of a call.
    pub fn spend(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns the nodes of all calls.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the time since the budget was made.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// A signal to end calls early, from any thread. Clones share the signal. It belongs to the caller: the
/// engine never resets it.
///
/// ```
/// use reversi_engine::{Board, Engine, Limits, SolveError, SolveRequest, Stop};
///
/// let stop = Stop::new();
/// stop.set();
/// let request = SolveRequest::exact().limits(Limits::new().stop(&stop));
/// let error = Engine::builder().hash_mib(1).build()?.solve(&Board::START, request).unwrap_err();
/// assert!(matches!(error, SolveError::Interrupted(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    own: Arc<Signal>,
    /// All signals that count as this one: see [`Limits::within`].
    others: Option<Arc<[Arc<Signal>]>>,
}

#[derive(Debug, Default)]
struct Signal {
    is_set: AtomicBool,
    is_of_several: bool,
}

/// Two signals are equal if they are clones of each other, or watch the same ones.
impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        let has_all = |whole: &Stop, part: &Stop| {
            part.all().filter(|signal| !signal.is_of_several).all(|signal| whole.has(signal))
        };
        has_all(self, other) && has_all(other, self)
    }
}

impl Eq for Stop {}

impl Stop {
    /// Makes a signal that is not set.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// Ends the running calls that watch this signal, and later ones. Each call ends as a whole, on any
    /// number of positions, and its result says so: see [`Engine::solve_many`](crate::Engine::solve_many) and
    /// [`Engine::analyze_game`](crate::Engine::analyze_game).
    pub fn set(&self) {
        self.own.is_set.store(true, Ordering::Relaxed);
    }

    /// Lets calls run again.
    pub fn reset(&self) {
        self.own.is_set.store(false, Ordering::Relaxed);
    }

    /// Returns whether the signal is set.
    pub fn is_set(&self) -> bool {
        let is_set = |signal: &Arc<Signal>| signal.is_set.load(Ordering::Relaxed);
        is_set(&self.own) || self.others.as_ref().is_some_and(|others| others.iter().any(is_set))
    }

    /// Returns a signal that is set while one of both is.
    fn or(self, other: &Stop) -> Stop {
        if self.has(&other.own) {
            return self;
        }
        if other.has(&self.own) {
            return other.clone();
        }
        let others = self.all().chain(other.all().filter(|signal| !self.has(signal))).cloned().collect();
        Stop { own: Arc::new(Signal { is_of_several: true, ..Signal::default() }), others: Some(others) }
    }

    fn has(&self, signal: &Arc<Signal>) -> bool {
        self.all().any(|own| Arc::ptr_eq(own, signal))
    }

    /// Returns the signals of all parts, one that was made of several among them: it can be set as well.
    fn all(&self) -> impl Iterator<Item = &Arc<Signal>> {
        std::iter::once(&self.own).chain(self.others.iter().flat_map(|others| others.iter()))
    }

    /// Returns a guard that sets the signal when it is dropped: at an early return, in a panic, or with the
    /// future of an asynchronous function whose caller has left.
    ///
    /// ```
    /// use std::thread;
    /// use reversi_engine::{AnalyzeRequest, Board, Engine, Limits, Stop};
    /// use reversi_engine::search::StopReason;
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let stop = Stop::new();
    /// let request = AnalyzeRequest::unlimited().limits(Limits::new().stop(&stop));
    /// let guard = stop.guard();
    /// let search = thread::spawn(move || engine.analyze(&Board::START, request));
    /// drop(guard); // nobody waits for the answer any more
    /// let analysis = search.join().expect("the search does not panic")?;
    /// assert_eq!(analysis.stopped(), Some(StopReason::Stop));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn guard(&self) -> StopGuard {
        StopGuard(self.clone())
    }
}

/// Sets a [`Stop`] when it is dropped: see [`Stop::guard`].
#[derive(Debug)]
#[must_use = "a guard that is dropped at once stops the search at once"]
pub struct StopGuard(Stop);

impl StopGuard {
    /// Ends the guard without a signal.
    ///
    /// ```
    /// let stop = reversi_engine::Stop::new();
    /// stop.guard().disarm();
    /// assert!(!stop.is_set());
    /// ```
    pub fn disarm(mut self) {
        self.0 = Stop::new(); // dropped instead
    }
}

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.set();
    }
}

names! {
    /// The limit that ended a search.
    ///
    /// ```
    /// use reversi_engine::search::StopReason;
    ///
    /// assert_eq!(format!("stopped by {}", StopReason::Time), "stopped by the time limit");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum StopReason as STOP_REASONS {
        /// The time limit.
        Time = "time",
        /// The node limit.
        Nodes = "nodes",
        /// The stop signal.
        Stop = "stop",
        /// The progress callback.
        Callback = "callback",
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            StopReason::Time => "the time limit",
            StopReason::Nodes => "the node limit",
            StopReason::Stop => "the stop signal",
            StopReason::Callback => "the callback",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of each limit the narrower holds, whichever side has it.
    #[test]
    fn limits_within_others_are_the_narrower_of_both() {
        let of = |nodes: Option<u64>| {
            let (time, stop) = (nodes.map(Duration::from_secs), None);
            Limits { time, nodes, stop }
        };
        for (own, other, both) in [
            (None, None, None),
            (Some(3), None, Some(3)),
            (None, Some(3), Some(3)),
            (Some(3), Some(5), Some(3)),
        ] {
            assert_eq!(of(own).within(&of(other)), of(both));
            assert_eq!(of(other).within(&of(own)), of(both));
        }
    }

    /// Any number of signals: each of them, and no other, and only while it is set.
    #[test]
    fn limits_within_others_watch_all_their_signals() {
        let stops = [Stop::new(), Stop::new(), Stop::new(), Stop::new()];
        let of = |stop: &Stop| Limits::new().stop(stop);
        stops.iter().for_each(Stop::set);
        let all = stops.iter().fold(Limits::new(), |limits, stop| limits.within(&of(stop)));
        stops.iter().for_each(Stop::reset);
        let is_set = || all.stop.as_ref().is_some_and(Stop::is_set);
        for stop in &stops {
            assert!(!is_set());
            stop.set();
            assert!(is_set());
            stop.reset();
        }
        for stop in &stops {
            assert_eq!(all.clone().within(&of(stop)), all, "it has this signal");
            assert_eq!(of(stop).within(&all), all);
        }
        assert_eq!(of(&stops[0]).within(&of(&stops[0])), of(&stops[0]));
        let [further, later] = [Stop::new(), Stop::new()].map(|stop| all.clone().within(&of(&stop)));
        let in_turn = stops.iter().rev().fold(Limits::new(), |limits, stop| limits.within(&of(stop)));
        assert!(in_turn == all && further != all && further != later, "by the signals that they watch");
        all.stop.as_ref().unwrap().set();
        assert!(
            is_set() && stops.iter().all(|stop| !stop.is_set()),
            "the signals of others stay as they are"
        );
        assert!(further.stop.unwrap().is_set() && !in_turn.stop.unwrap().is_set());
    }

    /// Each of these joins has the one before twice.
    #[test]
    fn a_signal_watches_each_other_one_once() {
        let plain = Stop::new();
        let mut joined = plain.clone();
        for _ in 0..64 {
            joined = joined.clone().or(&Stop::new()).or(&joined.or(&Stop::new()));
        }
        assert!(joined.all().count() < 1000 && !joined.is_set());
        plain.set();
        assert!(joined.is_set());
    }

    /// Each limit: what is left of it, an equal share of that, and the reason when it is reached.
    #[test]
    fn each_limit_is_spent() {
        let stop = Stop::new();
        let hour = Duration::from_secs(3600);
        let budget = Budget::new(Limits::new().time(hour).nodes(1000).stop(&stop));
        budget.spend(300);
        let left = budget.left();
        assert!(left.time < Some(hour), "time goes by");
        assert_eq!((left.nodes, &left.stop, budget.spent()), (Some(700), &Some(stop.clone()), None));
        let share = left.clone().share(7);
        assert_eq!((share.time, share.nodes), (left.time.map(|time| time / 7), Some(100)));
        budget.spend(701);
        assert_eq!((budget.left().nodes, budget.spent()), (Some(0), Some(StopReason::Nodes)));
        stop.set();
        assert_eq!(budget.spent(), Some(StopReason::Stop));

        assert_eq!(Budget::new(Limits::new()).spent(), None);
        for (limits, reason) in [
            (Limits::new().time(Duration::ZERO), StopReason::Time),
            (Limits::new().nodes(0), StopReason::Nodes),
        ] {
            assert!(limits.can_end_by(reason) && !Limits::new().can_end_by(reason));
            assert_eq!(Budget::new(limits).spent(), Some(reason));
        }
    }
}
