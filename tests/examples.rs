//! The examples: each runs to its end and prints what it is there to show.

use std::path::Path;
use std::process::Command;

/// Returns the output of an example. It must succeed and print nothing on stderr.
fn run(example: &str, args: &[&str]) -> String {
    // Cargo puts examples beside the folder of test programs.
    let test = std::env::current_exe().unwrap();
    let program = test.parent().and_then(Path::parent).unwrap().join("examples").join(example);
    assert!(program.exists(), "{} is missing: run `cargo build --examples`", program.display());
    let output = Command::new(program).args(args).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{example}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn solve_prints_a_table_of_ffo_20_39() {
    let text = run("solve", &[]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 22, "{text}");
    let row = lines[1].split_whitespace().collect::<Vec<_>>();
    assert_eq!((row[0], row[2], row[3], row[4]), ("20", "+6", "ok", "h5"), "{text}");
    assert!(lines[20].starts_with("   39 ") && lines[21].starts_with("20 solved, 0 wrong, "), "{text}");
}

#[test]
fn solve_takes_boards() {
    let board = reversi_testkit::FFO_1.trim_end_matches(';');
    let text = run("solve", &[board]);
    assert!(text.lines().nth(1).is_some_and(|row| row.contains(" +18 ")), "{text}");
}

#[test]
fn analyze_prints_the_best_moves() {
    let text = run("analyze", &[]);
    assert_eq!(text.matches(" at 12@").count(), 3, "{text}");
}

#[test]
fn mistakes_lists_the_moves_that_lost() {
    let text = run("mistakes", &[]);
    assert!(text.contains(" discs to ") && text.contains(" lost "), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("61 moves; black won by ")), "{text}");
}

#[test]
fn many_positions_solves_each_once() {
    let first = run("many_positions", &[]);
    let again = run("many_positions", &[]);
    assert!(again.contains("; 2000 were known from "), "{again}");
    let won = |text: &str| text.split(" of ").next().map(str::to_owned);
    assert_eq!(won(&first), won(&again));
}

#[test]
fn stop_and_progress_ends_by_the_stop() {
    let text = run("stop_and_progress", &[]);
    assert!(text.lines().count() > 1 && text.contains("ended by "), "{text}");
}

#[test]
fn own_evaluation_differs_from_the_network() {
    let text = run("own_evaluation", &[]);
    assert!(text.starts_with("corners and moves: ") && text.contains("\nthe network: "), "{text}");
}

#[test]
fn own_weights_are_used() {
    let text = run("own_weights", &[]);
    assert!(text.contains("\nthe start is worth +1.5 discs\n"), "{text}");
}

#[test]
fn formats_read_what_they_write() {
    let text = run("formats", &[]);
    assert!(text.contains("the same game: true"), "{text}");
    assert!(text.contains("error  byte 6, ply 3: illegal move"), "{text}");
}

#[test]
fn opponent_plays_to_the_end() {
    let text = run("opponent", &[]);
    assert!(text.contains("black, casual: "), "{text}");
}

#[test]
fn pool_answers_every_request() {
    let text = run("pool", &[]);
    assert_eq!(text.matches(" with ").count(), 4, "{text}");
    assert!(text.ends_with("2 of 2 engines are free\n"), "{text}");
}
