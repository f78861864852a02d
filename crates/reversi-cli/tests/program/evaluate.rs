//! `evaluate`.

use reversi_engine::Board;
use reversi_engine::weights::{Classical, Evaluator as _};
use reversi_testkit::{FFO_1, START};
use serde_json::json;

use crate::support::{DATA, answers, file, keys, run, stdout};

#[test]
fn evaluate_prints_an_answer_a_position() {
    let obf = file("evaluate.obf", format!("{FFO_1} G8:+18; H1:+12;\n{START}\n"));
    let answers = answers(&stdout(&["evaluate", &obf, "--format", "json"]));
    assert_eq!(answers.len(), 2);
    assert_eq!(keys(&answers[0]), ["evaluation", "id", "position", "version"]);
    assert_eq!((&answers[1]["id"], &answers[1]["position"]), (&json!(2), &json!(START)),);
    assert!(answers[1]["evaluation"].as_f64().unwrap().abs() < 10.0, "{}", answers[1]);

    let table = stdout(&["evaluate", &obf]);
    let error = (answers[0]["evaluation"].as_f64().unwrap() - 18.0).abs();
    let shown =
        |row: usize| table.lines().nth(row).and_then(|row| row.split_whitespace().last()?.parse().ok());
    let errors: [f64; 2] = [5, 6].map(|row| shown(row).unwrap_or_else(|| panic!("{table}")));
    assert!(errors.iter().all(|shown| (shown - error).abs() < 0.011), "{error}: {table}");
    assert_eq!(table.lines().count(), 7, "{table}");
}

#[test]
fn evaluate_takes_boards_and_weights() {
    assert_eq!(run(&["evaluate", START]).stdout.lines().count(), 2);
    assert_eq!(run(&["evaluate", START, START, START, "--limit", "2"]).stdout.lines().count(), 3);

    // One disc for having the move.
    let mut slots = vec![0; reversi_engine::weights::pattern::PACKED_LEN];
    slots[reversi_engine::weights::pattern::CONSTANT_SLOT] = 128;
    let weights = reversi_engine::weights::PatternWeights::new(vec![30], slots, "one disc").unwrap();
    let mut bytes = Vec::new();
    weights.write(&mut bytes).unwrap();
    let own = file("one-disc.weights", &bytes);
    let edax = file("one-disc.dat", "");
    stdout(&["weights", "convert", &own, &edax, "--format", "edax-big"]);
    for weights in [own, edax] {
        let output = run(&["evaluate", START, "--weights", &weights, "--format", "json"]);
        assert_eq!(answers(&output.stdout)[0]["evaluation"], 1.0, "{}", output.stderr);
    }
}

#[test]
fn the_classical_evaluation_is_selected_by_its_name() {
    let board = FFO_1.trim_end_matches(';');
    let rows = |args: &[&str]| answers(&stdout(&[args, &["--format", "json"]].concat()));
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
        assert_eq!(network["solution"]["value"], classical["solution"]["value"]);
        assert_ne!(network["solution"]["nodes"], classical["solution"]["nodes"]);
    }
}
