//! `ask` and `schema`.

use std::io::Read as _;

use reversi_testkit::FFO_1;
use serde_json::{Value, json};

use crate::support::{Program, end_of, json_lines, keys, run, run_with, run_with_file, stdout};

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

/// A dialogue, whose lines are objects.
struct Dialogue(Program);

impl Dialogue {
    fn start(args: &[&str]) -> Dialogue {
        Dialogue(Program::start(&[&["ask"], args].concat()))
    }

    fn send(&mut self, line: Value) {
        self.0.write_line(line.to_string());
    }

    fn read(&mut self) -> Value {
        serde_json::from_str(&self.0.read_line()).unwrap()
    }

    /// Returns the lines that are left, and the status.
    fn rest(mut self) -> (Vec<Value>, i32) {
        self.0.end_input();
        let mut text = String::new();
        self.0.output.read_to_string(&mut text).unwrap();
        (json_lines(&text), end_of(&mut self.0.process, "a dialogue"))
    }

    /// Returns the answers that are left, and the status.
    fn answers(self) -> (Vec<Value>, i32) {
        let (mut lines, status) = self.rest();
        lines.retain(|line| line["progress"].is_null());
        (lines, status)
    }
}

/// A question whose answer takes years, and one whose answer takes none.
fn deep(id: Value) -> Value {
    json!({ "id": id, "moves": "f5", "ask": "analyze", "depth": 60 })
}

fn quick(id: Value) -> Value {
    json!({ "id": id, "moves": "f5", "ask": "evaluate" })
}

fn stopped(id: Value, count: u32) -> Value {
    json!({ "id": id, "version": 1, "stopped": count })
}

/// Sends a question that reports at once, and reads its first report: it runs.
fn run_deep(dialogue: &mut Dialogue, id: Value) {
    let mut question = deep(id.clone());
    question["report_every"] = json!(0);
    dialogue.send(question);
    let report = dialogue.read();
    assert_eq!((keys(&report), &report["id"]), (vec!["id", "progress", "version"], &id));
}

/// Reads the lines up to the first that is no report.
fn no_report(dialogue: &mut Dialogue) -> Value {
    loop {
        let line = dialogue.read();
        if line["progress"].is_null() {
            return line;
        }
    }
}

#[test]
fn a_stop_ends_the_questions_of_its_id_that_run_or_wait() {
    let mut dialogue = Dialogue::start(&[]);
    run_deep(&mut dialogue, json!("a"));
    for question in [deep(json!(7)), quick(json!("7")), deep(json!("a")), quick(json!(8))] {
        dialogue.send(question);
    }
    for (stop, count) in
        [(json!(9), 0), (json!("b"), 0), (json!(7.0), 1), (json!(7), 0), (json!("a"), 2), (json!("a"), 0)]
    {
        dialogue.send(json!({ "stop": stop }));
        let id = if stop == json!(7.0) { json!(7) } else { stop };
        assert_eq!(no_report(&mut dialogue), stopped(id, count));
        if count == 2 {
            break;
        }
    }
    // Answers keep the order of the questions.
    let (lines, status) = dialogue.answers();
    let ids: Vec<&Value> = lines.iter().map(|line| &line["id"]).collect();
    assert_eq!(ids, [&json!("a"), &json!(7), &json!("7"), &json!("a"), &json!(8)], "{lines:?}");
    assert_eq!(lines[0]["analysis"]["stopped"], "stop");
    for (line, number) in [(1, 2), (3, 4)] {
        let error = &lines[line]["error"];
        assert_eq!((&error["code"], &error["at"]["line"]), (&json!("stopped"), &json!(number)), "{error}");
    }
    assert!(lines[2]["evaluation"].is_number() && lines[4]["evaluation"].is_number());
    assert_eq!(status, 0, "nothing was refused");
}

#[test]
fn all_questions_are_stopped_at_once_and_later_ones_are_answered() {
    for jobs in ["1", "2"] {
        let mut dialogue = Dialogue::start(&["--jobs", jobs]);
        dialogue.send(json!({ "stop": "all" }));
        assert_eq!(dialogue.read(), stopped(json!("all"), 0));
        run_deep(&mut dialogue, json!("all")); // an id as any other, but no stop names it alone
        for id in [1, 2, 3] {
            dialogue.send(deep(json!(id)));
        }
        dialogue.send(json!({ "version": 1, "stop": "all" }));
        assert_eq!(no_report(&mut dialogue), stopped(json!("all"), 4));
        dialogue.send(quick(json!(4)));
        let (lines, status) = dialogue.answers();
        let ids: Vec<&Value> = lines.iter().map(|line| &line["id"]).collect();
        assert_eq!(ids, [&json!("all"), &json!(1), &json!(2), &json!(3), &json!(4)], "{lines:?}");
        assert!(lines[4]["evaluation"].is_number() && lines[3]["error"]["code"] == "stopped");
        assert_eq!(status, 0);
    }
}

