//! Files that are refused and left alone, and lines that are no answers although their checksum agrees.

use std::error::Error;
use std::fs;
use std::time::Duration;

use reversi_bitboard::Board;
use reversi_engine::question::{Ask, Problem};
use reversi_engine::search::Clock;
use reversi_engine::{AnalyzeError, AnalyzeRequest, Level, Limits, Selectivity, SolveRequest, Stop};
use reversi_runs::{Checkpoint, CheckpointErrorKind, RunError};
use reversi_testkit::{Rng, board};

use crate::support::{Scratch, analyze_game, boards, engine, sealed, solve, unsealed};

/// All messages of an error and its sources, as reports print them.
fn report(error: &dyn Error) -> String {
    let errors = std::iter::successors(Some(error), |&error| error.source());
    errors.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

#[test]
fn an_error_prints_its_cause_once_and_is_a_problem_of_the_file() {
    let path = "/no/such/folder/file";
    let cause = fs::read(path).unwrap_err();
    let error = Checkpoint::open(path, SolveRequest::exact()).unwrap_err();
    assert_eq!(error.to_string(), format!("{path}: cannot be read or written: {cause}"));
    assert_eq!(report(&error), error.to_string());
    assert_eq!(report(&error.kind), format!("cannot be read or written: {cause}"));
    let problem = Problem::from(&RunError::from(error));
    assert_eq!((&*problem.code, problem.at.file.as_deref()), ("checkpoint-io", Some(path)));

    let folder = Scratch::new("problem");
    folder.write("My diary\n");
    let error = Checkpoint::open(folder.file(), SolveRequest::exact()).unwrap_err();
    let problem = Problem::from(&error);
    assert_eq!((&*problem.code, problem.at.line), ("checkpoint-of-other-request", Some(1)));
    assert_eq!(problem.at.file.as_deref(), folder.file().to_str());
}

#[test]
fn a_request_that_asks_for_nothing_makes_no_file() {
    let folder = Scratch::new("nothing");
    for (alpha, beta) in [(5, 3), (0, 0), (-66, 65), (64, 66), (i32::MIN, i32::MAX)] {
        let error = Checkpoint::open(folder.file(), SolveRequest::window(alpha, beta)).unwrap_err();
        assert!(error.to_string().contains("window must be"), "{error}");
        assert_eq!(Problem::from(&error).code, "invalid-window");
    }
    for (request, expected) in [
        (AnalyzeRequest::depth(0), AnalyzeError::NoDepth),
        (AnalyzeRequest::depth(4).lines(0), AnalyzeError::NoLines),
    ] {
        let kind = Checkpoint::open(folder.file(), request).unwrap_err().kind;
        assert!(matches!(kind, CheckpointErrorKind::Analyze(error) if error == expected), "{kind}");
    }
    assert!(!folder.file().exists());
}

#[test]
fn a_file_belongs_to_one_request() {
    let (folder, other) = (Scratch::new("request"), Scratch::new("other-request"));
    let depth = || AnalyzeRequest::depth(4);
    let limits = || Limits::new();
    let clock = |seconds| Clock::new(Duration::from_secs(seconds), Duration::ZERO);
    drop(folder.open(depth()));
    let stop = Stop::new();
    // These say nothing about one position.
    for same in [depth().limits(limits().stop(&stop)), depth().total_limits(limits().nodes(5))] {
        drop(folder.open(same.clone()));
        drop(folder.open(Ask::AnalyzeGame(same)));
    }
    let mut texts = vec![folder.text()];
    let others: [Ask; 15] = [
        AnalyzeRequest::depth(5).into(),
        AnalyzeRequest::unlimited().into(),
        AnalyzeRequest::level(Level::of::<4>()).into(),
        depth().selectivity(Selectivity::P73).into(),
        depth().lines(2).into(),
        depth().limits(limits().nodes(7)).into(),
        depth().limits(limits().nodes(8)).into(),
        depth().limits(limits().time(Duration::from_nanos(7))).into(),
        depth().limits(limits().time(Duration::from_secs(7))).into(),
        depth().clock(clock(1)).into(),
        depth().clock(clock(2)).into(),
        SolveRequest::exact().into(),
        SolveRequest::wld().into(),
        SolveRequest::window(-64, 65).into(),
        SolveRequest::exact().limits(limits().nodes(7)).into(),
    ];
    for ask in others {
        let error = Checkpoint::open(folder.file(), ask.clone()).unwrap_err();
        let CheckpointErrorKind::OtherRequest { found, expected } = &error.kind else { panic!("{error}") };
        assert_eq!((found.as_str(), expected != found), (texts[0].trim_end(), true));
        assert_eq!(folder.text(), texts[0], "unchanged");
        let _ = fs::remove_file(other.file());
        assert_eq!(other.open(ask.clone()).ask(), &ask);
        assert!(!texts.contains(&other.text()), "{}", other.text());
        texts.push(other.text());
    }
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let folder = Scratch::new("foreign");
    let solved = {
        solve(&folder.open(SolveRequest::exact()), &mut engine(1), &boards(2, 8));
        folder.text()
    };
    let old = format!("solved by reversi-search, window -65 65\n{}; 2 2; 5; 7; f5\n", Board::START);
    let newer =
        sealed(r#"{"run":{"set":{"question":{"ask":"solve"}},"shard":{"number":1,"of":1},"answers":0}}"#);
    for text in ["My diary\n", "My diary\nDear diary\n", "My diary", "\n", "{}\n", &old, &newer, &solved] {
        folder.write(text);
        for request in [Ask::from(SolveRequest::wld()), AnalyzeRequest::depth(3).into()] {
            let error = Checkpoint::open(folder.file(), request).unwrap_err();
            let CheckpointErrorKind::OtherRequest { found, .. } = &error.kind else { panic!("{error}") };
            assert!(text.starts_with(found.as_str()) && found.len() <= 200, "{found}");
            assert_eq!(folder.text(), text);
        }
    }
    assert!(!folder.rejected().exists());
}

/// An answer behind a thousand lines of something else makes no checkpoint, and one behind a few does.
#[test]
fn a_long_file_without_answers_is_not_read_to_its_end() {
    let folder = Scratch::new("long");
    solve(&folder.open(SolveRequest::exact()), &mut engine(1), &boards(1, 8));
    let lines = folder.lines();
    for (header, foreign, accepted) in
        [(&b"My diary\n"[..], 999, true), (b"My diary\n", 1000, false), (&lines[0], 1000, true)]
    {
        let text = [header, "Dear diary\n".repeat(foreign).as_bytes(), &lines[1]].concat();
        folder.write(&text);
        match Checkpoint::open(folder.file(), SolveRequest::exact()) {
            Ok(checkpoint) => assert!(accepted && checkpoint.len() == 1),
            Err(error) => {
                assert!(matches!(error.kind, CheckpointErrorKind::OtherRequest { .. }), "{error}");
                assert!(!accepted && folder.read() == text);
            }
        }
    }
}

#[test]
#[cfg(unix)]
fn devices_are_no_checkpoints() {
    let error = Checkpoint::open("/dev/zero", SolveRequest::exact()).unwrap_err();
    assert!(matches!(error.kind, CheckpointErrorKind::Io(_)), "{error}");
}

/// Opens a file with this line after the first one, and returns what is wrong with the line.
fn reason(folder: &Scratch, header: &str, object: &str, request: &Ask) -> Option<String> {
    folder.write(header.to_owned() + &sealed(object));
    let checkpoint = folder.open(request.clone());
    assert_eq!(checkpoint.len() + checkpoint.damaged().len(), 1, "{object}");
    checkpoint.damaged().first().map(|damaged| damaged.reason.clone())
}

#[test]
fn a_checksum_makes_no_line_a_solution() {
    let folder = Scratch::new("no-solution");
    let ask = Ask::from(SolveRequest::wld());
    drop(folder.open(ask.clone()));
    let header = folder.text();
    let of = |board: Board, solution: &str| {
        let solution = solution.strip_suffix('}').unwrap();
        format!(r#"{{"position":"{board}","solution":{solution},"nodes":5,"seconds":0.5}}}}"#)
    };
    let start = |solution: &str| of(Board::START, solution);
    assert_eq!(reason(&folder, &header, &start(r#"{"value":{"bounds":[2,64]},"pv":["f5"]}"#), &ask), None);
    for (object, message) in [
        (r#"{"run":{}}"#.to_owned(), "missing field"),
        (start(r#"{"value":{"bounds":[0,64]},"pv":[]}"#), "the bounds >= +0 do not answer a request for -1"),
        (start(r#"{"value":{"bounds":[-2,2]},"pv":[]}"#), "the bounds -2..=+2 do not answer a request"),
        (start(r#"{"value":{"bounds":[2,1]},"pv":[]}"#), "bounds"),
        (start(r#"{"value":{"exact":1},"pv":[]}"#), "even"),
        (start(r#"{"value":{"bounds":[2,64]},"pv":["a1"]}"#), "a1 is not a legal move: it flips no disc"),
        (start(r#"{"value":{"bounds":[2,64]},"pv":["i9"]}"#), "not a move: expected a square"),
        (start(r#"{"value":{"exact":0},"pv":["f5"]}"#), "must lead to the end of the game"),
        (of(board(1, 0), r#"{"value":{"exact":0},"pv":[]}"#), "the moves lead to +64, not to the score +0"),
        (start(r#"{"value":{"bounds":[2,64]},"pv":[]}"#).replace(":5,", ":-5,"), "-5"),
        (start(r#"{"value":{"bounds":[2,64]},"pv":[]}"#).replace(":0.5", ":-1"), "-1"),
        (
            start(r#"{"value":{"bounds":[2,64]},"pv":[]}"#).replace(",\"nodes\":5", ""),
            "missing field `nodes`",
        ),
        (
            r#"{"position":"XO","solution":{"value":{"bounds":[2,64]},"pv":[]}}"#.to_owned(),
            "the text has only",
        ),
        (r#"{"position":"#.to_owned(), "EOF"),
        ("{".to_owned(), "EOF"),
    ] {
        let reason = reason(&folder, &header, &object, &ask).unwrap_or_else(|| panic!("{object} is taken"));
        assert!(reason.contains(message), "{object}: {reason}");
        assert!(folder.text() == header, "the line is not in the file");
    }
}

/// Changed by a program that makes the checksum right.
#[test]
fn a_checksum_makes_no_line_an_analysis() {
    let folder = Scratch::new("no-analysis");
    let ask = Ask::from(AnalyzeRequest::depth(2).lines(2));
    analyze_game(&folder.open(ask.clone()), &mut engine(1), &"f5f6".parse().unwrap()).unwrap();
    let lines = folder.lines();
    let header = String::from_utf8(lines[0].clone()).unwrap();
    let good = unsealed(&lines[1]); // f6, which is not the best move
    assert_eq!(reason(&folder, &header, &good, &ask), None);
    for (from, to, message) in [
        (r#""played":"f6","#, r#""played":"d6","#, "the line must begin with the move that was played"),
        (r#""pv":["f6","#, r#""pv":["a1","#, "the line must begin with the move that was played"),
        (r#""pv":["f6","#, r#""pv":["f6","a1","#, "a1 is not a legal move"),
        (r#""pv":["d6","#, r#""pv":["a1","#, "a1 is not a legal move"),
        (r#""loss":"#, r#""loss":1"#, "the loss must be"),
        (r#""score":-"#, r#""score":-9"#, "-64 to 64"),
        (r#""depth":2,"sel"#, r#""depth":1,"sel"#, "does not answer a request for 2@100%"),
        (r#""selectivity":100"#, r#""selectivity":95"#, "does not answer a request for 2@100%"),
        (
            r#""stopped":null"#,
            r#""stopped":"nodes""#,
            "the node limit has ended the analysis, and the request has no",
        ),
        (r#""analysis":{"#, r#""analyses":{"#, "field"),
    ] {
        let object = good.replacen(from, to, 1);
        assert_ne!(object, good, "{from}");
        let reason = reason(&folder, &header, &object, &ask).unwrap_or_else(|| panic!("{object} is taken"));
        assert!(reason.contains(message), "{object}: {reason}");
    }
    let mut rng = Rng::with_seed(77);
    let (mut sound, mut refused) = (0, 0);
    for _ in 0..300 {
        let mut bad = good.clone().into_bytes();
        for _ in 0..rng.u32(1..=2) {
            let at = rng.usize(1..bad.len());
            match rng.u32(..3) {
                0 => bad[at] = b"{}[]:,\"-+0123456789abcdefghpsXO"[rng.usize(..31)],
                1 => drop(bad.remove(at)),
                _ => bad.truncate(at.max(1)),
            }
        }
        match reason(&folder, &header, str::from_utf8(&bad).unwrap(), &ask) {
            None => sound += 1,
            Some(_) => refused += 1,
        }
    }
    assert!(sound > 5 && refused > 100, "{sound} {refused}");
}
