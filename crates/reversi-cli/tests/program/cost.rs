//! `sample` and `cost`.

use reversi_engine::notation::read_obf;
use serde_json::Value;

use crate::support::{file, refused, stdout};

fn sample(options: &[&str]) -> String {
    stdout(&[&["sample", "--positions", "7", "--empties", "8", "10", "--depth", "1"], options].concat())
}

#[test]
fn a_sample_is_of_all_numbers_of_empty_squares_in_turn() {
    let text = sample(&[]);
    let positions: Vec<_> = read_obf(&text).map(|line| line.unwrap().position).collect();
    let empties: Vec<u32> = positions.iter().map(|position| position.board.empties().len()).collect();
    assert_eq!(empties, [8, 9, 10, 8, 9, 10, 8]);
    assert!(positions.iter().all(|position| !position.board.legal_moves().is_empty()), "{text}");
    assert_eq!(sample(&["--seed", "1"]), text);
    assert_ne!(sample(&["--seed", "2"]), text);
}

#[test]
fn a_sample_of_no_position_is_refused() {
    for (options, message) in [
        (&["--empties", "10", "8"][..], "--empties 10 8: the first number must not be the larger one"),
        (&["--empties", "8", "60"], "error: --empties must be 1 to 59, not 60\n"),
        (&[], "required arguments were not provided:\n  --empties <A> <B>"),
        (&["--empties", "8", "55"], "--random 10: no position after 10 random moves has 55 empty squares"),
    ] {
        refused(&[&["sample", "--positions", "1"], options].concat(), message);
    }
}

#[test]
fn costs_are_those_of_a_model_of_the_sample() {
    let positions = stdout(&["sample", "--positions", "60", "--empties", "5", "8", "--depth", "1"]);
    let positions = file("costs.obf", positions);
    let answers = stdout(&["solve", &positions, "--format", "json", "--hash-mib", "1"]);
    let answers = file("costs.jsonl", answers);
    let cost = ["cost", &answers, "--plan", "1e6:24", "--plan", "10:8", "--price", "0.5"];
    let report: Value = serde_json::from_str(&stdout(&[&cost[..], &["--format", "json"]].concat())).unwrap();
    let number = |value: &Value| value.as_f64().unwrap();
    let (model, plans) = (&report["model"], &report["plans"]);
    assert!(number(&model["b"]) > 0.3 && number(&model["spread"]) > 0.1, "{model}");
    assert_eq!((&model["fewest_empties"], &model["held_out"]["positions"]), (&5.into(), &12.into()));
    assert_eq!((&plans[0]["extrapolated"], &plans[1]["extrapolated"]), (&16.into(), &0.into()));
    let mean = number(&model["a"]) + 24.0 * number(&model["b"]) + number(&model["spread"]).powi(2) / 2.0;
    let nodes = 1e6 * mean.exp();
    assert!((number(&plans[0]["nodes"]) / nodes - 1.0).abs() < 1e-6, "{plans}");
    let hours = nodes / number(&model["nodes_per_second"]) / 3600.0;
    assert!((number(&plans[0]["core_hours"]) / hours - 1.0).abs() < 1e-6, "{plans}");
    assert!((number(&plans[0]["money"]) / (0.5 * hours) - 1.0).abs() < 1e-6, "{plans}");
    let faster = stdout(&[&cost[..], &["--nodes-per-second", "5e6", "--format", "json"]].concat());
    let faster: Value = serde_json::from_str(&faster).unwrap();
    let hours = nodes / 5e6 / 3600.0;
    assert!((number(&faster["plans"][0]["core_hours"]) / hours - 1.0).abs() < 1e-6, "{faster}");
    let table = stdout(&cost);
    let rows = table.lines().filter(|line| line.split_whitespace().count() == 7);
    assert_eq!(rows.count(), 4, "{table}");
    assert!(table.contains("\nmodel: median nodes = exp("), "{table}");
    assert!(table.contains("\nupper half: median nodes = exp("), "{table}");
}

#[test]
fn costs_need_solved_positions() {
    let analyzed = stdout(&["analyze", "f5", "--depth", "1", "--format", "json"]);
    let analyzed = file("cost-analyzed.jsonl", analyzed);
    refused(&["cost", &analyzed], "line 1: not an answer of `reversi solve`");
    refused(&["cost", &analyzed, "--plan", "24"], "must be POSITIONS:EMPTIES, such as 1e6:24, not");
}
