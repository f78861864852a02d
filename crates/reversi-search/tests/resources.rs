//! The memory, stack and threads of a search, and its behaviour where the system has no more. Linux reports
//! them.
#![cfg(target_os = "linux")]

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reversi_bitboard::Board;
use reversi_engine::{AnalyzeRequest, BuildError, Engine, Limits, Selectivity, SolveRequest, Stop, Value};
use reversi_eval::{Classical, Evaluator};
use reversi_testkit::{Rng, reached};

/// Runs a test in a process of its own, where nothing else takes memory or starts threads.
fn alone(test: &str, body: impl FnOnce()) {
    const ALONE: &str = "REVERSI_TEST_ALONE";
    if std::env::var_os(ALONE).is_some() {
        return body();
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output = command.args([test, "--exact", "--nocapture"]).env(ALONE, "1").output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("1 passed"), "{}\n{out}\n{err}", output.status);
}

/// A line of /proc/self/status: a number, in KiB if it is a size.
fn status(name: &str) -> usize {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}

/// Limits the address space of the process to this much more.
fn allow_more_kib(kib: usize) {
    let bytes = (status("VmSize") + kib) << 10;
    let arguments = [format!("--pid={}", std::process::id()), format!("--as={bytes}:unlimited")];
    assert!(Command::new("prlimit").args(arguments).status().expect("prlimit is in util-linux").success());
}

fn engine(threads: usize) -> Engine {
    Engine::builder().hash_mib(1).threads(threads).build().unwrap()
}

fn exact_score(engine: &mut Engine, board: Board) -> Value {
    engine.solve(&board, SolveRequest::exact()).unwrap().value()
}

#[test]
fn tables_without_memory_are_refused() {
    alone("tables_without_memory_are_refused", || {
        let board = reached(&mut Rng::with_seed(1), 14);
        let expected = exact_score(&mut engine(1), board); // with everything that is made once
        allow_more_kib(64 << 10);
        let refused = |mib, threads| Engine::builder().hash_mib(mib).threads(threads).build().unwrap_err();
        assert_eq!(refused(256, 1).to_string().split_once(" of ").unwrap().0, "no memory for hash tables");
        assert!(matches!(refused(1, Engine::MAX_THREADS), BuildError::HashAllocation { .. }));
        // All of it is freed again.
        let mut small = Engine::builder().hash_mib(32).threads(16).build().unwrap();
        assert_eq!(exact_score(&mut small, board), expected);
    });
}

/// Of a table of 64 MiB a short search touches a few pages, and to clear it touches no other; of the networks a
/// short search unpacks the small one. What the heap keeps of dropped engines would show, because their answers
/// lie above it.
#[test]
fn a_first_solve_touches_little_and_dropped_engines_leave_nothing() {
    alone("a_first_solve_touches_little_and_dropped_engines_leave_nothing", || {
        let board = reached(&mut Rng::with_seed(1), 14);
        let mut first = Engine::builder().build().unwrap();
        exact_score(&mut first, board);
        first.clear_hash();
        assert!(status("VmHWM") < 28 << 10, "{} KiB", status("VmHWM")); // the large network has 21 MB
        let (before, mut answers) = (status("VmRSS"), Vec::new());
        let mut solved = || {
            let mut engine = engine(1);
            answers.push(engine.solve(&board, SolveRequest::exact()).unwrap());
            engine
        };
        for round in 0..2 {
            let engines: Vec<Engine> = (0..100).map(|_| solved()).collect();
            assert!(status("VmRSS") > before + (100 << 10));
            drop(engines);
            assert!(status("VmRSS") < before + (10 << 10), "{} KiB in round {round}", status("VmRSS"));
        }
        exact_score(&mut first, reached(&mut Rng::with_seed(1), 18));
        let used = status("VmRSS");
        first.clear_hash();
        assert!(status("VmRSS") + (10 << 10) < used, "{} of {used} KiB", status("VmRSS"));
    });
}

#[test]
fn more_than_an_engine_can_use_is_refused() {
    let threads = [Engine::MAX_THREADS + 1, 1 << 30, usize::MAX];
    for threads in threads {
        let error = Engine::builder().hash_mib(1).threads(threads).build().unwrap_err();
        assert_eq!(error, BuildError::Threads { threads });
    }
    for mib in [Engine::MAX_HASH_MIB.saturating_add(1), usize::MAX] {
        let error = Engine::builder().hash_mib(mib).build().unwrap_err();
        assert!(matches!(error, BuildError::HashSize { .. } | BuildError::HashAllocation { .. }), "{error}");
    }
    #[cfg(target_pointer_width = "64")]
    for bytes in [1 << 60, usize::MAX] {
        let error = Engine::builder().hash_bytes(bytes).build().unwrap_err();
        assert_eq!(error, BuildError::HashSize { bytes });
    }
    assert!((1..=Engine::MAX_THREADS).contains(&engine(0).threads()));
}

/// Every thread needs 2 MiB for its stack. With memory for three threads, or for none, a call continues with
/// those.
#[test]
fn with_fewer_threads_than_asked_for_it_goes_on() {
    alone("with_fewer_threads_than_asked_for_it_goes_on", || {
        let boards = [18, 17, 16, 15].map(|empties| reached(&mut Rng::with_seed(2), empties));
        let expected = boards.map(|board| exact_score(&mut engine(1), board));
        let mut engine = engine(8);
        let before = status("Threads");
        for (kib, most) in [(1 << 10, 0), (7 << 10, 3)] {
            allow_more_kib(kib);
            let request = AnalyzeRequest::depth(14).selectivity(Selectivity::P73);
            let mut threads = 0;
            let analysis = engine.analyze_with(&reached(&mut Rng::with_seed(3), 40), request, |_| {
                threads = status("Threads") - before;
                ControlFlow::Continue(())
            });
            assert!(analysis.unwrap().best_move().is_some());
            assert_eq!(threads, most);
            assert_eq!(boards.map(|board| exact_score(&mut engine, board)), expected);
            let mut all = Vec::new();
            let each = |solved: reversi_engine::search::Solved| {
                all.push(solved.result.unwrap().value());
                ControlFlow::Continue(())
            };
            engine.clear_hash();
            engine.solve_many(boards, SolveRequest::exact(), each).unwrap();
            assert_eq!(all, expected);
        }
    });
}

