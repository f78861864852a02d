//! Boards and games of the command line and of files, in any notation.

use reversi_engine::notation::{Fen, GgfGame, ObfLine, ParseFenError, ParseObfError, read_obf};
use reversi_engine::{Game, Position};

use crate::input::Source;
use crate::output::Failure;
use crate::positions;
use crate::records::{self, Record, WthorNames};

/// A board or a game.
pub(crate) enum Item {
    /// A board, perhaps with scores.
    Board(Box<ObfLine>),
    Game(Box<Record>),
}

impl Item {
    pub(crate) fn of_position(position: Position) -> Item {
        Item::Board(Box::new(ObfLine::new(position)))
    }

    fn of_game(game: Game) -> Item {
        Item::Game(Box::new(Record { ggf: GgfGame::new(game), wthor: None }))
    }
}

/// Reads the items of the arguments: each is a board, a game, a file, or `-` for standard input.
pub(crate) fn read(arguments: &[String], names: &WthorNames) -> Result<Vec<Item>, Failure> {
    let mut items = Vec::new();
    for argument in arguments {
        match Source::of(argument)? {
            Source::Text(text) => items.push(read_argument(text.trim())?),
            Source::Content { name, bytes } => items.extend(read_bytes(name, &bytes, names)?),
        }
    }
    Ok(items)
}

enum Kind {
    Json,
    Fen,
    Board,
    /// Transcripts, GGF or WTHOR.
    Games,
}

impl Kind {
    fn of(text: &str) -> Kind {
        let cells = |text: &str| text.chars().filter(|&cell| "-.*XOxo".contains(cell)).count();
        match text.split(';').next() {
            _ if text.contains("(;") => Kind::Games,
            _ if text.starts_with(['{', '"']) => Kind::Json,
            _ if text.contains('/') => Kind::Fen,
            Some(board) if cells(board) >= 32 => Kind::Board,
            _ => Kind::Games,
        }
    }
}

/// Reads the board or the game of an argument.
fn read_argument(text: &str) -> Result<Item, Failure> {
    if let Ok(position) = text.parse() {
        return Ok(Item::of_position(position)); // perhaps with slashes, as FEN has them
    }
    match Kind::of(text) {
        Kind::Json => of_json(text).map_err(|error| format!("{text}: {error}").into()),
        Kind::Fen => of_fen(text).map_err(|error| Failure::from(error).at(text)),
        Kind::Board => {
            let line: Result<_, ParseObfError> = text.parse();
            line.map(|line| Item::Board(Box::new(line))).map_err(|error| Failure::from(error).at(text))
        }
        Kind::Games if text.is_empty() || text.contains("(;") => {
            records::read_argument(text).map(|record| Item::Game(Box::new(record)))
        }
        Kind::Games => positions::moves_or_board(text).map(Item::of_game),
    }
}

/// Reads a file by the notation of its first line that is not a comment.
fn read_bytes(name: &str, bytes: &[u8], names: &WthorNames) -> Result<Vec<Item>, Failure> {
    let text = std::str::from_utf8(bytes).unwrap_or("");
    let is_data = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('%');
    let lines = (1..).zip(text.lines()).filter(|(_, line)| is_data(line));
    let first = text.lines().find(|line| is_data(line)).unwrap_or("").trim_start();
    let kind = if text.contains("(;") { Kind::Games } else { Kind::of(first) };
    match kind {
        Kind::Json => lines
            .map(|(number, line)| of_json(line).map_err(|e| format!("{name}:{number}: {e}").into()))
            .collect(),
        Kind::Fen => lines
            .map(|(number, line)| of_fen(line).map_err(|e| Failure::from(e).in_line(name, number)))
            .collect(),
        Kind::Board => {
            let obf = read_obf(text).map(|line| line.map(|line| Item::Board(Box::new(line))));
            obf.map(|line| line.map_err(|e| positions::at_place(name, e.line, &e.source))).collect()
        }
        Kind::Games => {
            let records = records::read_bytes(name, bytes, names).into_iter();
            records.map(|record| record.map(|record| Item::Game(Box::new(record)))).collect()
        }
    }
}

fn of_fen(line: &str) -> Result<Item, ParseFenError> {
    line.parse().map(|Fen(position)| Item::of_position(position))
}

fn of_json(line: &str) -> serde_json::Result<Item> {
    if line.trim_start().starts_with('"') {
        return serde_json::from_str(line).map(Item::of_position);
    }
    serde_json::from_str(line).map(Item::of_game)
}
