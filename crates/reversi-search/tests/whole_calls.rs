//! Limits of calls on many positions and on the moves of a game.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use reversi_engine::search::{Solved, StopReason};
use reversi_engine::{AnalyzeRequest, Limits, SolveRequest, Stop};
use reversi_testkit::{Rng, random_game, reached};

use crate::engine;

/// Solves positions without an end. Returns the results, the number of positions taken, and the reason.
fn endless(threads: usize, empties: u32, request: SolveRequest) -> (Vec<Solved>, usize, Option<StopReason>) {
    let mut rng = Rng::with_seed(21);
    let taken = AtomicUsize::new(0);
    let boards = std::iter::repeat_with(|| {
        taken.fetch_add(1, Ordering::Relaxed);
        reached(&mut rng, empties)
    });
    let mut all = Vec::new();
    let each = |solved: Solved| {
        assert_eq!(solved.index, all.len());
        all.push(solved);
        ControlFlow::Continue(())
    };
    let stopped = engine(threads).solve_many(boards, request, each).unwrap();
    (all, taken.into_inner(), stopped)
}

fn nodes_of(solved: &Solved) -> u64 {
    solved.result.as_ref().map_or_else(|interrupted| interrupted.nodes, |solution| solution.nodes())
}

#[test]
fn a_run_over_many_positions_keeps_to_the_nodes_of_the_whole_call() {
    // Positions of a hundred nodes, and of tens of thousands.
    for (empties, limit) in [(6, 20_000), (16, 500_000)] {
        for threads in [1, 3] {
            let request = SolveRequest::exact().total_limits(Limits::new().nodes(limit));
            let (all, taken, stopped) = endless(threads, empties, request);
            assert_eq!(stopped, Some(StopReason::Nodes));
            assert_eq!(all.len(), taken, "all that are taken are delivered");
            let interrupted: Vec<_> = all.iter().filter_map(|solved| solved.result.as_ref().err()).collect();
            assert!((1..=threads).contains(&interrupted.len()), "{}", interrupted.len());
            assert!(interrupted.iter().all(|interrupted| interrupted.reason == StopReason::Nodes));
            let nodes = all.iter().map(nodes_of).sum::<u64>();
            assert!((limit..limit + 10_000 * threads as u64).contains(&nodes), "{nodes} of {limit}");
            assert!(all.len() > interrupted.len(), "the limit was too low to test anything");
        }
    }
}

#[test]
fn a_run_over_many_positions_ends_in_time_and_at_a_stop() {
    let set = Stop::new();
    set.set();
    for threads in [1, 3] {
        for (limits, reason) in [
            (Limits::new().time(Duration::from_millis(100)), StopReason::Time),
            (Limits::new().time(Duration::ZERO), StopReason::Time),
            (Limits::new().stop(&set), StopReason::Stop),
        ] {
            let in_no_time = limits.time != Some(Duration::from_millis(100));
            let (all, taken, stopped) = endless(threads, 14, SolveRequest::exact().total_limits(limits));
            assert_eq!((stopped, all.len()), (Some(reason), taken));
            assert!(!in_no_time || all.len() <= threads, "{}", all.len());
            assert!(all.iter().any(|solved| solved.result.is_err()));
        }
    }
}

#[test]
fn a_run_within_its_limits_is_complete() {
    let boards = [reached(&mut Rng::with_seed(22), 13); 5];
    for threads in [1, 3] {
        let limits = Limits::new().time(Duration::from_secs(3600)).nodes(u64::MAX).stop(&Stop::new());
        let request = SolveRequest::exact().total_limits(limits);
        let mut solved = 0;
        let each = |one: Solved| {
            solved += usize::from(one.result.is_ok());
            ControlFlow::Continue(())
        };
        assert_eq!(engine(threads).solve_many(boards, request, each).unwrap(), None);
        assert_eq!(solved, 5);
        let stopped = engine(threads).solve_many(boards, SolveRequest::exact(), |_| ControlFlow::Break(()));
        assert_eq!(stopped.unwrap(), Some(StopReason::Callback));
    }
}

#[test]
fn the_moves_of_a_game_share_the_nodes_of_the_whole_call() {
    let mut rng = Rng::with_seed(23);
    for threads in [1, 2] {
        for total in [0, 100_000, 3_000_000] {
            let game = random_game(&mut rng);
            let request = AnalyzeRequest::unlimited().total_limits(Limits::new().nodes(total));
            let turns = engine(threads).analyze_game(&game, request).unwrap();
            assert!(turns.iter().map(|turn| turn.played()).eq(game.moves()), "each move has an analysis");
            let slack = 5_000 * threads as u64;
            let mut left = total;
            for (i, turn) in turns.iter().enumerate().rev() {
                let (share, nodes) = (left / (i as u64 + 1), turn.analysis().nodes());
                assert!(nodes < share + slack, "{nodes} of {share}");
                assert!(turn.analysis().stopped().is_none_or(|reason| reason == StopReason::Nodes));
                left = left.saturating_sub(nodes);
            }
            assert!(left < total / 20 + 1, "{left} of {total} are not used");
            // The midgame gets the time that the endgame leaves.
            let equal = total / turns.len() as u64;
            assert!(turns[0].analysis().nodes() > equal || total < 1_000_000, "no more than {equal}");
        }
    }
}

#[test]
fn each_move_of_a_game_has_an_analysis_when_time_is_up() {
    let game = random_game(&mut Rng::with_seed(24));
    let request = AnalyzeRequest::unlimited().total_limits(Limits::new().time(Duration::ZERO));
    let turns = engine(1).analyze_game(&game, request).unwrap();
    assert_eq!(turns.len(), game.moves().len());
    for analysis in turns.iter().map(|turn| turn.analysis()) {
        let solved = analysis.board().empties().len() <= 14;
        assert_eq!(analysis.stopped(), (!solved).then_some(StopReason::Time), "{}", analysis.board());
    }
}

/// A move for which the limits of the whole call leave nothing does not drop the moves before it.
#[test]
fn a_limit_of_time_before_a_stop_leaves_out_no_move() {
    let game = random_game(&mut Rng::with_seed(26));
    let limits = Limits::new().nodes(0).stop(&Stop::new());
    let request = AnalyzeRequest::unlimited().total_limits(limits);
    assert_eq!(engine(1).analyze_game(&game, request).unwrap().len(), game.moves().len());
}
