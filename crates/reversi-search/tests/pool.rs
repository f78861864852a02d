//! A pool of engines: right answers under load, return, panics, refusals.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::Duration;

use reversi_bitboard::Board;
use reversi_engine::search::{EnginePool, PooledEngine, StopGuard, StopReason};
use reversi_engine::{
    AnalyzeRequest, BuildError, Engine, EngineBuilder, Limits, Selectivity, SolveRequest, Stop, Value,
};
use reversi_testkit::{FFO_1, Rng, reached};

fn ffo_1() -> Board {
    FFO_1.trim_end_matches(';').parse().unwrap()
}

fn small() -> EngineBuilder {
    Engine::builder().hash_mib(1)
}

/// Positions with 8 to 13 empties and their scores.
fn problems(count: usize) -> Vec<(Board, Value)> {
    let mut rng = Rng::with_seed(8);
    let mut engine = small().build().unwrap();
    let mut problem = |i: usize| {
        let board = reached(&mut rng, 8 + i as u32 % 6);
        (board, engine.solve(&board, SolveRequest::exact()).unwrap().value())
    };
    (0..count).map(&mut problem).collect()
}

/// Eight threads solve and analyze with three engines. Some clear the tables in the middle.
fn hammer(pool: &EnginePool) {
    let problems = problems(60);
    thread::scope(|scope| {
        for worker in 0..8 {
            let problems = &problems;
            scope.spawn(move || {
                for (i, (board, value)) in problems.iter().enumerate().skip(worker) {
                    let mut engine = pool.get();
                    if (i + worker) % 3 == 0 {
                        let request = AnalyzeRequest::depth(60).selectivity(Selectivity::P100);
                        assert_eq!(engine.analyze(board, request).unwrap().value(), *value, "{board}");
                    } else {
                        let solution = engine.solve(board, SolveRequest::exact()).unwrap();
                        assert_eq!(solution.value(), *value, "{board}");
                    }
                    if (i + worker) % 7 == 0 {
                        engine.clear_hash();
                    }
                }
            });
        }
    });
    assert_eq!((pool.available(), pool.engines()), (3, 3));
}

#[test]
fn many_threads_get_right_scores_from_few_engines() {
    hammer(&EnginePool::new(small(), 3).unwrap());
}

/// With one bucket, two engines write the same two slots all the time.
#[test]
fn many_threads_get_right_scores_from_engines_that_share_a_table() {
    hammer(&EnginePool::with_shared_table(small().threads(2), 3).unwrap());
    hammer(&EnginePool::with_shared_table(Engine::builder().hash_bytes(64), 3).unwrap());
}

#[test]
fn only_a_shared_table_shares_proofs() {
    let board = ffo_1();
    let nodes = |pool: &EnginePool| {
        let mut engines = [pool.get(), pool.get()];
        engines.each_mut().map(|engine| engine.solve(&board, SolveRequest::exact()).unwrap().nodes())
    };
    let [alone, other] = nodes(&EnginePool::new(small(), 2).unwrap());
    assert_eq!(alone, other);
    let pool = EnginePool::with_shared_table(small(), 2).unwrap();
    let [first, second] = nodes(&pool);
    assert_eq!(first, alone);
    assert!(second < alone / 2, "{second} of {alone}");
    // One engine clears the table for all engines. Each keeps its small tables of the last plies.
    pool.get().clear_hash();
    assert!(nodes(&pool)[0] > alone / 2);
}

#[test]
fn an_engine_whose_use_panicked_returns_and_works() {
    let pool = EnginePool::new(small(), 1).unwrap();
    let request = AnalyzeRequest::depth(8);
    for _ in 0..3 {
        let panic = catch_unwind(AssertUnwindSafe(|| {
            let mut engine = pool.get();
            let result: Result<_, _> =
                engine.analyze_with(&Board::START, request.clone(), |_| -> ControlFlow<()> {
                    panic!("in use")
                });
            result
        }));
        assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"in use"));
        assert_eq!(pool.available(), 1);
    }
    let solution = pool.get().solve(&ffo_1(), SolveRequest::exact()).unwrap();
    assert_eq!(solution.value(), Value::Exact(18));
}

#[test]
fn an_engine_outlives_the_pool_that_lent_it() {
    let pool = EnginePool::with_shared_table(small(), 2).unwrap();
    let mut engine = pool.get();
    drop(pool);
    assert_eq!(engine.solve(&ffo_1(), SolveRequest::exact()).unwrap().value(), Value::Exact(18));
}

#[test]
fn pools_that_cannot_be_are_refused() {
    let engines = EnginePool::MAX_ENGINES + 1;
    assert_eq!(EnginePool::new(small(), engines).unwrap_err(), BuildError::Engines { engines });
    let error = EnginePool::with_shared_table(small().threads(5000), 2).unwrap_err();
    assert_eq!(error, BuildError::Threads { threads: 5000 });
    assert!(EnginePool::new(small(), 0).unwrap().engines() > 0);
    // Beyond the clock: the same as without a limit.
    assert!(EnginePool::new(small(), 1).unwrap().get_timeout(Duration::MAX).is_some());
}

#[test]
fn a_guard_stops_a_search_when_it_is_dropped() {
    let pool = EnginePool::new(small(), 1).unwrap();
    let stop = Stop::new();
    let guard = stop.guard();
    let request = AnalyzeRequest::unlimited().limits(Limits::new().stop(&stop));
    let mut engine = pool.get();
    let search = thread::spawn(move || engine.analyze(&Board::START, request));
    drop(guard);
    assert_eq!(search.join().unwrap().unwrap().stopped(), Some(StopReason::Stop));
    assert_eq!(pool.available(), 1);
    stop.reset();
    stop.guard().disarm();
    assert!(!stop.is_set());
}

#[test]
fn pools_and_their_engines_go_to_any_thread() {
    fn send_and_sync<T: Send + Sync + 'static>() {}
    send_and_sync::<EnginePool>();
    send_and_sync::<PooledEngine>();
    send_and_sync::<Stop>();
    send_and_sync::<StopGuard>();
}
