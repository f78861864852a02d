//! Many positions: order, limits, early ends, checkpoints.

use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reversi_bitboard::Board;
use reversi_search::{
    Checkpoint, CheckpointErrorKind, Engine, Event, Limits, ManyError, SolveRequest, Solved, StopReason,
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

/// A file that is removed when the test ends, with those beside it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let scratch = Scratch(std::env::temp_dir().join(format!("reversi-{}-{name}", std::process::id())));
        scratch.remove();
        scratch
    }

    fn rejected(&self) -> PathBuf {
        format!("{}.rejected", self.0.display()).into()
    }

    fn remove(&self) {
        let _ = (fs::remove_file(&self.0), fs::remove_file(self.rejected()));
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove();
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
    let at_start = |rest: &str| format!("{header}{}; {rest}\n", Board::START);
    for (text, message) in [
        (format!("{header}nonsense\n"), "line 2 is damaged: it has 1 field instead of 5 (position; bounds; "),
        (format!("{header}\n"), "line 2 is damaged: it has 1 field instead of 5 (position; bounds; nodes; "),
        (at_start("2 64; 5; 7; f5; f5"), "line 2 is damaged: it has 6 fields instead of 5 (position; "),
        (format!("{header}XO; 2 2; 5; 7; f5\n"), "the position \"XO\": byte 2: the text ends"),
        (at_start("0 64; 5; 7;"), "line 2 is damaged: the bounds >= +0 do not answer a request for -1 to 1"),
        (at_start("2 64; 5; 7; f5\nnonsense"), "line 3 is damaged"),
        (at_start("2 1; 5; 7; f5"), "the bounds \"2 1\" are not two even scores"),
        (at_start("-66 66; 5; 7;"), "the bounds \"-66 66\" are not two even scores"),
        (at_start("1 1; 5; 7;"), "the bounds \"1 1\" are not two even scores"),
        (at_start("-2 2; 5; 7;"), "the bounds -2..=+2 do not answer a request for -1 to 1"), // who wins?
        (at_start("2 64; -5; 7;"), "the nodes \"-5\": invalid digit"),
        (at_start("2 64; 5; 1e3;"), "the microseconds \"1e3\": invalid digit"),
        (at_start("2 64; 5; 7; f5 i9"), "the move \"i9\": "),
        (at_start("2 64; 5; 7; a1"), "a1 is not a legal move: it flips no disc"),
        (at_start("0 0; 5; 7; f5"), "the moves do not lead to the end of the game"),
        (format!("{header}{}; 0 0; 5; 7;\n", board(1, 0)), "the score is +0, and the moves lead to +64"),
        (at_start(&format!("2 64; 5; 7;{}f5", " ".repeat(2000))), "it is longer than 1000 bytes"),
        (
            at_start(&format!("2 64; {}; 7;", "9".repeat(100))),
            "the nodes \"99999999999999999999\"...: number too",
        ),
        (at_start("2 64; 5; \0; f5"), "it has zero bytes, as a power cut may leave them"),
        (
            header.replace("-1 1", "-65 65"),
            "not for this request: it begins with \"solved by reversi-search, ",
        ),
        ("My diary\n".to_owned(), "not for this request: it begins with \"My diary\""),
        ("My diary".to_owned(), "not for this request: it begins with \"My diary\""),
    ] {
        fs::write(&file.0, &text).unwrap();
        let error = open().unwrap_err().to_string();
        assert!(error.contains("-refuse: ") && error.contains(message), "{error}");
        let what_to_do = "; delete the line or salvage the file";
        assert_eq!(error.contains("damaged"), error.ends_with(what_to_do), "{error}");
        assert_eq!(fs::read_to_string(&file.0).unwrap(), text);
    }
}

