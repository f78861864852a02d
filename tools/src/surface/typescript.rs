//! TypeScript: the types of data from the JSON Schema, the types of options from the tables, and the
//! names of options for JavaScript.

use std::fmt::Write as _;

use reversi_engine::notation::{Notation, NoteKind};
use reversi_engine::surface::{
    ANALYZE, BOOK_USES, CLOCK, ENGINE, Field, Kind, LIMITS, Name, OPPONENT, OUTCOMES, Object, PROVE, SOLVE,
    SOURCES, STOP_REASONS, STRENGTHS,
};
use serde_json::{Map, Value};

use super::{camel, line, pascal, with_default, wrapped};

const WRITTEN: &str = "// Written by `cargo tools surface`: do not edit.";

/// data.d.ts.
pub(super) fn data(schema: &Value) -> String {
    let text = |name: &str| schema[name].as_str().unwrap_or_default();
    let mut all = format!("// {}.\n// {}\n//\n{WRITTEN}\n", text("title"), text("description"));
    for (key, definition) in schema["$defs"].as_object().into_iter().flatten() {
        all += "\n";
        all += &comment(definition["description"].as_str().unwrap_or_default(), "");
        let name = name_of(key);
        let _ = match (&definition["type"], definition.get("oneOf").and_then(Value::as_array)) {
            (Value::String(kind), Some(kinds)) if kind == "object" => {
                let kinds: String = kinds.iter().map(|kind| kind_of(&name, definition, kind)).collect();
                let mut shared = definition.clone();
                shared["properties"].as_object_mut().and_then(|fields| fields.remove("ask"));
                let fields = of_object(&shared, &[], "");
                writeln!(all, "export type {name} ={kinds};\n\ninterface {name}Fields {fields}")
            }
            (Value::String(kind), None) if kind == "object" => {
                writeln!(all, "export interface {name} {}", of_object(definition, &[], ""))
            }
            _ => writeln!(all, "export type {name} = {};", of_schema(definition, "")),
        };
    }
    all + "\n/** An object with only these of the fields. The others can be asked for, and are not there. */\n\
           type Only<Fields, May extends keyof Fields, Must extends keyof Fields = never> = Pick<Fields, May> &\n  \
           Required<Pick<Fields, Must>> & { [Field in Exclude<keyof Fields, May | Must>]?: undefined };\n"
}

/// Options and values of calls have names of their own in JavaScript's case.
fn name_of(key: &str) -> String {
    match key {
        "error" => "Problem".to_owned(), // `Error` is JavaScript's
        "clock" => "QuestionClock".to_owned(),
        "played" => "AnswerPlayed".to_owned(),
        "engine_move" => "AnswerEngineMove".to_owned(),
        "game_result" => "AnswerGameResult".to_owned(),
        "session" => "StoredSession".to_owned(),
        "variety" => "StoredVariety".to_owned(),
        "player" => "StoredPlayer".to_owned(),
        "opponent" => "StoredOpponent".to_owned(),
        "action" => "SessionAction".to_owned(),
        "place" => "ProblemPlace".to_owned(), // its offset counts bytes
        _ => pascal(key),
    }
}

/// A comment of JSDoc.
fn comment(text: &str, indent: &str) -> String {
    if text.is_empty() {
        String::new()
    } else if indent.len() + text.len() + 7 <= 110 {
        format!("{indent}/** {text} */\n")
    } else {
        format!("{indent}/**\n{}{indent} */\n", wrapped(text, &format!("{indent} * "), 110))
    }
}

/// The type that a schema describes.
fn of_schema(schema: &Value, indent: &str) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return name_of(reference.rsplit('/').next().unwrap_or_default());
    }
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    match schema["type"].as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => {
            let item = of_schema(&schema["items"], indent);
            let is_pair = schema["maxItems"].is_u64() && schema["maxItems"] == schema["minItems"];
            if is_pair { format!("[{item}, {item}]") } else { list(&item) }
        }
        Some("object") => of_object(schema, &[], indent),
        Some(kind) => kind.to_owned(), // "string", "null"
        None => choices(schema, indent),
    }
}

