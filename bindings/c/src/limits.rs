//! Limits of a call, and a look at it while it runs.

use std::ffi::c_void;
use std::ops::ControlFlow;
use std::time::Duration;

use reversi_engine::{Limits, Progress};

use crate::failure::Failure;
use crate::handle::Handle;
use crate::moves::{ReversiMove, option_to_c};
use crate::stop::ReversiStop;
use crate::value::ReversiValue;

/// Limits of a search. The first limit that is reached ends it. Zeros are no limits.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiLimits {
    /// Time on the wall in seconds; 0 for no limit.
    pub seconds: f64,
    /// Nodes of all threads; 0 for no limit.
    pub nodes: u64,
    /// A signal that ends the search; NULL for none. It may be freed while the search runs.
    pub stop: Handle<ReversiStop>,
}

/// How far a call has come.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiProgress {
    /// The size of this struct in the library. Later versions may be larger.
    pub size: usize,
    /// Nodes since the start of the call.
    pub nodes: u64,
    /// Seconds since the start of the call.
    pub seconds: f64,
    /// The exact score if it is proven, otherwise the value of the best move so far, otherwise the bounds.
    pub value: ReversiValue,
    /// What is proven of the score.
    pub bounds: ReversiValue,
    /// The best move so far, or `REVERSI_NO_MOVE`.
    pub best_move: ReversiMove,
    /// The positions of a call on many that are done.
    pub done: usize,
}

/// Called on the thread that has called the library, at least 50 ms apart by the clock and after each search
/// on the way. `user` is the pointer of the options. A value other than 0 ends the search. It must return:
/// no exception of C++ and no `longjmp` may leave it. `progress` is gone when it returns. It may use other
/// handles. It waits for no engine: a search with this one, or with one that searches for another thread, is
/// `REVERSI_STATUS_BUSY`. Callbacks of two engines could otherwise wait for each other.
pub type ReversiProgressCallback =
    Option<unsafe extern "C" fn(progress: *const ReversiProgress, user: *mut c_void) -> i32>;

impl ReversiLimits {
    pub(crate) fn limits(self) -> Result<Limits, Failure> {
        let mut limits = Limits::new();
        if let Some(time) = seconds(self.seconds, "limits.seconds")? {
            limits = limits.time(time);
        }
        if self.nodes > 0 {
            limits = limits.nodes(self.nodes);
        }
        if let Some(stop) = self.stop.enter_if_given("limits.stop")? {
            limits = limits.stop(&stop);
        }
        Ok(limits)
    }

    /// Whether they end every call, whoever sets a signal.
    pub(crate) fn are_set(self) -> bool {
        self.seconds != 0.0 || self.nodes > 0
    }
}

/// A time, or `None` for 0. A time that no clock holds is the longest one.
pub(crate) fn seconds(seconds: f64, name: &'static str) -> Result<Option<Duration>, Failure> {
    if seconds == 0.0 {
        Ok(None)
    } else if seconds > 0.0 {
        Ok(Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)))
    } else {
        Err(Failure::invalid(format!("{name}: {seconds} is no time")))
    }
}

/// A callback with the pointer of its caller.
#[derive(Clone, Copy)]
pub(crate) struct Callback {
    pub(crate) call: unsafe extern "C" fn(*const ReversiProgress, *mut c_void) -> i32,
    pub(crate) user: *mut c_void,
}

impl Callback {
    pub(crate) fn new(call: ReversiProgressCallback, user: *mut c_void) -> Option<Callback> {
        call.map(|call| Callback { call, user })
    }

    pub(crate) fn show(self, progress: &Progress<'_>) -> ControlFlow<()> {
        let progress = ReversiProgress {
            size: size_of::<ReversiProgress>(),
            nodes: progress.nodes(),
            seconds: progress.elapsed().as_secs_f64(),
            value: ReversiValue::of(progress.value()),
            bounds: ReversiValue::of(progress.bounds()),
            best_move: option_to_c(progress.best_move()),
            done: progress.done(),
        };
        // SAFETY: the caller has given a function of this type, which returns, as the header demands.
        let wants_end = unsafe { (self.call)(&progress, self.user) } != 0;
        if wants_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
