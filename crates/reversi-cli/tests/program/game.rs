//! `game`.

use reversi_testkit::START;
use serde_json::{Value, json};

use crate::support::{file, in_new_folder, json_lines, keys, run, run_with, stdout};

#[test]
fn analyze_game_prints_each_move_and_draws_the_game() {
    let svg = file("game.svg", "");
    let moves = file("game.txt", "F5 d6 C3 d3\nC4 f4 f6 g5\n");
    let options = ["--depth", "4", "--svg", &svg, "--format", "json"];
    let output = run(&["game", &[moves.as_str()], &options[..]].concat());
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    let (totals, rows) = lines.split_last().unwrap();
    assert_eq!(rows.len(), 8);
    let mut expected =
        ["ply", "side", "move", "score", "best_move", "best_score", "loss", "depth", "selectivity", "exact"];
    expected.sort_unstable();
    assert_eq!(keys(&rows[0]), expected);
    assert_eq!(
        (&rows[1]["ply"], &rows[1]["side"], &rows[1]["move"]),
        (&json!(2), &json!("white"), &json!("d6"))
    );
    let number = |row: &Value, key: &str| row[key].as_i64().unwrap();
    for row in rows {
        assert_eq!(number(row, "loss"), number(row, "best_score") - number(row, "score"), "{row}");
        assert!(number(row, "loss") >= 0 && (row["loss"] == 0 || row["best_move"] != row["move"]), "{row}");
    }
    let lost: i64 = rows.iter().map(|row| number(row, "loss")).sum();
    assert_eq!(number(totals, "black_loss") + number(totals, "white_loss"), lost);

    let mistakes = rows.iter().filter(|row| row["loss"] != 0).count();
    let picture = std::fs::read_to_string(svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{picture}");
    assert_eq!(picture.matches("<circle").count(), 2 * mistakes); // filled, with a rim

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
fn analyze_game_shares_the_time_of_the_whole_game() {
    let output = run(&["game", "f5d6c3d3", "--total-time", "400", "--format", "json"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    let (totals, rows) = lines.split_last().unwrap();
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row["depth"].as_i64() >= Some(1)), "{rows:?}");
    assert!(totals["seconds"].as_f64() >= Some(0.3), "{totals}");
}
