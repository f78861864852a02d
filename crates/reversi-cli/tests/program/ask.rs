//! `ask` and `schema`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use reversi_testkit::FFO_1;
use serde_json::{Value, json};

use crate::support::{Program, answers, json_lines, reversi, run, run_with, stdout};

fn solve() -> String {
    json!({ "position": FFO_1.trim_end_matches(';'), "ask": "solve" }).to_string()
}

#[test]
fn each_question_has_an_answer_of_one_line() {
    let analyze = r#"{"id": 2, "moves": "f5d6", "ask": "analyze", "depth": 4}"#;
    let answers = json_lines(&stdout(&["ask", &solve(), analyze, "--hash-mib", "1"]));
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0]["solution"]["value"], json!({ "exact": 18 }));
    assert!(answers[1]["analysis"]["lines"].is_array(), "{}", answers[1]);
    assert_eq!((answers[0].get("id"), &answers[1]["id"]), (None, &json!(2)));
}

#[test]
fn a_question_is_answered_before_the_next_is_read() {
    let mut child = reversi(&["ask"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..2 {
        writeln!(input, "\n{}", solve()).unwrap();
        let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["solution"]["pv"][0], "g8");
    }
    drop(input);
    assert!(lines.next().is_none() && child.wait().unwrap().success());
}

#[test]
fn a_question_without_an_answer_gets_an_error_with_its_line_and_field() {
    let input = format!(
        "{}\n\n{{\"id\": \"three\", \"ask\": \"solve\", \"levle\": 1}}\nnonsense\n{{\"ask\":\n",
        solve()
    );
    let output = run_with(&["ask", "--hash-mib", "1"], &input);
    assert_eq!((output.status, output.stderr.as_str()), (2, ""));
    let answers = json_lines(&output.stdout);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0]["solution"]["value"]["exact"], 18);
    assert_eq!(
        (&answers[1]["error"]["code"], &answers[1]["error"]["at"]["line"]),
        (&json!("unknown-field"), &json!(3))
    );
    assert_eq!(answers[1]["error"]["at"]["field"], "levle");
    assert_eq!(answers[1]["id"], "three");
    assert_eq!(answers[2]["error"]["at"]["line"], 4);
    // The message has the place in the line, and no other line.
    assert_eq!(answers[3]["error"]["at"], json!({ "line": 5, "column": 7 }));
    assert_eq!(answers[3]["error"]["message"], "column 7: EOF while parsing a value");
    assert_eq!(run(&["ask", "nonsense"]).status, 2);
}

#[test]
fn a_question_that_is_not_utf_8_is_refused_with_its_line_and_byte() {
    let mut program = Program::start(&["ask", "--hash-mib", "1"]);
    program.write_line("");
    program.write_line(b"{\"moves\": \"f5\xff\"}");
    let refused: Value = serde_json::from_str(&program.read_line()).unwrap();
    let (code, at) = (json!("not-utf-8"), json!({ "line": 2, "offset": 13 }));
    assert_eq!((&refused["error"]["code"], &refused["error"]["at"]), (&code, &at));
}

/// One form: `solve`, `analyze` and `evaluate` print what `ask` answers, with a number.
#[test]
fn other_commands_print_the_same_answers() {
    let position = FFO_1.trim_end_matches(';');
    for (command, more, question) in [
        ("solve", &["--window", "wld"][..], json!({ "ask": "solve", "window": "wld" })),
        ("solve", &["--nodes", "900"], json!({ "ask": "solve", "limits": { "nodes": 900 } })),
        ("analyze", &["--depth", "5", "--lines", "2"], json!({ "ask": "analyze", "depth": 5, "lines": 2 })),
        ("evaluate", &[], json!({ "ask": "evaluate" })),
    ] {
        let mut question = question;
        question["position"] = json!(position);
        let mut printed =
            answers(&stdout(&[&[command, position, "--format", "json"], more].concat())).remove(0);
        let mut answered = json_lines(&stdout(&["ask", &question.to_string()])).remove(0);
        answered["id"] = json!(1);
        for reply in ["solution", "interrupted", "analysis"] {
            for answer in [&mut printed, &mut answered] {
                if let Some(reply) = answer.get_mut(reply) {
                    reply["seconds"] = Value::Null;
                }
            }
        }
        assert_eq!(printed, answered, "{question}");
    }
}

#[test]
fn the_schema_is_json() {
    let schema: Value = serde_json::from_str(&stdout(&["schema"])).unwrap();
    assert!(schema["$defs"]["question"].is_object(), "{schema}");
}
