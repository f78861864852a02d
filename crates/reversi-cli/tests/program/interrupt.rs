//! Ctrl-C, as the signal that a terminal sends.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Command, Stdio};

use reversi_testkit::{FFO_1, START};
use serde_json::Value;

use crate::support::{file, json_lines, reversi};

/// Waits for the first result, sends the signal, and returns all that is printed.
fn interrupted(args: &[&str]) -> Vec<Value> {
    let mut program = reversi(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    let mut text = String::new();
    output.read_line(&mut text).unwrap();
    let sent = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(sent.unwrap().success());
    output.read_to_string(&mut text).unwrap();
    let end = program.wait_with_output().unwrap();
    assert_eq!((end.status.code(), end.stderr.as_slice()), (Some(130), &b""[..]), "{args:?}: {text}");
    json_lines(&text)
}

/// Returns the output if the signal came during the second search. Before it, nothing of it is printed.
fn interrupted_later(args: &[&str], lines: usize) -> Vec<Value> {
    let mut attempts = (0..100).map(|_| interrupted(args));
    attempts.find(|printed| printed.len() == lines).expect("a signal during the second search")
}

#[test]
fn solve_prints_what_is_proven_so_far() {
    let lines = interrupted_later(&["solve", FFO_1.trim_end_matches(';'), START, "--format", "json"], 2);
    assert_eq!(lines[0]["solution"]["value"]["exact"], 18);
    assert_eq!(lines[1]["interrupted"]["reason"], "stop");
}

#[test]
fn analyze_prints_the_best_move_so_far() {
    let boards = [FFO_1.trim_end_matches(';'), START];
    let args = ["analyze", boards[0], boards[1], "--depth", "60", "--format", "json"];
    let lines = interrupted_later(&args, 2);
    let line = &lines[1]["analysis"]["lines"][0];
    assert!(line["value"]["estimate"].is_object() && line["pv"][0].is_string(), "{line}");
    let stopped = |i: usize| &lines[i]["analysis"]["stopped"];
    assert_eq!((stopped(0), stopped(1)), (&Value::Null, &"stop".into()));
}

/// The first game has one move, to a full board. The last moves of the second game take years.
#[test]
fn game_prints_the_moves_that_are_done() {
    let last = "OXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX".replace('X', "*");
    let record = |cells: &str, mv: &str| format!("(;GM[Othello]BO[8 {cells} *]B[{mv}];)\n");
    let games = record(&format!("-{last}"), "A1") + &record(&START[..64].replace('X', "*"), "F5");
    let path = file("interrupted.ggf", games);
    let lines = interrupted_later(&["game", &path, "--depth", "60", "--format", "json"], 2);
    let moves = |i: usize| lines[i]["game"].as_array().unwrap().len();
    assert_eq!((moves(0), moves(1)), (1, 0), "{lines:?}");
}

#[test]
fn ask_answers_what_is_known_and_ends_while_it_waits() {
    let question = |depth: u32| format!(r#"{{"ask": "analyze", "moves": "", "depth": {depth}}}"#);
    let lines = interrupted_later(&["ask", &question(1), &question(60)], 2);
    assert_eq!(lines[1]["analysis"]["stopped"], "stop", "{lines:?}");

    let mut program = reversi(&["ask"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = program.stdin.take().unwrap(); // `wait` would close it
    writeln!(input, "{}", question(1)).unwrap();
    let mut output = BufReader::new(program.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    let sent = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(sent.unwrap().success());
    assert_eq!(program.wait().unwrap().code(), Some(130));
    drop(input);
}
