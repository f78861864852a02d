//! A signal ends every call that watches it, wherever it was put. Limits are looked at after each callback.

use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use reversi_bitboard::Board;
use reversi_engine::search::{Event, Solved, StopReason};
use reversi_engine::{AnalyzeRequest, Limits, SolveRequest, Stop};
use reversi_testkit::{Rng, board, random_game};

use crate::engine;
use crate::many::boards;

/// The positions have no end, so the call would not return. Some of them are games that are over.
#[test]
fn a_stop_in_any_limits_ends_the_whole_call() {
    let boards = boards(40);
    for (threads, in_total) in [(1, false), (1, true), (3, false), (3, true)] {
        let (stop, mut delivered, mut interrupted) = (Stop::new(), 0, 0);
        let each = |solved: Solved| {
            if solved.index == 5 {
                stop.set();
            }
            delivered += 1;
            interrupted += usize::from(solved.result.is_err_and(|error| error.reason == StopReason::Stop));
            ControlFlow::Continue(())
        };
        let limits = Limits::new().stop(&stop);
        let request = SolveRequest::exact();
        let request = if in_total { request.total_limits(limits) } else { request.limits(limits) };
        let stopped = engine(threads).solve_many(boards.iter().copied().cycle(), request, each).unwrap();
        assert_eq!(stopped, Some(StopReason::Stop));
        assert!(interrupted <= threads, "only the positions in work");
        if threads == 1 {
            assert_eq!((delivered, interrupted), (6, 0), "none is taken after the signal");
        }
    }
}

/// The signal comes while a position is in work, and not from the callback.
#[test]
fn a_stop_from_another_thread_ends_the_whole_call() {
    for threads in [1, 3] {
        let (stop, mut delivered) = (Stop::new(), 0);
        let (in_work, begun) = std::sync::mpsc::channel();
        let endless = std::iter::repeat_with(|| {
            let _ = in_work.send(());
            Board::START
        });
        let request = SolveRequest::exact().limits(Limits::new().stop(&stop));
        let stopped = thread::scope(|scope| {
            let stop = &stop;
            scope.spawn(move || {
                begun.recv().unwrap();
                stop.set();
            });
            engine(threads).solve_many(endless, request, |solved| {
                assert_eq!(solved.result.unwrap_err().reason, StopReason::Stop);
                delivered += 1;
                ControlFlow::Continue(())
            })
        });
        assert_eq!(stopped.unwrap(), Some(StopReason::Stop));
        assert!((1..=threads).contains(&delivered), "{delivered}");
    }
}

#[test]
fn a_stop_that_comes_with_the_last_position_is_reported() {
    for threads in [1, 2] {
        let stop = Stop::new();
        let each = |_| {
            stop.set();
            ControlFlow::Continue(())
        };
        let request = SolveRequest::exact().limits(Limits::new().stop(&stop));
        assert_eq!(engine(threads).solve_many([board(1, 0)], request, each).unwrap(), Some(StopReason::Stop));
    }
}

/// The request with the signal in its limits, and in those of the whole call.
fn watching(request: &AnalyzeRequest, stop: &Stop) -> [AnalyzeRequest; 2] {
    let limits = Limits::new().stop(stop);
    [request.clone().limits(limits.clone()), request.clone().total_limits(limits)]
}

#[test]
fn a_stop_set_in_the_callback_of_a_game_is_followed_by_no_search() {
    let game = random_game(&mut Rng::with_seed(25));
    for threads in [1, 2] {
        let stop = Stop::new();
        for request in watching(&AnalyzeRequest::depth(3), &stop) {
            stop.reset();
            let mut done = 0;
            let turns = engine(threads).analyze_game_with(&game, request, |event| {
                done += usize::from(matches!(event, Event::Done(_)));
                if done == 3 {
                    stop.set();
                }
                ControlFlow::Continue(())
            });
            let turns = turns.unwrap();
            assert_eq!((turns.len(), done), (3, 3));
            assert!(turns.iter().all(|turn| turn.analysis().stopped().is_none()), "none was in work");
        }
    }
}

/// The first searches have fewer nodes than there are between two polls.
#[test]
fn a_stop_set_in_a_callback_is_followed_by_no_other_call() {
    for (threads, last) in [1, 2].into_iter().flat_map(|threads| (1..=6).map(move |last| (threads, last))) {
        let (stop, mut calls) = (Stop::new(), 0);
        let request = AnalyzeRequest::unlimited().limits(Limits::new().stop(&stop));
        let analysis = engine(threads).analyze_with(&Board::START, request, |_| {
            calls += 1;
            if calls == last {
                stop.set();
            }
            ControlFlow::Continue(())
        });
        assert_eq!((analysis.unwrap().stopped(), calls), (Some(StopReason::Stop), last));
    }
}

/// A busy machine may even reach the limit before the first call.
#[test]
fn a_limit_that_passes_in_a_callback_is_followed_by_no_other_call() {
    for in_total in [false, true] {
        let limits = Limits::new().time(Duration::from_millis(100));
        let request = AnalyzeRequest::unlimited();
        let request = if in_total { request.total_limits(limits) } else { request.limits(limits) };
        let mut calls = 0;
        let analysis = engine(1).analyze_with(&Board::START, request, |_| {
            calls += 1;
            thread::sleep(Duration::from_millis(110));
            ControlFlow::Continue(())
        });
        assert_eq!(analysis.unwrap().stopped(), Some(StopReason::Time));
        assert!(calls <= 1, "{calls}");
    }
}

#[test]
fn a_stop_set_in_the_callback_of_the_last_search_leaves_it_complete() {
    let (stop, mut calls) = (Stop::new(), 0);
    let request = AnalyzeRequest::depth(3).limits(Limits::new().stop(&stop));
    let mut analyze = |stop_at| {
        calls = 0;
        let analysis = engine(1).analyze_with(&Board::START, request.clone(), |_| {
            calls += 1;
            if calls == stop_at {
                stop.set();
            }
            ControlFlow::Continue(())
        });
        (analysis.unwrap().stopped(), calls)
    };
    let (_, all) = analyze(usize::MAX);
    assert_eq!(analyze(all), (None, all));
    assert!(stop.is_set());
}
