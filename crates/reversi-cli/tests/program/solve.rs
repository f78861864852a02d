//! `solve`.

use reversi_engine::notation::read_obf;
use reversi_testkit::{FFO_1, START};
use serde_json::json;

use crate::support::{DATA, answers, file, keys, run, run_with, stdout};

#[test]
fn solve_prints_an_answer_a_position() {
    let ffo = &format!("{DATA}ffo-1-19.obf");
    let answers = answers(&stdout(&["solve", ffo, "--format", "json", "--threads", "2", "--hash-mib", "1"]));
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
fn solve_numbers_the_built_in_problems_as_ffo_does() {
    let output = run(&["solve", "--limit", "2", "--cpu-level", "portable"]);
    assert_eq!(output.status, 0);
    let first = |line: usize| output.stdout.lines().nth(line).and_then(|line| line.split_whitespace().next());
    assert_eq!((first(1), first(2)), (Some("20"), Some("21")));
}

/// `cargo lab suite` relies on this.
#[test]
fn solve_judges_the_positions_of_standard_input() {
    let input = format!("% a comment\n\n{FFO_1} G8:+18;\n{FFO_1} G8:+16;\n");
    let output = run_with(&["solve", "-", "--format", "json"], &input);
    assert_eq!((output.status, answers(&output.stdout).len()), (1, 2));
    assert_eq!(output.stderr, "position 2: +18 by g8 contradicts the known scores\n");
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
    for (options, known, ok) in [
        (&[][..], "G8:+18;", "ok"),
        (&[], "+18;", "ok"),
        (&[], "H1:+18;", "ok"), // no score for G8
        (&[], "", "-"),
        (&[], "G8:+16;", "WRONG"),
        (&[], "H1:+18; G8:+16;", "WRONG"),
        (&["--window", "wld"], "G8:+18;", "ok"),
        (&["--window", "20,30"], "G8:+18;", "ok"),
        (&["--at-least", "-4"], "G8:-10;", "WRONG"), // it is at least -4
    ] {
        let path = file("judged.obf", format!("{FFO_1} {known}\n"));
        let output = run(&[&["solve", &path], options].concat());
        let row = output.stdout.lines().nth(1).unwrap();
        let word = ["ok", "WRONG"].into_iter().find(|word| row.contains(word)).unwrap_or("-");
        let status = i32::from(ok == "WRONG");
        assert_eq!((output.status, word), (status, ok), "{options:?} {known}");
        assert!(output.stdout.contains(&format!("1 solved, {status} wrong, ")), "{}", output.stdout);
        let output = run(&[&["solve", &path, "--format", "json"], options].concat());
        assert_eq!((output.status, output.stderr.lines().count()), (status, status as usize), "{known}");
    }
}

#[test]
fn a_position_that_a_limit_ends_is_no_solved_one() {
    let table = run(&["solve", START, "--nodes", "1000"]).stdout;
    assert!(table.contains(" -64..=+64 ") && table.contains("\n0 solved, 1 interrupted, 0 wrong"), "{table}");
}

#[test]
fn the_built_in_problems_are_those_of_the_examples() {
    let file = std::fs::read_to_string(format!("{DATA}ffo-20-39.obf")).unwrap();
    assert_eq!(include_str!("../../src/solve/ffo-20-39.obf"), file);
}
