use reversi_engine::question::{Problem, Question, QuestionError};
use reversi_testkit::Rng;
use serde_json::{Value, from_str, json};

use super::engine;
use super::schema::is_valid;

/// The error of this text, which is the same for every way in.
fn error(text: &str) -> QuestionError {
    let error = Question::from_json(text).expect_err(&text[..text.len().min(200)]);
    assert!(error.to_string().len() < 400, "{error}");
    let problem = Problem::from(&error);
    let written: Value = from_str(&engine_answer(text)).unwrap();
    assert_eq!(written["error"], serde_json::to_value(&problem).unwrap());
    if problem.code != "not-json" {
        let message = from_str::<Question>(text).unwrap_err().to_string();
        // A number that is too long for a float becomes another number there, and is refused as well.
        let said = error.to_string();
        let about = said.split_once(" must be ").map_or(&*said, |(field, _)| field);
        assert!(message.starts_with(about), "{message}");
    }
    error
}

fn engine_answer(text: &str) -> String {
    thread_local!(static ENGINE: std::cell::RefCell<reversi_engine::Engine> = engine().into());
    ENGINE.with_borrow_mut(|engine| reversi_engine::question::answer_json(engine, text))
}

/// JSON texts that are not a whole number, and numbers that are out of every range.
const NO_NUMBERS: &[&str] = &[
    "null",
    "true",
    "false",
    "\"\"",
    "\"3\"",
    "\"three\"",
    "[]",
    "[3]",
    "{}",
    "{\"a\": 1}",
    "[[[[[3]]]]]",
    "1.5",
    "0.1",
];
const NO_RANGE: &[&str] =
    &["-1", "-1.0", "1e300", "-1e300", "18446744073709551616", "1e30", "-9223372036854775809"];
const NO_TEXT: &[&str] =
    &["null", "true", "3", "-1.5", "[]", "[\"f5\"]", "{}", "{\"moves\": \"f5\"}", "[[[[]]]]"];
const NO_OBJECT: &[&str] = &["null", "true", "3", "1.5", "\"text\"", "[]", "[{}]", "[[[{}]]]"];

/// Questions with a wrong value, and the field of it.
#[derive(Default)]
struct Cases(Vec<(String, String)>);

impl Cases {
    /// Puts each of the values into the field of a question that begins like this.
    fn add(&mut self, field: &str, before: &str, values: &[&str]) {
        for value in values {
            let (outer, inner) = field.split_once('.').unwrap_or((field, ""));
            let value =
                if inner.is_empty() { value.to_string() } else { format!("{{\"{inner}\": {value}}}") };
            self.0.push((field.to_owned(), format!("{{{before}, \"{outer}\": {value}}}")));
        }
    }
}

fn cases() -> Vec<(String, String)> {
    let mut cases = Cases::default();
    bad_numbers(&mut cases);
    bad_texts_and_names(&mut cases);
    cases.0
}

const ANALYZE: &str = r#""moves": "f5d6", "ask": "analyze""#;
const GAME: &str = r#""moves": "f5d6", "ask": "analyze_game""#;
const SOLVE: &str = r#""moves": "f5d6", "ask": "solve""#;

fn bad_numbers(cases: &mut Cases) {
    let mut add = |field: &str, before: &str, values: &[&str]| cases.add(field, before, values);
    for field in ["level", "depth", "lines", "selectivity"] {
        add(field, ANALYZE, NO_NUMBERS);
        add(field, GAME, NO_NUMBERS);
    }
    add("level", ANALYZE, &["61", "-1", "1e9", "18446744073709551615"]);
    add("depth", ANALYZE, &["0", "-3", "4294967296", "1e10"]);
    add("lines", ANALYZE, &["0", "-3", "18446744073709551616", "1e20"]);
    add("book", ANALYZE, &["true", "3", "null", "\"\"", "\"Never\"", "\"book.book\"", "[]"]);
    add(
        "only",
        ANALYZE,
        &["true", "3", "null", "[]", "\"\"", "\"f\"", "\"f4f\"", "\"ps\"", "\"f9\"", "\"日本\"", "\"a1h8\""],
    );
    add("selectivity", ANALYZE, &["0", "72", "74", "101", "-73", "1e3"]);
    add("at_least", SOLVE, NO_NUMBERS);
    add("at_least", SOLVE, &["-65", "66", "1000", "-1e9"]);
    add("window", SOLVE, NO_OBJECT);
    add(
        "window",
        SOLVE,
        &["\"win\"", "\"EXACT\"", "[1]", "[1, 2, 3]", "[3, 3]", "[3, 1]", "[-66, 1]", "[1, 66]", "[1.5, 3]"],
    );
    add(
        "window",
        SOLVE,
        &["[\"1\", 2]", "[null, 2]", "[[1], 2]", "[1, 1e300]", "{\"alpha\": 1, \"beta\": 2}"],
    );
    for (field, values) in [("limits", NO_OBJECT), ("total_limits", NO_OBJECT)] {
        add(field, SOLVE, values);
        add(field, ANALYZE, values);
    }
    for field in ["limits.seconds", "total_limits.seconds", "clock.remaining_seconds"] {
        add(field, ANALYZE, &["null", "true", "\"1\"", "[]", "{}", "-1", "-0.001", "[[[1]]]"]);
    }
    for field in ["limits.nodes", "total_limits.nodes"] {
        add(field, SOLVE, NO_NUMBERS);
        add(field, ANALYZE, NO_RANGE);
    }
    add("clock", ANALYZE, NO_OBJECT);
    add("clock.remaining_seconds", GAME, &["\"5:00\"", "-1"]);
}