fn list(item: &str) -> String {
    if item.contains(" | ") { format!("Array<{item}>") } else { format!("{item}[]") }
}

/// One of several. Of objects each names the fields of the others as absent, so that they can be asked for.
fn choices(schema: &Value, indent: &str) -> String {
    let choices = schema["oneOf"].as_array().or(schema["anyOf"].as_array()).expect("a schema has a type");
    let is_object = |choice: &Value| choice["type"] == "object";
    let names: Vec<&String> =
        choices.iter().filter_map(|choice| choice["properties"].as_object()).flat_map(Map::keys).collect();
    let each = choices.iter().map(|choice| {
        if !choices.iter().all(is_object) {
            return of_schema(choice, indent);
        }
        let is_other = |name: &&&String| choice["properties"].get(name.as_str()).is_none();
        let absent: Vec<&str> = names.iter().filter(is_other).map(|name| name.as_str()).collect();
        of_object(choice, &absent, indent)
    });
    each.collect::<Vec<_>>().join(" | ")
}

/// An object without the fields that `absent` names: they can be asked for, and are not there.
fn of_object(schema: &Value, absent: &[&str], indent: &str) -> String {
    let inner = format!("{indent}  ");
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let mut text = "{\n".to_owned();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if field == &Value::Bool(false) || absent.contains(&name.as_str()) {
            continue;
        }
        text += &comment(field["description"].as_str().unwrap_or_default(), &inner);
        let mark = if required(name) { "" } else { "?" };
        let _ = writeln!(text, "{inner}{name}{mark}: {};", of_schema(field, &inner));
    }
    for name in absent {
        let _ = writeln!(text, "{inner}{name}?: undefined;");
    }
    text + indent + "}"
}

/// One kind of an object, by the names of the fields that it may have and of those that it needs.
fn kind_of(object: &str, definition: &Value, kind: &Value) -> String {
    let names = |value: &Value| -> Vec<String> {
        let names = value["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        names.map(str::to_owned).collect()
    };
    let needs = names(kind);
    let is_reply = kind["properties"].is_null();
    let other_replies: Vec<String> =
        definition["oneOf"].as_array().into_iter().flatten().filter(|_| is_reply).flat_map(names).collect();
    let has =
        definition["properties"].as_object().into_iter().flatten().map(|(name, _)| name).filter(|name| {
            let is_absent =
                kind["properties"][name.as_str()] == Value::Bool(false) || other_replies.contains(name);
            !is_absent && *name != "ask" && !needs.contains(name)
        });
    let union =
        |names: Vec<String>| names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" | ");
    let (has, needs) = (union(has.cloned().collect()), union(needs));
    let needs = if needs.is_empty() { needs } else { format!(", {needs}") };
    let own = match kind["properties"]["ask"] {
        Value::Null => String::new(),
        ref ask => format!("{{ ask: {} }} & ", of_schema(ask, "")),
    };
    let text = format!("| ({own}Only<{object}Fields, {has}{needs}>)");
    format!("\n  {}", wrapped(&text, "      ", 110).trim())
}

