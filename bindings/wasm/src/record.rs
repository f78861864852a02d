//! A game in any notation.

use reversi_engine::notation::{Fen, GgfGame};
use reversi_engine::{Bitboard, Board, Color, Game, Move, Played, Position, Problem};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::refusal::Refusal;

/// A game and the notation that it was read from.
#[wasm_bindgen]
pub struct Record {
    game: Game,
    notation: &'static str,
    players: Option<Players>,
}

/// The names of the players, as far as they are known.
#[derive(Clone, Default, Serialize)]
pub struct Players {
    black: String,
    white: String,
}

impl Players {
    pub fn of(record: &GgfGame) -> Players {
        let player = |tag| record.tag(tag).unwrap_or_default().to_owned();
        Players { black: player("PB"), white: player("PW") }
    }

    pub fn are_named(&self) -> bool {
        !(self.black.is_empty() && self.white.is_empty())
    }
}

/// `GameState` of js/index.d.ts.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    notation: &'static str,
    start: Position,
    moves: Vec<Move>,
    position: Position,
    side: &'static str,
    legal_moves: Vec<Move>,
    discs: Discs,
    black_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<Players>,
}

#[derive(Serialize)]
struct Discs {
    black: u32,
    white: u32,
}

const fn name(side: Color) -> &'static str {
    match side {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn side(name: &str) -> Result<Color, Refusal> {
    name.parse().map_err(|error| Refusal::of(&error).in_field("side"))
}

/// Whether the text begins with a square: then it is a transcript. Cells have no digits.
fn is_transcript(text: &str) -> bool {
    let is_square = |start: &[u8]| matches!(start, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    text.as_bytes().get(..2).is_some_and(is_square)
}

/// Whether the first word has eight rows, some of them with numbers. Cells may have `/`, but no digits.
fn is_fen(text: &str) -> bool {
    let rows = text.split_whitespace().next().unwrap_or_default();
    rows.contains('/') && rows.bytes().any(|byte| byte.is_ascii_digit())
}

impl Record {
    pub fn of_ggf(record: &GgfGame) -> Record {
        Record { game: record.game.clone(), notation: "ggf", players: Some(Players::of(record)) }
    }

    fn of_position(position: Position, notation: &'static str) -> Record {
        Record { game: Game::from_position(position), notation, players: None }
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn to_state(&self) -> State {
        let Record { game, notation, players } = self;
        let Played { position, legal_moves, black_score, .. } = Played::of(game);
        let discs = |color| position.discs(color).len();
        State {
            notation,
            start: game.start(),
            moves: game.moves().collect(),
            position,
            side: name(position.side),
            legal_moves,
            discs: Discs { black: discs(Color::Black), white: discs(Color::White) },
            black_score,
            players: players.clone(),
        }
    }
}

#[wasm_bindgen]
impl Record {
    /// Reads a text in any notation.
    #[wasm_bindgen(js_name = ofText)]
    pub fn of_text(text: &str) -> Result<Record, Refusal> {
        let words = text.trim_start();
        if words.starts_with("(;") {
            let record: GgfGame = text.parse().map_err(|error| Refusal::of(&error))?;
            return Ok(Record::of_ggf(&record));
        }
        if is_transcript(words) {
            let moves = text.parse().map_err(|error| Refusal::of(&error));
            return moves.map(|game| Record { game, notation: "moves", players: None });
        }
        if is_fen(words) {
            let fen: Fen = text.parse().map_err(|error| Refusal::of(&error))?;
            return Ok(Record::of_position(fen.0, "fen"));
        }
        let position = text.parse().map_err(|error| Refusal::of(&error))?;
        Ok(Record::of_position(position, "cells"))
    }

    /// Moves from a position on; from the usual start if the position is empty.
    #[wasm_bindgen(js_name = ofMoves)]
    pub fn of_moves(position: &str, moves: &str) -> Result<Record, Refusal> {
        let start = match position {
            "" => Position::START,
            text => Record::of_text(text).map_err(|error| error.in_field("position"))?.game.position(),
        };
        let game = Game::from_transcript(start, moves);
        let game = game.map_err(|error| Refusal::of(&error).in_field("moves"))?;
        Ok(Record { game, notation: if moves.is_empty() { "cells" } else { "moves" }, players: None })
    }

    /// 64 cells without the side to move.
    #[wasm_bindgen(js_name = ofCells)]
    pub fn of_cells(cells: &str, to_move: &str) -> Result<Record, Refusal> {
        let position = Position::from_cells(cells, side(to_move)?);
        let position = position.map_err(|error| Refusal::of(&error).in_field("cells"))?;
        Ok(Record::of_position(position, "cells"))
    }

    /// The discs of the side to move and of the other one.
    #[wasm_bindgen(js_name = ofBits)]
    pub fn of_bits(player: u64, opponent: u64, to_move: &str) -> Result<Record, Refusal> {
        let board = Board::new(Bitboard(player), Bitboard(opponent)).map_err(|error| Refusal::of(&error))?;
        Ok(Record::of_position(Position { board, side: side(to_move)? }, "bits"))
    }

    /// `GameState` as JSON.
    pub fn state(&self) -> String {
        serde_json::to_string(&self.to_state()).expect("texts and numbers can be written")
    }

    /// Plays a move, after the pass that it may leave out.
    pub fn play(&mut self, mv: &str) -> Result<(), Refusal> {
        let mv: Move = mv.parse().map_err(|error| Refusal::of(&error).in_field("move"))?;
        self.game.play_recorded(mv).map_err(|error| Refusal::of(&error).in_field("move"))
    }

    /// The squares that a move turns, separated by blanks.
    pub fn flips(&self, mv: &str) -> Result<String, Refusal> {
        let mv: Move = mv.parse().map_err(|error| Refusal::of(&error).in_field("move"))?;
        let board = self.game.board();
        board.try_after(mv).map_err(|error| Refusal::of(&error).in_field("move"))?;
        Ok(mv.square().map_or_else(String::new, |square| board.flips(square).to_string()))
    }

    /// The position before each move and the last one, separated by line breaks.
    pub fn positions(&self) -> String {
        let before = self.game.turns().map(|(position, _)| position);
        let all: Vec<String> =
            before.chain([self.game.position()]).map(|position| position.to_string()).collect();
        all.join("\n")
    }

    /// The game, or its present position, in a notation.
    pub fn write(&self, notation: &str) -> Result<String, Refusal> {
        match notation {
            "cells" => Ok(self.game.position().to_string()),
            "moves" => Ok(self.game.to_string()),
            "fen" => Ok(Fen(self.game.position()).to_string()),
            "ggf" => Ok(GgfGame::new(self.game.clone()).to_string()),
            _ => Err(Refusal::of(Problem::new(
                "unknown-name",
                format!("notation must be \"cells\", \"moves\", \"fen\" or \"ggf\", not {notation:?}"),
            ))
            .in_field("notation")),
        }
    }
}
