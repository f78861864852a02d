//! Common rules of all commands that take games and positions: one reader, one rule for several records, one
//! for books, and `--skip-bad`, which leaves out records that cannot be read or that the command refuses.

use std::fs::File;

use reversi_engine::book::Book;
use reversi_engine::notation::{WthorGame, WthorHeader, write_wtb};
use reversi_testkit::{FFO_1, START};
use serde_json::{Value, json};

use crate::support::{
    Output, Program, answers, file, in_new_folder, refused, reversi, run, run_with, stdout,
};

const SEVERAL: &str = "more than one game or position, where one is expected";

#[test]
fn one_of_several_records_is_taken_by_no_command() {
    let three = file("three.txt", "f5d6c3\nf5f6e6\nf5d6c4\n");
    let load = format!("load {three}\nmoves\n");
    let output = run_with(&["play", "--level", "1", "--hash-mib", "1"], &load).stdout;
    assert!(output.contains(&format!("{three}:2:1: {SEVERAL}\n")), "{output}");
    assert!(output.contains("no move yet"), "{output}");
    let output = run_with(&["gtp", "--level", "1", "--hash-mib", "1"], &format!("loadsgf {three}\n")).stdout;
    assert_eq!(output.trim(), format!("? cannot load file: {three}:2:1: {SEVERAL}"));
    let set = "set game (;GM[Othello]B[F5];)(;GM[Othello]B[F5];)\nping 1\n";
    let output = run_with(&["nboard", "--level", "1", "--hash-mib", "1"], set).stdout;
    assert!(output.contains(SEVERAL), "{output}");
    for args in [&["book", "show", "f5\nf5f6e6"][..], &["play", "f5\nf5f6e6"]] {
        refused(args, SEVERAL);
    }
}

#[test]
fn a_book_is_called_a_book_and_not_a_file_of_games() {
    let mut bytes = Vec::new();
    Book::embedded().write(&mut bytes).unwrap();
    let ours = file("doors.book", &bytes);
    let edax = in_new_folder("doors", "book.dat");
    std::fs::create_dir_all(edax.parent().unwrap()).unwrap();
    let edax = edax.to_str().unwrap();
    stdout(&["book", "convert", &ours, edax]);
    let message = "not a game but an opening book: use `reversi book` or the option --book";
    for book in [&ours, edax] {
        for args in [
            &["convert", book, "--to", "moves"][..],
            &["game", book],
            &["solve", book],
            &["analyze", book],
            &["evaluate", book],
        ] {
            let output = run(args);
            assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{args:?}");
            assert!(output.stderr.contains(&format!("{book}: {message}")), "{args:?}: {}", output.stderr);
        }
        let played = run_with(&["play", "--level", "1", "--hash-mib", "1"], &format!("load {book}\n"));
        assert!(played.stdout.contains(&format!("{book}: {message}")), "{}", played.stdout);
        let gtp = run_with(&["gtp", "--level", "1", "--hash-mib", "1"], &format!("loadsgf {book}\n"));
        assert!(gtp.stdout.contains(&format!("? cannot load file: {book}: {message}")), "{}", gtp.stdout);
    }
}

/// Unfinished games, a game with a start of its own, and one whose moves are wrong.
#[test]
fn what_a_command_refuses_is_left_out_with_its_place() {
    let nine = "e6f4e3f6g5d6e7f5c5";
    let cells = "8 ---------------------------O*------*O--------------------------- *";
    let elsewhere = "8 ---------------------------*O------O*--------------------------- *";
    let games: String =
        [(cells, "B[F5]W[D6]"), (elsewhere, "B[F4]"), (cells, "B[F5]W[F6]"), (cells, "B[F5]W[A1]")]
            .iter()
            .map(|(start, moves)| format!("(;GM[Othello]PB[Ada]PW[Bo]BO[{start}]{moves};)\n"))
            .collect();
    let path = file("doors.ggf", &games);
    let start = format!("left out: {path}:2:1: ");
    let wrong = format!("left out: {path}:4:");

    let moves = run(&["convert", &path, "--skip-bad", "--to", "moves"]);
    assert_eq!((moves.status, moves.stdout.as_str()), (0, "f5d6\nf5f6\n"), "{}", moves.stderr);
    let named = |output: &Output, starts: [&str; 2]| {
        let lines: Vec<&str> = output.stderr.lines().collect();
        assert_eq!(lines.len(), 2, "{}", output.stderr);
        starts.iter().zip(lines).for_each(|(start, line)| assert!(line.starts_with(start), "{line}"));
    };
    named(&moves, [&format!("{start}a transcript does not say where a game begins"), &wrong]);
    let strict = run(&["convert", &path, "--to", "moves"]);
    assert_eq!(strict.status, 2);
    assert!(strict.stderr.contains(&format!("{path}:2:1: a transcript")), "{}", strict.stderr);

    for more in [&[][..], &["--write-names"]] {
        let wtb = in_new_folder("doors-wthor", "games.wtb");
        let wtb = wtb.to_str().unwrap();
        let convert =
            [&["convert", &path, "--skip-bad", "--to", "wthor", "--output", wtb][..], more].concat();
        let written = run(&convert);
        assert_eq!(written.status, 0, "{}", written.stderr);
        named(&written, [&format!("{start}the game does not begin at the usual start"), &wrong]);
        assert_eq!(stdout(&["convert", wtb, "--to", "moves"]), "f5d6\nf5f6\n");
    }

    let book = in_new_folder("doors-book", "own.book");
    let book = book.to_str().unwrap();
    stdout(&["book", "new", book, "--level", "2"]);
    let learnt = file("learn.txt", format!("f5d6c3\n{nine}\nf5d6c3d3\n"));
    let refused = run(&["book", "learn", book, &learnt]);
    let message = "learn.txt:1:1: the game is not over after its 3 moves, so it has no result";
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains(message), "{}", refused.stderr);
    let skipped = run(&["book", "learn", book, &learnt, "--skip-bad"]);
    assert_eq!(skipped.status, 0, "{}", skipped.stderr);
    for place in ["1:1", "3:1"] {
        let line = format!("left out: {learnt}:{place}: the game is not over");
        assert!(skipped.stderr.contains(&line), "{}", skipped.stderr);
    }
    let shown: Value = serde_json::from_str(&stdout(&["book", "show", book, "--format", "json"])).unwrap();
    assert_eq!(shown["wins"], json!(1));
}