/// Slower than Classical; panics on request.
struct Moody(AtomicBool);

impl Evaluator for Moody {
    fn evaluate_128(&self, board: &Board) -> i32 {
        assert!(!self.0.load(Ordering::Relaxed), "on purpose");
        Classical.evaluate_128(board)
    }
}

#[test]
fn searches_that_end_early_leave_no_thread_behind() {
    alone("searches_that_end_early_leave_no_thread_behind", || {
        let boards = [18, 18, 17, 17].map(|empties| reached(&mut Rng::with_seed(4), empties));
        let before = status("Threads");
        let moody = Arc::new(Moody(AtomicBool::new(false)));
        for round in 0..40 {
            let builder = Engine::builder().hash_mib(1).threads(4);
            let mut engine = match round % 2 {
                0 => builder.build().unwrap(),
                _ => builder.evaluator(moody.clone()).build().unwrap(),
            };
            let stop = Stop::new();
            let request = SolveRequest::exact().limits(Limits::new().stop(&stop));
            let deep = AnalyzeRequest::depth(20).selectivity(Selectivity::P73);
            let call = || match round / 2 % 5 {
                0 => drop(engine.analyze_with(&boards[0], deep, |_| ControlFlow::Break(()))),
                1 => drop(engine.analyze_with(&boards[0], deep, |_| panic!("on purpose"))),
                2 => drop(engine.solve_many(boards, request, |_| ControlFlow::Break(()))),
                3 => drop(engine.solve_many(boards, request, |_| panic!("on purpose"))),
                _ => drop(engine.solve(&boards[0], request)),
            };
            let (stop, mood) = (&stop, &moody.0);
            thread::scope(|scope| {
                scope.spawn(move || {
                    thread::sleep(Duration::from_millis(5));
                    mood.store(round % 2 == 1, Ordering::Relaxed);
                    stop.set();
                });
                let _ = catch_unwind(AssertUnwindSafe(call));
            });
            moody.0.store(false, Ordering::Relaxed);
        }
        // The system may still be removing the last threads.
        let patience = Instant::now() + Duration::from_secs(30);
        while status("Threads") > before && Instant::now() < patience {
            thread::yield_now();
        }
        assert_eq!(status("Threads"), before);
        assert_eq!(Arc::strong_count(&moody), 1, "an evaluator is still in use");
    });
}

#[test]
fn ten_thousand_solves_take_no_more_memory_than_one_thousand() {
    alone("ten_thousand_solves_take_no_more_memory_than_one_thousand", || {
        let rng = &mut Rng::with_seed(5);
        let mut engine = Engine::builder().hash_bytes(1 << 16).threads(2).build().unwrap();
        let mut solve = |count: usize| {
            for i in 0..count {
                let board = reached(rng, if i % 100 == 0 { 16 } else { 9 });
                let _ = exact_score(&mut engine, board);
                if i % 100 == 1 {
                    let _ = engine.analyze(&board, AnalyzeRequest::depth(6).lines(3)).unwrap();
                    engine
                        .solve_many([board; 4], SolveRequest::wld(), |_| ControlFlow::Continue(()))
                        .unwrap();
                    engine.clear_hash();
                }
            }
            (status("VmData"), status("VmRSS"))
        };
        let (before, after) = (solve(1000), solve(9000));
        let grown = |before: usize, after: usize| after.saturating_sub(before);
        let (data, resident) = (grown(before.0, after.0), grown(before.1, after.1));
        assert!(
            data <= 1 << 10 && resident <= 1 << 10,
            "{data} and {resident} KiB more: {before:?} {after:?}"
        );
    });
}

/// Gives every board the same value.
struct Always(i32);

impl Evaluator for Always {
    fn evaluate_128(&self, _: &Board) -> i32 {
        128 * self.0
    }
}

/// A promise of docs/src/memory.md for optimised builds. Where every board looks won or lost by far, nothing
/// is searched before the proof, and that goes down all 60 plies at once.
#[test]
fn a_stack_of_256_kib_is_enough() {
    let searches = || {
        for discs in [-50, 0, 50] {
            let evaluator = Arc::new(Always(discs));
            let builder = Engine::builder().hash_mib(1).threads(2).evaluator(evaluator);
            let mut engine = builder.build().unwrap();
            let limits = || Limits::new().nodes(200_000);
            for request in [SolveRequest::exact(), SolveRequest::at_least(64), SolveRequest::wld()] {
                assert!(engine.solve(&Board::START, request.limits(limits())).is_err());
            }
            for selectivity in [Selectivity::P73, Selectivity::P100] {
                let request = AnalyzeRequest::unlimited().selectivity(selectivity).lines(2);
                let analysis = engine.analyze(&Board::START, request.limits(limits())).unwrap();
                assert!(analysis.best_move().is_some());
            }
        }
        let board = reached(&mut Rng::with_seed(6), 18);
        engine(2).solve_many([board], SolveRequest::exact(), |_| ControlFlow::Continue(())).unwrap();
    };
    thread::Builder::new().stack_size(256 << 10).spawn(searches).unwrap().join().unwrap();
}
