//! Runs of solves: they go on, several threads write, limits and breaks end them.

use std::fs;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

use reversi_bitboard::Board;
use reversi_engine::search::{Event, Solved, Source, StopReason};
use reversi_engine::{Limits, SolveRequest, Stop, Value};
use reversi_runs::{Checkpoint, CheckpointErrorKind, RunError};
use reversi_testkit::line_score;

use crate::support::{Scratch, boards, engine, of_file, solve, solve_each};

/// All of a solution that a file keeps.
fn told(solved: &Solved) -> (usize, Board, Value, String, u64, u128) {
    let solution = solved.result.as_ref().unwrap();
    let (pv, micros) = (format!("{:?}", solution.pv()), solution.elapsed().as_micros());
    (solved.index, solved.board, solution.value(), pv, solution.nodes(), micros)
}

#[test]
fn a_run_goes_on_where_it_was() {
    let (folder, boards) = (Scratch::new("resume"), boards(30, 12));
    let mut seen: Vec<Solved> = Vec::new();
    for enough in [7, 20, usize::MAX] {
        let checkpoint = folder.open(SolveRequest::exact());
        let before = checkpoint.len();
        assert!(before >= seen.len(), "{before}");
        let mut delivered = Vec::new();
        let each = |solved| {
            delivered.push(solved);
            if delivered.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        solve_each(&checkpoint, &mut engine(3), boards.iter().copied(), each).unwrap();
        // Earlier solutions come from the file, with their nodes and times.
        assert!(delivered.iter().zip(&seen).all(|(now, then)| told(now) == told(then) && now.stored));
        seen = delivered;
        drop(checkpoint);
        // The next run finds a last line that is cut short.
        let text = folder.text();
        folder.append(&text.lines().last().unwrap().as_bytes()[..80]);
    }
    let mut one = engine(1);
    for (i, (solved, board)) in seen.iter().zip(&boards).enumerate() {
        let score = one.solve(board, SolveRequest::exact()).unwrap().value();
        assert_eq!((solved.index, solved.board), (i, *board));
        assert_eq!(solved.result.as_ref().unwrap().value(), score);
    }
    let checkpoint = folder.open(SolveRequest::exact());
    assert_eq!((seen.len(), checkpoint.len(), checkpoint.records().len()), (30, 30, 30));
    assert!(checkpoint.damaged().is_empty() && !folder.rejected().exists());
    assert!(boards.iter().all(|board| checkpoint.solution(board).unwrap().source() == Source::File));
}

#[test]
fn a_checkpoint_is_used_again_and_by_one_at_a_time() {
    let (folder, boards, mut engine) = (Scratch::new("again"), boards(8, 11), engine(2));
    let checkpoint = folder.open(SolveRequest::exact());
    let second = Checkpoint::open(folder.file(), SolveRequest::exact()).unwrap_err();
    assert!(matches!(second.kind, CheckpointErrorKind::InUse));
    assert!(second.to_string().ends_with("file: already in use: another run has it open"), "{second}");
    for stored in [false, true] {
        let all = solve(&checkpoint, &mut engine, &boards);
        assert!(all.iter().all(|solved| solved.stored == stored));
        assert_eq!((all.len(), checkpoint.len()), (8, 8));
    }
    drop(checkpoint);
    assert_eq!(folder.lines().len(), 9, "solved once");
}

/// Threads may take equal positions at the same time, but no more than there are threads.
#[test]
fn equal_positions_are_solved_once() {
    let board = boards(1, 12)[0];
    for threads in [1, 3] {
        let folder = Scratch::new(&format!("twice-{threads}"));
        let checkpoint = folder.open(SolveRequest::exact());
        let all = solve(&checkpoint, &mut engine(threads), &[board; 9]);
        let solved = all.iter().filter(|solved| !solved.stored).count();
        assert!((1..=threads).contains(&solved), "{solved} by {threads}");
        assert_eq!(checkpoint.len(), 1);
        drop(checkpoint);
        assert_eq!(folder.lines().len(), 1 + solved);
        assert_eq!(folder.open(SolveRequest::exact()).len(), 1);
    }
}

/// The caller may take long over a result. What the other thread has solved meanwhile is in the file.
#[test]
fn solutions_are_written_while_the_caller_is_busy() {
    let folder = Scratch::new("busy");
    let checkpoint = folder.open(SolveRequest::exact());
    let begin = Instant::now();
    let each = |_| {
        while folder.lines().len() < 1 + 8 && begin.elapsed() < Duration::from_secs(60) {
            thread::sleep(Duration::from_millis(1));
        }
        ControlFlow::Continue(())
    };
    solve_each(&checkpoint, &mut engine(2), boards(8, 12), each).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "they wait for the caller");
}

/// The first answer keeps the caller busy until the other thread has solved all others.
#[test]
fn what_is_solved_when_the_caller_has_had_enough_is_kept() {
    let (folder, boards) = (Scratch::new("kept"), boards(8, 12));
    let (mut left, all_taken) = (boards.len(), std::sync::Barrier::new(2));
    let counted = boards.iter().copied().chain([*boards.last().unwrap()]).inspect(|_| {
        if left == 0 {
            all_taken.wait();
        }
        left = left.wrapping_sub(1);
    });
    let checkpoint = folder.open(SolveRequest::exact());
    let each = |_| {
        all_taken.wait();
        ControlFlow::Break(())
    };
    solve_each(&checkpoint, &mut engine(2), counted, each).unwrap();
    assert!(checkpoint.len() >= boards.len() - 1, "{}", checkpoint.len());
}