/// One of two ends of the input of `solve -`: what a pipe brings, and a file.
fn solved(content: &[u8], from_file: bool, more: &[&str]) -> Output {
    let args = [&["solve", "-", "--format", "json", "--hash-mib", "1", "--nodes", "1000"], more].concat();
    if !from_file {
        return run_with(&args, content);
    }
    let path = file(&format!("stdin-{}-{}", content.len(), more.len()), content);
    reversi(&args).stdin(File::open(path).unwrap()).output().unwrap().into()
}

#[test]
fn solve_reads_standard_input_as_it_reads_files() {
    let board = format!("{}\n", stdout(&["convert", "f5d6c3", "--to", "diagram"]));
    let wthor = write_wtb(&WthorHeader::default(), &[WthorGame::new("f5d6c3".parse().unwrap())]).unwrap();
    let utf16: Vec<u8> = "\u{feff}f5d6c3\nf5f6\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, content) in [
        ("two records in a line", &b"(;GM[Othello]B[F5]W[D6];)(;GM[Othello]B[F5]W[F6];)\n"[..]),
        ("a record over lines", b"(;GM[Othello]\nB[F5]\nW[D6]\n;)\n(;GM[Othello]B[F5];)\n"),
        ("headers", b"[Event \"Cup\"]\n[Black \"Ada\"]\n[White \"Bo\"]\n\n1. f5 d6 2. c3 *\n"),
        ("numbered moves", b"1. f5 d6\n2. c3 d3\n"),
        ("a name first", b"Ada vs Bo\n\nf5d6c3\nf5f6\n"),
        ("a board and a game", [board.as_bytes(), b"f5d6c3\n"].concat().leak()),
        ("WTHOR", &wthor),
        ("UTF-16", &utf16),
        (
            "one line each",
            [FFO_1.as_bytes(), b"\n% no position\n\n", START.as_bytes(), b"\nf5d6\n"].concat().leak(),
        ),
    ] {
        let path = file("as-a-file", content);
        let positions = run(&["convert", &path, "--to", "board"]).stdout;
        let expected: Vec<&str> = positions.lines().collect();
        for from_file in [false, true] {
            let output = solved(content, from_file, &[]);
            assert_eq!(output.status, 0, "{name}: {}", output.stderr);
            let answers = answers(&output.stdout);
            let found: Vec<_> = answers.iter().map(|answer| answer["position"].as_str().unwrap()).collect();
            assert_eq!(found, expected, "{name}, {from_file}");
        }
    }
}

#[test]
fn headers_alone_are_no_position_to_solve() {
    for from_file in [false, true] {
        let output = solved(b"[Event \"Cup\"]\n[Black \"Ada\"]\n\n1. f5 a1\n", from_file, &[]);
        assert_eq!((output.status, output.stdout.as_str()), (2, ""), "{}", output.stderr);
        let error: Value = serde_json::from_str(&output.stderr).unwrap();
        assert_eq!(
            (&error["error"]["code"], &error["error"]["at"]["line"]),
            (&json!("illegal-move"), &json!(4))
        );
    }
}

#[test]
fn places_behind_answered_lines_are_those_of_the_whole_input() {
    let content = format!("{FFO_1}\nf5a1\nf5d6\n1. f5 d6\n2. c3 a1\n");
    let output = solved(content.as_bytes(), false, &["--skip-bad"]);
    assert_eq!((output.status, answers(&output.stdout).len()), (0, 2), "{}", output.stderr);
    let lines: Vec<&str> = output.stderr.lines().collect();
    assert!(lines[0].starts_with("left out: standard input:2:3: illegal move"), "{}", output.stderr);
    assert!(lines[1].starts_with("left out: standard input:5:7: illegal move"), "{}", output.stderr);
}

/// `cargo lab suite` relies on this.
#[test]
fn records_of_one_line_are_answered_before_the_next_is_read() {
    let mut program =
        Program::start(&["solve", "-", "--format", "json", "--hash-mib", "1", "--nodes", "1000"]);
    for line in [FFO_1, "f5d6c3", "(;GM[Othello]B[F5]W[D6];)", r#"{"moves":"f5d6"}"#, START] {
        program.write_line(line);
        assert_eq!(answers(&program.read_line()).len(), 1, "{line}");
    }
    program.write_line("1. f5 d6");
    program.write_line("2. c3 d3");
    program.end_input();
    assert_eq!(answers(&program.rest()).len(), 1);
}

/// Whoever waits for an answer learns at once that the input has no position.
#[test]
fn a_bad_record_of_one_line_is_left_out_before_the_next_is_read() {
    let args = ["solve", "-", "--format", "json", "--hash-mib", "1", "--nodes", "1000", "--skip-bad"];
    let mut program = Program::start(&args);
    for bad in [&format!("{FFO_1} A1:+0;"), "f5a1", &START.replace("OX", "OY")] {
        program.write_line(bad);
        program.write_line(START);
        assert_eq!(answers(&program.read_line()).len(), 1, "{bad}");
    }
    program.end_input();
    assert_eq!(program.rest(), "");
}
