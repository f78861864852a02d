//! Errors of bad input and of damaged files.

use reversi_testkit::{FFO_1, START};
use serde_json::{Value, json};

use crate::support::{file, refused, run, run_with};

#[test]
fn solve_says_where_standard_input_is_bad() {
    let input = format!("{FFO_1}\n{FFO_1} A1:+0;\n");
    let output = run_with(&["solve", "-", "--format", "json"], &input);
    assert_eq!((output.status, output.stdout.lines().count()), (2, 1));
    let refused: Value = serde_json::from_str(&output.stderr).unwrap();
    let at = json!({ "file": "standard input", "line": 2, "column": 69, "offset": 68 });
    assert_eq!((&refused["error"]["code"], &refused["error"]["at"]), (&json!("illegal-move"), &at));
}

#[test]
fn a_line_of_standard_input_that_is_too_long_is_named_where_it_stands() {
    let long = "x".repeat(1 << 20);
    let with_long = |first: &str| format!("{first}\n{long}\n{first}\n");
    let refused = "standard input:2: a line must be shorter than 1 MiB";
    // Positions are data: nothing is left out silently.
    let output = run_with(&["solve", "-", "--format", "json"], &with_long(FFO_1));
    assert_eq!((output.status, output.stdout.lines().count()), (2, 1));
    assert_eq!(output.stderr, format!("error: {refused}\n"));
    // A client gets an answer, and the program continues.
    for (args, first, status, before) in [
        (&["ask"][..], r#"{"ask": "evaluate", "moves": "f5"}"#, 2, r#""message":""#),
        (&["gtp"], "name", 0, "? "),
        (&["nboard"], "ping 1", 0, "status "),
        (&["play", "--hash-mib", "1"], "moves", 0, "your move: "),
    ] {
        let output = run_with(args, &with_long(first));
        assert_eq!((output.status, output.stderr.as_str()), (status, ""), "{args:?}");
        let (start, end) = output
            .stdout
            .split_once(&format!("{before}{refused}"))
            .unwrap_or_else(|| panic!("{args:?}: {}", output.stdout));
        let answers = |text: &str| text.lines().filter(|line| line.len() > 5).count();
        assert!(answers(start) > 0 && answers(end) > 0, "{args:?}: {}", output.stdout);
    }
}

#[test]
fn numbers_out_of_range_are_refused_with_what_is_expected() {
    for (args, message) in [
        (&["solve", "--limit", "-1"][..], "error: --limit must be 1 or more, not -1\n"),
        (&["analyze", START, "--jobs", "0"], "error: --jobs must be 1 or more, not 0\n"),
        (&["puzzles", "f5", "--hard", "x"], "error: --hard must be 0 to 128, not \"x\"\n"),
        (&["perft", "21"], "error: DEPTH must be 1 to 20, not 21\n"),
        (&["people", START, "--rating", "399"], "error: --rating must be 400 to 2400, not 399\n"),
    ] {
        refused(args, message);
    }
    let every_thread = run(&["solve", FFO_1.trim_end_matches(';'), "--threads", "0"]);
    assert_eq!((every_thread.status, every_thread.stderr.as_str()), (0, ""));
}

#[test]
fn a_damaged_line_of_a_checkpoint_is_put_aside() {
    let good = file("damaged.obf", FFO_1);
    let checkpoint = file("damaged.jsonl", "");
    let arguments = ["solve", &good, "--checkpoint", &checkpoint];
    assert_eq!(run(&arguments).status, 0);
    let sound = std::fs::read_to_string(&checkpoint).unwrap();
    file("damaged.jsonl", format!("{sound}nonsense\n"));
    let rejected = file("damaged.jsonl.rejected", "");

    let again = run(&arguments);
    assert_eq!((again.status, again.stdout.lines().count()), (0, 3));
    let damage = "line 3 is damaged: it does not begin with a checksum";
    assert_eq!(again.stderr, format!("{checkpoint}: {damage}\n"));
    assert_eq!(std::fs::read_to_string(&checkpoint).unwrap(), sound);
    assert_eq!(std::fs::read_to_string(rejected).unwrap(), "nonsense\n");
    assert_eq!(run(&arguments).stderr, "");
}

#[test]
fn bad_input_ends_with_status_2_and_says_why() {
    let good = file("good.obf", FFO_1);
    let empty = file("empty.obf", "% nothing here\n\n");
    let illegal = file("illegal.obf", format!("{FFO_1}\n% two\n{FFO_1} A1:+0;\n"));
    for (args, message) in [
        (&[good.as_str(), "no-such-file.obf"][..], "no-such-file.obf: "),
        (&[&empty], "empty.obf: no position"),
        (&[&good, &illegal], "illegal.obf:3:69: illegal move: a1 is not a legal move: it flips no disc"),
        (&["---------------------------OX------XYX------------------------- X"], "- X: byte 36: "),
        (&["--hash-mib", "99999999999"], "hash_mib must be at most 262144, not 99999999999"),
        (&["-", "--checkpoint", "no-such-file"], "--checkpoint needs files of positions"),
    ] {
        refused(&[&["solve"], args].concat(), message);
    }
    assert_eq!(run(&["perft", "0"]).status, 2);
    assert_eq!(run(&["perft"]).status, 2);
}

#[test]
fn a_file_that_cannot_be_read_is_named_in_json_too() {
    let (empty, folder) = (file("empty.obf", " \n"), std::env::temp_dir());
    let folder = folder.to_str().unwrap();
    for verb in ["solve", "analyze", "evaluate", "review", "game", "puzzles", "people", "starts"] {
        for (name, code, message) in [
            ("missing.obf", "file-io", "no such file, and neither a game nor a position"),
            ("f5-or-a1.txt", "file-io", "no such file, and neither a game nor a position"),
            (folder, "file-io", ""),
            (&empty, "nothing-to-read", "no "),
        ] {
            let done = run(&[verb, name, "--format", "json"]);
            let problem: serde_json::Value = serde_json::from_str(&done.stderr).expect(&done.stderr);
            let error = &problem["error"];
            assert_eq!((done.status, error["code"].as_str()), (2, Some(code)), "{verb} {problem}");
            assert_eq!(error["at"]["file"].as_str(), Some(name), "{verb} {problem}");
            assert!(error["message"].as_str().unwrap().starts_with(message), "{verb} {problem}");
        }
    }
    let done = run(&["verify", "missing.proof", "--format", "json"]);
    assert!(done.stderr.contains("\"file-io\"") && done.stderr.contains("missing.proof"), "{}", done.stderr);
    for args in [&["cost", "missing.obf"][..], &["book", "show", "missing.obf"]] {
        let done = run(&[args, &["--format", "json"]].concat());
        let is_named =
            ["\"file-io\"", "\"file\":\"missing.obf\""].iter().all(|part| done.stderr.contains(part));
        assert!(is_named, "{}", done.stderr);
    }
    // Text with blanks names no file.
    let done = run(&["game", "no moves", "--format", "json"]);
    assert!(
        done.stderr.contains("\"nothing-to-read\"") && !done.stderr.contains("\"file\""),
        "{}",
        done.stderr
    );
}

#[test]
fn bad_games_positions_and_weights_end_with_status_2_and_say_why() {
    let empty = file("empty.txt", " \n");
    let illegal = file("illegal.txt", "f5 d6\nd6");
    let text = file("no.weights", "These are no weights.");
    let out = file("out.weights", "");
    for (args, message) in [
        (&["game", "game.txt"][..], "game.txt: no such file, and neither a game nor a position"),
        (&["game", &illegal], "illegal.txt:2:1: illegal move: d6 is not a legal move"),
        (&["game", &empty], "empty.txt: no move"),
        (&["game", "", " "], "error: \"\", \" \": no move"),
        (
            &["convert", "f5", "--after", "2", "--to", "fen"],
            "f5: --after must be 0 to 1, the moves of the game, not 2\n",
        ),
        (&["game", "f5", "--depth", "1", "--svg", "/"], "/: it is a folder"),
        (&["analyze", "no-such-file.obf"], "no-such-file.obf: no such file, and neither"),
        (&["evaluate"], "required"),
        (&["evaluate", START, "--weights", &text], "no.weights: byte 0: not a weights file"),
        (&["weights", "convert", &text, &out], "no.weights: byte 0: not a weights file"),
        (&["weights", "convert", "no-such-file", &out], "no-such-file: "),
        (&["convert", FFO_1, "--to", "wthor"], "the game does not begin at the usual start"),
        (&["convert", "d3.obf", "--to", "board"], "d3.obf: no such file, and \"obf\" is not part of a game"),
        (&["gtp", "--book", &text], "not a book in a known format"),
        (&["nboard", "--book", "missing.book"], "No such file"),
        (&["play", "--variety", "some"], "expected best, within:DISCS or weighted:DISCS"),
    ] {
        refused(args, message);
    }
}
