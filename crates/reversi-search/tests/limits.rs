//! Limits, stop signals and invalid requests.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reversi_bitboard::Board;
use reversi_engine::search::{AnswerErrorKind, Clock, Interrupted, StopReason};
use reversi_engine::{
    AnalyzeRequest, Engine, Level, Limits, Progress, Selectivity, SolveError, SolveRequest, Stop, Value,
};
use reversi_eval::{Classical, Evaluator};
use reversi_testkit::{FFO_40, Rng, reached};

fn interrupted(engine: &mut Engine, board: &Board, limits: Limits) -> Interrupted {
    match engine.solve(board, SolveRequest::exact().limits(limits)) {
        Err(SolveError::Interrupted(interrupted)) => interrupted,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_start_position_with_a_second() {
    let mut engine = Engine::builder().hash_mib(16).build().unwrap();
    let start = Instant::now();
    let error = interrupted(&mut engine, &Board::START, Limits::new().time(Duration::from_secs(1)));
    assert_eq!(error.reason, StopReason::Time);
    assert!(error.elapsed >= Duration::from_secs(1));
    assert!(start.elapsed() < Duration::from_secs(10), "a generous bound for a busy machine");
    assert!(error.bounds.lower() <= 0 && error.bounds.upper() >= 0);
}

/// After two moves most nodes belong to look-aheads.
#[test]
fn node_limits_are_kept_and_deterministic() {
    let late = FFO_40.parse().unwrap();
    let early = Board::START.play("f5".parse().unwrap()).play("d6".parse().unwrap());
    let limits = [0, 1, 1000, 50_000, 1_000_000].map(|limit| (late, limit));
    for (board, limit) in limits.into_iter().chain([(early, 1_500), (early, 20_000)]) {
        let run = || {
            let mut engine = Engine::builder().hash_mib(1).build().unwrap();
            interrupted(&mut engine, &board, Limits::new().nodes(limit))
        };
        let (error, again) = (run(), run());
        assert_eq!(error.reason, StopReason::Nodes);
        assert!((limit..limit + 10_000).contains(&error.nodes), "{limit}: {}", error.nodes);
        assert_eq!((again.nodes, again.bounds), (error.nodes, error.bounds));
    }
}

/// Sets a stop signal at its n-th call.
struct Impatient {
    asked: AtomicU32,
    patience: u32,
    stop: Stop,
}

impl Evaluator for Impatient {
    fn evaluate_128(&self, board: &Board) -> i32 {
        if self.asked.fetch_add(1, Ordering::Relaxed) == self.patience {
            self.stop.set();
        }
        Classical.evaluate_128(board)
    }
}

/// The user's own evaluation may take milliseconds: a thousand more calls would take seconds.
#[test]
fn few_evaluations_of_ones_own_follow_a_stop() {
    for patience in (0..20_000).step_by(331) {
        let stop = Stop::new();
        let evaluator = Arc::new(Impatient { asked: AtomicU32::new(0), patience, stop: stop.clone() });
        let mut engine = Engine::builder().hash_mib(1).evaluator(evaluator.clone()).build().unwrap();
        let request = AnalyzeRequest::unlimited().limits(Limits::new().stop(&stop));
        let board = Board::START.play("f5".parse().unwrap());
        assert_eq!(engine.analyze(&board, request).unwrap().stopped(), Some(StopReason::Stop));
        let after = evaluator.asked.load(Ordering::Relaxed) - patience;
        assert!(after < 100, "{after} after {patience}");
    }
}

#[test]
fn interrupted_bounds_hold_and_close_in() {
    let board: Board = FFO_40.parse().unwrap();
    let mut engine = Engine::builder().hash_mib(16).build().unwrap();
    let mut widths = vec![];
    loop {
        let request = SolveRequest::exact().limits(Limits::new().nodes(2_000_000));
        match engine.solve(&board, request) {
            Ok(solution) => {
                assert_eq!(solution.value(), Value::Exact(38));
                break;
            }
            Err(SolveError::Interrupted(Interrupted { bounds, .. })) => {
                assert!(bounds.lower() <= 38 && 38 <= bounds.upper(), "{bounds}");
                widths.push(bounds.upper() - bounds.lower());
            }
            Err(other) => panic!("{other}"),
        }
        assert!(widths.len() < 100, "the table keeps the progress: {widths:?}");
    }
    assert!(widths.len() > 1, "the limit was too high to test anything");
    assert!(widths.last() < widths.first(), "{widths:?}");
}

#[test]
fn stop_before_and_during_a_call() {
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    let stop = Stop::new();
    stop.set();
    let error = interrupted(&mut engine, &Board::START, Limits::new().stop(&stop));
    assert_eq!((error.reason, error.nodes), (StopReason::Stop, 0));
    assert!(stop.is_set(), "the engine never resets it");

    stop.reset();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            stop.set();
        });
        let error = interrupted(&mut engine, &Board::START, Limits::new().stop(&stop));
        assert_eq!(error.reason, StopReason::Stop);
        assert!(error.nodes > 0);
    });
    // The engine stays usable.
    stop.reset();
    let board = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse().unwrap();
    let request = SolveRequest::exact().limits(Limits::new().stop(&stop).time(Duration::from_secs(3600)));
    assert_eq!(engine.solve(&board, request).unwrap().value(), Value::Exact(2));
}

