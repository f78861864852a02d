//! The JSON Schema of questions and answers.

use reversi_engine::surface::{
    ANALYZE, ANSWER, ASKS, DEFINITIONS, Field, Kind, Object, QUESTION, REFUSAL, REPORT, STOP, STOPPED, asked,
    asked_fields,
};
use serde_json::{Map, Value, json};

use super::{line, with_default};

/// Objects within a question, which have no other fields.
const CLOSED: &[&str] = &[
    "limits",
    "clock",
    "session",
    "stored_game",
    "stored_turn",
    "stored_undone",
    "stored_end",
    "variety",
    "opponent",
    "action",
    "stop",
];

pub(super) fn schema() -> Value {
    let mut definitions = Map::new();
    definitions.insert("question".to_owned(), question());
    definitions.insert("answer".to_owned(), answer());
    for (name, object) in DEFINITIONS {
        let is_closed = CLOSED.contains(name);
        definitions.insert((*name).to_owned(), of_object(object, is_closed));
    }
    for (name, object) in [("refusal", &REFUSAL), ("stop", &STOP), ("stopped", &STOPPED), ("report", &REPORT)]
    {
        definitions.insert(name.to_owned(), of_object(object, CLOSED.contains(&name)));
    }
    for (name, definition) in values() {
        definitions.insert(name.to_owned(), definition);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Questions to a Reversi (Othello) engine, and its answers, version 1",
        "description": "Scores are final disc differences from the side to move, empties to the winner: -64 to 64.",
        "anyOf": [
            { "$ref": "#/$defs/question" },
            { "$ref": "#/$defs/answer" },
            { "$ref": "#/$defs/refusal" },
            { "$ref": "#/$defs/stop" },
            { "$ref": "#/$defs/stopped" },
            { "$ref": "#/$defs/report" }
        ],
        "$defs": definitions,
    })
}

pub(super) fn text(schema: &Value) -> String {
    serde_json::to_string_pretty(schema).expect("texts can be written") + "\n"
}

/// The values that fields have by reference.
fn values() -> Vec<(&'static str, Value)> {
    let selectivity = ANALYZE.fields.iter().find(|field| field.name == "selectivity");
    let selectivity = selectivity.map(|field| of_kind(&field.kind));
    let described = |text: &str, rest: Value| with(rest, "description", json!(text));
    vec![
        (
            "id",
            json!({ "anyOf": [
            { "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX },
            { "type": "string" }
        ] }),
        ),
        (
            "position",
            described(
                "64 cells from A1, B1 to H8 (X black, O white, - empty), a blank and the side to move.",
                json!({ "type": "string" }),
            ),
        ),
        (
            "player",
            described(
                "Who moves for a side: a person, an engine with the options of analyze, or an opponent.",
                json!({ "oneOf": [
                    { "const": "person" },
                    one_only("engine", of_object(&ANALYZE, true)),
                    one_only("opponent", reference("opponent"))
                ] }),
            ),
        ),
        ("move", described("A square such as \"f5\", or \"ps\" for a pass.", json!({ "type": "string" }))),
        ("score", json!({ "type": "integer", "minimum": -64, "maximum": 64 })),
        ("seconds", json!({ "type": "number", "minimum": 0, "maximum": u64::MAX })),
        (
            "bounds",
            described(
                "Proven bounds.",
                json!({
                    "type": "object",
                    "properties": { "lower": reference("score"), "upper": reference("score") },
                    "required": ["lower", "upper"]
                }),
            ),
        ),
        (
            "value",
            described(
                "A score from the side to move: exact, proven bounds, or an estimate.",
                json!({
                    "oneOf": [one("exact", reference("score")), one("bounds", reference("bounds")),
                        one("estimate", reference("estimate"))]
                }),
            ),
        ),
        (
            "estimate",
            described(
                "The result of a search that proves nothing.",
                json!({
                    "type": "object",
                    "properties": {
                        "score": reference("score"),
                        "depth": { "type": "integer", "minimum": 0, "maximum": 62 },
                        "selectivity": selectivity
                    },
                    "required": ["score", "depth", "selectivity"]
                }),
            ),
        ),
    ]
}

fn one(name: &str, value: Value) -> Value {
    json!({ "type": "object", "properties": { name: value }, "required": [name] })
}

fn one_only(name: &str, value: Value) -> Value {
    with(one(name, value), "additionalProperties", json!(false))
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn with(mut value: Value, name: &str, what: Value) -> Value {
    value[name] = what;
    value
}

/// Questions about a position that is in a field of theirs.
const OF_THEIR_OWN: &[&str] = &["session", "verify"];

/// The fields of all questions. Each kind has those of its own.
fn question() -> Value {
    let mut all = properties(&QUESTION);
    let asks = || ASKS.iter().map(|ask| (ask.name, asked_fields(ask.name).collect::<Vec<_>>()));
    let mut names: Vec<&str> = Vec::new();
    for field in asks().flat_map(|(_, fields)| fields) {
        if !names.contains(&field.name) {
            names.push(field.name);
            all.insert(field.name.to_owned(), property(field));
        }
    }
    // Questions with the same fields are of one kind.
    let mut kinds: Vec<(Vec<&str>, Vec<&Field>)> = Vec::new();
    for (ask, fields) in asks() {
        match kinds.iter_mut().find(|(_, known)| same(known, &fields)) {
            Some((asks, _)) => asks.push(ask),
            None => kinds.push((vec![ask], fields)),
        }
    }
    let kinds: Vec<Value> = kinds
        .into_iter()
        .map(|(asks, fields)| {
            let own = || fields.iter().map(|field| field.name);
            let mut properties = Map::new();
            let ask = if let [ask] = asks[..] { json!({ "const": ask }) } else { json!({ "enum": asks }) };
            properties.insert("ask".to_owned(), ask);
            let has_its_own = asks.iter().all(|ask| OF_THEIR_OWN.contains(ask));
            let common = if has_its_own { &["position", "moves"][..] } else { &[] };
            for name in names.iter().chain(common).filter(|name| own().all(|own| own != **name)) {
                properties.insert((*name).to_owned(), json!(false));
            }
            // A field of several kinds may have another default in one of them.
            for field in fields.iter().filter(|field| all[field.name] != property(field)) {
                properties.insert(field.name.to_owned(), property(field));
            }
            let mut kind = json!({ "properties": properties });
            let conflicts = asked(asks[0]).map_or(&[][..], |object| object.conflicts);
            let both: Vec<Value> =
                conflicts.iter().map(|(one, other)| json!({ "required": [one, other] })).collect();
            match &both[..] {
                [] => {}
                [both] => kind["not"] = both.clone(),
                _ => kind["not"] = json!({ "anyOf": both }),
            }
            let needed: Vec<&str> =
                fields.iter().filter(|field| field.default.is_empty()).map(|f| f.name).collect();
            if !needed.is_empty() {
                kind["required"] = json!(needed);
            }
            kind
        })
        .collect();
    json!({
        "description": QUESTION.doc,
        "type": "object",
        "properties": all,
        "required": required(&QUESTION),
        "anyOf": [
            { "required": ["position"] },
            { "required": ["moves"] },
            { "properties": { "ask": { "enum": OF_THEIR_OWN } } }
        ],
        "oneOf": kinds,
        "additionalProperties": false
    })
}

fn same(one: &[&Field], other: &[&Field]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| std::ptr::eq(*one, *other))
}

/// An answer has one of the replies.
fn answer() -> Value {
    let replies = ANSWER.fields.iter().filter(|field| field.default == "another reply");
    let one_of: Vec<Value> = replies.map(|field| json!({ "required": [field.name] })).collect();
    with(of_object(&ANSWER, false), "oneOf", json!(one_of))
}

fn of_object(object: &Object, is_closed: bool) -> Value {
    let mut schema = json!({
        "description": line(object.doc),
        "type": "object",
        "properties": properties(object),
    });
    if !required(object).is_empty() {
        schema["required"] = json!(required(object));
    }
    if is_closed {
        schema["additionalProperties"] = json!(false);
    } else {
        // An answer has both sides of what it has by colour.
        for property in schema["properties"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            if property.pointer("/properties/black").is_some() {
                property["required"] = json!(["black", "white"]);
            }
        }
    }
    schema
}

fn required(object: &Object) -> Vec<&'static str> {
    object.fields.iter().filter(|field| field.default.is_empty()).map(|field| field.name).collect()
}

