//! Finds the notation of a text or a file.

use std::error::Error;
use std::io::{self, Read as _};
use std::path::Path;

use reversi_engine::notation::{Fen, GgfGame, ObfLine, read_obf};
use reversi_engine::{Game, Position};

use crate::output::with_causes;
use crate::positions;
use crate::records::{self, Record, WthorNames};

/// A board or a game.
pub(super) enum Item {
    /// A board, perhaps with scores.
    Board(Box<ObfLine>),
    Game(Box<Record>),
}

impl Item {
    pub(super) fn of_position(position: Position) -> Item {
        Item::Board(Box::new(ObfLine::new(position)))
    }

    fn of_game(game: Game) -> Item {
        Item::Game(Box::new(Record { ggf: GgfGame::new(game), wthor: None }))
    }
}

/// Reads the items of the arguments: each is a board, a game, a file, or `-` for standard input.
pub(super) fn read(arguments: &[String], names: &WthorNames) -> Result<Vec<Item>, Box<dyn Error>> {
    let mut items = Vec::new();
    for argument in arguments {
        let path = Path::new(argument);
        if argument == "-" {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map_err(|e| format!("standard input: {e}"))?;
            items.extend(read_bytes("standard input", &bytes, names)?);
        } else if path.exists() {
            let bytes = std::fs::read(path).map_err(|e| format!("{argument}: {e}"))?;
            items.extend(read_bytes(argument, &bytes, names)?);
        } else {
            items.extend(read_text(argument, argument.trim(), names)?);
        }
    }
    Ok(items)
}

fn read_bytes(place: &str, bytes: &[u8], names: &WthorNames) -> Result<Vec<Item>, String> {
    let is_text = !place.to_ascii_lowercase().ends_with(".wtb");
    match std::str::from_utf8(bytes) {
        Ok(text) if is_text => read_text(place, text, names),
        _ => of_records(records::read_bytes(place, bytes, names)),
    }
}

/// Reads text by the notation of its first line that is not a comment.
fn read_text(place: &str, text: &str, names: &WthorNames) -> Result<Vec<Item>, String> {
    let is_data = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('%');
    let first = text.lines().find(is_data).unwrap_or("").trim_start();
    let lines = (1..).zip(text.lines()).filter(|(_, line)| is_data(line));
    let at = |number: usize, error: &dyn Error| format!("{place}:{number}: {}", with_causes(error));
    if text.contains("(;") {
        of_records(records::read_bytes(place, text.as_bytes(), names))
    } else if first.starts_with(['{', '"']) {
        lines.map(|(number, line)| of_json(line).map_err(|error| at(number, &error))).collect()
    } else if first.contains('/') {
        let read = |line: &str| line.parse::<Fen>().map(|Fen(position)| Item::of_position(position));
        lines.map(|(number, line)| read(line).map_err(|error| at(number, &error))).collect()
    } else if first.split(';').next().is_some_and(is_board) {
        let obf = read_obf(text).map(|line| line.map(|line| Item::Board(Box::new(line))));
        obf.map(|line| line.map_err(|e| positions::at_place(place, e.line, &e.source))).collect()
    } else {
        of_records(records::read_bytes(place, text.as_bytes(), names))
    }
}

/// Whether a text is meant as a board: it has the cells of one.
fn is_board(text: &str) -> bool {
    text.chars().filter(|cell| "-.*XOxo".contains(*cell)).count() >= 32
}

fn of_json(line: &str) -> serde_json::Result<Item> {
    if line.trim_start().starts_with('"') {
        return serde_json::from_str(line).map(Item::of_position);
    }
    serde_json::from_str(line).map(Item::of_game)
}

fn of_records(records: Vec<records::ReadRecord>) -> Result<Vec<Item>, String> {
    records.into_iter().map(|record| record.map(|record| Item::Game(Box::new(record)))).collect()
}
