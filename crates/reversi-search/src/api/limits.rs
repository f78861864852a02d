//! Limits of a call, and the limit that ended it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reversi_fields::{Fields, Kind, names, objects, surface};

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

    /// Returns these limits, with at most the time and the nodes of `most`.
    #[doc(hidden)]
    #[must_use]
    pub fn at_most(mut self, most: &Limits) -> Limits {
        self.time = self.time.into_iter().chain(most.time).min();
        self.nodes = self.nodes.into_iter().chain(most.nodes).min();
        self
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
pub struct Stop(Arc<AtomicBool>);

/// Two signals are equal if they are clones of each other.
impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
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
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets calls run again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Returns whether the signal is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
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
