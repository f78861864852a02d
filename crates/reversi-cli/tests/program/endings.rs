//! A search ends with its user: at the end of the input, at `quit`, and when nobody reads the output.

use std::time::Duration;

use crate::support::{Program, end_of, run_with, run_with_file};

/// A search that would take years, and the line that begins it.
const SEARCHES: [(&[&str], &str); 9] = [
    (&["gtp", "--level", "60", "--book", "none"], "genmove b"),
    (&["gtp", "--level", "60", "--book", "none", "--threads", "2"], "12 reg_genmove b # no hurry"),
    (&["gtp", "--ponder", "--level", "60", "--book-use", "always"], "genmove b"), // the book answers, then it ponders
    (&["play", "--level", "60", "--book", "none"], "f5"),
    (&["play", "--level", "60", "--book", "none"], "hint 3"),
    (&["play", "--level", "60", "--book", "none", "--color", "white"], ""),
    (&["nboard", "--level", "60", "--book", "none", "--threads", "2"], "go"),
    (&["nboard", "--level", "60", "--book", "none"], "go\nset depth 60\nhint 2"),
    (&["nboard", "--level", "60", "--book", "none"], "analyze"),
];

/// Starts a search that would take years, and waits a little.
fn start((args, line): (&[&str], &str)) -> Program {
    let mut program = Program::start(args);
    program.write_line(line);
    std::thread::sleep(Duration::from_millis(200));
    program
}

#[test]
fn the_end_of_the_input_and_quit_end_a_search() {
    for search in SEARCHES {
        for quits in [false, true] {
            let what = format!("{search:?} {quits}");
            let mut program = start(search);
            if quits {
                program.write_line(if search.0[0] == "gtp" { "13 quit # bye" } else { "quit" });
            } else {
                program.end_input();
            }
            assert_eq!(end_of(&mut program.process, &what), 0, "{what}");
            let output = program.rest();
            // The best move so far is still told.
            let told = match search.1 {
                "genmove b" => "= D3\n\n",
                "f5" => "white plays ",
                "hint 3" => ", worth ",
                "" => "black plays ",
                "go" | "go\nset depth 60\nhint 2" => "=== ",
                "analyze" => "",
                _ => "=12 ",
            };
            assert!(output.contains(told), "{what}: {output}");
            assert_eq!(output.ends_with("=13\n\n"), quits && search.0[0] == "gtp", "{what}: {output}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_search_ends_when_nobody_reads_its_answer() {
    const ASK: &[&str] = &["ask", "--threads", "2"];
    const DEEP: &str = r#"{"moves": "f5", "ask": "analyze", "depth": 60}"#;
    const VERBS: [&[&str]; 5] = [
        &["analyze", "f5", "--depth", "60", "--threads", "2"],
        &["solve", "f5"],
        &["game", "f5", "--depth", "60"],
        &["review", "f5", "--depth", "60"],
        &["people", "f5", "--level", "60"],
    ];
    let verbs = VERBS.map(|args| (args, ""));
    for search in SEARCHES.into_iter().chain([(ASK, DEEP)]).chain(verbs) {
        for both in [false, true] {
            let mut program = start(search);
            let end_input = both && (search.0[0] == "ask" || search.1.is_empty());
            if end_input {
                program.end_input(); // the others end by that alone
            }
            let Program { mut process, output, .. } = program;
            drop(output);
            let status = end_of(&mut process, &format!("{search:?}"));
            // Of two reasons to end, a game takes the first that it sees.
            let is_either = end_input && search.1.is_empty() && status == 0;
            assert!(status == 141 || is_either, "{search:?}: {status}");
        }
    }
}

/// Nobody has left at the end of a file, and a question has an answer at the end of any input.
#[test]
fn what_was_asked_is_answered_to_the_end_of_the_input() {
    let question = r#"{"moves": "f5", "ask": "analyze", "depth": 12}"#;
    for input in [format!("{question}\n{question}\n"), format!("{question}\n{question}")] {
        let output = run_with(&["ask"], &input);
        assert_eq!(
            (output.status, output.stdout.matches(r#""depth":12,"#).count()),
            (0, 2),
            "{}",
            output.stdout
        );
        assert!(output.stdout.matches(r#""stopped":null"#).count() == 2, "{}", output.stdout);
    }
    let commands = "hint 1\nquit\n";
    let output = run_with_file(&["play", "--book", "none", "--depth", "10"], "hint.txt", commands);
    assert!(output.stdout.contains(" at 10@100%: "), "{}", output.stdout);
    let args = ["gtp", "--level", "12", "--book", "none"];
    let output = run_with_file(&args, "moves.gtp", format!("{MOVES}quit\n"));
    assert!(output.stdout.contains("= C6\n"), "{}", output.stdout);
}

/// The answer is C6 at this level, and F6 of a search that is cut.
const MOVES: &str = "play b f5\nplay w d6\nplay b c4\nplay w g5\nreg_genmove b\n";

#[test]
fn other_commands_wait_for_a_move() {
    let mut program = Program::start(&["gtp", "--level", "12", "--book", "none"]);
    program.write(format!("{MOVES}name\nquit now\nplay b c6\n"));
    let mut output = String::new();
    while !output.contains("reversi-engine") {
        output += &program.read_line();
    }
    assert!(output.contains("= C6\n"), "{output}");
}
