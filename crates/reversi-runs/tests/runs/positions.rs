//! Many positions on several engines: in order, each once, with answers that depend on nothing but them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use reversi_bitboard::Board;
use reversi_engine::question::Problem;
use reversi_engine::search::{Source, StopReason};
use reversi_engine::{Analysis, AnalyzeError, AnalyzeRequest, Engine, Limits, Progress, SolveRequest, Stop};
use reversi_runs::{
    AnalyzedPosition, Asked, CheckpointErrorKind, RunError, analyze_games, analyze_many, analyze_many_with,
};
use reversi_testkit::{Rng, board, reached};

use crate::support::{Scratch, engine_by, engines, of_file};

/// Positions of all phases, some of them twice, one over.
fn positions() -> Vec<Board> {
    let mut rng = Rng::with_seed(5);
    let mut boards: Vec<Board> = (4..60).step_by(7).map(|empties| reached(&mut rng, empties)).collect();
    boards.push(board(1, 0));
    boards.extend_from_within(2..5);
    boards.extend([boards[0], boards[0]]);
    boards
}

/// All of an analysis but its time.
fn told(analysis: &Analysis) -> (Board, String, Option<StopReason>, u64) {
    let lines = format!("{:?}", analysis.lines());
    (analysis.board(), lines, analysis.stopped(), analysis.nodes())
}

