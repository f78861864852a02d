//! Searches whose every node is shared: here that begins a few plies before the end.

use std::collections::HashSet;
use std::ops::{ControlFlow, RangeBounds};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use reversi_bitboard::{Board, Color, Position};
use reversi_eval::{Classical, Evaluator};
use reversi_testkit::{Rng, line_score, reached};

use crate::{
    AnalyzeRequest, Engine, Limits, Progress, Solution, SolveError, SolveRequest, Solved, Stop, StopReason,
    Value,
};

/// A position of a random game.
fn random_board(rng: &mut Rng, empties: impl RangeBounds<u32>) -> Board {
    let empties = rng.u32(empties);
    reached(rng, empties)
}

fn engine(threads: usize) -> Engine {
    Engine::builder().hash_mib(4).threads(threads).build().unwrap()
}

fn same_scores(positions: usize) {
    let rng = &mut Rng::with_seed(8);
    let (mut one, mut two, mut four) = (engine(1), engine(2), engine(4));
    for i in 0..positions {
        let board = random_board(rng, 13..=15);
        let expected = one.solve(&board, SolveRequest::exact()).unwrap().value();
        for engine in [&mut two, &mut four] {
            if i % 3 == 0 {
                engine.clear_hash();
            }
            let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
            assert_eq!(solution.value(), expected, "{board}");
            let score = line_score(board, solution.pv()).unwrap();
            assert_eq!(Value::Exact(score), expected, "{board}");
        }
    }
}

#[test]
fn several_threads_find_the_same_scores() {
    same_scores(200);
}

/// Two threads may find a better move each at the same time, and the one with the greater bound need not be
/// the best.
#[test]
fn of_two_better_moves_neither_is_forgotten() {
    let board = "XXXOO--OXXOOO-OOXXXOXOO-XOXXOOX-OOOOOOOX-XOOOOOOXXXXXX--OXXX---- X".parse().unwrap();
    for threads in [2, 3, 4] {
        let mut engine = engine(threads);
        for _ in 0..100 {
            engine.clear_hash();
            let solution = engine.solve(&board, SolveRequest::exact()).unwrap();
            assert_eq!(solution.value(), Value::Exact(4));
        }
    }
}

#[test]
#[ignore = "a minute"]
fn several_threads_find_the_same_scores_of_10_000_positions() {
    same_scores(10_000);
}

/// The result of a search that leaves out nothing does not depend on the entries of other threads in the
/// table.
#[test]
fn several_threads_find_the_same_value_of_any_depth() {
    let rng = &mut Rng::with_seed(9);
    for _ in 0..20 {
        let board = random_board(rng, 24..50);
        let request = AnalyzeRequest::depth(7).lines(2);
        let expected = engine(1).analyze(&board, request.clone()).unwrap();
        let analysis = engine(3).analyze(&board, request).unwrap();
        let values = |lines: &[crate::Line]| lines.iter().map(crate::Line::value).collect::<Vec<_>>();
        assert_eq!(values(analysis.lines()), values(expected.lines()), "{board}");
    }
}

/// Moves at the root that threads search together: better ones come one after the other, in any order. A move
/// that is played has a line however good it is.
#[test]
fn several_threads_find_the_same_lines() {
    let rng = &mut Rng::with_seed(16);
    let (mut one, mut four) = (engine(1), engine(4));
    for i in 0..40 {
        let board = random_board(rng, 13..=15);
        let request = AnalyzeRequest::depth(15).lines(1 + i % 3);
        let (position, played) =
            (Position { board, side: Color::Black }, [board.legal_plays().last().unwrap()]);
        let [expected, found] = [&mut one, &mut four].map(|engine| {
            let goes_on = |_: &Progress<'_>| ControlFlow::Continue(());
            let turns = engine.analyze_moves(position, &played, request.clone(), goes_on).unwrap();
            let analysis = engine.analyze(&board, request.clone()).unwrap();
            let lines = analysis.lines().iter().chain([turns[0].line()]);
            lines.map(|line| line.value).collect::<Vec<_>>()
        });
        assert_eq!(found, expected, "{board}");
    }
}

