//! Callbacks: what they may do with engines, and that nothing waits for ever.

use std::ffi::c_void;
use std::sync::Barrier;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use reversi::*;

fn input<T: Copy>(value: &T) -> In<T> {
    // SAFETY: the functions read one value, and the borrow outlives the call.
    unsafe { In::new(value) }
}

fn output<T>(value: &mut T) -> Out<T> {
    // SAFETY: there is room for one value.
    unsafe { Out::new(value) }
}

/// The default options, with what a test changes.
fn options(change: impl FnOnce(&mut ReversiAnalyzeOptions)) -> ReversiAnalyzeOptions {
    let mut options = ReversiAnalyzeOptions::default();
    change(&mut options);
    options
}

/// A handle of an engine, for any thread.
#[derive(Clone, Copy)]
struct Shared(Handle<ReversiEngine>);

// SAFETY: any thread may use any handle.
unsafe impl Send for Shared {}
// SAFETY: any thread may use any handle.
unsafe impl Sync for Shared {}

impl Shared {
    fn new() -> Shared {
        let mut engine = Handle::NULL;
        // SAFETY: NULL are the defaults.
        let defaults = unsafe { In::new(std::ptr::null()) };
        assert_eq!(reversi_engine_new(defaults, output(&mut engine)), ReversiStatus::Ok);
        Shared(engine)
    }

    fn analyze(self, options: &ReversiAnalyzeOptions) -> ReversiStatus {
        let (mut board, mut answer) = (ReversiBoard { player: 0, opponent: 0 }, Handle::NULL);
        assert_eq!(reversi_board_start(output(&mut board)), ReversiStatus::Ok);
        let status = reversi_analyze(self.0, input(&board), input(options), output(&mut answer));
        assert_eq!(reversi_answer_free(answer), ReversiStatus::Ok);
        status
    }
}

/// The data of a callback: the engine of the other thread, and a place for the status of a search with it.
struct Call<'a> {
    other: Shared,
    both_search: &'a Barrier,
    status: Option<ReversiStatus>,
}

unsafe extern "C" fn search_with_the_other(_: *const ReversiProgress, user: *mut c_void) -> i32 {
    // SAFETY: the test gives a pointer to a `Call`, which nobody else uses during the search.
    let call = unsafe { &mut *user.cast::<Call<'_>>() };
    if call.status.is_none() {
        call.both_search.wait();
        call.status = Some(call.other.analyze(&options(|options| {
            options.effort = ReversiEffort::Depth as i32;
            options.amount = 1;
        })));
        call.both_search.wait(); // neither engine is free before both have asked
    }
    1
}

#[test]
fn callbacks_of_two_engines_do_not_wait_for_each_other() {
    let (done, statuses) = mpsc::channel();
    let engines = [Shared::new(), Shared::new()];
    let both_search: &'static Barrier = Box::leak(Box::new(Barrier::new(2)));
    // Threads that wait for each other are never joined.
    for (own, other) in [(engines[0], engines[1]), (engines[1], engines[0])] {
        let done = done.clone();
        thread::spawn(move || {
            let mut call = Call { other, both_search, status: None };
            let status = own.analyze(&options(|options| {
                options.effort = ReversiEffort::Unlimited as i32;
                options.progress = Some(search_with_the_other);
                options.user = std::ptr::from_mut(&mut call).cast();
            }));
            let _ = done.send((status, call.status));
        });
    }
    for _ in engines {
        let statuses =
            statuses.recv_timeout(Duration::from_secs(60)).expect("the threads wait for each other");
        assert_eq!(statuses, (ReversiStatus::Ok, Some(ReversiStatus::Busy)));
    }
    for engine in engines {
        assert_eq!(reversi_engine_free(engine.0), ReversiStatus::Ok);
    }
}

unsafe extern "C" fn search_with_a_free_one(_: *const ReversiProgress, user: *mut c_void) -> i32 {
    // SAFETY: the test gives a pointer to an engine and a status, which nobody else uses during the search.
    let (engine, status) = unsafe { &mut *user.cast::<(Shared, Option<ReversiStatus>)>() };
    *status = Some(engine.analyze(&options(|options| {
        options.effort = ReversiEffort::Depth as i32;
        options.amount = 1;
    })));
    1
}

#[test]
fn a_callback_may_search_with_an_engine_that_is_free() {
    let (own, mut other) = (Shared::new(), (Shared::new(), None));
    let watched = options(|options| {
        options.effort = ReversiEffort::Unlimited as i32;
        options.progress = Some(search_with_a_free_one);
        options.user = std::ptr::from_mut(&mut other).cast();
    });
    for _ in 0..2 {
        assert_eq!(own.analyze(&watched), ReversiStatus::Ok);
    }
    assert_eq!(other.1, Some(ReversiStatus::Ok));
    for engine in [own, other.0] {
        assert_eq!(reversi_engine_free(engine.0), ReversiStatus::Ok);
    }
}
