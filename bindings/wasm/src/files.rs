//! Files of games.

use reversi_engine::notation::{read_ggf, read_jou, read_obf, read_trn, read_wtb};
use reversi_engine::{Position, Problem};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::record::{Record, State};
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