/// No search polls the limits there.
#[test]
fn a_run_of_stored_positions_keeps_to_the_limits_of_the_whole_call() {
    let (folder, board) = (Scratch::new("stored"), boards(1, 10)[0]);
    solve(&folder.open(SolveRequest::exact()), &mut engine(1), &[board]);
    for threads in [1, 2] {
        let limits = Limits::new().time(Duration::from_millis(20));
        let checkpoint = folder.open(SolveRequest::exact().total_limits(limits));
        let endless = std::iter::repeat(board);
        let stopped = solve_each(&checkpoint, &mut engine(threads), endless, |_| ControlFlow::Continue(()));
        assert_eq!(stopped.unwrap(), Some(StopReason::Time));
    }
}

#[test]
fn a_stop_ends_a_run_of_stored_positions() {
    let (folder, board) = (Scratch::new("stored-stop"), boards(1, 10)[0]);
    let stop = Stop::new();
    for threads in [1, 2] {
        stop.reset();
        let checkpoint = folder.open(SolveRequest::exact().limits(Limits::new().stop(&stop)));
        solve(&checkpoint, &mut engine(1), &[board]);
        let mut delivered = 0;
        let each = |_| {
            delivered += 1;
            if delivered == 100 {
                stop.set();
            }
            ControlFlow::Continue(())
        };
        let stopped = solve_each(&checkpoint, &mut engine(threads), std::iter::repeat(board), each).unwrap();
        assert_eq!(stopped, Some(StopReason::Stop));
        assert!(delivered == 100 || threads > 1, "{delivered}");
    }
}

#[test]
fn a_long_position_tells_its_progress_until_a_break_and_leaves_nothing() {
    let folder = Scratch::new("progress");
    for threads in [1, 3] {
        let checkpoint = folder.open(SolveRequest::exact());
        let mut calls = 0;
        let stopped = checkpoint.solve_many(&mut engine(threads), [Board::START; 2], |event| {
            assert!(matches!(event, Event::Progress(_)), "solved in no time");
            calls += 1;
            if calls == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((stopped.unwrap(), calls), (Some(StopReason::Callback), 3));
        assert!(checkpoint.is_empty());
    }
}

#[test]
fn a_panic_of_the_callback_leaves_a_checkpoint_of_use() {
    let (folder, boards) = (Scratch::new("panic"), boards(4, 10));
    let checkpoint = folder.open(SolveRequest::exact());
    let mut engine = engine(2);
    let run = || drop(solve_each(&checkpoint, &mut engine, boards.clone(), |_| panic!("on purpose")));
    let panic = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"on purpose"));
    assert_eq!(solve(&checkpoint, &mut engine, &boards).len(), 4);
}

/// A limit may cut the line of a solution, and what is in the file has a whole line.
#[test]
fn proven_positions_of_a_run_without_nodes_are_solved_and_stored() {
    let (folder, boards, mut engine) = (Scratch::new("proven"), boards(5, 11), engine(1));
    let scores: Vec<Value> =
        boards.iter().map(|board| engine.solve(board, SolveRequest::exact()).unwrap().value()).collect();
    let request = SolveRequest::exact().limits(Limits::new().nodes(0));
    let solved = solve(&folder.open(request.clone()), &mut engine, &boards);
    for (solved, score) in solved.iter().zip(scores) {
        let solution = solved.result.as_ref().unwrap();
        assert_eq!(solution.value(), score);
        assert_eq!(line_score(solved.board, solution.pv()).ok(), score.exact());
    }
    assert_eq!(folder.open(request).len(), 5);
}

#[test]
fn a_file_that_is_cut_or_extended_during_a_run_ends_the_run() {
    for (threads, change) in [(1, -5), (1, 5), (2, -5), (1, i64::MIN)] {
        let folder = Scratch::new("changed");
        let checkpoint = folder.open(SolveRequest::exact());
        let mut changed = None;
        let each = |_| {
            // Another thread may write between a look at the length and the change.
            if changed.is_none() || threads > 1 {
                let len = fs::metadata(folder.file()).unwrap().len().saturating_add_signed(change);
                folder.set_len(len);
                changed = Some(len);
            }
            ControlFlow::Continue(())
        };
        // More than the threads solve ahead of their caller.
        let run = solve_each(&checkpoint, &mut engine(threads), boards(200, 11), each);
        let RunError::Checkpoint(error) = run.unwrap_err() else { panic!("of the checkpoint") };
        let changed = changed.unwrap();
        assert_eq!(error.path, folder.file());
        let CheckpointErrorKind::Changed { expected, found } = error.kind else { panic!("{error}") };
        assert!(found != expected && (threads > 1 || found == changed), "{found} {expected}");
        assert!(error.to_string().ends_with(&format!("it has {found} bytes, and {expected} were written")));
        if threads == 1 {
            assert_eq!(fs::metadata(folder.file()).unwrap().len(), changed, "nothing more is written");
        }
    }
}

#[test]
fn a_file_that_is_cut_after_the_last_solution_is_noticed_as_well() {
    let folder = Scratch::new("cut-at-the-end");
    let checkpoint = folder.open(SolveRequest::exact());
    let each = |_| {
        folder.set_len(3);
        ControlFlow::Continue(())
    };
    let kind = of_file(solve_each(&checkpoint, &mut engine(1), boards(1, 11), each).unwrap_err());
    assert!(matches!(kind, CheckpointErrorKind::Changed { found: 3, .. }), "{kind}");
}

#[test]
fn a_run_syncs_as_often_as_asked() {
    let (folder, boards) = (Scratch::new("sync"), boards(4, 10));
    for interval in [Duration::ZERO, Duration::MAX] {
        let checkpoint = folder.open(SolveRequest::exact()).sync_every(interval);
        solve(&checkpoint, &mut engine(2), &boards);
        checkpoint.sync().unwrap();
        assert_eq!(checkpoint.len(), 4);
    }
}
