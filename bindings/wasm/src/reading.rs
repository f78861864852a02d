//! Games and positions in any notation.

use std::collections::BTreeMap;

use reversi_engine::notation::{Content, Reader, TextPlace, WthorGame, read_jou, read_trn};
use reversi_engine::question::{Place, Problem};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::record::{Record, State};
use crate::refusal::Refusal;
use crate::to_json;

/// The fields that `GameState` of js/index.d.ts has of a record beside its game.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Told {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    side_is_open: bool,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wthor: Option<Numbers>,
}

#[derive(Serialize)]
struct Note {
    kind: &'static str,
    offset: usize,
    text: String,
}

/// The numbers of a game of WTHOR.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Numbers {
    tournament: u16,
    black: u16,
    white: u16,
    black_discs: u8,
}

impl Numbers {
    fn of(game: &WthorGame) -> Numbers {
        let &WthorGame { tournament, black, white, black_discs, .. } = game;
        Numbers { tournament, black, white, black_discs }
    }
}

/// An item of `readAll` of js/index.d.ts.
#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a> {
    Game { game: State<'a>, place: Place },
    Error { error: Problem },
}

/// Returns where a record begins.
fn place_of(place: TextPlace) -> Place {
    let mut at = Place::default();
    at.line = place.line;
    at.column = place.line.map(|_| place.column);
    at.offset = Some(place.offset as u64);
    at
}

fn record(read: reversi_engine::notation::Record) -> Record {
    let game = read.game().into_owned();
    let mut told = Told { side_is_open: read.side_is_open, ..Told::default() };
    told.notes = read
        .notes
        .into_iter()
        .map(|note| Note { kind: note.kind.name(), offset: note.offset, text: note.text })
        .collect();
    told.wthor = read.wthor.as_deref().map(Numbers::of);
    let Content::Game(tagged) = &read.content else { return Record::new(game, read.notation.name(), told) };
    let is_usual = |tag: &(&str, &str)| *tag == ("TY", "8");
    for (name, value) in tagged.tags().filter(|tag| !is_usual(tag)) {
        told.tags.entry(name.to_owned()).or_insert_with(|| value.to_owned()); // the first of its name
    }
    told.result = tagged.result().ok().flatten().map(|result| result.score());
    let record = Record::new(game, read.notation.name(), told);
    record.with_players(tagged)
}

/// Reads the one record of a text. All places are bytes.
pub fn read_one(text: &str, reader: &Reader) -> Result<Record, Refusal> {
    let read = reader.read_one(text.as_bytes()).map_err(|error| Refusal::of(&error))?;
    Ok(record(read))
}

/// The records of a text or file.
#[wasm_bindgen]
pub struct Records(reversi_engine::notation::Records<'static>);

#[wasm_bindgen]
impl Records {
    #[wasm_bindgen(constructor)]
    pub fn new(
        content: Vec<u8>,
        strict: bool,
        open_side: bool,
        file: &str,
        players: Vec<String>,
        tournaments: Vec<String>,
    ) -> Records {
        let reader = Reader::new().strict(strict).open_side(open_side).file_name(file);
        let reader = reader.players(players).tournaments(tournaments);
        Records(reader.read(content))
    }

    /// Returns the next record as JSON, an item of `readAll` of js/index.d.ts.
    #[wasm_bindgen(js_name = next)]
    pub fn next_record(&mut self) -> Option<String> {
        Some(match self.0.next()? {
            Ok(read) => {
                let place = place_of(read.place);
                to_json(&Item::Game { game: record(read).to_state(), place })
            }
            Err(error) => to_json(&Item::Error { error: Problem::from(&error) }),
        })
    }
}

/// Reads the names in a file of players (`.jou`) or of tournaments (`.trn`) as JSON.
#[wasm_bindgen(js_name = readWthorNames)]
pub fn read_names(bytes: &[u8], tournaments: bool) -> Result<String, Refusal> {
    let read = if tournaments { read_trn(bytes) } else { read_jou(bytes) };
    let (_, names) = read.map_err(|error| Refusal::of(&error))?;
    Ok(to_json(&names))
}