/// Analyzes the boards, and breaks after `enough` of them.
fn run<'a>(
    engines: &mut [Engine],
    boards: &[Board],
    asked: impl Into<Asked<'a>>,
    enough: usize,
) -> Vec<AnalyzedPosition> {
    let mut all = Vec::new();
    analyze_many(engines, boards, asked, |position| {
        assert_eq!(position.index, all.len(), "in order");
        all.push(position);
        if all.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap();
    all
}

fn told_all(positions: &[AnalyzedPosition]) -> Vec<(Board, String, Option<StopReason>, u64)> {
    positions.iter().map(|position| told(&position.analysis)).collect()
}

#[test]
fn answers_are_those_of_an_empty_table_however_many_engines_there_are() {
    let boards = positions();
    for request in
        [AnalyzeRequest::depth(4).lines(2), AnalyzeRequest::depth(9).limits(Limits::new().nodes(900))]
    {
        let mut one = engine_by(1);
        let mut of = |board: &Board| {
            one.clear_hash();
            one.analyze(board, request.clone()).unwrap()
        };
        let expected: Vec<_> = boards.iter().map(|board| told(&of(board))).collect();
        for number in [1, 2, 3] {
            let mut engines = engines(number);
            // In the second round the tables have the results of the first one.
            for round in 0..2 {
                let found = run(&mut engines, &boards, &request, usize::MAX);
                assert_eq!(told_all(&found), expected, "{number} engines, round {round}");
            }
        }
    }
}

#[test]
fn equal_positions_are_searched_once() {
    let board = reached(&mut Rng::with_seed(6), 20);
    let limits = Limits::new().nodes(50_000_000);
    let request = AnalyzeRequest::depth(6).total_limits(limits);
    // Equal positions have the time of the one search, which two searches never have.
    let found = run(&mut engines(3), &[board; 40], &request, usize::MAX);
    let times: Vec<_> = found.iter().map(|one| (one.analysis.elapsed(), one.analysis.nodes())).collect();
    assert_eq!(times, [times[0]; 40]);
}

#[test]
fn a_checkpoint_has_each_position_once_and_the_next_run_takes_them() {
    let (folder, boards) = (Scratch::new("many"), positions());
    let request = AnalyzeRequest::depth(4);
    let different = boards.iter().collect::<std::collections::HashSet<_>>().len();
    let whole = told_all(&run(&mut engines(2), &boards, &request, usize::MAX));
    for enough in [3, 8, usize::MAX] {
        let checkpoint = folder.open(request.clone());
        let before = checkpoint.len();
        let found = run(&mut engines(2), &boards, &checkpoint, enough);
        assert_eq!(told_all(&found), whole[..enough.min(boards.len())]);
        assert!(checkpoint.len() >= enough.min(different) && checkpoint.len() >= before);
        assert!(enough > 3 || found.iter().all(|one| one.analysis.source() == Source::Search));
    }
    assert_eq!(folder.lines().len(), 1 + different, "each once");
    let known = run(&mut engines(1), &boards, &folder.open(request), usize::MAX);
    assert!(known.iter().all(|one| one.analysis.source() == Source::File));
}

#[test]
fn a_limit_of_the_call_or_a_stop_ends_the_run_with_what_is_done() {
    let folder = Scratch::new("limits");
    let mut rng = Rng::with_seed(7);
    let boards: Vec<Board> = (0..30).map(|_| reached(&mut rng, 30)).collect();
    let all = AnalyzeRequest::depth(4);
    let whole = run(&mut engines(1), &boards, &all, usize::MAX);
    let nodes: u64 = whole.iter().map(|one| one.analysis.nodes()).sum();
    let limits = Limits::new().nodes(nodes / 2);
    let some = folder.open(all.clone().total_limits(limits));
    let found = run(&mut engines(1), &boards, &some, usize::MAX);
    let done = found.len();
    assert!(found.iter().all(|one| one.analysis.stopped().is_none()));
    assert!((5..25).contains(&done), "{done}");
    assert_eq!(some.len(), done, "what the limit has cut is not kept");
    drop(some);

    let stop = Stop::new();
    for limits in [Limits::new().stop(&stop), Limits::new().time(Duration::ZERO)] {
        stop.set();
        let none = folder.open(all.clone().total_limits(limits));
        let known = run(&mut engines(2), &boards, &none, usize::MAX);
        assert!(known.iter().all(|one| one.analysis.source() == Source::File));
        assert_eq!((known.len(), none.len()), (done, done), "what is in the file is handed out all the same");
    }
}

#[test]
fn a_break_is_followed_by_no_other_call() {
    let calls = AtomicUsize::new(0);
    let boards: Vec<Board> = (0..200).map(|i| reached(&mut Rng::with_seed(i), 30)).collect();
    for number in [1, 3] {
        calls.store(0, Ordering::Relaxed);
        analyze_many(&mut engines(number), &boards, &AnalyzeRequest::depth(3), |_| {
            match calls.fetch_add(1, Ordering::Relaxed) {
                9 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        })
        .unwrap();
        assert_eq!(calls.load(Ordering::Relaxed), 10);
    }
}

#[test]
fn a_break_during_a_search_ends_the_run() {
    let folder = Scratch::new("many-search");
    let checkpoint = folder.open(AnalyzeRequest::depth(40));
    let (calls, mut done) = (AtomicUsize::new(0), 0);
    let boards: Vec<Board> = (0..9).map(|i| reached(&mut Rng::with_seed(i), 40)).collect();
    let watch = |_: &Progress<'_>| {
        calls.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Break(())
    };
    let each = |_| {
        done += 1;
        ControlFlow::Continue(())
    };
    analyze_many_with(&mut engines(1), &boards, &checkpoint, watch, each).unwrap();
    assert_eq!((calls.into_inner(), done, checkpoint.len()), (1, 0, 0));
}

#[test]
fn a_run_that_cannot_begin_calls_nobody() {
    let folder = Scratch::new("cannot");
    let nobody = |_| panic!("called");
    let error =
        analyze_many(&mut engines(1), &[Board::START], &AnalyzeRequest::depth(0), nobody).unwrap_err();
    assert!(matches!(error, RunError::Analyze(AnalyzeError::NoDepth)), "{error}");
    let solutions = folder.open_at("solutions", SolveRequest::exact());
    let error = analyze_many(&mut engines(1), &[Board::START], &solutions, nobody).unwrap_err();
    assert!(matches!(of_file(error), CheckpointErrorKind::OtherRequest { .. }));

    let checkpoint = folder.open(AnalyzeRequest::depth(2));
    let each = |_| ControlFlow::Continue(());
    analyze_many(&mut engines(1), &[Board::START], &checkpoint, each).unwrap();
    let error = analyze_many(&mut [engine_by(2)], &[Board::START], &checkpoint, nobody).unwrap_err();
    assert!(matches!(of_file(error), CheckpointErrorKind::OtherEvaluation { .. }));
    analyze_many(&mut engines(2), &[], &checkpoint, nobody).unwrap();
    let error = analyze_many(&mut [], &[Board::START], &checkpoint, nobody).unwrap_err();
    assert_eq!(error.to_string(), "engines must be 1 or more, not 0");
    let problem = Problem::from(&analyze_games(&mut [], &[], &checkpoint, |_| panic!("called")).unwrap_err());
    assert_eq!(problem.code, "out-of-range");
}
