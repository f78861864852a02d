//! `game`.

use reversi_testkit::START;
use serde_json::{Value, json};

use crate::support::{answers, file, in_new_folder, keys, refused, run, run_with, stdout};

#[test]
fn game_prints_each_move_and_draws_the_game() {
    let svg = in_new_folder("svg", "game.svg");
    let svg = svg.to_str().unwrap();
    let moves = file("game.txt", "F5 d6 C3 d3\nC4 f4 f6 g5\n");
    let options = ["--depth", "4", "--svg", svg, "--book", "none", "--format", "json"];
    let answers = answers(&stdout(&[&["game", &moves], &options[..]].concat()));
    assert_eq!((answers.len(), keys(&answers[0])), (1, vec!["game", "id", "position", "version"]));
    let turns = answers[0]["game"].as_array().unwrap();
    assert_eq!(turns.len(), 8);
    assert_eq!(turns[1]["played"], "d6");
    assert!(turns[1]["position"].as_str().unwrap().ends_with(" O"), "{}", turns[1]);
    let table = stdout(&["game", &moves, "--depth", "4"]);
    let losses: Vec<_> =
        table.lines().skip(1).take(8).map(|row| row.split_whitespace().nth(6).unwrap()).collect();
    assert_eq!(losses, turns.iter().map(|turn| turn["loss"].to_string()).collect::<Vec<_>>(), "{table}");

    let picture = std::fs::read_to_string(svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{picture}");
    let mistakes = turns.iter().filter(|turn| turn["loss"].as_u64() >= Some(3)).count();
    assert_eq!((mistakes > 0, picture.matches("<circle").count()), (true, mistakes), "{table}");
    assert!(picture.contains("<title>Score after each of 8 moves: "), "{picture}");

    let output = run(&["game", "f5d6", "--depth", "1"]);
    assert_eq!(output.stdout.lines().count(), 4, "{}", output.stdout);

    let cells = &START[..64];
    let record = format!("(;GM[Othello]PB[a]BO[8 {cells} *]B[F5//2]W[D6];)\n");
    for game in [file("game.ggf", &record), record] {
        let of_ggf = run(&["game", &game, "--depth", "1"]);
        assert_eq!(of_ggf.stdout.lines().nth(2), output.stdout.lines().nth(2), "{}", of_ggf.stderr);
    }
}

/// Long enough to show progress, which goes to terminals only.
#[test]
fn game_shares_the_time_of_the_whole_game() {
    let answers = answers(&stdout(&["game", "f5d6c3d3", "--total-seconds", "0.4", "--format", "json"]));
    let turns = answers[0]["game"].as_array().unwrap();
    assert_eq!(turns.len(), 4);
    assert!(turns.iter().all(|turn| turn["depth"].as_i64() >= Some(1)), "{turns:?}");
    let seconds: f64 = turns.iter().map(|turn| turn["analysis"]["seconds"].as_f64().unwrap()).sum();
    assert!(seconds >= 0.3, "{turns:?}");
}

/// Two games in each format, with one table, one JSON form and one annotated record.
#[test]
fn game_reads_collections() {
    let moves = ["f5d6c3d3c4", "f5f6e6f4"];
    let transcripts = file("games.txt", moves.join("\n"));
    let ggf = stdout(&["convert", &transcripts, "--to", "ggf"]);
    let wthor = in_new_folder("collections", "games.wtb");
    let wthor = wthor.to_str().unwrap();
    stdout(&["convert", &transcripts, "--to", "wthor", "--output", wthor]);

    let analyse = |games: &[&str]| {
        let options = ["--depth", "2", "--jobs", "2", "--format", "json"];
        let mut answers = answers(&stdout(&[&["game"], games, &options].concat()));
        for answer in &mut answers {
            let turns = answer["game"].as_array_mut().unwrap();
            turns.iter_mut().for_each(|turn| turn["analysis"]["seconds"] = Value::Null);
        }
        answers
    };
    let rows = analyse(&[&transcripts]);
    let lengths = rows.iter().map(|answer| answer["game"].as_array().unwrap().len());
    assert_eq!(lengths.collect::<Vec<_>>(), [5, 4]);
    assert_eq!((&rows[0]["id"], &rows[1]["id"]), (&json!(1), &json!(2)));
    for games in [&[file("games.ggf", &ggf).as_str()][..], &[wthor], &moves] {
        assert_eq!(analyse(games), rows, "{games:?}");
    }
    let input = run_with(&["game", "-", "--depth", "2"], &ggf);
    assert_eq!((input.status, input.stdout.lines().count()), (0, 4), "{}", input.stdout);
    assert!(input.stdout.contains("\n2 games, 9 moves (2 of them earlier) in "), "{}", input.stdout);
    assert!(input.stdout.contains(" s (searches "), "{}", input.stdout);
    let each_move = stdout(&["game", &transcripts, "--depth", "2", "--moves"]);
    assert_eq!(each_move.lines().count(), 11, "{each_move}");
}

#[test]
fn game_annotates_records() {
    let cells = &START[..64].replace('X', "*");
    let record = format!("(;GM[Othello]PB[Ada]PW[Bo]BO[8 {cells} *]B[F5//2.5]W[D6];)");
    let answer = answers(&stdout(&["game", &record, "--depth", "4", "--format", "json"])).remove(0);
    let score = |turn: usize| &answer["game"][turn]["line"]["value"]["estimate"]["score"];
    let annotated = stdout(&["game", &record, "--depth", "4", "--format", "ggf"]);
    assert!(annotated.contains("PB[Ada]PW[Bo]"), "{annotated}");
    for note in [format!("B[F5/{}/2.5]", score(0)), format!("W[D6/{}]", score(1))] {
        assert!(annotated.contains(&note), "{note}: {annotated}");
    }
    let last = format!("(;GM[Othello]RE[?]BO[8 -O{} *]B[A1];)", "*".repeat(62));
    assert!(stdout(&["game", &last, "--format", "ggf"]).contains("RE[+64.000]"));
}

#[test]
fn game_goes_on_where_an_earlier_run_ended() {
    let games = file("resumed.txt", "f5d6c3d3c4\nf5f6e6f4\n");
    let checkpoint = in_new_folder("games", "games.jsonl");
    let path = checkpoint.to_str().unwrap();
    let analyse = |limit: &str, depth: &str, more: &[&str]| {
        let args =
            ["game", &games, "--limit", limit, "--depth", depth, "--checkpoint", path, "--format", "json"];
        run(&[&args[..], more].concat())
    };
    let stored = |text: &str| {
        let counts = |answer: Value| {
            let turns = answer["game"].as_array().unwrap();
            (turns.len(), turns.iter().filter(|turn| turn["analysis"]["source"] == "file").count())
        };
        answers(text).into_iter().map(counts).collect::<Vec<_>>()
    };
    let first = analyse("1", "3", &[]);
    assert_eq!((first.status, stored(&first.stdout)), (0, vec![(5, 0)]), "{}", first.stderr);
    // The first move of both games is the same, and the first game searches the second one of both.
    let both = analyse("2", "3", &["--jobs", "2"]);
    assert_eq!(stored(&both.stdout), [(5, 5), (4, 2)]);
    assert_eq!(stored(&analyse("2", "3", &[]).stdout), [(5, 5), (4, 4)]);
    let table = run(&["game", &games, "--depth", "3", "--checkpoint", path]);
    assert!(table.stdout.contains("\n2 games, 9 moves (9 of them earlier) in "), "{}", table.stdout);
}

#[test]
fn game_names_bad_records_and_skips_them_when_asked() {
    let games = file("bad-game.txt", "f5d6c3\nf5f6e6f4\nf5f5\n");
    refused(&["game", &games, "--depth", "1"], "bad-game.txt:3:3: illegal move");
    let skipped = run(&["game", &games, "--depth", "1", "--skip-bad"]);
    assert_eq!((skipped.status, skipped.stdout.lines().count()), (0, 4), "{}", skipped.stdout);
    assert!(skipped.stderr.contains("left out: "), "{}", skipped.stderr);
    let start = "---------------------------OX------XO--------------------------- X";
    for command in ["game", "review"] {
        let moves = file("few-moves.txt", format!("{start}\nf5d6c3\n\n{start}\n"));
        let some = run(&[command, &moves, "--depth", "1", "--format", "json"]);
        assert_eq!((some.status, some.stdout.lines().count()), (0, 1), "{}", some.stderr);
        assert_eq!(some.stderr, "left out: 2 records without a move\n");
        let none = run(&[command, start, "--depth", "1"]);
        assert_eq!((none.status, none.stdout.as_str()), (2, ""));
        assert!(none.stderr.ends_with(&format!("{start}: no move\n")), "{}", none.stderr);
    }
    refused(&["game", "f5d6", "f5f6", "--depth", "1", "--svg", "never.svg"], "--svg needs 1 game, not 2");
}