/// The moves of the root are evaluated before the first poll, and nothing after it.
#[test]
fn a_search_of_one_ply_is_stopped_as_well() {
    let board = reached(&mut Rng::with_seed(3), 36);
    let requests = [
        AnalyzeRequest::depth(1),
        AnalyzeRequest::level(Level::of::<0>()),
        AnalyzeRequest::depth(1).lines(64),
        AnalyzeRequest::depth(2),
    ];
    for request in requests {
        let stop = Stop::new();
        stop.set();
        let evaluator = Arc::new(Impatient { asked: AtomicU32::new(0), patience: 0, stop: stop.clone() });
        let mut engine = Engine::builder().hash_mib(1).evaluator(evaluator.clone()).build().unwrap();
        let request = request.limits(Limits::new().stop(&stop));
        let callback = |progress: &Progress<'_>| panic!("called with {}", progress.value());
        let analysis = engine.analyze_with(&board, request, callback).unwrap();
        assert_eq!(analysis.stopped(), Some(StopReason::Stop));
        assert!(evaluator.asked.load(Ordering::Relaxed) <= board.legal_moves().len());
    }
}

#[test]
fn a_reason_is_aligned_in_tables() {
    let shown = format!("{:>15}|{:<15}|", StopReason::Time, StopReason::Nodes);
    assert_eq!(shown, " the time limit|the node limit |");
}

#[test]
fn an_interrupted_solve_has_proven_its_bounds() {
    let estimate = Value::estimate(2, 8, Selectivity::P100).unwrap();
    let error = Interrupted::new(StopReason::Time, estimate).unwrap_err();
    assert_eq!(error.kind, AnswerErrorKind::NotProven);
}

/// The plies that a value stands for.
fn depth(value: Value) -> u32 {
    match value {
        Value::Estimate { depth, .. } => depth,
        _ => panic!("{value}"),
    }
}

fn with_a_clock(depth: u32) -> AnalyzeRequest {
    AnalyzeRequest::depth(depth).clock(Clock::new(Duration::from_secs(3600), Duration::ZERO))
}

/// The first moves of a game are equal by symmetry, and four all the same.
#[test]
fn by_a_clock_the_start_is_searched_as_other_positions_are() {
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    let analysis = engine.analyze(&Board::START, with_a_clock(5)).unwrap();
    assert_eq!((depth(analysis.value()), analysis.stopped()), (5, None));
}

#[test]
fn by_a_clock_one_legal_move_or_a_pass_takes_no_time_and_no_limit_has_stopped_it() {
    let mut rng = Rng::with_seed(61);
    let (mut moves, mut passes) = (0, 0);
    for _ in 0..4000 {
        let empties = rng.u32(7..16);
        let reached = reached(&mut rng, empties);
        for board in [reached, reached.pass()] {
            if board.is_game_over() || board.legal_moves().len() > 1 {
                continue;
            }
            *if board.must_pass() { &mut passes } else { &mut moves } += 1;
            let mut engine = Engine::builder().hash_bytes(0).build().unwrap();
            let analysis = engine.analyze(&board, with_a_clock(5)).unwrap();
            assert_eq!((depth(analysis.value()), analysis.stopped()), (1, None), "{board}");
            // The user's limits are limits all the same.
            let set = Stop::new();
            set.set();
            let stopped = engine.analyze(&board, with_a_clock(5).limits(Limits::new().stop(&set))).unwrap();
            assert_eq!(stopped.stopped(), Some(StopReason::Stop));
        }
    }
    assert!(moves > 20 && passes > 20, "{moves} {passes}");
}

/// A search that is not begun leaves no trace: the nodes are the nodes of the deepest complete search.
#[test]
fn by_a_clock_a_search_that_would_be_cut_short_is_not_begun() {
    let mut rng = Rng::with_seed(65);
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    let complete = (0..20).filter(|_| {
        let board = reached(&mut rng, 40);
        engine.clear_hash();
        let clock = Clock::new(Duration::from_millis(500), Duration::ZERO);
        let by_clock = engine.analyze(&board, AnalyzeRequest::unlimited().clock(clock)).unwrap();
        engine.clear_hash();
        let request = AnalyzeRequest::depth(depth(by_clock.value())).selectivity(Selectivity::P73);
        engine.analyze(&board, request).unwrap().nodes() == by_clock.nodes()
    });
    // On a busy machine the limit may come first.
    assert!(complete.count() > 0);
}

/// The requests that have no time left: by a clock, or a limit of the search or of the whole call.
fn without_time(request: &AnalyzeRequest) -> [AnalyzeRequest; 4] {
    let clock = |remaining| Clock::new(Duration::from_nanos(remaining), Duration::ZERO);
    let limits = Limits::new().time(Duration::ZERO);
    [
        request.clone().clock(clock(0)),
        request.clone().clock(clock(30)),
        request.clone().limits(limits.clone()),
        request.clone().total_limits(limits),
    ]
}

