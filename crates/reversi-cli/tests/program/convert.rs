//! `convert`.

use reversi_testkit::{FFO_1, START};

use crate::support::{DATA, file, in_new_folder, refused, run, run_with, stdout};

const MOVES: &str = "f5d6c3d3c4";

#[test]
fn files_of_thousands_of_games_keep_their_names() {
    let moves = file("named.txt", format!("{MOVES}\nf5f6e6f4\n"));
    let wthor = in_new_folder("convert", "named.wtb");
    let wthor = wthor.to_str().unwrap();
    stdout(&["convert", &moves, "--to", "wthor", "--output", wthor]);
    assert_eq!(stdout(&["convert", wthor, "--to", "moves"]), format!("{MOVES}\nf5f6e6f4\n"));

    let players = reversi_engine::notation::write_jou(&Default::default(), &["Ada [1]"]).unwrap();
    let ggf = stdout(&["convert", wthor, "--players", &file("named.jou", players), "--to", "ggf"]);
    assert_eq!(ggf.matches("PB[Ada [1)]PW[Ada [1)]").count(), 2, "{ggf}");
    let problems = format!("{DATA}ffo-1-19.obf");
    let obf = stdout(&["convert", &problems, "--to", "obf"]);
    assert_eq!((obf.lines().count(), obf.contains("G8:+18;")), (19, true), "{obf}");
}

#[test]
fn archives_are_read_from_files_and_standard_input() {
    let archive = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/seeds/read/zip-of-wthor-with-names");
    let moves = "f5d6c3\nf5f6\nf5d6c4\n";
    assert_eq!(stdout(&["convert", archive, "--to", "moves"]), moves);
    let bytes = std::fs::read(archive).unwrap();
    assert_eq!(run_with(&["convert", "-", "--to", "moves"], &bytes).stdout, moves);
    let values = run_with(&["evaluate", "-", "--format", "json"], &bytes);
    assert_eq!((values.status, values.stdout.lines().count()), (0, 3), "{}", values.stderr);
    let ggf = stdout(&["convert", archive, "--to", "ggf"]);
    assert_eq!(ggf.matches("PC[Open]PB[Bo]PW[Cy]").count(), 3, "{ggf}");
    // The name of a bad file is behind the name of the archive.
    let mut bad = bytes;
    let directory = bad.windows(4).position(|sign| sign == b"PK\x01\x02").unwrap();
    bad[directory + 8] |= 1; // encrypted
    let bad = file("bad.zip", bad);
    refused(&["convert", &bad, "--to", "moves"], "bad.zip/WTHOR.JOU: record 1, byte 39: an encrypted file");
    let done = run(&["convert", &bad, "--to", "json"]);
    assert!(done.stderr.contains("\"unsupported-archive\"") && done.stderr.contains("bad.zip/WTHOR.JOU"));
}

#[test]
fn names_of_records_are_written_beside_a_file_of_wthor() {
    let cells = START[..64].replace('X', "*");
    let record = |black: &str, white: &str, place: &str| {
        format!("(;GM[Othello]PC[{place}]PB[{black}]PW[{white}]BO[8 {cells} *]B[F5]W[D6];)\n")
    };
    let text = record("Bo", "Ada", "Oslo 2024") + &record("Ada", "", "") + &record("Zoé", "Bo", "Oslo 2024");
    let records = file("beside.ggf", &text);
    let wthor = in_new_folder("beside", "games.wtb");
    let beside = |extension: &str| wthor.with_extension(extension).to_str().unwrap().to_owned();
    let wtb = beside("wtb");
    let to_wthor = ["--to", "wthor", "--write-names", "--output", &wtb];
    stdout(&[&["convert", &records], &to_wthor[..]].concat());
    let names = ["--players", &beside("jou"), "--tournaments", &beside("trn")];
    let back = stdout(&[&["convert", &beside("wtb"), "--to", "ggf"][..], &names].concat());
    for (record, line) in
        [record("Bo", "Ada", "Oslo 2024"), record("Ada", "???", "???"), record("Zoé", "Bo", "Oslo 2024")]
            .iter()
            .zip(back.lines())
    {
        let tags = record.trim_end().split("BO[").next().unwrap().replace("(;GM[Othello]", "");
        tags.split_inclusive(']').for_each(|tag| assert!(line.contains(tag), "{tag}: {line}"));
    }
    assert_eq!(back.lines().count(), 3);

    let long = file("long.ggf", record("Ada", "Somebody with a long name", "Oslo"));
    let before = std::fs::read(beside("wtb")).unwrap();
    let message = "long.ggf:1:1: \"Somebody with a long name\": the name has more than 19 characters";
    refused(&[&["convert", &long], &to_wthor[..]].concat(), message);
    assert_eq!(std::fs::read(beside("wtb")).unwrap(), before);
    assert_eq!(run(&["convert", &records, "--to", "wthor", "--write-names"]).status, 2, "where to?");
    refused(
        &["convert", MOVES, "--to", "ggf", "--output", &beside("ggf"), "--write-names"],
        "--write-names needs --to wthor",
    );
}

#[test]
fn results_that_wthor_cannot_hold_are_told() {
    let record = |result: &str| format!("(;GM[2]RE[{result}];B[f5];W[d6])\n");
    let converted = |results: &[&str]| {
        let records: String = results.iter().map(|result| record(result)).collect();
        let wtb = in_new_folder("results", "games.wtb").into_os_string().into_string().unwrap();
        let records = file("results.sgf", &records);
        let output = run(&["convert", &records, "--to", "wthor", "--output", &wtb]);
        assert_eq!((output.status, output.stdout.as_str()), (0, ""));
        output.stderr
    };
    assert_eq!(converted(&["B+12", "?", "", "0"]), "");
    let told = "2 results without a score (\"Void\"): the last board is counted instead\n";
    assert_eq!(converted(&["B+12", "Void", "adjourned"]), told);
}

#[test]
fn a_game_has_positions() {
    assert!(stdout(&["convert", MOVES, "--to", "diagram"]).ends_with("white to move\n"));
    let every = stdout(&["convert", MOVES, "--every-position", "--to", "board"]);
    assert_eq!((every.lines().next(), every.lines().count()), (Some(START), 6));
    for (after, line) in every.lines().enumerate() {
        let position = stdout(&["convert", MOVES, "--after", &after.to_string(), "--to", "board"]);
        assert_eq!(position.trim_end(), line);
    }
}

#[test]
fn what_cannot_be_converted_is_an_error() {
    let (is_elsewhere, is_no_file) = (
        "the game does not begin at the usual start",
        "d3.obf: no such file, and \"obf\" is not part of a game",
    );
    refused(&["convert", FFO_1, "--to", "wthor"], is_elsewhere);
    refused(&["convert", "d3.obf", "--to", "board"], is_no_file);
}
