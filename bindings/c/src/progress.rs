//! The progress of a call while it runs, and its end by a callback.

use std::ffi::c_void;
use std::ops::ControlFlow;

use reversi_engine::Progress;

use crate::moves::{ReversiMove, option_to_c};
use crate::value::ReversiValue;

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
    /// The exact score if it is proven, otherwise the estimate of the best move, otherwise the bounds: see its kind.
    pub value: ReversiValue,
    /// The proven bounds of the score.
    pub bounds: ReversiValue,
    /// The best move so far, or `REVERSI_NO_MOVE`.
    pub best_move: ReversiMove,
    /// The finished positions of a call on many.
    pub done: usize,
}

/// Called on the thread that has called the library, at least 50 ms apart by the clock and after each search
/// on the way. `user` is the pointer of the options. A value other than 0 ends the search. It must return: no
/// exception of C++ and no `longjmp` may leave it. `progress` is invalid after it returns. It may use other
/// handles. It never waits for an engine: a search with this one, or with one that searches for another
/// thread, is `REVERSI_STATUS_BUSY`. Callbacks of two engines could otherwise wait for each other.
pub type ReversiProgressCallback =
    Option<unsafe extern "C" fn(progress: *const ReversiProgress, user: *mut c_void) -> i32>;

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
            value: progress.value().into(),
            bounds: progress.bounds().into(),
            best_move: option_to_c(progress.best_move()),
            done: progress.done(),
        };
        // SAFETY: the caller has given a function of this type, which returns, as the header demands.
        let wants_end = unsafe { (self.call)(&progress, self.user) } != 0;
        if wants_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
