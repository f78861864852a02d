//! `solve`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use reversi_engine::notation::read_obf;
use reversi_testkit::{FFO_1, START};
use serde_json::json;

use crate::support::{DATA, answers, file, in_new_folder, keys, reversi, run, stdout};

#[test]
fn solve_prints_an_answer_a_position() {
    let ffo = &format!("{DATA}ffo-1-19.obf");
    let output = run(&["solve", ffo, "--format", "json", "--threads", "2", "--hash-mib", "1"]);
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
    let answers = answers(&output.stdout);
    assert_eq!(answers.len(), 19);
    let problems = std::fs::read_to_string(ffo).unwrap();
    let problems: Vec<_> = read_obf(&problems).map(|line| line.unwrap()).collect();
    for (i, (answer, problem)) in answers.iter().zip(&problems).enumerate() {
        assert_eq!(keys(answer), ["id", "position", "solution", "version"]);
        assert_eq!((&answer["id"], &answer["position"]), (&json!(i + 1), &json!(problem.position)));
        let solution = &answer["solution"];
        assert_eq!(solution["value"], json!({ "exact": problem.best_score() }));
        let best = solution["pv"][0].as_str().unwrap().parse().unwrap();
        assert!(problem.best_moves().any(|mv| mv == best), "{answer}");
        assert!(solution["seconds"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn solve_takes_boards() {
    let output = run(&["solve", FFO_1.trim_end_matches(';'), "--format", "json", "--hash-mib", "1"]);
    let value = &answers(&output.stdout)[0]["solution"]["value"];
    assert_eq!((output.status, value), (0, &json!({ "exact": 18 })));
}

#[test]
fn solve_numbers_the_built_in_problems_as_ffo_does() {
    let output = run(&["solve", "--limit", "2", "--cpu-level", "portable"]);
    assert_eq!(output.status, 0);
    let first = |line: usize| output.stdout.lines().nth(line).and_then(|line| line.split_whitespace().next());
    assert_eq!((first(1), first(2)), (Some("20"), Some("21")));
}

/// `cargo lab suite` relies on this.
#[test]
fn solve_answers_each_line_of_standard_input_before_it_reads_the_next() {
    let mut child = reversi(&["solve", "-", "--format", "json", "--hash-mib", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for (id, known) in [(1, "G8:+18;"), (2, "G8:+16;")] {
        writeln!(input, "% a comment\n\n{FFO_1} {known}").unwrap();
        let answer = &answers(&lines.next().unwrap().unwrap())[0];
        assert_eq!((&answer["id"], &answer["solution"]["pv"][0]), (&json!(id), &json!("g8")));
    }
    drop(input);
    assert!(lines.next().is_none());
    let end = child.wait_with_output().unwrap();
    let wrong = "position 2: +18 by g8 contradicts the known scores\n";
    assert_eq!((end.status.code(), String::from_utf8(end.stderr).unwrap().as_str()), (Some(1), wrong));
}

#[test]
fn solve_counts_the_nodes_of_this_run_alone() {
    let problems = file("resumed.obf", format!("{FFO_1}\n{FFO_1}\n"));
    let checkpoint = file("resumed.jsonl", "");
    std::fs::remove_file(&checkpoint).unwrap();
    let run = |limit: &str, format: &str| {
        let output =
            run(&["solve", &problems, "--checkpoint", &checkpoint, "--limit", limit, "--format", format]);
        assert_eq!((output.status, output.stderr.as_str()), (0, ""));
        output.stdout
    };
    let first = &answers(&run("1", "json"))[0]["solution"];
    assert_eq!((first.get("source"), first["nodes"] == 0), (None, false));
    for answer in answers(&run("2", "json")) {
        let solution = &answer["solution"];
        assert_eq!(
            (&solution["nodes"], &solution["source"]),
            (&first["nodes"], &json!("file")),
            "of its search"
        );
    }
    let table = run("2", "table");
    assert!(table.contains("\n2 solved (2 of them earlier), 0 wrong, 0 nodes in "), "{table}");
}

#[test]
fn solve_judges_by_the_score() {
    for (known, ok, status) in [
        ("G8:+18;", "ok", 0),
        ("+18;", "ok", 0),
        ("H1:+18;", "ok", 0), // no score for G8
        ("", "-", 0),
        ("G8:+16;", "WRONG", 1),
        ("H1:+18; G8:+16;", "WRONG", 1),
    ] {
        let path = file("judged.obf", format!("{FFO_1} {known}\n"));
        let output = run(&["solve", &path]);
        let word = output.stdout.lines().nth(1).and_then(|row| row.split_whitespace().nth(4));
        assert_eq!((output.status, word), (status, Some(ok)), "{known}");
        assert!(output.stdout.contains(&format!("1 solved, {status} wrong, ")), "{}", output.stdout);
        let output = run(&["solve", &path, "--format", "json"]);
        let says = if status == 1 { "position 1: +18 by g8 contradicts the known scores\n" } else { "" };
        assert_eq!((output.status, output.stderr.as_str()), (status, says), "{known}");
        assert_eq!(answers(&output.stdout)[0]["solution"]["value"], json!({ "exact": 18 }), "{known}");
    }
}

/// The value, and whether it agrees with a known score.
fn asked(options: &[&str], known: &str) -> (reversi_engine::Value, bool) {
    let path = file(&format!("asked{}.obf", options.concat()), format!("{FFO_1} {known}\n"));
    let output = run(&[&["solve", &path, "--format", "json"], options].concat());
    let value = answers(&output.stdout)[0]["solution"]["value"].take();
    assert_eq!(output.stderr.is_empty(), output.status == 0, "{}", output.stderr);
    (serde_json::from_value(value).unwrap(), output.status == 0)
}

#[test]
fn solve_answers_less_than_the_exact_score() {
    let bounds = |lower, upper| reversi_engine::Value::bounds(lower, upper).unwrap();
    assert_eq!(asked(&["--window", "wld"], "G8:+18;"), (bounds(2, 64), true));
    let (value, correct) = asked(&["--window", "20,30"], "G8:+18;");
    assert_eq!((value.exact(), value.upper(), correct), (None, 20, true));
    assert_eq!(asked(&["--window", "10,30"], "G8:+18;").0.exact(), Some(18));
    assert!(asked(&["--at-least", "18"], "").0.lower() >= 18);
    assert!(asked(&["--at-least", "20"], "").0.upper() < 20);
    assert!(!asked(&["--at-least", "-4"], "G8:-10;").1, "it is at least -4");
}

#[test]
fn solve_prints_what_is_proven_when_a_limit_ends_it() {
    for (options, reason) in [
        (&["--nodes", "1000"][..], "nodes"),
        (&["--seconds", "0.02"], "time"),
        (&["--total-seconds", "0.02"], "time"),
    ] {
        let output = run(&[&["solve", START, "--format", "json"], options].concat());
        assert_eq!((output.status, output.stderr.as_str()), (0, ""), "{options:?}");
        let answers = answers(&output.stdout);
        let interrupted = &answers[0]["interrupted"];
        assert_eq!((answers.len(), &interrupted["reason"]), (1, &json!(reason)), "{answers:?}");
        assert_eq!(interrupted["bounds"], json!({ "lower": -64, "upper": 64 }));
    }
    let table = run(&["solve", START, "--nodes", "1000"]).stdout;
    assert!(table.contains(" -64..=+64 ") && table.contains("\n0 solved, 1 interrupted, 0 wrong"), "{table}");
}

#[test]
fn solve_makes_the_folder_of_its_checkpoint() {
    let problem = file("folder.obf", FFO_1);
    let path = in_new_folder("checkpoint", "problems.jsonl");
    let checkpoint = path.to_str().unwrap();
    for _ in 0..2 {
        stdout(&["solve", &problem, "--checkpoint", checkpoint]);
    }
    let refused = run(&["solve", &problem, "--window", "wld", "--checkpoint", checkpoint]);
    assert_eq!(refused.status, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("not for this request"), "{}", refused.stderr);
}

#[test]
fn the_built_in_problems_are_those_of_the_examples() {
    let file = std::fs::read_to_string(format!("{DATA}ffo-20-39.obf")).unwrap();
    assert_eq!(include_str!("../../src/solve/ffo-20-39.obf"), file);
}
