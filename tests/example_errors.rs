//! The examples as programs: what they say of bad input, of damaged files and of output that fails.

mod support;

use std::fs::File;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use reversi_testkit::{FFO_1, START};
use support::{command, file, run, run_with};

#[test]
fn solve_says_where_standard_input_is_bad() {
    let input = format!("{FFO_1}\n{FFO_1} A1:+0;\n");
    let output = run_with("solve", &["-", "--format", "json"], &input);
    assert_eq!((output.status, output.stdout.lines().count()), (2, 1));
    assert!(output.stderr.contains("standard input:2:69: illegal move"), "{}", output.stderr);
}

#[test]
fn numbers_out_of_range_are_refused_with_what_is_expected() {
    for (example, args, message) in [
        ("solve", &["--threads", "-1"][..], "'-1' for '--threads <N>': expected a number from 0 to 1024"),
        ("solve", &["--threads", "2000"], "expected a number from 0 to 1024"),
        ("solve", &["--hash-mib", "-1"], "'-1' for '--hash-mib <M>': expected a number, 0 or more"),
        ("solve", &["--limit", "-1"], "'-1' for '--limit <N>': expected a number, 1 or more"),
        ("analyze", &[START, "--jobs", "0"], "'0' for '--jobs <N>': expected a number, 1 or more"),
        ("analyze", &[START, "--multi-pv", "-1"], "'-1' for '--multi-pv <K>': expected a number, 1 or more"),
        ("analyze", &[START, "--time", "-1"], "'-1' for '--time <MS>': expected a number, 0 or more"),
        ("analyze", &[START, "--nodes", "-1"], "'-1' for '--nodes <N>': expected a number, 0 or more"),
        ("analyze", &[START, "--level", "-1"], "no such level: -1 (expected 0 to 60)"),
        ("analyze_game", &["f5", "--depth", "-1"], "expected a number from 1 to 60"),
        ("analyze_game", &["f5", "--total-time", "-1"], "'-1' for '--total-time <MS>': expected a number, 0"),
        (
            "play",
            &["--strength", "club", "--seed", "-1"],
            "'-1' for '--seed <N>': expected a number, 0 or more",
        ),
        ("evaluate", &[START, "--limit", "0"], "'0' for '--limit <N>': expected a number, 1 or more"),
        ("gtp", &["--threads", "x"], "expected a number from 0 to 1024"),
    ] {
        let output = run(example, args);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{args:?}");
        assert!(output.stderr.contains(message), "{args:?}: {}", output.stderr);
    }
    let every_thread = run("solve", &[FFO_1.trim_end_matches(';'), "--threads", "0"]);
    assert_eq!((every_thread.status, every_thread.stderr.as_str()), (0, ""));
}

#[test]
fn solve_salvages_a_damaged_checkpoint_when_asked() {
    let good = file("salvage.obf", FFO_1);
    let checkpoint = file("salvage.solved", "");
    let arguments = [&good, "--format", "json", "--checkpoint", &checkpoint, "--salvage"];
    let without = &arguments[..5];
    assert_eq!(run("solve", without).status, 0);
    let sound = std::fs::read_to_string(&checkpoint).unwrap();
    file("salvage.solved", format!("{sound}nonsense\n"));
    let rejected = file("salvage.solved.rejected", "");

    let refused = run("solve", without);
    assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    let end = "line 3 is damaged: it has 1 field instead of 5 (position; bounds; nodes; microseconds; moves)";
    let what_to_do = "delete the line or salvage the file";
    assert_eq!(refused.stderr, format!("error: {checkpoint}: {end}; {what_to_do}\n"));
    let salvaged = run("solve", &arguments);
    assert_eq!((salvaged.status, salvaged.stdout.lines().count()), (0, 2));
    assert_eq!(salvaged.stderr, format!("{checkpoint}: {end}\n"));
    assert_eq!(std::fs::read_to_string(&checkpoint).unwrap(), sound);
    assert_eq!(std::fs::read_to_string(rejected).unwrap(), "nonsense\n");
    assert_eq!(run("solve", &arguments).stderr, "");

    let used = File::open(&checkpoint).unwrap();
    used.lock().unwrap();
    let refused = run("solve", &arguments);
    let message = format!("error: {checkpoint}: in use: another run has it open\n");
    assert_eq!((refused.status, refused.stderr), (2, message));
    assert_eq!(run("solve", &[&good, "--salvage"]).status, 2, "what is to be salvaged?");
}

#[test]
fn bad_input_ends_with_status_2_and_says_why() {
    let good = file("good.obf", FFO_1);
    let empty = file("empty.obf", "% nothing here\n\n");
    let illegal = file("illegal.obf", format!("{FFO_1}\n% two\n{FFO_1} A1:+0;\n"));
    let short = file("short.obf", &FFO_1[..60]);
    let bytes = file("bytes.obf", [0xff; 70]);
    for (args, message) in [
        (&[good.as_str(), "no-such-file.obf"][..], "no-such-file.obf: "),
        (&[&empty], "empty.obf: no position"),
        (&[&good, &illegal], "illegal.obf:3:69: illegal move: a1 is not a legal move: it flips no disc"),
        (&[&short], "short.obf:1:"),
        (&[&bytes], "bytes.obf: "),
        (&["--XOX"], "--XOX: no such file, and as a board: byte 5: the text ends after 5 of 64 cells"),
        (
            &["---------------------------OX------XYX------------------------- X"],
            "- X: no such file, and as a board: byte 36: ",
        ),
        (&["--hash-mib", "99999999999"], "more than a hash table can use"),
        (&["--limit", "0"], "--limit"),
        (&["-", "--checkpoint", "no-such-file"], "--checkpoint needs files of positions"),
        (&["--cpu", "abacus"], "unknown CPU level"),
    ] {
        let output = run("solve", args);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{args:?}");
        assert!(output.stderr.contains(message), "{args:?}: {}", output.stderr);
    }
    assert_eq!(run("perft", &["0"]).status, 2);
    assert_eq!(run("perft", &[]).status, 2);
}

