//! `convert`.

use reversi_testkit::START;

use crate::support::{DATA, file, in_new_folder, json_lines, refused, run, run_with, stdout};

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

    assert_eq!(run(&["convert", &records, "--to", "wthor", "--write-names"]).status, 2, "where to?");
    refused(
        &["convert", MOVES, "--to", "ggf", "--output", &beside("ggf"), "--write-names"],
        "--write-names needs --to wthor",
    );
}

/// The players of both sides, the tournament and the year of each game behind a file of WTHOR, and stderr.
fn names_through_wthor(records: &str) -> (Vec<[String; 4]>, String) {
    let records = file("names.ggf", records);
    let wthor = in_new_folder("names", "games.wtb");
    let beside = |extension: &str| wthor.with_extension(extension).to_str().unwrap().to_owned();
    let written = run(&["convert", &records, "--to", "wthor", "--write-names", "--output", &beside("wtb")]);
    assert_eq!(written.status, 0, "{}", written.stderr);
    let names = ["--players", &beside("jou"), "--tournaments", &beside("trn")];
    let back = stdout(&[&["convert", &beside("wtb"), "--to", "json"][..], &names].concat());
    let of_game = |game: &serde_json::Value| {
        ["PB", "PW", "PC", "DT"].map(|name| {
            let tags = game["tags"].as_array().unwrap();
            let tag = tags.iter().find(|tag| tag[0] == name);
            tag.map_or_else(String::new, |tag| tag[1].as_str().unwrap().to_owned())
        })
    };
    (json_lines(&back).iter().map(of_game).collect(), written.stderr)
}

#[test]
fn names_that_wthor_cannot_hold_cost_no_game() {
    let record = |black: &str, white: &str, place: &str, date: &str| {
        format!("(;GM[Othello]PC[{place}]DT[{date}]PB[{black}]PW[{white}]B[F5]W[D6];)\n")
    };
    let (mustermann, mustermaus) = ("Maximilian Mustermann", "Maximilian Mustermaus");
    let text = record(mustermann, mustermaus, "Championship of the World", "2024-05-01")
        + &record(mustermaus, "Maximilian Musterma", "Championship of the Worlds", "01.06.2024")
        + &record("Łukasz", "Lukasz", "東京", "2024.06.02_13:24:03.MST")
        + &record("Владимир", "Müller", "A\tB", "2024")
        + &record("", "?", "????", "2024");
    let (games, told) = names_through_wthor(&text);
    let year = "2024";
    assert_eq!(
        games,
        [
            ["Maximilian Must (2)", "Maximilian Must (3)", "Championship of the World", year],
            ["Maximilian Must (3)", "Maximilian Musterma", "Championship of the W (2)", year],
            ["Lukasz (2)", "Lukasz", "Dong Jing", year],
            ["Vladimir", "Müller", "A B", year],
            ["???", "???", "???", year],
        ]
    );
    let sentence = "7 names are shortened or transliterated for WTHOR: \"Maximilian Mustermann\" to \"Maximilian Must (2)\"\n";
    assert_eq!(told, sentence);

    let (_, told) =
        names_through_wthor(&(record("Ada", "Bo", "", "2023") + &record("Ada", "Bo", "", "2024")));
    assert!(told.starts_with("the games have several years"), "{told}");
    let (games, told) = names_through_wthor(&record("\u{200b}", "Ж\u{301}", "", ""));
    assert_eq!(games[0][..2], ["?", "Zh"]);
    assert!(told.starts_with("2 names are"), "{told}");

    // As many that become equal as there are.
    let many: String =
        (0..2000).map(|i| record(&format!("Maximilian Mustermann {i}"), "Ada", "", "")).collect();
    let (games, _) = names_through_wthor(&many);
    let black: std::collections::BTreeSet<_> = games.iter().map(|[black, ..]| black).collect();
    assert_eq!((games.len(), black.len()), (2000, 2000));
}

#[test]
fn the_board_of_a_game_that_is_over_counts() {
    const WIPE_OUT: &str = "B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]";
    let record = |result: &str| format!("(;GM[Othello]RE[{result}]{WIPE_OUT};)\n");
    let records = file("over.ggf", record("13-0") + &record("-28") + &record("-28.000:t") + &record("+64"));
    let wtb = in_new_folder("over", "games.wtb").into_os_string().into_string().unwrap();
    let output = run(&["convert", &records, "--to", "wthor", "--output", &wtb]);
    let told = "passed over a stated result that the board does not have in 2 records: \"13-0\" (";
    assert!(output.stderr.starts_with(told) && output.stderr.ends_with("over.ggf:1)\n"), "{}", output.stderr);
    let mut bytes = std::fs::read(&wtb).unwrap();
    let discs =
        |bytes: &[u8]| -> Vec<[u8; 2]> { bytes[16..].chunks(68).map(|game| [game[6], game[7]]).collect() };
    assert_eq!(discs(&bytes), [[64; 2], [64; 2], [18; 2], [64; 2]]);
    // A file that states otherwise. What is known of perfect play stays.
    (bytes[16 + 6], bytes[16 + 7]) = (39, 39);
    (bytes[84 + 6], bytes[84 + 7]) = (39, 34);
    let other = file("other.wtb", &bytes);
    let output = run(&["convert", &other, "--to", "wthor", "--output", &wtb]);
    let told = "passed over a stated result that the board does not have in 3 records: \"14\"\n";
    assert_eq!(output.stderr, told);
    assert_eq!(discs(&std::fs::read(&wtb).unwrap()), [[64; 2], [64, 34], [64; 2], [64; 2]]);
    let annotated = run(&["game", "--level", "1", "--format", "ggf", &records]).stdout;
    let results: Vec<_> = annotated.lines().map(|line| line.split("RE[").nth(1).unwrap()).collect();
    for (result, expected) in results.iter().zip(["+64.000]", "+64.000]", "-28.000:t]", "+64.000]"]) {
        assert!(result.starts_with(expected), "{result}");
    }
}

#[test]
fn our_own_answers_are_games_with_their_names() {
    let record = "(;GM[Othello]PC[Cup]DT[2020]PB[Ada]PW[Bo]RE[+2.000]B[F5]W[D6]B[C3];)";
    let game = stdout(&["convert", record, "--to", "json"]);
    for verb in ["review", "game"] {
        let answer = stdout(&[verb, "--level", "1", "--format", "json", record]);
        let lines = file("own.json", answer.clone() + &answer);
        assert_eq!(stdout(&["convert", &lines, "--to", "json"]), game.repeat(2), "{verb}");
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        let pretty = file("own-pretty.json", serde_json::to_string_pretty(&answer).unwrap());
        assert_eq!(stdout(&["convert", &pretty, "--to", "json"]), game, "{verb}");
    }
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
