//! Balanced starts: near a draw, all of them different, and the same for the same seed.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use reversi_bitboard::{Board, Game, Position};
use reversi_engine::play::{BalancedStart, BalancedStarts};
use reversi_engine::question::{Ask, Question, Reply};
use reversi_engine::search::{BookMoves, BookUse, OpeningBook, StopReason};
use reversi_engine::{AnalyzeRequest, Engine, EngineBuilder, Limits, Progress, Stop};

use crate::{engine, level};

/// Accepts all positions after this number of plies, without a search.
fn any(seed: u64, plies: u32) -> BalancedStarts {
    BalancedStarts::new(seed).plies(plies).within_discs(64).level(level(0))
}

fn made(starts: BalancedStarts) -> Vec<BalancedStart> {
    starts.find(&engine(), &Position::START).unwrap().collect()
}

#[test]
fn starts_are_near_a_draw_and_differ_by_more_than_symmetry() {
    let mut boards = HashSet::new();
    for start in made(BalancedStarts::new(3).within_discs(2).level(level(7)).count(20)) {
        let game: Game = start.moves.parse().unwrap();
        assert_eq!((game.position(), game.moves().len()), (start.position, 8));
        assert!(start.moves.starts_with("f5"), "{}", start.moves);
        assert!(start.value.score().unwrap().abs() <= 2, "{start:?}");
        // The value comes from an empty table, whatever was searched before.
        let analysis = engine().analyze(&start.position.board, AnalyzeRequest::level(level(7))).unwrap();
        assert_eq!(analysis.value(), start.value, "{start:?}");
        assert!(boards.insert(start.position.board.canonical().0));
    }
    assert_eq!(boards.len(), 20);
}

/// Each search equals the search of a new engine, although positions of four plies have much in common. Nodes
/// are compared, because a table that is not empty saves nodes but hardly changes values.
#[test]
fn a_value_does_not_depend_on_the_starts_before() {
    let all = BalancedStarts::new(1).plies(4).within_discs(64).level(level(8)).count(12);
    let mut starts = all.find(&engine(), &Position::START).unwrap();
    let (mut nodes, mut seen) = (0, 0);
    let mut watch = |progress: &Progress<'_>| {
        seen = progress.nodes();
        ControlFlow::Continue(())
    };
    while let Some(start) = starts.next_with(&mut watch) {
        let mut alone = Engine::builder().hash_mib(8).build().unwrap();
        let mut value_at = |number| {
            let request = AnalyzeRequest::level(level(number)).book(BookUse::Never);
            let analysis = alone.analyze(&start.position.board, request).unwrap();
            nodes += analysis.nodes();
            analysis.value()
        };
        value_at(6); // the first glance
        assert_eq!(value_at(8), start.value, "{start:?}");
    }
    assert_eq!(seen, nodes);
}

/// A book that must not be read.
struct Closed;

impl OpeningBook for Closed {
    fn look_up(&self, _: &Board) -> Option<BookMoves> {
        panic!("a start is valued without a book")
    }
}

#[test]
fn starts_do_not_depend_on_the_settings_of_the_engine() {
    let starts = BalancedStarts::new(5).within_discs(1).level(level(8)).count(4);
    let expected = made(starts.clone());
    let settings: [fn(EngineBuilder) -> EngineBuilder; 3] = [
        |builder| builder.hash_bytes(0),
        |builder| builder.hash_mib(4).threads(3),
        |builder| builder.hash_mib(1).book(Arc::new(Closed)),
    ];
    for set in settings {
        let mut engine = set(Engine::builder()).build().unwrap();
        let request = AnalyzeRequest::depth(7).book(reversi_engine::search::BookUse::Never);
        let _ = engine.analyze(&Position::START.board, request).unwrap();
        let found: Vec<_> = starts.clone().find(&engine, &Position::START).unwrap().collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn limits_end_the_whole_call() {
    let of = |limits: Limits| {
        let starts = BalancedStarts::new(1).level(level(6)).total_limits(limits);
        let mut starts = starts.find(&engine(), &Position::START).unwrap();
        (starts.by_ref().take(50).count(), starts.stopped())
    };
    let (found, stopped) = of(Limits::new().nodes(200_000));
    assert!(found > 0 && found < 50 && stopped == Some(StopReason::Nodes), "{found} {stopped:?}");
    assert_eq!(of(Limits::new().time(Duration::ZERO)), (0, Some(StopReason::Time)));
    let stop = Stop::new();
    stop.set();
    assert_eq!(of(Limits::new().stop(&stop)), (0, Some(StopReason::Stop)));
    assert_eq!(of(Limits::new()), (50, None));
}

#[test]
fn a_callback_sees_the_starts_so_far_and_ends_the_call() {
    let mut starts = BalancedStarts::new(1).level(level(6)).find(&engine(), &Position::START).unwrap();
    let mut seen = Vec::new();
    let mut watch = |progress: &Progress<'_>| {
        seen.push(progress.done());
        if progress.done() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    while starts.next_with(&mut watch).is_some() {}
    assert_eq!((seen[0], *seen.last().unwrap()), (0, 2));
    assert_eq!((starts.stopped(), starts.next()), (Some(StopReason::Callback), None));
    let mut only = any(9, 1).find(&engine(), &Position::START).unwrap();
    assert_eq!([only.next(), only.next(), only.next()].map(|start| start.is_some()), [true, false, false]);
}

#[test]
fn a_question_has_ten_starts_unless_it_says_how_many() {
    let question = |starts| Question::new(Position::START, Ask::BalancedStarts(starts));
    let found = |starts| match question(starts).answer(&mut engine()).unwrap().reply {
        Reply::BalancedStarts(found) => found,
        other => panic!("{other:?}"),
    };
    let ten = found(any(1, 8));
    assert_eq!((ten.starts.len(), ten.stopped), (10, None));
    let stop = Stop::new();
    stop.set();
    let within = question(any(1, 8)).within(Limits::new().stop(&stop));
    let Reply::BalancedStarts(none) = within.answer(&mut engine()).unwrap().reply else { panic!() };
    assert_eq!((none.starts.len(), none.stopped), (0, Some(StopReason::Stop)));
    let mut calls = 0;
    let answer = question(any(1, 8).level(level(2)).count(2)).answer_with(&mut engine(), |_| {
        calls += 1;
        ControlFlow::Continue(())
    });
    assert!(answer.is_ok() && calls > 0);
}
