//! `evaluate`.

use reversi_engine::{Board, Classical, Evaluator as _};
use reversi_testkit::{FFO_1, START};
use serde_json::{Value, json};

use crate::support::{DATA, file, json_lines, keys, run, stdout};

#[test]
fn evaluate_prints_values_and_errors() {
    let obf = file("evaluate.obf", format!("{FFO_1} G8:+18; H1:+12;\n{START}\n"));
    let output = run(&["evaluate", &obf, "--format", "json"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    assert_eq!(lines.len(), 3);
    assert_eq!(keys(&lines[0]), ["best_score", "board", "empties", "evaluation", "index"]);
    assert_eq!(
        (&lines[0]["index"], &lines[0]["empties"], &lines[0]["best_score"]),
        (&json!(1), &json!(14), &json!(18))
    );
    assert!(lines[1]["evaluation"].as_f64().unwrap().abs() < 10.0, "{}", lines[1]);
    assert_eq!(lines[1]["best_score"], Value::Null);
    assert_eq!(keys(&lines[2]), ["by_empties", "mean_absolute_error", "positions"]);
    let error = (lines[0]["evaluation"].as_f64().unwrap() - 18.0).abs();
    assert!((lines[2]["mean_absolute_error"].as_f64().unwrap() - error).abs() < 1e-6);
    assert_eq!(lines[2]["by_empties"], json!({ "14": lines[2]["mean_absolute_error"] }));
    assert_eq!(lines[2]["positions"], 2);
}

#[test]
fn moves_from_the_start_are_a_position() {
    let by_moves = json_lines(&run(&["evaluate", "f5d6", "--format", "json"]).stdout);
    let board = "---------------------------OX------OXX-----O-------------------- X";
    let game: reversi_engine::Game = "f5d6".parse().unwrap();
    assert_eq!(game.position().to_string(), board);
    assert_eq!(by_moves, json_lines(&run(&["evaluate", board, "--format", "json"]).stdout));
}

#[test]
fn evaluate_takes_boards_and_weights() {
    let output = run(&["evaluate", START, "--format", "json"]);
    assert_eq!(output.status, 0, "{}", output.stderr);
    let lines = json_lines(&output.stdout);
    assert_eq!((&lines[0]["board"], &lines[1]["mean_absolute_error"]), (&json!(START), &Value::Null));
    assert_eq!(run(&["evaluate", START]).stdout.lines().count(), 2);
    assert_eq!(run(&["evaluate", START, START, START, "--limit", "2"]).stdout.lines().count(), 3);

    // One disc for having the move.
    let mut slots = vec![0; reversi_engine::pattern::PACKED_LEN];
    slots[reversi_engine::pattern::CONSTANT_SLOT] = 128;
    let weights = reversi_engine::PatternWeights::new(vec![30], slots, "one disc").unwrap();
    let mut bytes = Vec::new();
    weights.write(&mut bytes).unwrap();
    let own = file("one-disc.weights", &bytes);
    let edax = file("one-disc.dat", "");
    let converted = run(&["weights", "convert", &own, &edax, "--format", "edax-big"]);
    assert_eq!((converted.status, converted.stderr.as_str()), (0, ""));
    for weights in [own, edax] {
        let output = run(&["evaluate", START, "--weights", &weights, "--format", "json"]);
        assert_eq!(json_lines(&output.stdout)[0]["evaluation"], 1.0, "{}", output.stderr);
    }
}

#[test]
fn the_classical_evaluation_is_selected_by_its_name() {
    let board = FFO_1.trim_end_matches(';');
    let rows = |args: &[&str]| json_lines(&stdout(&[args, &["--format", "json"]].concat()));
    let expected = Classical.evaluate(&board.parse::<Board>().unwrap());
    let evaluation = &rows(&["evaluate", board, "--evaluator", "classical"])[0]["evaluation"];
    assert!((evaluation.as_f64().unwrap() - f64::from(expected)).abs() < 0.01, "{evaluation}");
    let by_default = &rows(&["evaluate", board])[0]["evaluation"];
    assert_eq!(by_default, &rows(&["evaluate", board, "--evaluator", "network"])[0]["evaluation"]);
    assert_ne!(by_default, evaluation);

    // The same score by another search.
    let start = ["solve", "--hash-mib", "1", &format!("{DATA}ffo-1-19.obf")];
    let [network, classical] =
        ["network", "classical"].map(|name| rows(&[&start[..], &["--evaluator", name]].concat()));
    for (network, classical) in network.iter().zip(&classical) {
        assert_eq!(network["score"], classical["score"]);
    }
    assert_ne!(network.last().unwrap()["nodes"], classical.last().unwrap()["nodes"]);
}

#[test]
fn a_game_that_is_over_has_its_score() {
    let full_and_drawn = format!("{}{} X", "X".repeat(32), "O".repeat(32));
    let wiped_out = "---------------------------OO------OO--------------------------- X";
    for (board, printed) in [(full_and_drawn.as_str(), "+0.00"), (wiped_out, "-64.00")] {
        let text = stdout(&["evaluate", board]);
        let row = text.lines().nth(1).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(row.split_whitespace().nth(2), Some(printed), "{text}");
    }
}
