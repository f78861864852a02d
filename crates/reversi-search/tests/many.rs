//! Many positions: order, limits, early ends.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use reversi_bitboard::Board;
use reversi_engine::search::{Event, ManyError, Solved, StopReason};
use reversi_engine::{Engine, Limits, SolveRequest};
use reversi_testkit::{Rng, board, reached};

use crate::engine;

/// Positions of random games, 10 to 17 empties: long ones among short ones. Every tenth board is a finished
/// game.
pub(crate) fn boards(count: usize) -> Vec<Board> {
    let mut rng = Rng::with_seed(17);
    let mut any_board = |i| {
        let empties = rng.u32(10..=17);
        if i % 10 == 9 { board(0, 1 << empties) } else { reached(&mut rng, empties) }
    };
    (0..count).map(&mut any_board).collect()
}

fn all(engine: &mut Engine, boards: &[Board], request: SolveRequest) -> Vec<Solved> {
    let mut all = Vec::new();
    let each = |solved| {
        all.push(solved);
        ControlFlow::Continue(())
    };
    engine.solve_many(boards.iter().copied(), request, each).unwrap();
    all
}

#[test]
fn answers_come_in_order_and_are_those_of_single_solves() {
    let boards = boards(60);
    let mut one = engine(1);
    let mut value = |board: &Board| one.solve(board, SolveRequest::exact()).unwrap().value();
    let expected: Vec<_> = boards.iter().map(&mut value).collect();
    for threads in 1..=4 {
        let all = all(&mut engine(threads), &boards, SolveRequest::exact());
        assert_eq!(all.len(), boards.len());
        for (i, solved) in all.iter().enumerate() {
            assert_eq!((solved.index, solved.board), (i, boards[i]));
            assert_eq!(solved.result.as_ref().unwrap().value(), expected[i]);
        }
    }
    assert!(all(&mut engine(2), &[], SolveRequest::exact()).is_empty());
}

#[test]
fn limits_are_those_of_each_position() {
    let boards = boards(30);
    for threads in [1, 3] {
        let request = SolveRequest::exact().limits(Limits::new().nodes(20_000));
        let all = all(&mut engine(threads), &boards, request);
        let solved = all.iter().filter(|solved| solved.result.is_ok()).count();
        assert!(all.len() == 30 && (1..30).contains(&solved), "{solved}");
        for interrupted in all.iter().filter_map(|solved| solved.result.as_ref().err()) {
            assert_eq!(interrupted.reason, StopReason::Nodes);
        }
    }
}

#[test]
fn a_break_ends_it_and_positions_are_taken_as_they_are_needed() {
    for threads in [1, 2, 4] {
        let boards = boards(50);
        let (mut taken, mut delivered) = (0, 0);
        let counted = boards.iter().copied().cycle().inspect(|_| taken += 1); // without an end
        let each = |solved: Solved| {
            assert_eq!(solved.index, delivered);
            delivered += 1;
            if delivered == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        engine(threads).solve_many(counted, SolveRequest::exact(), each).unwrap();
        assert_eq!(delivered, 20);
        assert!(taken >= 20);
    }
    let error =
        engine(2).solve_many([Board::START], SolveRequest::window(3, 3), |_| unreachable!()).unwrap_err();
    assert!(matches!(error, ManyError::InvalidWindow { alpha: 3, beta: 3 }), "{error}");
    let of_one = engine(1).solve(&Board::START, SolveRequest::window(3, 3)).unwrap_err();
    assert_eq!(error.to_string(), of_one.to_string());
    let error =
        engine(2).solve_many([Board::START], SolveRequest::at_least(66), |_| unreachable!()).unwrap_err();
    assert!(matches!(error, ManyError::InvalidScore { score: 66 }), "{error}");
    assert_eq!(error.to_string(), "at_least must be -64 to 65, not 66");
}

/// The first position would take years. Its limit comes much later than the results of the others.
#[test]
fn as_ready_a_result_waits_for_no_other() {
    let boards = [Board::START, board(1, 0), board(1, 0)];
    let request = SolveRequest::exact().limits(Limits::new().nodes(100_000_000));
    let mut order = Vec::new();
    let collect = |event: Event<'_, Solved>| {
        if let Event::Done(solved) = event {
            order.push(solved.index);
        }
        if order.len() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stopped = engine(2).solve_many_as_ready(boards, request, collect).unwrap();
    assert_eq!(stopped, Some(StopReason::Callback));
    assert_eq!(order, [1, 2]);
}

/// The caller takes a second answer only when the threads wait.
#[test]
fn no_more_than_some_hundreds_are_taken_ahead_of_a_slow_caller() {
    let over = board(1, 0);
    let taken = AtomicUsize::new(0);
    let counted = std::iter::repeat_with(|| {
        taken.fetch_add(1, Ordering::Relaxed);
        over
    });
    let each = |_| {
        let mut before = usize::MAX;
        while before != taken.load(Ordering::Relaxed) {
            before = taken.load(Ordering::Relaxed);
            assert!(before < 1000, "{before}");
            thread::sleep(Duration::from_millis(20));
        }
        ControlFlow::Break(())
    };
    engine(3).solve_many(counted, SolveRequest::exact(), each).unwrap();
}
