//! The progress of a call: when and where the callback is called, its arguments, and how it ends the call.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use reversi_bitboard::{Bitboard, Board, Game};
use reversi_engine::search::{Event, Solved, StopReason};
use reversi_engine::{
    AnalyzeRequest, Engine, Limits, Progress, Selectivity, SolveError, SolveRequest, Stop, Value,
};
use reversi_eval::{Classical, Evaluator};
use reversi_testkit::{FFO_1, FFO_40, Rng, reached};

use crate::engine;

/// Ends the call at the `n`-th progress. Each progress must come on this thread, and no number may decrease.
fn breaks_at(n: usize) -> impl FnMut(&Progress<'_>) -> ControlFlow<()> {
    let home = thread::current().id();
    let (mut calls, mut nodes, mut elapsed, mut width) = (0, 0, Duration::ZERO, 128);
    move |progress| {
        assert_eq!(thread::current().id(), home);
        assert!(progress.nodes() >= nodes && progress.elapsed() >= elapsed, "{progress:?}");
        (nodes, elapsed) = (progress.nodes(), progress.elapsed());
        let bounds = progress.bounds();
        assert!(bounds.upper() - bounds.lower() <= width, "{bounds}");
        width = bounds.upper() - bounds.lower();
        calls += 1;
        assert!(calls <= n, "called after a break");
        if calls == n { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// As [`breaks_at`], without a result: the first position takes years.
fn breaks_many_at(n: usize) -> impl FnMut(Event<'_, Solved>) -> ControlFlow<()> {
    let mut callback = breaks_at(n);
    move |event| match event {
        Event::Done(_) => panic!("solved in no time"),
        Event::Progress(progress) => callback(progress),
        _ => ControlFlow::Continue(()),
    }
}

#[test]
fn a_long_solve_tells_its_progress_until_a_break() {
    for threads in [1, 2] {
        for request in [SolveRequest::exact(), SolveRequest::wld()] {
            let error = engine(threads).solve_with(&Board::START, request, breaks_at(4)).unwrap_err();
            let SolveError::Interrupted(interrupted) = error else { panic!("{error}") };
            assert_eq!(interrupted.reason, StopReason::Callback);
            assert!(interrupted.elapsed >= 4 * Progress::INTERVAL);
            assert!(interrupted.nodes > 0);
        }
    }
}

#[test]
fn bounds_hold_while_a_position_is_solved() {
    let board: Board = FFO_40.parse().unwrap();
    for threads in [1, 2] {
        let mut keep_on = breaks_at(usize::MAX);
        let solution = engine(threads).solve_with(&board, SolveRequest::exact(), |progress| {
            let bounds = progress.bounds();
            assert!(bounds.lower() <= 38 && 38 <= bounds.upper(), "{bounds}");
            keep_on(progress)
        });
        assert_eq!(solution.unwrap().value(), Value::Exact(38));
    }
}

/// The score of some moves is not a score of the position.
#[test]
fn bounds_hold_while_some_moves_are_analyzed() {
    let board: Board = FFO_1.trim_end_matches(';').parse().unwrap();
    let mut engine = engine(1);
    let best = engine.analyze(&board, AnalyzeRequest::depth(60)).unwrap();
    let (score, best) = (best.value().exact().unwrap(), best.best_move().unwrap().square().unwrap());
    assert_eq!(score, 18);
    let others = board.legal_moves().into_iter().filter(|&square| square != best);
    let others = others.fold(Bitboard::EMPTY, Bitboard::with_square);
    engine.clear_hash();
    let mut looks = 0;
    let worse = engine.analyze_with(&board, AnalyzeRequest::depth(60).only(others), |progress| {
        let bounds = progress.bounds();
        assert!(bounds.lower() <= 18 && 18 <= bounds.upper(), "{bounds}");
        looks += 1;
        ControlFlow::Continue(())
    });
    assert!(worse.unwrap().value().exact().unwrap() < 18 && looks > 1);
}

/// An evaluation that is slow on request.
#[derive(Default)]
struct Slow(AtomicBool);

impl Evaluator for Slow {
    fn evaluate_128(&self, board: &Board) -> i32 {
        if self.0.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(2));
        }
        Classical.evaluate_128(board)
    }
}

#[test]
fn a_solve_shows_what_the_table_has_proven_and_the_line_of_its_estimate() {
    let slow = Arc::new(Slow::default());
    let mut engine = Engine::builder().hash_mib(4).evaluator(slow.clone()).build().unwrap();
    let board = reached(&mut Rng::with_seed(5), 16);
    let score = engine.solve(&board, SolveRequest::exact()).unwrap().value();
    engine.clear_hash();
    let score = score.exact().unwrap();
    let _ = engine.solve(&board, SolveRequest::at_least(score)).unwrap();
    slow.0.store(true, Ordering::Relaxed);
    let (mut with_lines, mut count) = (0, 0);
    let result = engine.solve_with(&board, SolveRequest::window(score, 65), |progress| {
        assert!((score..=score + 1).contains(&progress.bounds().lower()), "{}", progress.bounds());
        assert!(progress.lines().len() <= 1);
        count += 1;
        if let Some(line) = progress.lines().first() {
            assert!(board.is_legal(line.best_move().unwrap().square().unwrap()));
            assert_eq!((progress.best_move(), progress.done()), (line.best_move(), 0));
            with_lines += 1;
        }
        if with_lines == 2 || count == 1000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(with_lines == 2, "{with_lines} of {count}: {result:?}");
}

#[test]
fn a_watched_search_has_the_same_nodes() {
    for empties in [12, 18] {
        let board = reached(&mut Rng::with_seed(6), empties);
        let keep_on = |_: &Progress<'_>| ControlFlow::Continue(());
        let solution = engine(1).solve(&board, SolveRequest::exact()).unwrap();
        let watched = engine(1).solve_with(&board, SolveRequest::exact(), keep_on).unwrap();
        assert_eq!((watched.nodes(), watched.pv()), (solution.nodes(), solution.pv()));
        let request = AnalyzeRequest::depth(8).lines(3);
        let analysis = engine(1).analyze(&board, request.clone()).unwrap();
        let watched = engine(1).analyze_with(&board, request, keep_on).unwrap();
        assert_eq!((watched.nodes(), watched.lines()), (analysis.nodes(), analysis.lines()));
    }
}

/// The depth of the best line, 0 before there is one.
fn depth(progress: &Progress<'_>) -> u32 {
    match progress.value() {
        Value::Estimate { depth, .. } => depth,
        _ => 0,
    }
}

#[test]
fn an_analysis_tells_its_progress_within_one_search() {
    for threads in [1, 2] {
        let (mut last, mut same) = (0, 0);
        let request = AnalyzeRequest::depth(40).lines(2);
        let board = Board::START.play("f5".parse().unwrap());
        let analysis = engine(threads).analyze_with(&board, request, |progress| {
            assert!(depth(progress) >= last);
            assert!(progress.lines().is_empty() || progress.lines().len() == 2);
            same += u32::from(depth(progress) == last);
            last = depth(progress);
            if same == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((analysis.unwrap().stopped(), same), (Some(StopReason::Callback), 3));
    }
}

#[test]
fn the_last_search_of_an_analysis_to_the_end_proves_its_score() {
    let board = reached(&mut Rng::with_seed(7), 12);
    let mut last = Value::Exact(64);
    let analysis = engine(1).analyze_with(&board, AnalyzeRequest::unlimited(), |progress| {
        last = progress.bounds();
        ControlFlow::Continue(())
    });
    let value = analysis.unwrap().value();
    assert_eq!((last, value.exact().is_some()), (value, true));
}

#[test]
fn many_positions_tell_their_progress_while_one_takes_long() {
    for threads in [1, 2, 3] {
        let boards = [Board::START; 2];
        let request = SolveRequest::exact();
        let stopped = engine(threads).solve_many_with(boards, request, breaks_many_at(3)).unwrap();
        assert_eq!(stopped, Some(StopReason::Callback));
    }
}

#[test]
fn the_short_positions_behind_a_long_one_are_counted() {
    let mut boards = vec![Board::START];
    boards.extend([reached(&mut Rng::with_seed(8), 10); 3]);
    let mut nodes = 0;
    let stopped = engine(2).solve_many_with(boards, SolveRequest::exact(), |event| {
        let Event::Progress(progress) = event else { panic!("the first position takes years") };
        assert!(progress.done() <= 3 && progress.nodes() >= nodes);
        nodes = progress.nodes();
        if progress.done() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped.unwrap(), Some(StopReason::Callback));
}

#[test]
fn the_analysis_of_a_game_tells_its_progress() {
    let game: Game = "f5d6c3d3c4".parse().unwrap();
    for threads in [1, 2] {
        let mut callback = breaks_at(3);
        let turns =
            engine(threads).analyze_game_with(&game, AnalyzeRequest::unlimited(), |event| match event {
                Event::Done(_) => panic!("searched in no time"),
                Event::Progress(progress) => callback(progress),
                _ => ControlFlow::Continue(()),
            });
        assert_eq!(turns.unwrap(), [], "no move is done");
        // The signal ends the search of the last move, and the call.
        let stop = Stop::new();
        let request = AnalyzeRequest::unlimited().limits(Limits::new().stop(&stop));
        let mut done = 0;
        let turns = engine(threads).analyze_game_with(&game, request, |event| {
            match event {
                Event::Done(_) => done += 1,
                Event::Progress(progress) => {
                    assert_eq!((progress.done(), done), (0, 0));
                    stop.set();
                }
                _ => {}
            }
            ControlFlow::Continue(())
        });
        let turns = turns.unwrap();
        assert_eq!((turns.len(), done), (1, 1));
        assert_eq!(turns[0].analysis().stopped(), Some(StopReason::Stop));
    }
}

#[test]
fn a_panic_of_the_callback_reaches_the_caller_and_the_engine_stays_usable() {
    let game: Game = "f5d6".parse().unwrap();
    let board = reached(&mut Rng::with_seed(9), 15);
    let expected = engine(1).solve(&board, SolveRequest::exact()).unwrap().value();
    let deep = AnalyzeRequest::unlimited().selectivity(Selectivity::P73);
    for threads in [1, 2] {
        let mut engine = engine(threads);
        for call in 0..4 {
            let solve = SolveRequest::exact();
            let run = || match call {
                0 => drop(engine.solve_with(&Board::START, solve, |_| panic!("on purpose"))),
                1 => drop(engine.analyze_with(&Board::START, deep.clone(), |progress| {
                    assert!(depth(progress) < 8, "on purpose");
                    ControlFlow::Continue(())
                })),
                2 => drop(engine.solve_many_with([Board::START; 3], solve, |_| panic!("on purpose"))),
                _ => drop(engine.analyze_game_with(&game, deep.clone(), |_| panic!("on purpose"))),
            };
            let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
            let message = panic.downcast_ref::<&str>().copied();
            assert_eq!(message, Some("on purpose"), "call {call} with {threads} threads");
            assert_eq!(engine.solve(&board, SolveRequest::exact()).unwrap().value(), expected);
        }
    }
}
