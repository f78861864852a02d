//! Texts and files of any notation: what `Reader` makes of them, and the table of them in the documents.

use std::fmt::Write as _;
use std::path::Path;

use reversi_engine::Position;
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
        "tags": tags,
        "notes": notes.collect::<Vec<_>>(),
    })
}

/// `REVERSI_WRITE_PASTES=1 cargo test --test engine pastes` writes the table in place of comparing it.
const WRITE: &str = "REVERSI_WRITE_PASTES";

const PAGE: &str = "docs/src/pastes.md";
const TABLE: &str = "| Text | Read as | Passed over |\n|---|---|---|\n";

/// The rows of the cases that are one short text.
fn rows() -> String {
    let mut rows = String::new();
    for case in corpus::cases() {
        let Some(text) = case["read"]["any"].as_str().filter(|text| !text.trim().is_empty()) else {
            continue;
        };
        let Some([record]) = case["answer"]["records"].as_array().map(Vec::as_slice) else { continue };
        let how = ["strict", "open_side"].iter().find(|name| case["read"][**name] == true);
        let how = how.map_or_else(String::new, |name| format!(" ({})", name.replace('_', " ")));
        let read = match (record["moves"].as_str(), record["error"]["code"].as_str()) {
            (_, Some(code)) => match record["error"]["at"]["offset"].as_u64() {
                Some(offset) => format!("error `{code}`, byte {offset}"),
                None => format!("error `{code}`"),
            },
            (Some(moves), _) => format!("{}: `{moves}`", record["notation"].as_str().unwrap()),
            _ => format!("{}: {}", record["notation"].as_str().unwrap(), position(&record["position"])),
        };
        let notes = record["notes"].as_array().into_iter().flatten();
        let told = |note: &Value| match note["text"].as_str() {
            Some(text) => code(text),
            None => note["kind"].as_str().unwrap().to_owned(), // what was checked has no text
        };
        let notes: Vec<String> = notes.map(told).collect();
        writeln!(rows, "| {}{how} | {read} | {} |", code(text), notes.join(", ")).unwrap();
    }
    rows
}

/// The number of discs is easier to read than 64 cells.
fn position(text: &Value) -> String {
    let text = text.as_str().unwrap();
    let position: Position = text.parse().unwrap();
    format!("{} discs, {} to move", 64 - text.matches('-').count(), position.side)
}

/// A text in a cell of a table: line breaks are `⏎`, invisible characters are escaped, a run of cells and a
/// long text are cut.
fn code(text: &str) -> String {
    const MOST: usize = 90;
    let mut shown = String::new();
    let mut run = (' ', 0);
    for c in text.chars() {
        if shown.chars().count() >= MOST {
            shown.push('…');
            break;
        }
        run = if run.0 == c { (c, run.1 + 1) } else { (c, 1) };
        match c {
            _ if run.1 > 8 => {}
            _ if run.1 == 8 && c != ' ' => shown.push('…'),
            '\n' => shown.push('⏎'),
            '\r' => shown.push_str("\\r"),
            '|' => shown.push_str("\\|"),
            '\t' | '\u{a0}' | '\u{200b}' | '\u{feff}' | '\u{fe0f}' | '\u{3000}' => {
                write!(shown, "\\u{:04x}", u32::from(c)).unwrap();
            }
            _ => shown.push(c),
        }
    }
    let fence = if shown.contains('`') { "``" } else { "`" };
    format!("{fence}{}{fence}", shown.trim_matches(' '))
}

#[test]
fn the_pastes_of_the_documents_are_those_of_the_corpus() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PAGE);
    let page = std::fs::read_to_string(&path).unwrap();
    let (head, table) = page.split_once(TABLE).expect("the page has the table");
    let rows = rows();
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(&path, format!("{head}{TABLE}{rows}")).unwrap();
    } else {
        assert!(table == rows, "{PAGE} is not as the corpus has it: {WRITE}=1 writes it");
    }
}
