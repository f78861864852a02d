//! Ctrl-C, as the signal that a terminal sends.
#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use reversi_testkit::{FFO_1, START};

use crate::support::{file, json_lines, reversi};

/// Waits for the first result, sends the signal, and returns all that is printed.
fn interrupted(args: &[&str]) -> Vec<serde_json::Value> {
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

#[test]
fn solve_prints_what_is_proven_so_far() {
    let lines = interrupted(&["solve", FFO_1.trim_end_matches(';'), START, "--format", "json"]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!((&lines[0]["score"], &lines[1]["stopped"]), (&18.into(), &"stop".into()));
    assert_eq!(lines[2]["interrupted"], 1);
}

#[test]
fn analyze_prints_the_best_move_so_far() {
    let boards = [FFO_1.trim_end_matches(';'), START];
    let lines = interrupted(&["analyze", boards[0], boards[1], "--depth", "60", "--format", "json"]);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert_eq!((&lines[1]["exact"], lines[1]["best_move"].is_string()), (&false.into(), true));
}

/// The first game has one move, to a full board. The last moves of the second one are not reached in years.
#[test]
fn game_prints_the_moves_that_are_done() {
    let last = "OXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX".replace('X', "*");
    let record = |cells: &str, mv: &str| format!("(;GM[Othello]BO[8 {cells} *]B[{mv}];)\n");
    let games = record(&format!("-{last}"), "A1") + &record(&START[..64].replace('X', "*"), "F5");
    let lines = interrupted(&["game", &file("interrupted.ggf", games), "--depth", "60", "--format", "json"]);
    let games: Vec<_> = lines.iter().filter(|line| line["black_loss"].is_number()).collect();
    assert_eq!(games.len(), 2, "{lines:?}");
    assert_eq!((&games[0]["moves"], &games[1]["moves"]), (&1.into(), &0.into()));
}
