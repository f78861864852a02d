use reversi_engine::question::{Problem, Question, QuestionError};
use reversi_engine::surface::ASKS;
use reversi_testkit::Rng;
use serde_json::{Value, from_str, json};

use crate::engine;
use crate::schema::is_valid;

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

/// Every field of the schema, in every kind of question, with values of every type: what the schema refuses
/// is refused by the name of the field.
#[test]
fn what_the_schema_refuses_is_refused_by_name() {
    let schema: Value = from_str(reversi_engine::question::schema()).unwrap();
    let question = &schema["$defs"]["question"]["properties"];
    let inner = |outer: &str| {
        let name = schema["$defs"][outer.trim_start_matches("total_")]["properties"].as_object();
        name.into_iter()
            .flat_map(|fields| fields.keys())
            .map(|name| format!("{outer}.{name}"))
            .collect::<Vec<_>>()
    };
    let mut fields: Vec<String> = question.as_object().unwrap().keys().cloned().collect();
    fields.extend(["limits", "total_limits", "clock"].into_iter().flat_map(inner));
    fields.extend(["levle", "Level", "nodes", "", "\u{65e5}"].map(String::from));
    let values = json!([
        null, true, -1, 0, 1.5, 61, 1e300, 18446744073709551616.0, "", "3", "\u{65e5}", "Never", [], [3], [1, 2, 3], {}, {"a": [1]}, [[[[{}]]]],
    ]);
    let mut refused = 0;
    let of_their_own = ["session", "verify"];
    for ask in ASKS.iter().map(|ask| ask.name).filter(|ask| !of_their_own.contains(ask)) {
        for field in &fields {
            for value in values.as_array().unwrap() {
                let mut question = json!({ "moves": "f5d6", "ask": ask });
                if ask == "play" {
                    question["move"] = json!("c3");
                }
                match field.split_once('.') {
                    Some((outer, inner)) => question[outer] = json!({ inner: value }),
                    None => question[field] = value.clone(),
                }
                // The greatest time stands for a longer one, which the schema does not allow.
                let is_time = field.ends_with("seconds") || field == "report_every";
                let is_long = is_time && value.as_f64() > Some(1e18);
                if is_long || is_valid("question", &question) {
                    continue;
                }
                refused += 1;
                let found = error(&question.to_string()).field; // or a field inside of it
                let (outer, _) = field.split_once('.').unwrap_or((field, ""));
                assert_eq!(found.split('.').next(), Some(outer), "{question}: {found}");
            }
        }
    }
    assert!(refused > 4000, "{refused}");
}

#[test]
fn long_and_deep_texts_are_refused() {
    let long = 1_000_000;
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
}