#[test]
fn a_solve_that_is_stopped_has_its_bounds_and_a_line_at_the_end_counts() {
    let mut dialogue = Dialogue::start(&[]);
    dialogue.send(json!({ "id": 1, "moves": "f5", "ask": "solve", "report_every": 0 }));
    let report = dialogue.read();
    assert_eq!(report["progress"]["bounds"], json!({ "lower": -64, "upper": 64 }));
    dialogue.0.write(r#"{"stop": 1}"#); // no line break
    let (lines, status) = dialogue.answers();
    let lines: Vec<&Value> = lines.iter().filter(|line| line["progress"].is_null()).collect();
    assert_eq!((lines[0], &lines[1]["interrupted"]["reason"]), (&stopped(json!(1), 1), &json!("stop")));
    assert_eq!(status, 0);
}

#[test]
fn a_bad_stop_is_refused_at_once() {
    let mut dialogue = Dialogue::start(&[]);
    run_deep(&mut dialogue, json!(1));
    for (stop, code, field) in [
        (json!({ "stop": null }), "wrong-type", "stop"),
        (json!({ "stop": 1.5 }), "wrong-type", "stop"),
        (json!({ "stop": [1] }), "wrong-type", "stop"),
        (json!({ "stop": 1, "ask": "solve" }), "unknown-field", "ask"),
        (json!({ "stop": 1, "version": 2 }), "unknown-version", "version"),
    ] {
        dialogue.send(stop);
        let error = &no_report(&mut dialogue)["error"];
        assert_eq!((&error["code"], &error["at"]["field"]), (&json!(code), &json!(field)), "{error}");
        assert!(error["at"]["line"].is_u64());
    }
    dialogue.0.write_line(r#"{"stop": 1, "stop": 1}"#);
    assert_eq!(no_report(&mut dialogue)["error"]["code"], "duplicate-field");
    dialogue.send(json!({ "stop": 1 }));
    assert_eq!(no_report(&mut dialogue), stopped(json!(1), 1));
    let (lines, status) = dialogue.answers();
    assert_eq!((&lines[0]["analysis"]["stopped"], status), (&json!("stop"), 2));
}

#[test]
fn reports_come_at_their_interval_and_before_the_answer() {
    let mut dialogue = Dialogue::start(&[]);
    let question = |every: Value| json!({ "moves": "f5", "ask": "analyze", "depth": 60, "limits": { "seconds": 0.6 }, "report_every": every });
    for every in [json!(0), json!(0.2), json!(5)] {
        dialogue.send(question(every));
    }
    for bad in [json!(-1), json!("1"), json!(null)] {
        dialogue.send(question(bad));
    }
    let (lines, status) = dialogue.rest();
    let mut counts = vec![0];
    for line in &lines {
        match line["progress"]["seconds"].as_f64() {
            Some(_) => *counts.last_mut().unwrap() += 1,
            None => counts.push(0),
        }
    }
    assert!(counts[0] > 1 && (1..=3).contains(&counts[1]) && counts[2..] == [0; 5], "{counts:?}");
    let progress = &lines[0]["progress"];
    assert_eq!(keys(progress), ["bounds", "done", "lines", "nodes", "seconds", "value"]);
    for line in &lines[lines.len() - 3..] {
        assert_eq!(line["error"]["at"]["field"], "report_every");
    }
    assert_eq!(status, 2);
    // A search without a clock reports no oftener.
    let mut dialogue = Dialogue::start(&[]);
    dialogue.send(json!({ "ask": "balanced_starts", "level": 1, "count": 20, "report_every": 0 }));
    let (lines, _) = dialogue.rest();
    let seconds = lines.iter().filter_map(|line| line["progress"]["seconds"].as_f64()).fold(0.0, f64::max);
    assert!(lines.len() as f64 <= 2.0 + seconds / 0.05, "{} in {seconds} s", lines.len());
    // The moves of a game are counted.
    let mut dialogue = Dialogue::start(&[]);
    dialogue.send(json!({ "moves": "f5d6c3d3c4", "ask": "review", "depth": 60, "limits": { "seconds": 0.3 }, "report_every": 0 }));
    let (lines, _) = dialogue.rest();
    assert!(lines.iter().any(|line| line["progress"]["done"].as_u64() > Some(0)), "{lines:?}");
    assert!(lines.last().unwrap()["review"].is_object());
}

#[test]
fn answers_come_in_the_order_of_questions_or_of_their_ends() {
    for as_completed in [false, true] {
        let args = ["--jobs", "2", "--as-completed"];
        let mut dialogue = Dialogue::start(&args[..if as_completed { 3 } else { 2 }]);
        run_deep(&mut dialogue, json!(0));
        for id in 1..20 {
            dialogue.send(quick(json!(id)));
        }
        dialogue.0.write_line("nonsense");
        if as_completed {
            for _ in 1..=20 {
                no_report(&mut dialogue);
            }
        }
        dialogue.send(json!({ "stop": 0 }));
        assert_eq!(no_report(&mut dialogue), stopped(json!(0), 1));
        let (lines, status) = dialogue.answers();
        let ids: Vec<Option<u64>> = lines.iter().map(|line| line["id"].as_u64()).collect();
        let expected: Vec<_> =
            (0..20).map(Some).chain([None]).take(if as_completed { 1 } else { 21 }).collect();
        assert_eq!((ids, status), (expected, 2));
    }
    for jobs in ["0", "1025", "x"] {
        crate::support::refused(&["ask", "--jobs", jobs], "--jobs must be 1 to 1024, not ");
    }
}

/// More than is read ahead: what is left waits in the pipe, and nothing is lost.
#[test]
fn a_flood_of_questions_and_stops_is_answered_in_order() {
    let (count, blanks) = (10_000, " ".repeat(4000));
    let flood: String = (0..count)
        .map(|id| format!("{{{blanks}{}\n{{\"stop\": -1}}\n", &quick(json!(id)).to_string()[1..]))
        .collect();
    assert!(flood.len() > 32 << 20);
    let output = run_with_file(&["ask", "--jobs", "2"], "flood.jsonl", flood);
    let lines = json_lines(&output.stdout);
    let (stops, answers): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line["stopped"] == 0);
    assert_eq!((stops.len(), output.status), (count, 0));
    assert!(answers.iter().map(|line| line["id"].as_u64().unwrap()).eq(0..count as u64));
}

/// Answers that wait for an earlier one keep an engine from the next question, and no stop from its line.
#[test]
fn a_stop_is_seen_behind_answers_that_wait() {
    let mut dialogue = Dialogue::start(&["--jobs", "2"]);
    dialogue.send(deep(json!(0)));
    for first in 0..40 {
        dialogue.send(quick(json!(format!("{first}{}", "a".repeat(900_000)))));
    }
    dialogue.send(json!({ "stop": 0 }));
    assert_eq!(dialogue.read(), stopped(json!(0), 1));
    let (lines, status) = dialogue.rest();
    assert_eq!((lines.len(), status), (41, 0));
}

#[test]
fn a_hyphen_is_standard_input_and_an_empty_line_gets_no_answer() {
    let moves = |text: &str| json!({ "moves": text, "ask": "legal_moves" }).to_string();
    let input = format!("\n{}\n  \t\r\n\u{feff}\n\n", moves("f5d6"));
    let output = run_with(&["ask", &moves("f5"), "-", &moves("f5d6c3")], &input);
    let answers = json_lines(&output.stdout);
    let first: Vec<&Value> = answers.iter().map(|answer| &answer["legal_moves"][0]).collect();
    assert_eq!((first, output.status), (vec![&json!("f4"), &json!("c3"), &json!("d3")], 0));
    assert_eq!(run_with(&["ask", "-"], "\n\n").stdout, "");
}

#[test]
fn a_program_may_write_utf16() {
    let question = json!({ "id": "é 😀", "moves": "f5", "ask": "legal_moves" }).to_string();
    let text = format!("{question}\r\n\r\n{{\"stop\": \"all\"}}\r\n{question}");
    for mark in ["\u{feff}", ""] {
        for unit_bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> = format!("{mark}{text}").encode_utf16().flat_map(unit_bytes).collect();
            let answers = json_lines(&run_with(&["ask"], &bytes).stdout);
            let ids: Vec<&Value> =
                answers.iter().map(|line| &line["id"]).filter(|id| **id != "all").collect();
            assert_eq!((ids, answers.len()), (vec![&json!("é 😀"); 2], 3));
        }
    }
    let lone: Vec<u8> =
        [0xfeff, 0x7b, 0xd83d, 0x7d, 0xa, 0x31].into_iter().flat_map(u16::to_le_bytes).collect();
    let output = run_with(&["ask"], &lone);
    let answers = json_lines(&output.stdout);
    let error = &answers[0]["error"];
    assert_eq!(
        (&error["code"], &error["message"]),
        (&json!("not-utf-8"), &json!("byte 1: the text is not UTF-8"))
    );
    assert_eq!((&error["at"], output.status), (&json!({ "line": 1, "offset": 1 }), 2));
    assert_eq!(answers[1]["error"]["at"]["line"], 2);
}

#[test]
fn the_schema_is_json() {
    let schema: Value = serde_json::from_str(&stdout(&["schema"])).unwrap();
    assert!(schema["$defs"]["question"].is_object(), "{schema}");
}
