//! The cases of testdata/doors for the runner in Rust, and how answers are compared with them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// The reason why the door cannot ask this.
pub(crate) type Inexpressible = String;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    std::fs::read(path.as_ref()).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

pub(crate) fn cases() -> Vec<Value> {
    let folder = root().join("testdata/doors").read_dir().expect("the corpus is there");
    let mut files: Vec<PathBuf> = folder.map(|file| file.expect("it can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let texts: Vec<String> = files.iter().map(|path| String::from_utf8(read(path)).unwrap()).collect();
    texts.iter().flat_map(|text| text.lines()).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The bytes of the file that a case describes: whole, cut, damaged, or a text.
pub(crate) fn material(spec: &Value) -> Vec<u8> {
    let hex = |text: &str| {
        (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
    };
    let mut bytes: Vec<u8> = match (spec.as_str(), spec["hex"].as_str()) {
        (Some(text), _) => return text.into(),
        (_, Some(digits)) => hex(digits),
        _ => read(root().join(spec["of"].as_str().unwrap())),
    };
    bytes.truncate(spec["cut"].as_u64().map_or(usize::MAX, |cut| cut as usize));
    bytes.extend(hex(spec["add"].as_str().unwrap_or_default()));
    spec["flip"].as_u64().into_iter().for_each(|at| bytes[at as usize] ^= 255);
    bytes
}

fn mismatch(want: &Value, got: &Value, place: &str) -> Option<String> {
    let wrong = || Some(format!("{place}: {:.200} is not {want}", got.to_string()));
    let all = |fits: bool| if fits { None } else { wrong() };
    match want {
        Value::Array(wants) => match got.as_array().filter(|gots| gots.len() == wants.len()) {
            Some(gots) => {
                wants.iter().zip(gots).find_map(|(want, got)| mismatch(want, got, &format!("{place}[]")))
            }
            None => wrong(),
        },
        Value::Object(fields) => {
            if let Some(start) = fields.get("starts_with").and_then(Value::as_array) {
                let gots = got.as_array().map(|gots| gots.iter().take(start.len()).cloned().collect());
                return mismatch(&json!(start), &gots.unwrap_or(Value::Null), place);
            }
            if let Some(length) = fields.get("length") {
                return all(got.as_array().is_some_and(|gots| json!(gots.len()) == *length));
            }
            if let (Some(got), true) =
                (got.as_f64(), fields.contains_key("at_least") || fields.contains_key("at_most"))
            {
                let bound = |name: &str| fields.get(name).and_then(Value::as_f64).unwrap_or(got);
                return all((bound("at_least")..=bound("at_most")).contains(&got));
            }
            fields.iter().find_map(|(name, want)| mismatch(want, &got[name], &format!("{place}.{name}")))
        }
        Value::Number(number) if !number.is_f64() && !got.is_f64() => all(want == got),
        Value::Number(number) => match (number.as_f64(), got.as_f64()) {
            (Some(want), Some(got)) => all((want - got).abs() < 1e-5),
            _ => wrong(),
        },
        _ => all(want == got),
    }
}

/// The part of the answer that is compared.
fn wanted(case: &Value) -> Value {
    if let Some(steps) = case["steps"].as_array() {
        let then = |step: &Value| step.get("then").cloned().unwrap_or(json!({}));
        let steps = steps.iter().map(|step| json!({"error": step["error"], "then": then(step)}));
        return json!({ "steps": steps.collect::<Vec<_>>() });
    }
    case.get("answer").cloned().unwrap_or_else(|| json!({"error": case["error"]}))
}

/// Asks all cases at the door. With `DOORS_LIST` it prints what the door cannot express.
pub(crate) fn replay(door: &str, answer: impl Fn(&Value) -> Result<Value, Inexpressible>) {
    let lists: Value =
        serde_json::from_slice(&read(root().join("testdata/doors/not-expressible.json"))).unwrap();
    let listed: Vec<&str> = lists[door]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|names| names.as_array().unwrap())
        .map(|name| name.as_str().unwrap())
        .collect();
    let (mut failures, mut reasons, cases) = (Vec::new(), BTreeMap::<String, Vec<String>>::new(), cases());
    for case in &cases {
        let (name, mut want) = (case["name"].as_str().unwrap(), wanted(case));
        let at = want
            .pointer_mut("/error/at")
            .and_then(Value::as_object_mut)
            .filter(|_| case.get("question").is_some());
        if let Some(at) = at {
            let early = at
                .get("field")
                .is_some_and(|field| ["position", "moves", "move"].iter().any(|name| field == name));
            at.retain(|name, _| name != "field" || !early); // a typed call reads these texts before it has a question
        }
        let got = answer(case);
        let wrong = match (&got, listed.contains(&name)) {
            (Ok(_), true) => Some("is listed, and can be asked".to_owned()),
            (Err(why), false) => Some(format!("is not listed, and cannot be asked: {why}")),
            (Ok(got), false) if got.get("error").is_some() && want.get("error").is_none() => {
                Some(format!("is refused: {got}"))
            }
            (Ok(got), false) => mismatch(&want, got, ""),
            (Err(_), true) => None,
        };
        failures.extend(wrong.map(|wrong| format!("{name}: {wrong}")));
        if let Err(why) = got {
            reasons.entry(why).or_default().push(name.to_owned());
        }
    }
    failures.extend(
        listed
            .iter()
            .filter(|name| cases.iter().all(|case| case["name"] != **name))
            .map(|name| format!("{name}: is listed, and no case")),
    );
    if std::env::var_os("DOORS_LIST").is_some() {
        println!("{}", serde_json::to_string_pretty(&json!({door: reasons})).unwrap());
    }
    assert!(
        failures.is_empty(),
        "{}\n{door}: {} cases, {} failures",
        failures.join("\n"),
        cases.len(),
        failures.len()
    );
}