/// options.d.ts: options in the case of JavaScript.
pub(super) fn options() -> String {
    let mut text = format!(
        "// Options of the calls, and the names of their values.\n//\n{WRITTEN}\n\n\
         import type {{ Limits, Seconds }} from \"./data.js\";\n\
         import type {{ MoveInput }} from \"./index.js\";\n"
    );
    let percent = "export type Selectivity = 73 | 87 | 95 | 98 | 99 | 100;\n";
    let _ = write!(
        text,
        "\n/** The confidence in percent with which moves are left out; 100 leaves out none. */\n{percent}"
    );
    let enums: [(&str, &str, &[Name]); 5] = [
        ("BookUse", "When the opening book of the engine answers in place of a search.", BOOK_USES),
        ("Strength", "How strong an opponent of people plays, the weakest first.", STRENGTHS),
        ("StopReason", "The limit that ended a search.", STOP_REASONS),
        ("Source", "Where an answer is from.", SOURCES),
        ("Outcome", "The result of a game for the side to move.", OUTCOMES),
    ];
    let enums = enums
        .map(|(name, doc, names)| (name, doc, names.iter().map(|known| (known.name, known.doc)).collect()));
    let found: [(&str, &str, Vec<_>); 2] = [
        ("Notation", "A notation that was found.", Notation::NAMES.to_vec()),
        ("NoteKind", "A kind of note.", NoteKind::NAMES.to_vec()),
    ];
    for (name, doc, names) in enums.into_iter().chain(found) {
        let _ = write!(text, "\n/** {doc} */\nexport type {name} =\n");
        for (known, doc) in names {
            let _ = writeln!(text, "{}  | \"{known}\"", comment(&line(doc), "  "));
        }
        text.truncate(text.len() - 1);
        text += ";\n";
    }
    for (name, object) in [
        ("Clock", &CLOCK),
        ("SolveFields", &SOLVE),
        ("ProveFields", &PROVE),
        ("AnalyzeFields", &ANALYZE),
        ("EngineFields", &ENGINE),
        ("OpponentFields", &OPPONENT),
    ] {
        let _ = write!(text, "\n{}export interface {name} {{\n", comment(&line(object.doc), ""));
        for field in object.fields.iter().filter(|field| is_in_page(object, field)) {
            let mark = if field.default.is_empty() || field.name == "seed" { "" } else { "?" };
            let mark = if field.name == "seed" { "?" } else { mark };
            let _ = write!(text, "{}", comment(&with_default(field), "  "));
            let _ = writeln!(text, "  {}{mark}: {};", camel(field.name), of_kind(&field.kind));
        }
        text += "}\n";
    }
    text
}

/// A worker has one thread, and its module one CPU level.
fn is_in_page(object: &Object, field: &Field) -> bool {
    object.name != ENGINE.name || field.name == "hash_mib"
}

fn of_kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Whole { .. } => "number",
        Kind::Count => "number | \"all\"",
        Kind::Seconds => "Seconds",
        Kind::Steps(_) => "Selectivity",
        Kind::Names(name, _) => name,
        Kind::Window => "\"exact\" | \"wld\" | readonly [alpha: number, beta: number]",
        Kind::Squares => "string | readonly MoveInput[]",
        Kind::Seed => "string | number | bigint",
        Kind::Object(object) if std::ptr::eq(*object, &LIMITS) => "Limits",
        Kind::Object(_) => "Clock",
        _ => "string",
    }
}

/// fields.js: the options of each call, and their names in questions.
pub(super) fn names() -> String {
    let names = |object: &Object| -> String {
        let fields = object.fields.iter().filter(|field| is_in_page(object, field));
        let pairs = fields.map(|field| format!("  {}: \"{}\",\n", camel(field.name), field.name));
        format!("Object.freeze({{\n{}}})", pairs.collect::<String>())
    };
    let mut text = format!("// The options of each call, and their names in questions.\n//\n{WRITTEN}\n");
    for (name, object) in [
        ("SOLVE", &SOLVE),
        ("PROVE", &PROVE),
        ("ANALYZE", &ANALYZE),
        ("LIMITS", &LIMITS),
        ("CLOCK", &CLOCK),
        ("OPPONENT", &OPPONENT),
    ] {
        let _ = write!(text, "\nexport const {name} = {};\n", names(object));
    }
    let strengths: String = STRENGTHS.iter().map(|known| format!("  \"{}\",\n", known.name)).collect();
    let _ = write!(
        text,
        "\n/** The weakest first. */\nexport const STRENGTHS = Object.freeze([\n{strengths}]);\n"
    );
    let mib = ENGINE.fields.iter().find(|field| field.name == "hash_mib").map_or("", |field| field.default);
    let _ = write!(text, "\nexport const DEFAULT_HASH_MIB = {mib};\n");
    text
}
