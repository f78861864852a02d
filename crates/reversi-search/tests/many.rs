//! Many positions: order, limits, early ends, checkpoints.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use std::{fs, io};

use reversi_bitboard::Board;
use reversi_search::{
    Checkpoint, CheckpointErrorKind, Engine, Limits, SolveError, SolveRequest, Solved, Stop, StopReason,
};
use reversi_testkit::{Rng, board, reached};

/// Positions of random games, 10 to 17 empties: long ones among short ones. Every tenth board is a finished
/// game.
fn boards(count: usize) -> Vec<Board> {
    let mut rng = Rng::with_seed(17);
    let mut any_board = |i| {
        let empties = rng.u32(10..=17);
        if i % 10 == 9 { board(0, 1 << empties) } else { reached(&mut rng, empties) }
    };
    (0..count).map(&mut any_board).collect()
}

fn engine(threads: usize) -> Engine {
    Engine::builder().hash_mib(4).threads(threads).build().unwrap()
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
fn a_stop_interrupts_all_that_are_left() {
    let boards = boards(40);
    for threads in [1, 3] {
        let stop = Stop::new();
        let mut interrupted = 0;
        let each = |solved: Solved| {
            if solved.index == 5 {
                stop.set();
            }
            interrupted += usize::from(solved.result.is_err_and(|error| error.reason == StopReason::Stop));
            ControlFlow::Continue(())
        };
        let request = SolveRequest::exact().limits(Limits::new().stop(&stop));
        engine(threads).solve_many(boards.iter().copied(), request, each).unwrap();
        assert!((1..=34).contains(&interrupted), "{interrupted}");
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
    assert_eq!(error, SolveError::InvalidWindow { alpha: 3, beta: 3 });
}

/// The caller takes no second answer before the threads wait.
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

/// A file that is removed when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("reversi-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_run_goes_on_where_it_was() {
    let boards = boards(30);
    let expected = all(&mut engine(1), &boards, SolveRequest::exact());
    let file = Scratch::new("resume");
    let mut seen = Vec::new();
    for enough in [7, 20, usize::MAX] {
        let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap();
        let before = checkpoint.len();
        assert!(before >= seen.len(), "{before}");
        let mut delivered = Vec::new();
        let each = |solved| {
            delivered.push(solved);
            if delivered.len() == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        engine(3).resume_many(&mut checkpoint, boards.iter().copied(), each).unwrap();
        // Earlier solutions come from the file, with their nodes and times.
        let micros = |solved: &Solved| {
            let solution = solved.result.as_ref().unwrap();
            (solution.value(), solution.pv().to_vec(), solution.nodes(), solution.elapsed().as_micros())
        };
        assert!(delivered.iter().zip(&seen).all(|(now, then)| micros(now) == micros(then)));
        seen = delivered;
        // The next run finds a last line that is cut short.
        let text = fs::read_to_string(&file.0).unwrap();
        fs::write(&file.0, format!("{text}{}", &text.lines().last().unwrap()[..80])).unwrap();
    }
    assert_eq!(seen.len(), 30);
    for (solved, expected) in seen.iter().zip(&expected) {
        let value = |solved: &Solved| solved.result.as_ref().unwrap().value();
        assert_eq!(
            (solved.index, solved.board, value(solved)),
            (expected.index, expected.board, value(expected))
        );
    }
    assert_eq!(Checkpoint::open(&file.0, SolveRequest::exact()).unwrap().len(), 30);
}

#[test]
fn files_that_are_no_checkpoint_of_this_request_are_refused_and_left_alone() {
    let file = Scratch::new("refuse");
    let open = || Checkpoint::open(&file.0, SolveRequest::wld());
    drop(open().unwrap());
    let header = fs::read_to_string(&file.0).unwrap();
    for (text, line) in [
        (format!("{header}nonsense\n"), Some(2)),
        (format!("{header}{}; 2 2; 5; 7; f5\n{}; 2 1; 5; 7; f5\n", Board::START, Board::START), Some(3)),
        (format!("{header}{}; -66 66; 5; 7;\n", Board::START), Some(2)),
        (format!("{header}{}; 1 1; 5; 7;\n", Board::START), Some(2)), // no score is odd
        (format!("{header}{}; -2 2; 5; 7;\n", Board::START), Some(2)), // neither won nor lost
        (format!("{header}{}; 2 64; 5; 7; a1\n", Board::START), Some(2)),
        (format!("{header}{}; 0 0; 5; 7; f5\n", Board::START), Some(2)), // that is not the whole game
        (format!("{header}{}; 2 64; 5; 7; f5; f5\n", Board::START), Some(2)),
        (format!("{header}{}; 2 64; 5; 7;{}f5\n", Board::START, " ".repeat(2000)), Some(2)),
        (format!("{header}\n"), Some(2)),
        (header.replace("-1 1", "-65 65"), None),
        ("My diary\n".to_owned(), None),
        ("My diary".to_owned(), None),
    ] {
        fs::write(&file.0, &text).unwrap();
        let error = open().unwrap_err();
        match (&error.kind, line) {
            (CheckpointErrorKind::Line { line: found }, Some(line)) => assert_eq!(*found, line),
            (CheckpointErrorKind::OtherRequest { .. }, None) => {}
            _ => panic!("{error}"),
        }
        assert!(error.to_string().contains("refuse"), "{error}");
        assert_eq!(fs::read_to_string(&file.0).unwrap(), text);
    }
}

#[test]
fn an_error_of_a_checkpoint_prints_its_cause_once() {
    let error = Checkpoint::open("/no/such/folder/file", SolveRequest::exact()).unwrap_err();
    assert_eq!(error.to_string(), "/no/such/folder/file: cannot be read or written");
    assert!(error.source().is_some_and(|source| source.is::<io::Error>()));
}

#[test]
fn a_window_that_is_none_has_no_checkpoint() {
    let file = Scratch::new("window");
    for (alpha, beta) in [(5, 3), (0, 0), (-66, 65), (64, 66), (i32::MIN, i32::MAX)] {
        let error = Checkpoint::open(&file.0, SolveRequest::window(alpha, beta)).unwrap_err();
        assert!(error.to_string().contains("no window of scores"), "{error}");
        assert!(!file.0.exists());
    }
}

#[test]
fn no_more_is_read_than_shows_that_it_is_no_checkpoint() {
    let file = Scratch::new("huge");
    drop(Checkpoint::open(&file.0, SolveRequest::exact()).unwrap());
    for begins_well in [true, false] {
        let huge = fs::File::options().write(true).open(&file.0).unwrap();
        if !begins_well {
            huge.set_len(0).unwrap();
        }
        if huge.set_len(1 << 40).is_err() {
            println!("skipped: no sparse files here");
            return;
        }
        let kind = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap_err().kind;
        match kind {
            CheckpointErrorKind::Line { line } => assert!(begins_well && line == 2),
            CheckpointErrorKind::OtherRequest { found } => assert!(!begins_well && found.len() == 80),
            kind => panic!("{kind}"),
        }
    }
}

#[test]
fn a_checkpoint_that_is_cut_anywhere_goes_on_and_one_that_is_changed_is_sound_or_refused() {
    let (file, boards) = (Scratch::new("damaged"), boards(6));
    let open = || Checkpoint::open(&file.0, SolveRequest::exact());
    engine(1).resume_many(&mut open().unwrap(), boards.clone(), |_| ControlFlow::Continue(())).unwrap();
    let good = fs::read(&file.0).unwrap();
    for len in 0..good.len() {
        fs::write(&file.0, &good[..len]).unwrap();
        let whole_lines = good[..len].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(open().unwrap().len(), whole_lines.saturating_sub(1), "{len} bytes");
    }
    let mut refused = 0;
    for (at, bit) in (0..good.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut bad = good.clone();
        bad[at] ^= 1 << bit;
        fs::write(&file.0, &bad).unwrap();
        match open() {
            Ok(checkpoint) => assert!(checkpoint.len() >= boards.len() - 2, "byte {at}, bit {bit}"),
            Err(_) => {
                refused += 1;
                assert_eq!(fs::read(&file.0).unwrap(), bad, "byte {at}, bit {bit}");
            }
        }
    }
    assert!(refused > good.len(), "only {refused}");
}

#[test]
#[cfg(unix)]
fn devices_are_no_checkpoints() {
    let error = Checkpoint::open("/dev/zero", SolveRequest::exact()).unwrap_err();
    assert!(matches!(error.kind, CheckpointErrorKind::Io(_)), "{error}");
}

#[test]
fn a_checkpoint_is_used_again_and_by_one_at_a_time() {
    let file = Scratch::new("again");
    let (boards, mut engine) = (boards(8), engine(2));
    let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap();
    assert!(Checkpoint::open(&file.0, SolveRequest::exact()).is_err(), "it is open already");
    for _ in 0..2 {
        engine.resume_many(&mut checkpoint, boards.clone(), |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(checkpoint.len(), 8);
    }
    drop(checkpoint);
    assert_eq!(fs::read_to_string(&file.0).unwrap().lines().count(), 9, "solved once");
}

#[test]
fn a_position_that_comes_twice_counts_once() {
    let file = Scratch::new("twice");
    let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap();
    let board = boards(1)[0];
    engine(1).resume_many(&mut checkpoint, [board; 3], |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(checkpoint.len(), 1);
    drop(checkpoint);
    assert_eq!(Checkpoint::open(&file.0, SolveRequest::exact()).unwrap().len(), 1);
}

/// The first answer keeps the caller busy until the other thread has solved all others.
#[test]
fn what_is_solved_when_the_caller_has_had_enough_is_kept() {
    let file = Scratch::new("kept");
    let boards = boards(8);
    let (mut left, all_taken) = (boards.len(), std::sync::Barrier::new(2));
    let counted = boards.iter().copied().chain([*boards.last().unwrap()]).inspect(|_| {
        if left == 0 {
            all_taken.wait();
        }
        left = left.wrapping_sub(1);
    });
    let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap();
    let each = |_| {
        all_taken.wait();
        ControlFlow::Break(())
    };
    engine(2).resume_many(&mut checkpoint, counted, each).unwrap();
    assert!(checkpoint.len() >= boards.len() - 1, "{}", checkpoint.len());
}
