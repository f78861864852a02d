//! Files of games.

use reversi_engine::notation::{
    self, Content, Note, NoteKind, Reader, read_ggf, read_jou, read_obf, read_trn, read_wtb,
};
use reversi_engine::{Place, Played, Position, Problem};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::record::{Players, Record, State};
use crate::refusal::Refusal;

/// A record of a file, or why it cannot be read.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Read {
    Game(State),
    Position(Position),
    Error(Problem),
}

/// The games of a text in GGF as JSON, each beside the error if it cannot be read.
#[wasm_bindgen(js_name = readGgf)]
pub fn games_of_ggf(text: &str) -> String {
    let games: Vec<Read> = read_ggf(text)
        .map(|game| match game {
            Ok(game) => Read::Game(Record::of_ggf(&game).to_state()),
            Err(error) => Read::Error(Problem::from(&error)),
        })
        .collect();
    serde_json::to_string(&games).expect("texts and numbers can be written")
}

/// The positions of a text in OBF as JSON, each beside the error if it cannot be read.
#[wasm_bindgen(js_name = readObf)]
pub fn positions_of_obf(text: &str) -> String {
    let positions: Vec<Read> = read_obf(text)
        .map(|line| match line {
            Ok(line) => Read::Position(line.position),
            Err(error) => Read::Error(Problem::from(&error)),
        })
        .collect();
    serde_json::to_string(&positions).expect("texts and numbers can be written")
}

/// What the reader of all notations has found: `FoundGame` of js/index.d.ts, or an error.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Found {
    notation: &'static str,
    game: Moves,
    position: Position,
    black_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<Players>,
    side_is_open: bool,
    notes: Vec<Passed>,
    at: Place,
}

#[derive(Serialize)]
struct Moves {
    position: Position,
    moves: String,
}

/// A note of a reader.
#[derive(Serialize)]
struct Passed {
    kind: &'static str,
    offset: usize,
    text: String,
}

impl From<Note> for Passed {
    fn from(note: Note) -> Passed {
        let kind = match note.kind {
            NoteKind::Comment => "comment",
            NoteKind::Passes => "passes",
            _ => "text",
        };
        Passed { kind, offset: note.offset, text: note.text }
    }
}

impl From<notation::Record> for Found {
    fn from(record: notation::Record) -> Found {
        let game = record.game();
        let (tags, players) = match &record.content {
            Content::Game(ggf) => (Some(ggf), Players::of(ggf)),
            _ => (None, Players::default()),
        };
        let mut at = Place::default();
        (at.line, at.offset) = (record.place.line, Some(record.place.offset as u64));
        Found {
            notation: record.notation.name(),
            game: Moves { position: game.start(), moves: game.to_string() },
            position: game.position(),
            black_score: Played::of(&game).black_score,
            result: tags.and_then(|ggf| ggf.result().ok().flatten()).map(|result| result.score()),
            players: Some(players).filter(Players::are_named),
            side_is_open: record.side_is_open,
            at,
            notes: record.notes.into_iter().map(Passed::from).collect(),
        }
    }
}

/// The games and positions of a text or file in any notation as JSON, each beside the error if it cannot be
/// read.
#[wasm_bindgen(js_name = readAll)]
pub fn read_all(
    bytes: &[u8],
    file: &str,
    is_strict: bool,
    side_may_be_open: bool,
    start: &str,
    players: Vec<String>,
    tournaments: Vec<String>,
) -> Result<String, Refusal> {
    #[derive(Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Read {
        Found(Found),
        Error(Problem),
    }
    let start: Position = start.parse().map_err(|error| Refusal::of(&error).in_field("start"))?;
    let reader = Reader::new().file_name(file).strict(is_strict).open_side(side_may_be_open).start(start);
    let records = reader.players(players).tournaments(tournaments).read(bytes).map(|record| match record {
        Ok(record) => Read::Found(record.into()),
        Err(error) => Read::Error(Problem::from(&error)),
    });
    Ok(serde_json::to_string(&records.collect::<Vec<_>>()).expect("texts and numbers can be written"))
}

/// `WthorGames` of js/index.d.ts.
#[derive(Serialize)]
struct WthorGames {
    year: u16,
    games: Vec<WthorGame>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct WthorGame {
    tournament: u16,
    black: u16,
    white: u16,
    black_discs: u8,
    moves: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The games of a `.wtb` file as JSON.
#[wasm_bindgen(js_name = readWthor)]
pub fn games_of_wthor(bytes: &[u8]) -> Result<String, Refusal> {
    let (header, games) = read_wtb(bytes).map_err(|error| Refusal::of(&error))?;
    let games = games.map(|game| match game {
        Ok(game) => WthorGame {
            tournament: game.tournament,
            black: game.black,
            white: game.white,
            black_discs: game.black_discs,
            moves: game.game.to_string(),
            error: None,
        },
        Err(error) => WthorGame { error: Some(error.to_string()), ..WthorGame::default() },
    });
    let file = WthorGames { year: header.year, games: games.collect() };
    Ok(serde_json::to_string(&file).expect("texts and numbers can be written"))
}

/// The names in a file of players (`.jou`) or of tournaments (`.trn`) as JSON.
#[wasm_bindgen(js_name = readWthorNames)]
pub fn names_of_wthor(bytes: &[u8], tournaments: bool) -> Result<String, Refusal> {
    let read = if tournaments { read_trn(bytes) } else { read_jou(bytes) };
    let (_, names) = read.map_err(|error| Refusal::of(&error))?;
    Ok(serde_json::to_string(&names).expect("texts can be written"))
}