fn properties(object: &Object) -> Map<String, Value> {
    object.fields.iter().map(|field| (field.name.to_owned(), property(field))).collect()
}

fn property(field: &Field) -> Value {
    let mut described = Map::new();
    described.insert("description".to_owned(), json!(with_default(field)));
    if let Value::Object(kind) = of_kind(&field.kind) {
        described.extend(kind);
    }
    Value::Object(described)
}

fn of_kind(kind: &Kind) -> Value {
    match kind {
        Kind::Whole { least, most } => json!({
            "type": "integer", "minimum": *least as i64, "maximum": u64::try_from(*most).unwrap_or(u64::MAX)
        }),
        Kind::Count => json!({ "anyOf": [{ "type": "integer", "minimum": 1 }, { "const": "all" }] }),
        Kind::Seconds => reference("seconds"),
        Kind::Steps(steps) => json!({ "enum": steps }),
        Kind::Names(_, names) => json!({ "enum": names.iter().map(|name| name.name).collect::<Vec<_>>() }),
        Kind::Window => json!({ "oneOf": [
            { "enum": ["exact", "wld"] },
            {
                "type": "array",
                "items": { "type": "integer", "minimum": -65, "maximum": 65 },
                "minItems": 2,
                "maxItems": 2
            }
        ] }),
        Kind::Squares | Kind::Moves | Kind::CpuLevel | Kind::Text => json!({ "type": "string" }),
        Kind::Seed => json!({ "anyOf": [
            { "type": "string" },
            { "type": "integer", "minimum": 0, "maximum": u64::MAX }
        ] }),
        Kind::Position => reference("position"),
        Kind::Move => reference("move"),
        Kind::Id => reference("id"),
        Kind::Version => json!({ "const": 1 }),
        Kind::Score => reference("score"),
        Kind::Discs => json!({ "type": "number", "minimum": -64, "maximum": 64 }),
        Kind::Value => reference("value"),
        Kind::Bounds => reference("bounds"),
        Kind::Object(object) => {
            let name = DEFINITIONS.iter().find(|(_, known)| std::ptr::eq(*known, *object));
            reference(name.expect("every object is defined").0)
        }
        Kind::List(item) => json!({ "type": "array", "items": of_kind(item) }),
        Kind::OrNull(kind) => json!({ "anyOf": [{ "type": "null" }, of_kind(kind)] }),
        Kind::ByColor(kind) => json!({
            "type": "object",
            "properties": { "black": of_kind(kind), "white": of_kind(kind) },
            "additionalProperties": false
        }),
        Kind::Number => json!({ "type": "number" }),
        Kind::Truth => json!({ "type": "boolean" }),
        Kind::Player => reference("player"),
        Kind::Question => reference("question"),
    }
}