/// A referee that counts whole seconds says 0 for 0.9.
#[test]
fn without_time_the_last_14_moves_are_the_best_and_others_of_six_plies() {
    let mut rng = Rng::with_seed(62);
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    for i in 0..240 {
        let board = reached(&mut rng, if i < 140 { 1 + i % 14 } else { 15 + i % 46 });
        if board.legal_moves().len() < 2 {
            continue; // no choice
        }
        for request in without_time(&AnalyzeRequest::unlimited()) {
            engine.clear_hash();
            let analysis = engine.analyze(&board, request).unwrap();
            if board.empties().len() > 14 {
                assert!(depth(analysis.value()) >= 6, "{board}: {}", analysis.value());
                assert_eq!(analysis.stopped(), Some(StopReason::Time));
                continue;
            }
            assert_eq!((analysis.value(), analysis.stopped()), (exact(&mut engine, &board), None), "{board}");
            let after = board.play(analysis.best_move().unwrap().square().unwrap());
            let score = exact(&mut engine, &after).exact().unwrap();
            assert_eq!(analysis.value(), Value::Exact(-score), "{board}");
        }
    }
}

fn exact(engine: &mut Engine, board: &Board) -> Value {
    engine.solve(board, SolveRequest::exact()).unwrap().value()
}

#[test]
fn without_time_an_analysis_is_no_deeper_than_its_request_and_shown_once() {
    let board = reached(&mut Rng::with_seed(63), 30);
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    for plies in [1, 3, 6, 7] {
        engine.clear_hash();
        let expected = engine.analyze(&board, AnalyzeRequest::depth(plies)).unwrap();
        for request in without_time(&AnalyzeRequest::depth(plies)) {
            engine.clear_hash();
            let mut shown = Vec::new();
            let analysis = engine.analyze_with(&board, request, |progress| {
                shown.push(depth(progress.value()));
                ControlFlow::Continue(())
            });
            let analysis = analysis.unwrap();
            // At the last depth the surer searches come after the floor.
            assert_eq!((depth(analysis.value()), &shown[..]), (plies.min(6), &[plies.min(6)][..]));
            assert_eq!(analysis.stopped(), Some(StopReason::Time));
            assert!(analysis.nodes() < expected.nodes());
        }
    }
    // What ends the game is shown as well.
    for empties in 1..=13 {
        let board = reached(&mut Rng::with_seed(63), empties);
        for request in without_time(&AnalyzeRequest::unlimited()) {
            let mut shown = Vec::new();
            let analysis = engine.analyze_with(&board, request, |progress| {
                shown.push(progress.value());
                ControlFlow::Continue(())
            });
            assert_eq!(shown, [analysis.unwrap().value()], "{board}");
        }
    }
}

#[test]
fn without_time_all_other_limits_hold() {
    let board = reached(&mut Rng::with_seed(64), 30);
    let mut engine = Engine::builder().hash_mib(1).build().unwrap();
    let set = Stop::new();
    set.set();
    for nodes in [0, 1, 100] {
        for (stop, reason) in [(&Stop::new(), StopReason::Nodes), (&set, StopReason::Stop)] {
            let limits = Limits::new().time(Duration::ZERO).nodes(nodes).stop(stop);
            let requests = [
                AnalyzeRequest::unlimited().limits(limits.clone()),
                AnalyzeRequest::unlimited().total_limits(limits.clone()),
                AnalyzeRequest::unlimited().limits(limits).clock(Clock::default()),
            ];
            for request in requests {
                engine.clear_hash();
                let analysis = engine.analyze(&board, request).unwrap();
                assert_eq!(analysis.stopped(), Some(reason));
                let most = if reason == StopReason::Stop { 60 } else { nodes + 500 };
                assert!(analysis.nodes() <= most, "{} of {nodes}", analysis.nodes());
            }
        }
    }
}

/// Evaluates a position in a millisecond.
struct Slow;

impl Evaluator for Slow {
    fn evaluate_128(&self, board: &Board) -> i32 {
        thread::sleep(Duration::from_millis(1));
        Classical.evaluate_128(board)
    }
}

/// Six plies would take seconds.
#[test]
fn without_time_a_slow_evaluation_of_ones_own_takes_no_longer_than_a_moment() {
    let board = reached(&mut Rng::with_seed(65), 30);
    for request in without_time(&AnalyzeRequest::unlimited()) {
        let mut engine = Engine::builder().hash_mib(1).evaluator(Arc::new(Slow)).build().unwrap();
        let start = Instant::now();
        let analysis = engine.analyze(&board, request).unwrap();
        assert_eq!(analysis.stopped(), Some(StopReason::Time));
        assert!(depth(analysis.value()) < 6);
        let elapsed = start.elapsed();
        assert!((Duration::from_millis(100)..Duration::from_secs(1)).contains(&elapsed), "{elapsed:?}");
    }
}