#[test]
fn stopped_at_any_time_the_bounds_are_true_and_no_thread_is_left_behind() {
    let rng = &mut Rng::with_seed(10);
    let boards: Vec<_> = (0..4).map(|_| random_board(rng, 18..=18)).collect();
    let scores = boards.iter().map(|board| engine(4).solve(board, SolveRequest::exact()).unwrap().value());
    let known: Vec<_> = boards.iter().zip(scores).collect();
    for run in 0..200 {
        let mut engine = engine(rng.usize(2..=4));
        let (board, value) = known[run % known.len()];
        let stop = Stop::new();
        let limits = match run % 4 {
            0 => Limits::new().nodes(rng.u64(..200_000)),
            1 => Limits::new().time(Duration::from_micros(rng.u64(..5000))),
            _ => Limits::new().stop(&stop),
        };
        let limit = limits.nodes.unwrap_or(u64::MAX);
        let answer = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_micros(rng.u64(..5000)));
                stop.set();
            });
            engine.solve(board, SolveRequest::exact().limits(limits))
        });
        let score = value.exact().unwrap();
        match answer {
            Ok(solution) => assert_eq!(solution.value(), value),
            Err(SolveError::Interrupted(interrupted)) => {
                let bounds = interrupted.bounds;
                assert!(bounds.lower() <= score && score <= bounds.upper(), "{bounds} {value} {board}");
                assert!(bounds.exact().is_none(), "{bounds} is a solution of {board}");
                assert!(interrupted.nodes < limit.saturating_add(20_000), "{limit} {}", interrupted.nodes);
            }
            Err(other) => panic!("{other}"),
        }
    }
}

/// Panics on request; remembers the threads that called it.
#[derive(Default)]
struct Touchy {
    panics_elsewhere_than: Mutex<Option<ThreadId>>,
    panics: AtomicBool,
    threads: Mutex<HashSet<ThreadId>>,
}

impl Evaluator for Touchy {
    fn evaluate_128(&self, board: &Board) -> i32 {
        let me = thread::current().id();
        self.threads.lock().unwrap().insert(me);
        let elsewhere = self.panics_elsewhere_than.lock().unwrap().is_some_and(|home| home != me);
        assert!(!elsewhere && !self.panics.load(Ordering::Relaxed), "on purpose");
        Classical.evaluate_128(board)
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str)).unwrap()
}

/// A panic interrupts the positions of the other threads. The caller must not see those as interrupted.
fn unless_interrupted(solved: Solved) -> ControlFlow<()> {
    assert!(solved.result.is_ok(), "no limit has stopped it: {:?}", solved.result);
    ControlFlow::Continue(())
}

#[test]
fn panics_reach_the_caller_and_the_engine_is_as_good_as_new() {
    let touchy = Arc::new(Touchy::default());
    let mut engine = Engine::builder().hash_mib(1).threads(3).evaluator(touchy.clone()).build().unwrap();
    let board = random_board(&mut Rng::with_seed(11), 18..=18);
    let expected = self::engine(1).solve(&board, SolveRequest::exact()).unwrap().value();
    for elsewhere in [true, false, true, false] {
        touchy.panics.store(!elsewhere, Ordering::Relaxed);
        *touchy.panics_elsewhere_than.lock().unwrap() = elsewhere.then(|| thread::current().id());
        for many in [false, true] {
            let mut solve = || {
                engine.clear_hash();
                match many {
                    false => drop(engine.solve(&board, SolveRequest::exact())),
                    true => drop(engine.solve_many([board; 5], SolveRequest::exact(), unless_interrupted)),
                }
            };
            // On a busy machine the caller may be done before another thread helps.
            let panic = (0..100).find_map(|_| catch_unwind(AssertUnwindSafe(&mut solve)).err());
            let panic = panic.expect("a thread panics");
            assert!(message(&*panic).contains("on purpose"), "{}", message(&*panic));
        }
        touchy.panics.store(false, Ordering::Relaxed);
        *touchy.panics_elsewhere_than.lock().unwrap() = None;
        assert_eq!(engine.solve(&board, SolveRequest::exact()).unwrap().value(), expected);
    }
}