/// All messages of an error and its sources, as reports print them.
fn report(error: &dyn Error) -> String {
    let errors = std::iter::successors(Some(error), |&error| error.source());
    errors.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[test]
fn an_error_of_a_checkpoint_prints_its_cause_once() {
    let path = "/no/such/folder/file";
    let cause = fs::read(path).unwrap_err();
    let error = Checkpoint::open(path, SolveRequest::exact()).unwrap_err();
    assert_eq!(error.to_string(), format!("{path}: cannot be read or written: {cause}"));
    assert_eq!(report(&error), error.to_string());
    assert_eq!(report(&error.kind), format!("cannot be read or written: {cause}"));
}

#[test]
fn a_window_that_is_none_has_no_checkpoint() {
    let file = Scratch::new("window");
    for (alpha, beta) in [(5, 3), (0, 0), (-66, 65), (64, 66), (i32::MIN, i32::MAX)] {
        let error = Checkpoint::open(&file.0, SolveRequest::window(alpha, beta)).unwrap_err();
        assert!(error.to_string().contains("window must be"), "{error}");
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
            CheckpointErrorKind::Line(damaged) => assert!(begins_well && damaged.line == 2),
            CheckpointErrorKind::OtherRequest { found, .. } => assert!(!begins_well && found.len() == 80),
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
            Err(error) => {
                refused += 1;
                assert_eq!(fs::read(&file.0).unwrap(), bad, "byte {at}, bit {bit}");
                if refused % 50 == 0 {
                    // A changed line break damages two lines.
                    match Checkpoint::salvage(&file.0, SolveRequest::exact()) {
                        Ok((checkpoint, _)) => assert!(checkpoint.len() >= boards.len() - 2, "{error}"),
                        Err(_) => assert!(at < 100, "{error}"), // the window of another request
                    }
                }
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
    for second in [
        Checkpoint::open(&file.0, SolveRequest::exact()),
        Checkpoint::salvage(&file.0, SolveRequest::exact()).map(|(checkpoint, _)| checkpoint),
    ] {
        let error = second.unwrap_err();
        assert!(matches!(error.kind, CheckpointErrorKind::InUse));
        assert!(error.to_string().ends_with("-again: in use: another run has it open"), "{error}");
    }
    for _ in 0..2 {
        engine.resume_many(&mut checkpoint, boards.clone(), |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(checkpoint.len(), 8);
    }
    drop(checkpoint);
    assert_eq!(fs::read_to_string(&file.0).unwrap().lines().count(), 9, "solved once");
}

/// The caller may take long over a result. What the other thread has solved meanwhile is in the file.
#[test]
fn solutions_are_written_while_the_caller_is_busy() {
    let file = Scratch::new("busy");
    let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap();
    let lines = || fs::read_to_string(&file.0).unwrap().lines().count();
    let begin = Instant::now();
    let each = |_| {
        while lines() < 1 + 8 && begin.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        ControlFlow::Continue(())
    };
    engine(2).resume_many(&mut checkpoint, boards(8), each).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "they wait for the caller");
}

/// No search polls the limits there.
#[test]
fn a_run_of_stored_positions_keeps_to_the_limits_of_the_whole_call() {
    let file = Scratch::new("stored");
    let board = boards(1)[0];
    let request = |limits| SolveRequest::exact().total_limits(limits);
    let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap();
    engine(1).resume_many(&mut checkpoint, [board], |_| ControlFlow::Continue(())).unwrap();
    drop(checkpoint);
    for threads in [1, 2] {
        let limits = Limits::new().time(Duration::from_millis(20));
        let mut checkpoint = Checkpoint::open(&file.0, request(limits)).unwrap();
        let endless = std::iter::repeat(board);
        let stopped =
            engine(threads).resume_many(&mut checkpoint, endless, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(stopped, Some(StopReason::Time));
    }
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

/// The lines of a checkpoint of these positions, the header first.
fn solved_lines(file: &Scratch, boards: &[Board]) -> Vec<Vec<u8>> {
    let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap();
    let each = |_| ControlFlow::Continue(());
    engine(1).resume_many(&mut checkpoint, boards.iter().copied(), each).unwrap();
    drop(checkpoint);
    fs::read(&file.0).unwrap().split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}

#[test]
fn zero_bytes_at_the_end_are_dropped_like_a_line_that_is_cut() {
    let (file, boards) = (Scratch::new("zeros"), boards(3));
    let good = solved_lines(&file, &boards).concat();
    let open = || Checkpoint::open(&file.0, SolveRequest::exact());
    for len in (0..=good.len()).step_by(13).chain([good.len() - 1, good.len()]) {
        let whole_lines = good[..len].iter().filter(|&&byte| byte == b'\n').count();
        for zeros in [1, 999, 1000, 1001, 100_000] {
            fs::write(&file.0, [&good[..len], &vec![0; zeros]].concat()).unwrap();
            assert_eq!(open().unwrap().len(), whole_lines.saturating_sub(1), "{zeros} after {len} bytes");
            assert!(fs::read(&file.0).unwrap().len() <= good.len(), "the zeros are cut off");
        }
    }
    for (zeros, by_open) in [(1 << 26, true), (17 << 24, false)] {
        fs::write(&file.0, &good).unwrap();
        let huge = fs::File::options().write(true).open(&file.0).unwrap();
        if huge.set_len(good.len() as u64 + zeros).is_err() {
            println!("skipped: no sparse files here");
            return;
        }
        drop(huge);
        if !by_open {
            let error = open().unwrap_err().to_string();
            assert!(error.contains("line 5 is damaged: it has zero bytes"), "{error}");
            let (checkpoint, damaged) = Checkpoint::salvage(&file.0, SolveRequest::exact()).unwrap();
            assert_eq!((checkpoint.len(), damaged), (3, vec![]));
        }
        assert_eq!(open().unwrap().len(), 3);
        assert_eq!(fs::read(&file.0).unwrap(), good);
    }
    assert!(!file.rejected().exists());
}

#[test]
fn one_damaged_line_costs_one_line_and_nothing_is_lost() {
    let (file, boards) = (Scratch::new("salvage"), boards(8));
    let good = solved_lines(&file, &boards);
    let salvage = || Checkpoint::salvage(&file.0, SolveRequest::exact());
    let mut kept = Vec::new();
    let damages: [(Vec<u8>, &str); 8] = [
        (b"nonsense\n".to_vec(), "1 field instead of 5"),
        (b"\n".to_vec(), "1 field instead of 5"),
        (b"\xff\xfe\xfd\n".to_vec(), "not text from byte 0 on"),
        ([vec![b'x'; 999], vec![b'\n']].concat(), "1 field instead of 5"), // just short enough
        ([vec![b'x'; 1000], vec![b'\n']].concat(), "longer than 1000 bytes"),
        ([vec![b'x'; 1 << 20], vec![b'\n']].concat(), "longer than 1000 bytes"),
        ([vec![0; 4096], good[3][40..].to_vec()].concat(), "zero bytes"), // a lost block
        ([good[3].trim_ascii_end(), &good[4]].concat(), "9 fields instead of 5"), // a lost line break
    ];
    for (damage, reason) in damages {
        for at in [1, 4, 8] {
            let mut lines = good.clone();
            lines[at] = damage.clone();
            fs::write(&file.0, lines.concat()).unwrap();
            let (mut checkpoint, damaged) = salvage().unwrap();
            assert_eq!(checkpoint.len(), 7);
            let [line] = &damaged[..] else { panic!("{damaged:?}") };
            assert!(line.line == at as u64 + 1 && line.reason.contains(reason), "{line}");
            assert!(damage.starts_with(line.text.as_bytes()) || reason.contains("not text"), "{line:?}");
            assert!(line.text.len() <= 200);
            kept.extend_from_slice(&damage);
            assert!(fs::read(file.rejected()).unwrap() == kept, "those of earlier salvages come first");
            lines.remove(at);
            assert_eq!(fs::read(&file.0).unwrap(), lines.concat());
            // The run goes on.
            engine(1).resume_many(&mut checkpoint, boards.clone(), |_| ControlFlow::Continue(())).unwrap();
            drop(checkpoint);
            assert_eq!(fs::read(&file.0).unwrap().split(|&byte| byte == b'\n').count(), good.len() + 1);
            assert_eq!(Checkpoint::open(&file.0, SolveRequest::exact()).unwrap().len(), 8);
            let (checkpoint, damaged) = salvage().unwrap();
            assert_eq!((checkpoint.len(), damaged), (8, vec![]));
        }
    }
    // A long last line without a break is ended in the file of damaged lines, and one that is cut is dropped.
    fs::write(&file.0, [&good.concat()[..], &[b'x'; 5000]].concat()).unwrap();
    assert_eq!(salvage().unwrap().1.len(), 1);
    kept.extend_from_slice(&[b'x'; 5000]);
    kept.push(b'\n');
    fs::write(&file.0, [&good.concat()[..], b"nonsense"].concat()).unwrap();
    assert_eq!(salvage().unwrap().1, []);
    assert_eq!(fs::read(&file.0).unwrap(), good.concat());
    assert!(fs::read(file.rejected()).unwrap() == kept);
}

#[test]
fn a_damaged_header_costs_one_line_but_other_files_are_not_salvaged() {
    let (file, boards) = (Scratch::new("header"), boards(3));
    let good = solved_lines(&file, &boards);
    let salvage = || Checkpoint::salvage(&file.0, SolveRequest::exact());
    for header in [&b"solwed by reversi-search, window -65 65\n"[..], &[0; 2000], b"\xef\xbb\xbf\n", b"\n"] {
        let header = [header, if header.ends_with(b"\n") { b"" } else { b"\n" }].concat();
        fs::write(&file.0, [&header, &good[1..].concat()[..]].concat()).unwrap();
        assert!(Checkpoint::open(&file.0, SolveRequest::exact()).is_err());
        let (checkpoint, damaged) = salvage().unwrap();
        assert_eq!((checkpoint.len(), damaged.len(), damaged[0].line), (3, 1, 1));
        assert_eq!(damaged[0].reason, "it is not \"solved by reversi-search, window -65 65\"");
        assert_eq!(fs::read(&file.0).unwrap(), good.concat());
    }
    fs::remove_file(file.rejected()).unwrap();
    fs::write(&file.0, good[1..].concat()).unwrap(); // no header
    let (checkpoint, damaged) = salvage().unwrap();
    assert_eq!((checkpoint.len(), damaged), (3, vec![]));
    drop(checkpoint);
    assert_eq!(fs::read(&file.0).unwrap(), good.concat());
    assert!(!file.rejected().exists(), "nothing was damaged");

    let other_window = String::from_utf8(good.concat()).unwrap().replace("-65 65", "-64 65");
    for text in [other_window.as_str(), "My diary\n", "My diary\nDear diary\n", "My diary", "\n"] {
        fs::write(&file.0, text).unwrap();
        let kind = salvage().unwrap_err().kind;
        assert!(matches!(kind, CheckpointErrorKind::OtherRequest { .. }), "{kind}");
        assert_eq!(fs::read_to_string(&file.0).unwrap(), text);
    }
}

#[test]
fn lines_that_end_as_on_windows_are_read() {
    let (file, boards) = (Scratch::new("crlf"), boards(3));
    let text = String::from_utf8(solved_lines(&file, &boards).concat()).unwrap();
    fs::write(&file.0, text.replace('\n', "\r\n")).unwrap();
    assert_eq!(Checkpoint::open(&file.0, SolveRequest::exact()).unwrap().len(), 3);
}

/// A program that opened the old file just before it was replaced would write to a file without a name.
#[test]
#[cfg(unix)]
fn a_salvaged_file_is_locked_keeps_its_permissions_and_is_found_through_links() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let (file, link) = (Scratch::new("lock"), Scratch::new("link"));
    let good = solved_lines(&file, &boards(3));
    fs::write(&file.0, [&good.concat()[..], b"nonsense\n"].concat()).unwrap();
    fs::set_permissions(&file.0, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&file.0, &link.0).unwrap();
    let before = fs::File::open(&file.0).unwrap();
    let (checkpoint, damaged) = Checkpoint::salvage(&link.0, SolveRequest::exact()).unwrap();
    assert_eq!(damaged.len(), 1);
    assert!(matches!(before.try_lock(), Err(fs::TryLockError::WouldBlock)));
    let second = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap_err();
    assert!(matches!(second.kind, CheckpointErrorKind::InUse), "{second}");
    drop(checkpoint);
    assert!(fs::symlink_metadata(&link.0).unwrap().is_symlink());
    assert_eq!(fs::metadata(&file.0).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::read(&file.0).unwrap(), good.concat());
}

#[test]
#[cfg(unix)]
fn a_salvage_that_fails_leaves_the_file_alone() {
    let file = Scratch::new("fails");
    let bad = [&solved_lines(&file, &boards(3)).concat()[..], b"nonsense\n"].concat();
    fs::write(&file.0, &bad).unwrap();
    fs::create_dir(file.rejected()).unwrap(); // in the way
    let error = Checkpoint::salvage(&file.0, SolveRequest::exact()).unwrap_err();
    fs::remove_dir(file.rejected()).unwrap();
    assert!(error.path.to_str().unwrap().ends_with(".rejected"), "{error}");
    assert!(matches!(error.kind, CheckpointErrorKind::Io(_)), "{error}");
    assert_eq!(fs::read(&file.0).unwrap(), bad);
}

#[test]
fn a_run_syncs_as_often_as_asked() {
    let (file, boards) = (Scratch::new("sync"), boards(4));
    for interval in [Duration::ZERO, Duration::MAX] {
        let mut checkpoint = Checkpoint::open(&file.0, SolveRequest::exact()).unwrap().sync_every(interval);
        engine(2).resume_many(&mut checkpoint, boards.clone(), |_| ControlFlow::Continue(())).unwrap();
        checkpoint.sync().unwrap();
        assert_eq!(checkpoint.len(), 4);
    }
}