#[test]
fn bad_games_and_searches_end_with_status_2_and_say_why() {
    let empty = file("empty.txt", " \n");
    let illegal = file("illegal.txt", "f5 d6\nf5");
    for (example, args, message) in [
        ("analyze_game", &["f5f5"][..], "byte 2, ply 2: illegal move: f5 is not a legal move"),
        ("analyze_game", &["game.txt"], "game.txt: neither a file nor a game: byte 0, ply 1: not a move"),
        ("analyze_game", &["(;GM[Othello]B[F5];)"], "byte 13: the board is missing"),
        ("analyze_game", &[&illegal], "illegal.txt: byte 6, ply 3: illegal move"),
        ("analyze_game", &[&empty], "empty.txt: no move"),
        ("analyze_game", &["f5", "--depth", "1", "--svg", "no/such/folder.svg"], "no/such/folder.svg: "),
        ("analyze", &["no-such-file.obf"], "no-such-file.obf: no such file, and as a board: byte 0: "),
        ("analyze", &[START, "--level", "61"], "no such level: 61 (expected 0 to 60)"),
        ("analyze", &[START, "--depth", "0"], "expected a number from 1 to 60"),
        ("analyze", &[START, "--depth", "5", "--selectivity", "75"], "no such selectivity"),
        ("analyze", &[START, "--depth", "5", "--level", "5"], "cannot be used with"),
        ("analyze", &[START, "--multi-pv", "0"], "--multi-pv"),
        ("play", &["--color", "green"], "not a colour"),
        (
            "play",
            &["--strength", "novice"],
            "no such strength (expected beginner, casual, intermediate, club, ",
        ),
        ("gtp", &["--strength", "club", "--level", "5"], "cannot be used with"),
        ("nboard", &["--seed", "5"], "--strength"),
        ("gtp", &["--hash-mib", "99999999999"], "more than a hash table can use"),
    ] {
        let output = run(example, args);
        assert_eq!(output.status, 2, "{args:?}");
        assert!(output.stderr.contains(message), "{args:?}: {}", output.stderr);
    }
}

#[test]
fn bad_weights_and_positions_end_with_status_2_and_say_why() {
    let text = file("no.weights", "These are no weights.");
    let short = file("short.weights", b"EDAXEVAL");
    let out = file("out.weights", "");
    for (example, args, message) in [
        ("evaluate", &["no-such-file.obf"][..], "no-such-file.obf: no such file, and as a board: byte 0: "),
        ("evaluate", &[], "required"),
        ("evaluate", &[START, "--weights", &text], "no.weights: byte 0: this is no file of weights"),
        (
            "evaluate",
            &[START, "--weights", &short],
            "short.weights: byte 8: the file ends inside of the header",
        ),
        ("convert_weights", &[&text, &out], "no.weights: byte 0: this is no file of weights"),
        ("convert_weights", &["no-such-file", &out], "no-such-file: "),
    ] {
        let output = run(example, args);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{args:?}");
        assert!(output.stderr.contains(message), "{args:?}: {}", output.stderr);
    }
}

/// The limit of a file's size stands for a full disk.
#[test]
#[cfg(unix)]
fn a_file_that_cannot_be_replaced_stays_as_it_was() {
    let kept = file("kept.weights", "as it was");
    let patterns = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/reversi-eval/src/weights/patterns.weights");
    let convert = command("convert_weights", &[]).get_program().to_owned();
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", script, "sh"]).arg(convert).args([patterns, &kept]);
    let output = limited.output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("kept.weights: File too large"), "{message}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "as it was");
    assert!(!PathBuf::from(kept + ".new").exists());
}

/// As in `solve | head -1`. A running search is stopped.
#[test]
fn programs_end_quietly_when_the_reader_has_gone() {
    let endless = file("endless.obf", format!("{FFO_1}\n{START};\n"));
    for (example, args) in [
        ("solve", &[endless.as_str(), "--threads", "2", "--format", "json"][..]),
        ("solve", &[&endless]),
        ("perft", &["3"]),
        ("evaluate", &[&endless]),
        ("analyze", &[&endless, "--depth", "2"]),
        ("analyze_game", &["f5", "--depth", "2"]),
        ("play", &[]),
    ] {
        let (_, closed_pipe) = std::io::pipe().unwrap();
        let mut child = command(example, args).stdout(closed_pipe).stderr(Stdio::piped()).spawn().unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > Duration::from_secs(60) {
                child.kill().unwrap();
                panic!("{example} {args:?} does not end without a reader");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(141), "{example} {args:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{example} {args:?}");
    }
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        println!("skipped: there is no /dev/full here");
        return;
    };
    for (example, args) in [
        ("solve", &["--limit", "1"][..]),
        ("solve", &["--limit", "1", "--format", "json"]),
        ("analyze_game", &["f5", "--depth", "1"]),
        ("perft", &["2"]),
        ("perft", &["2", "--format", "json"]),
        ("evaluate", &[concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/ffo-1-19.obf")]),
    ] {
        let mut child = command(example, args);
        child.stdout(full.try_clone().unwrap()).stderr(Stdio::piped());
        let output = child.spawn().unwrap().wait_with_output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{example} {args:?}: {message}");
        assert!(message.starts_with("error: standard output: "), "{example} {args:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{example} {args:?}: {message}");
    }
}
