//! Programs that play and analyze with an opening book.

use std::collections::HashSet;
use std::fs::File;
use std::path::PathBuf;

use reversi_engine::book::{BookEntry, Header, Manuscript, ScoredMove};
use reversi_engine::{Board, Game, Level, Move};

use crate::support::{Program, json_lines, run_with, stdout};

/// A book of level 12 with the start and the second move.
fn book(name: &str) -> String {
    let level = Level::of::<12>();
    let mut header = Header::new(level);
    header.empties = 24;
    let mut manuscript = Manuscript::new(header);
    for (game, moves) in [("", &[("f5", 1)][..]), ("f5", &[("f6", -2), ("d6", -1), ("f4", -9)])] {
        let scored = |&(mv, score): &(&str, i8)| ScoredMove::new(mv.parse::<Move>().unwrap(), score);
        let links: Vec<_> = moves.iter().map(scored).collect();
        let value = links.iter().map(|link| link.score).max().unwrap();
        let mut entry = BookEntry::new(value, level);
        (entry.lower, entry.upper) = (value - 2, value + 2);
        entry.links = links;
        let board = game.parse::<Game>().unwrap().board();
        manuscript.insert(&board, entry);
    }
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    manuscript.pack().unwrap().write(File::create(&path).unwrap()).unwrap();
    path.into_os_string().into_string().unwrap()
}

fn board(game: &str) -> String {
    let board: Board = game.parse::<Game>().unwrap().board();
    board.to_string()
}

/// The moves that `gtp` plays after f5, by seed.
fn replies(options: &[&str]) -> HashSet<String> {
    let reply = |seed: usize| {
        let seed = seed.to_string();
        let args = [&["gtp", "--hash-mib", "1"], options, &["--seed", &seed]].concat();
        let output = run_with(&args, "play black f5\ngenmove white\nundo\ngenmove white\nquit\n");
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        let answers: Vec<_> = output.stdout.split("\n\n").map(str::to_owned).collect();
        assert_eq!(answers[1], answers[3], "the same after undo");
        answers[1].clone()
    };
    (0..20).map(reply).collect()
}

#[test]
fn a_player_varies_its_openings() {
    let book = book("varied.book");
    let with = |options: &[&str]| replies(&[&["--book", &book, "--level", "2"], options].concat());
    assert_eq!(with(&["--variety", "best"]), ["= D6".to_owned()].into());
    assert_eq!(with(&["--variety", "within:1"]), ["= D6".to_owned(), "= F6".to_owned()].into());
    assert!(with(&["--variety", "weighted:4"]).len() > 1);
}

#[test]
fn a_book_answers_a_clock_and_a_time_limit_at_once() {
    let book = book("clock.book");
    for options in [&["--seconds", "60"][..], &["--nodes", "999999999999"]] {
        let mut program = Program::start(&[&["gtp", "--book", &book, "--hash-mib", "1"], options].concat());
        program.write_line("play black f5\ngenmove white\nquit");
        assert_eq!(program.read_line(), "=\n");
        assert_eq!([program.read_line(), program.read_line()], ["\n", "= D6\n"]);
        assert!(program.process.wait().unwrap().success());
    }
    let time = "time_settings 36000 0 0\nplay black f5\ngenmove white\nquit\n";
    let output = run_with(&["gtp", "--book", &book, "--hash-mib", "1"], time);
    assert!(output.stdout.contains("= D6\n"), "{}", output.stdout);
}

#[test]
fn nboard_hints_are_those_of_the_book() {
    let book = book("hints.book");
    let input = "set depth 12\nmove F5\nhint 2\nquit\n";
    let output = run_with(&["nboard", "--book", &book, "--hash-mib", "1"], input);
    let lines: Vec<_> = output.stdout.lines().take(2).collect();
    assert_eq!(lines, ["book D6 -1 0 12", "book F6 -2 0 12"]);
    assert!(output.stdout.contains("nodestats 0 "));
}

#[test]
fn a_person_is_told_of_the_moves_from_the_book() {
    let book = book("play.book");
    let args = ["play", "--book", &book, "--level", "12", "--hash-mib", "1"];
    let output = run_with(&args, "f5\nquit\n");
    assert!(output.stdout.contains("white plays d6, from the book\n"), "{}", output.stdout);
    let output = run_with(&[&args[..], &["--color", "white"]].concat(), "quit\n");
    assert!(output.stdout.contains(" plays "), "{}", output.stdout);
    assert!(output.stdout.contains(", from the book\n"), "{}", output.stdout);
    let output = run_with(&["play", "--book", "none", "--level", "1"], "f5\nquit\n");
    assert!(!output.stdout.contains("book"), "{}", output.stdout);
}

#[test]
fn an_analysis_and_a_question_can_take_a_book() {
    let book = book("analyze.book");
    let position = board("f5");
    let args = ["analyze", &position, "--level", "12", "--lines", "2", "--format", "json"];
    let lines = json_lines(&stdout(&[&args[..], &["--book", &book]].concat()));
    let analysis = &lines[0]["analysis"];
    assert_eq!((&analysis["source"], &analysis["nodes"]), (&"book".into(), &0.into()));
    assert_eq!(analysis["lines"][0]["pv"][0], "d6");
    let second = &analysis["lines"][1];
    assert_eq!((&second["pv"][0], &second["value"]["estimate"]["score"]), (&"f6".into(), &(-2).into()));
    for without in [&["--book", "none"][..], &[]] {
        let lines = json_lines(&stdout(&[&args[..], &["--limit", "1"], without].concat()));
        assert!(lines[0]["analysis"]["nodes"].as_u64().unwrap() > 0);
    }
    for (use_of_it, source) in [("always", Some("book")), ("never", None)] {
        let question = format!(r#"{{"moves": "f5", "ask": "analyze", "depth": 1, "book": "{use_of_it}"}}"#);
        let answer = &json_lines(&stdout(&["ask", "--book", &book, &question]))[0];
        assert_eq!(answer["analysis"]["source"].as_str(), source, "{answer}");
    }
}

#[test]
fn a_game_says_where_it_leaves_the_book() {
    let book = book("game.book");
    let left = |game: &str, book: &str| {
        let args = ["game", game, "--depth", "1", "--hash-mib", "1", "--book", book];
        let table = stdout(&args);
        let marked = table.lines().skip(1).position(|row| row.ends_with("leaves the book"));
        let json = json_lines(&stdout(&[&args[..], &["--format", "json"]].concat()));
        let left_book = json[0].get("left_book").map(|ply| ply.as_u64().unwrap() as usize);
        assert_eq!(left_book, marked.map(|row| row + 1), "{table}");
        left_book
    };
    assert_eq!(left("f5d6c3", &book), Some(2));
    assert_eq!(left("c4c3d3", &book), Some(2)); // a mirror image
    assert_eq!(left("f5", &book), None);
    assert_eq!(left("f5d6c3", "none"), None);
}