#[test]
fn a_panic_of_the_positions_reaches_the_caller() {
    let (mut engine, board) = (engine(3), random_board(&mut Rng::with_seed(12), 20..=20));
    let boards = (0..3).map(|i| if i < 2 { board } else { panic!("no more") });
    let solve = || drop(engine.solve_many(boards, SolveRequest::exact(), unless_interrupted));
    assert_eq!(message(&*catch_unwind(AssertUnwindSafe(solve)).unwrap_err()), "no more");
    assert!(engine.solve(&board, SolveRequest::exact()).is_ok());
}

/// Blocks the first other thread that evaluates, until the callback was called five times.
struct Patient {
    home: ThreadId,
    called: AtomicUsize,
    blocked: AtomicBool,
}

impl Evaluator for Patient {
    fn evaluate_128(&self, board: &Board) -> i32 {
        if thread::current().id() != self.home && !self.blocked.swap(true, Ordering::Relaxed) {
            let patience = Instant::now() + Duration::from_secs(60);
            while self.called.load(Ordering::Relaxed) < 5 {
                assert!(Instant::now() < patience, "the caller waits and tells nothing");
                thread::sleep(Duration::from_millis(1));
            }
        }
        Classical.evaluate_128(board)
    }
}

/// Solves a board with a patient thread again and again, until an answer shows what the test looks for. The
/// search takes milliseconds, so most calls of the callback come while the caller waits for that thread.
fn solve_with_patience(
    mut callback: impl FnMut(&Patient) -> ControlFlow<()>,
    shows: impl Fn(&Patient, Result<Solution, SolveError>) -> bool,
) {
    let board = random_board(&mut Rng::with_seed(15), 16..=16);
    let home = thread::current().id();
    // On a busy machine the caller may be done before another thread helps.
    let shown = (0..100).any(|_| {
        let patient = Patient { home, called: AtomicUsize::new(0), blocked: AtomicBool::new(false) };
        let patient = Arc::new(patient);
        let builder = Engine::builder().hash_mib(1).threads(2).evaluator(patient.clone());
        let mut engine = builder.build().unwrap();
        let answer = engine.solve_with(&board, SolveRequest::exact(), |_| callback(&patient));
        shows(&patient, answer)
    });
    assert!(shown, "no thread helped");
}

#[test]
fn a_caller_that_waits_for_another_thread_tells_its_progress() {
    let tells = |patient: &Patient| {
        assert_eq!(thread::current().id(), patient.home);
        patient.called.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    solve_with_patience(tells, |patient, answer| {
        assert!(answer.is_ok());
        patient.blocked.load(Ordering::Relaxed)
    });
}

#[test]
fn a_caller_that_waits_for_another_thread_can_end_the_call() {
    let ends = |patient: &Patient| {
        patient.called.store(5, Ordering::Relaxed); // the other thread may go on
        ControlFlow::Break(())
    };
    solve_with_patience(ends, |_, answer| match answer {
        Err(SolveError::Interrupted(interrupted)) => interrupted.reason == StopReason::Callback,
        _ => false,
    });
}

#[test]
fn as_many_threads_as_asked_for_and_no_more() {
    let board = random_board(&mut Rng::with_seed(13), 18..=18);
    for threads in 1..=4 {
        let touchy = Arc::new(Touchy::default());
        let builder = Engine::builder().hash_mib(1).threads(threads).evaluator(touchy.clone());
        let mut engine = builder.build().unwrap();
        assert_eq!(engine.threads(), threads);
        let _ = engine.solve(&board, SolveRequest::exact()).unwrap();
        let _ = engine.analyze(&board, AnalyzeRequest::depth(8)).unwrap();
        let seen = std::mem::take(&mut *touchy.threads.lock().unwrap());
        // Each call starts its own.
        assert!(seen.contains(&thread::current().id()) && seen.len() < 2 * threads, "{threads}: {seen:?}");
        if threads == 1 {
            let each = |_| ControlFlow::Continue(());
            engine.solve_many([board], SolveRequest::exact(), each).unwrap();
            assert_eq!(touchy.threads.lock().unwrap().len(), 1);
        }
        assert!(threads == 1 || seen.len() > 1, "no thread helped");
    }
}
