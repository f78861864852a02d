//! `solve`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use reversi_testkit::{FFO_1, START};
use serde_json::{Value, json};

use crate::support::{DATA, file, in_new_folder, json_lines, keys, reversi, run, stdout};

#[test]
fn solve_prints_one_object_a_position_and_the_totals() {
    let ffo = &format!("{DATA}ffo-1-19.obf");
    let output = run(&["solve", ffo, "--format", "json", "--threads", "2", "--hash-mib", "1"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let lines = json_lines(&output.stdout);
    assert_eq!(lines.len(), 20);
    let (totals, rows) = lines.split_last().unwrap();
    let mut nodes = 0;
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(row["index"], i + 1);
        assert_eq!(row["correct"], true);
        assert_eq!(row["score"], row["expected"]);
        let (best, pv) = (row["best_move"].as_str().unwrap(), row["pv"].as_str().unwrap());
        assert!(pv.starts_with(best), "{row}");
        assert!(row["seconds"].as_f64().unwrap() > 0.0);
        nodes += row["nodes"].as_u64().unwrap();
    }
    let expected = [
        "best_move",
        "correct",
        "empties",
        "expected",
        "index",
        "lower",
        "nodes",
        "pv",
        "score",
        "seconds",
        "stopped",
        "upper",
    ];
    assert_eq!(keys(&rows[0]), expected);
    assert_eq!(keys(totals), ["interrupted", "mismatches", "nodes", "positions", "seconds", "stored"]);
    assert_eq!((&totals["positions"], &totals["mismatches"]), (&json!(19), &json!(0)));
    assert_eq!(totals["nodes"], nodes);
}

#[test]
fn solve_takes_boards() {
    let output = run(&["solve", FFO_1.trim_end_matches(';'), "--format", "json", "--hash-mib", "1"]);
    assert_eq!((output.status, &json_lines(&output.stdout)[0]["score"]), (0, &json!(18)));
}

#[test]
fn solve_numbers_the_built_in_problems_as_ffo_does() {
    let output = run(&["solve", "--limit", "2", "--cpu", "portable"]);
    assert_eq!(output.status, 0);
    let first = |line: usize| output.stdout.lines().nth(line).and_then(|line| line.split_whitespace().next());
    assert_eq!((first(1), first(2)), (Some("20"), Some("21")));
}

/// `cargo xtask suite` relies on this.
#[test]
fn solve_answers_each_line_of_standard_input_before_it_reads_the_next() {
    let mut child = reversi(&["solve", "-", "--format", "json", "--hash-mib", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for (index, known, ok) in [(1, "G8:+18;", true), (2, "G8:+16;", false)] {
        writeln!(input, "% a comment\n\n{FFO_1} {known}").unwrap();
        let row: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!((&row["index"], &row["correct"]), (&json!(index), &json!(ok)));
    }
    drop(input);
    let totals: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!((&totals["positions"], &totals["mismatches"]), (&json!(2), &json!(1)));
    assert!(lines.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn solve_counts_the_nodes_of_this_run_alone() {
    let problems = file("resumed.obf", format!("{FFO_1}\n{FFO_1}\n"));
    let checkpoint = file("resumed.solved", "");
    std::fs::remove_file(&checkpoint).unwrap();
    let run = |limit: &str, format: &str| {
        let output =
            run(&["solve", &problems, "--checkpoint", &checkpoint, "--limit", limit, "--format", format]);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        output.stdout
    };
    let first = &json_lines(&run("1", "json"))[1];
    assert_eq!((&first["stored"], first["nodes"] == 0), (&json!(0), false));
    let lines = json_lines(&run("2", "json"));
    assert_eq!((&lines[0]["nodes"], &lines[1]["nodes"]), (&first["nodes"], &first["nodes"]), "of its search");
    assert_eq!(
        (&lines[2]["positions"], &lines[2]["stored"], &lines[2]["nodes"]),
        (&json!(2), &json!(2), &json!(0))
    );
    let table = run("2", "table");
    assert!(table.contains("\n2 solved (2 of them earlier), 0 wrong, 0 nodes in "), "{table}");
}

#[test]
fn solve_judges_by_the_score() {
    for (known, ok, status) in [
        ("G8:+18;", json!(true), 0),
        ("+18;", json!(true), 0),
        ("H1:+18;", json!(true), 0), // no score for G8
        ("", Value::Null, 0),
        ("G8:+16;", json!(false), 1),
        ("H1:+18; G8:+16;", json!(false), 1),
    ] {
        let path = file("judged.obf", format!("{FFO_1} {known}\n"));
        let output = run(&["solve", &path, "--format", "json"]);
        let lines = json_lines(&output.stdout);
        assert_eq!(output.status, status, "{known}");
        assert_eq!(lines[0]["correct"], ok, "{known}");
        assert_eq!(lines[0]["score"], 18, "{known}");
        assert_eq!(lines[1]["mismatches"], status, "{known}");
    }
}

/// The score, the proven bounds and whether they agree with a known score.
fn asked(options: &[&str], known: &str) -> (Value, Value, Value, Value) {
    let path = file(&format!("asked{}.obf", options.concat()), format!("{FFO_1} {known}\n"));
    let output = run(&[&["solve", &path, "--format", "json"], options].concat());
    assert_eq!(output.stderr, "", "{options:?}");
    let mut row = json_lines(&output.stdout).remove(0);
    let mut take = |key: &str| row[key].take();
    (take("score"), take("lower"), take("upper"), take("correct"))
}

#[test]
fn solve_answers_less_than_the_exact_score() {
    let won = (Value::Null, json!(2), json!(64), json!(true));
    assert_eq!(asked(&["--wld"], "G8:+18;"), won);
    let (score, _, upper, correct) = asked(&["--window", "20", "30"], "G8:+18;");
    assert_eq!((score, upper, correct), (Value::Null, json!(20), json!(true)));
    assert_eq!(asked(&["--window", "10", "30"], "G8:+18;").0, json!(18));
    assert!(asked(&["--at-least", "18"], "").1.as_i64() >= Some(18));
    assert!(asked(&["--at-least", "20"], "").2.as_i64() < Some(20));
    assert_eq!(asked(&["--at-least", "-4"], "G8:-10;").3, json!(false), "it is at least -4");
}

#[test]
fn solve_prints_what_is_proven_when_a_limit_ends_it() {
    for options in [&["--nodes", "1000"][..], &["--time", "20"], &["--total-time", "20"]] {
        let output = run(&[&["solve", START, "--format", "json"], options].concat());
        assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{options:?}");
        let lines = json_lines(&output.stdout);
        assert_eq!((&lines[0]["score"], &lines[1]["interrupted"]), (&Value::Null, &json!(1)), "{lines:?}");
        assert_ne!(lines[0]["stopped"], Value::Null);
    }
    let table = run(&["solve", START, "--nodes", "1000"]).stdout;
    assert!(table.contains(" -64..=+64 ") && table.contains("\n0 solved, 1 interrupted, 0 wrong"), "{table}");
}

#[test]
fn solve_makes_the_folder_of_its_checkpoint() {
    let problem = file("folder.obf", FFO_1);
    let path = in_new_folder("checkpoint", "problems.solved");
    let checkpoint = path.to_str().unwrap();
    for _ in 0..2 {
        stdout(&["solve", &problem, "--checkpoint", checkpoint]);
    }
    let refused = run(&["solve", &problem, "--wld", "--checkpoint", checkpoint]);
    assert_eq!(refused.status, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("not for this request"), "{}", refused.stderr);
}

#[test]
fn the_built_in_problems_are_those_of_the_examples() {
    let file = std::fs::read_to_string(format!("{DATA}ffo-20-39.obf")).unwrap();
    assert_eq!(include_str!("../../src/solve/ffo-20-39.obf"), file);
}