fn bad_texts_and_names(cases: &mut Cases) {
    let mut add = |field: &str, before: &str, values: &[&str]| cases.add(field, before, values);
    add("position", r#""ask": "evaluate""#, NO_TEXT);
    add("moves", r#""ask": "evaluate""#, NO_TEXT);
    add("ask", r#""moves": "f5""#, NO_TEXT);
    add("move", r#""moves": "f5", "ask": "play""#, NO_TEXT);
    add(
        "position",
        r#""ask": "solve""#,
        &["\"\"", "\"X\"", "\"--?\"", "\"8/8/8 b\"", "\"\\u0000\"", "\"日本\""],
    );
    add("moves", r#""ask": "solve""#, &["\"a1\"", "\"f5f5\"", "\"f5xx\"", "\"f\"", "\"ps\"", "\"日\""]);
    add("ask", r#""moves": """#, &["\"\"", "\"Solve\"", "\"solved\"", "\"solve \"", "\"analyse\""]);
    add(
        "move",
        r#""moves": "f5", "ask": "play""#,
        &["\"\"", "\"f5\"", "\"a1\"", "\"ps\"", "\"f9\"", "\"d6f5\"", "\"日\""],
    );
    add(
        "version",
        r#""moves": "f5", "ask": "evaluate""#,
        &["0", "2", "-1", "1.5", "\"1\"", "null", "[]", "{}", "1e300"],
    );
    for (before, fields) in [
        (SOLVE, &["level", "depth", "selectivity", "lines", "only", "clock", "book", "move"][..]),
        (ANALYZE, &["window", "at_least", "move"]),
        (GAME, &["window", "at_least", "move"]),
        (
            r#""moves": "f5", "ask": "evaluate""#,
            &[
                "window",
                "at_least",
                "level",
                "depth",
                "selectivity",
                "lines",
                "only",
                "clock",
                "book",
                "move",
                "limits",
                "total_limits",
            ],
        ),
        (r#""moves": "f5", "ask": "legal_moves""#, &["window", "level", "limits", "total_limits", "move"]),
    ] {
        for field in fields {
            add(field, before, &["3"]);
        }
    }
    for name in ["levle", "Level", "question", "seconds", "nodes", "board", "", "日", "fen", "stop"] {
        add(name, ANALYZE, &["3", "null", "{\"a\": [1]}"]);
    }
}

#[test]
fn bad_questions_are_refused_by_name() {
    let cases = cases();
    assert!(cases.len() >= 300, "{}", cases.len());
    for (field, text) in &cases {
        let error = error(text);
        assert_eq!(error.field, *field, "{text}: {error}");
        assert!(error.to_string().contains(field.as_str()), "{error}");
    }
}

/// The schema is not stricter than the engine, and refuses most of this as well.
#[test]
fn the_schema_refuses_most_bad_questions() {
    let cases = cases();
    let values = cases.iter().map(|(_, text)| from_str::<Value>(text).unwrap());
    let refused = values.filter(|value| !is_valid("question", value)).count();
    assert!(refused * 10 > cases.len() * 9, "{refused} of {}", cases.len());
}

#[test]
fn errors_say_what_is_wrong() {
    for (text, code, message) in [
        (
            r#"{"ask": "evaluate"}"#,
            "missing-field",
            "position is missing: it must be a position, moves from the usual start, or both",
        ),
        (
            r#"{"moves": "", "ask": "play"}"#,
            "missing-field",
            "move is missing: it must be a move such as \"f5\" or \"ps\"",
        ),
        (
            r#"{"moves": ""}"#,
            "missing-field",
            "ask is missing: it must be \"solve\", \"prove\", \"verify\", \"analyze\", \"analyze_game\", \"review\", \"balanced_starts\", \"evaluate\", \"legal_moves\", \"human_moves\", \"play\" or \"session\"",
        ),
        (
            r#"{"moves": "", "ask": "analyze", "clock": {}}"#,
            "missing-field",
            "clock.remaining_seconds is missing: it must be 0 or more",
        ),
        (r#"{"ask": "balanced_starts", "count": 0}"#, "out-of-range", "count must be 1 to 1000000, not 0"),
        (
            r#"{"ask": "balanced_starts", "depth": 6}"#,
            "misplaced-field",
            "depth: not a field of balanced_starts",
        ),
        (r#"{"moves": "", "ask": "analyze", "level": 61}"#, "out-of-range", "level must be 0 to 60, not 61"),
        (r#"{"ask": "verify"}"#, "missing-field", "proof is missing: it must be a text"),
        (r#"{"ask": "verify", "proof": "cHJ"}"#, "wrong-type", "proof must be a text in base64, not \"cHJ\""),
        (
            r#"{"ask": "verify", "proof": "", "moves": "f5"}"#,
            "misplaced-field",
            "moves: not a field of verify",
        ),
        (
            r#"{"moves": "", "ask": "prove", "window": "wld"}"#,
            "misplaced-field",
            "window: not a field of prove",
        ),
        (r#"{"moves": "", "ask": "solve", "level": 6}"#, "misplaced-field", "level: not a field of solve"),
        (
            r#"{"moves": "", "ask": "analyze", "level": 6, "depth": 6}"#,
            "conflicting-fields",
            "depth must not be given together with level",
        ),
        (
            r#"{"moves": "", "ask": "solve", "at_least": 6, "window": "wld"}"#,
            "conflicting-fields",
            "at_least must not be given together with window",
        ),
        (
            r#"{"moves": "", "moves": "f5", "ask": "evaluate"}"#,
            "duplicate-field",
            "moves must be given once, not twice",
        ),
        (
            r#"{"moves": "", "ask": "solve", "limits": {"nodes": 1, "nodes": 2}}"#,
            "duplicate-field",
            "limits.nodes must be given once, not twice",
        ),
        (
            r#"{"moves": "", "ask": "solve", "limits": {"secs": 1}}"#,
            "unknown-field",
            "limits.secs: no such field (expected seconds, nodes)",
        ),
        (r#"{"version": 2, "ask": {"new": 1}}"#, "unknown-version", "version must be 1, not 2"),
        (
            r#"{"moves": "", "ask": "solve", "window": [3, 3]}"#,
            "invalid-window",
            "window must be [alpha, beta] with -65 <= alpha < beta <= 65, not [3, 3]",
        ),
        (
            r#"{"moves": "f5a1", "ask": "evaluate"}"#,
            "illegal-move",
            "moves: byte 2, ply 2: illegal move: a1 is not a legal move: it flips no disc",
        ),
        (
            r#"{"moves": "", "ask": "analyze", "lines": "3"}"#,
            "wrong-type",
            "lines must be 1 or more, or \"all\", not \"3\"",
        ),
        ("[]", "wrong-type", "the question must be an object, not a list"),
        ("\"solve\"", "wrong-type", "the question must be an object, not \"solve\""),
    ] {
        let error = error(text);
        assert_eq!((&*Problem::from(&error).code, error.to_string()), (code, message.to_owned()), "{text}");
    }
}

#[test]
fn text_that_is_not_json_is_refused_with_its_place() {
    for (text, line, column) in [
        ("", 1, 0),
        ("{\"moves\": ", 1, 10),
        ("{\n\"moves\" 3}", 2, 9),
        ("{\"moves\": \"f5\", \"ask\": \"evaluate\"} x", 1, 36),
        ("{\"moves\": \"\\x\"}", 1, 13),
        ("nonsense", 1, 2),
        ("{\"moves\": \"f5\", \"ask\": \"evaluate\", }", 1, 36),
    ] {
        let problem = Problem::from(&error(text));
        assert_eq!(problem.code, "not-json", "{text}: {problem}");
        assert_eq!((problem.at.line, problem.at.column), (Some(line), Some(column)), "{text}: {problem}");
        let place = if line == 1 { String::new() } else { format!("line {line}, ") };
        assert!(problem.message.starts_with(&format!("{place}column {column}: ")), "{problem}");
        assert!(!problem.message.contains(" at line "), "{problem}");
    }
}

#[test]
fn long_and_deep_texts_are_refused() {
    refuse(1_000_000);
}

#[test]
#[ignore = "slow: .ci/full runs it"]
fn texts_of_ten_megabytes_are_refused() {
    refuse(10_000_000);
}

/// Asks with long and deep texts: an error that names the field, and no panic.
fn refuse(long: usize) {
    let around =
        |field: &str, value: &str| format!(r#"{{"moves": "f5", "ask": "analyze", "{field}": {value}}}"#);
    let text = format!("\"{}\"", "x".repeat(long));
    let list = format!("[{}1]", "1,".repeat(long / 2));
    let deep = format!("{}{}", "[".repeat(long / 2), "]".repeat(long / 2));
    let deep_objects = format!("{}1{}", "{\"a\":".repeat(long / 6), "}".repeat(long / 6));
    let digits = "1".repeat(300);
    for value in [&text, &list, &deep, &deep_objects, &digits] {
        for field in ["level", "lines", "clock", "limits"] {
            let found = error(&around(field, value)).field; // or a field inside of it
            assert_eq!(found.split('.').next(), Some(field));
        }
    }
    assert_eq!(error(&around(&"y".repeat(long), "1")).field, "y".repeat(40));
    for field in ["position", "moves", "move"] {
        let question = json!({ "ask": "play", field: "x".repeat(long) });
        let question = if field == "move" {
            json!({ "moves": "", "ask": "play", "move": "x".repeat(long) })
        } else {
            question
        };
        assert_eq!(error(&question.to_string()).field, field);
    }
    let many = (0..100_000).map(|i| format!("\"moves{i}\": {i}")).collect::<Vec<_>>().join(", ");
    assert_eq!(error(&format!("{{{many}}}")).field, "moves0");
    let same = vec!["\"moves\": \"\""; 100_000].join(", ");
    assert_eq!(error(&format!("{{{same}}}")).field, "moves");
    for broken in [
        "[".repeat(long),
        "{\"a\":".repeat(long / 5),
        " ".repeat(long),
        "-".repeat(long),
        "\u{0}".repeat(long),
    ] {
        let error = error(&broken);
        assert_eq!(Problem::from(&error).code, "not-json", "{error}");
    }
}

/// The assertions of the fuzz target, for some thousand changes of its seeds.
#[test]
fn changed_questions_are_refused_or_read_back() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fuzz/seeds/question");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = files.collect();
    paths.sort(); // the same changes in every run
    assert!(paths.len() >= 10);
    let mut rng = Rng::with_seed(45);
    let (mut read, mut refused) = (0, 0);
    for path in paths {
        let seed = std::fs::read(path).unwrap();
        for _ in 0..2000 {
            let mut bytes = seed.clone();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(..bytes.len());
                match rng.u32(..3) {
                    0 => bytes[at] = *rng.choice(b"{}[]\",:0123456789-eXO. f5ps\\".iter()).unwrap(),
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, seed[rng.usize(..seed.len())]),
                }
            }
            let Ok(text) = str::from_utf8(&bytes) else { continue };
            match Question::from_json(text) {
                Ok(question) => {
                    read += 1;
                    question.check().unwrap();
                    assert_eq!(Question::from_json(&question.to_json()), Ok(question), "{text}");
                }
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty() && from_str::<Question>(text).is_err(), "{text}");
                }
            }
        }
    }
    assert!(read > 500 && refused > 10_000, "{read} {refused}");
}

/// `from_json` has the digits. Another format has a float, which may be the neighbour of what was written.
#[test]
fn an_id_that_a_float_may_have_changed_is_refused_where_there_are_no_digits() {
    let text = |id: &str| format!(r#"{{"id": {id}, "moves": "f5", "ask": "evaluate"}}"#);
    let id = |text: &str| from_str::<Question>(text).map(|question| question.id.unwrap().to_string());
    assert_eq!(id(&text("1048576.0")).unwrap(), "1048576");
    for rounded in ["9007199254740991.0", "9007199254740993.0", "-9223372036854775809", "1e30"] {
        assert!(id(&text(rounded)).unwrap_err().to_string().starts_with("id must be"), "{rounded}");
    }
    let exact = Question::from_json(&text("9007199254740993.0")).unwrap();
    assert_eq!(exact.id, Some(9_007_199_254_740_993.into()));
}
