//! Texts and files of any notation: what `Reader` makes of them.

use reversi_engine::notation::{Content, Reader, Record};
use reversi_engine::question::Problem;
use serde_json::{Map, Value, json};

use super::{Answered, corpus};

pub(super) fn answer(spec: &Value) -> Answered {
    let bytes = match spec["bytes"].as_str() {
        Some(digits) => corpus::material(&json!({"hex": digits})),
        None => spec["any"].as_str().unwrap().into(),
    };
    let is = |name: &str| spec[name] == true;
    let reader = Reader::new().strict(is("strict")).open_side(is("open_side"));
    let reader = reader.file_name(spec["file"].as_str().unwrap_or_default());
    let records = reader.read(&bytes).map(|record| match record {
        Ok(record) => shown(&record),
        Err(error) => json!({"error": Problem::from(&error)}),
    });
    Ok(json!({ "records": records.collect::<Vec<_>>() }))
}

fn shown(record: &Record) -> Value {
    let game = record.game();
    let tags: Map<String, Value> = match &record.content {
        Content::Game(game) => game.tags().map(|(name, value)| (name.to_owned(), json!(value))).collect(),
        _ => Map::new(),
    };
    let notes = record.notes.iter().map(|note| json!({"kind": note.kind.name(), "text": note.text}));
    json!({
        "notation": record.notation.name(),
        "start": game.start().to_string(),
        "moves": game.to_string(),
        "position": record.position().to_string(),
        "line": record.place.line,
        "offset": record.place.offset,
        "side_is_open": record.side_is_open,
        "file": record.file,
        "tags": tags,
        "notes": notes.collect::<Vec<_>>(),
    })
}
