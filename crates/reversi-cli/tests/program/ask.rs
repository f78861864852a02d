//! `ask` and `schema`.

use reversi_testkit::FFO_1;
use serde_json::{Value, json};

use crate::support::{Program, json_lines, run, run_with, stdout};

fn solve() -> String {
    json!({ "position": FFO_1.trim_end_matches(';'), "ask": "solve" }).to_string()
}

#[test]
fn a_question_is_answered_before_the_next_is_read() {
    let mut program = Program::start(&["ask"]);
    for _ in 0..2 {
        program.write_line(format!("\n{}", solve()));
        let answer: Value = serde_json::from_str(&program.read_line()).unwrap();
        assert_eq!(answer["solution"]["pv"][0], "g8");
    }
    program.end_input();
    assert_eq!(program.rest(), "");
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
fn the_schema_is_json() {
    let schema: Value = serde_json::from_str(&stdout(&["schema"])).unwrap();
    assert!(schema["$defs"]["question"].is_object(), "{schema}");
}
