//! A game in any notation.

use reversi_engine::notation::{Fen, GgfGame, ParseBoardError, Reader};
use reversi_engine::play::opening_name;
use reversi_engine::question::{Played, Problem};
use reversi_engine::{Bitboard, Board, Color, Game, Move, Position};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::reading::{Told, read_one};
use crate::refusal::Refusal;

/// A game and the notation that it was read from.
#[wasm_bindgen]
pub struct Record {
    game: Game,
    notation: &'static str,
    players: Option<Players>,
    told: Told,
}

#[derive(Serialize)]
struct Players {
    black: String,
    white: String,
}

/// `GameState` of js/index.d.ts.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct State<'a> {
    notation: &'static str,
    start: Position,
    moves: Vec<Move>,
    position: Position,
    side: &'static str,
    legal_moves: Vec<Move>,
    discs: Discs,
    black_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<&'a Players>,
    #[serde(flatten)]
    told: &'a Told,
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

impl Record {
    pub fn new(game: Game, notation: &'static str, told: Told) -> Record {
        Record { game, notation, players: None, told }
    }

    /// Takes the names of the players from a record, if it has any.
    pub fn with_players(self, record: &GgfGame) -> Record {
        let player = |tag| record.tag(tag).unwrap_or_default().to_owned();
        let players = Players { black: player("PB"), white: player("PW") };
        let is_named = record.tag("PB").or(record.tag("PW")).is_some();
        Record { players: is_named.then_some(players), ..self }
    }

    fn of_position(position: Position, notation: &'static str) -> Record {
        Record::new(Game::from_position(position), notation, Told::default())
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn to_state(&self) -> State<'_> {
        let Record { game, notation, players, told } = self;
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
            players: players.as_ref(),
            told,
        }
    }
}

#[wasm_bindgen]
impl Record {
    /// Reads the one game or position of a text in any notation.
    #[wasm_bindgen(js_name = ofText)]
    pub fn of_text(text: &str, strict: bool, open_side: bool) -> Result<Record, Refusal> {
        read_one(text, &Reader::new().strict(strict).open_side(open_side))
    }

    /// Makes a game of moves from a position on.
    #[wasm_bindgen(js_name = ofMoves)]
    pub fn of_moves(position: &str, moves: &str) -> Result<Record, Refusal> {
        let in_field = |field| move |error: Refusal| error.in_field(field);
        let start = position.parse().or_else(|error: ParseBoardError| {
            let record = read_one(position, &Reader::new().strict(true));
            record.map(|record| record.game.position()).map_err(|_| Refusal::of(&error))
        });
        let start = start.map_err(in_field("position"))?;
        let game = Game::from_transcript(start, moves).or_else(|error| {
            let record = read_one(moves, &Reader::new().strict(true).start(start));
            record.map(|record| record.game).map_err(|_| Refusal::of(&error))
        });
        let game = game.map_err(in_field("moves"))?;
        Ok(Record::new(game, if moves.is_empty() { "board" } else { "moves" }, Told::default()))
    }

    /// Reads 64 cells without the side to move.
    #[wasm_bindgen(js_name = ofCells)]
    pub fn of_cells(cells: &str, to_move: &str) -> Result<Record, Refusal> {
        let position = Position::from_cells(cells, side(to_move)?);
        let position = position.map_err(|error| Refusal::of(&error).in_field("cells"))?;
        Ok(Record::of_position(position, "board"))
    }

    /// Reads the discs of the side to move and of the other one.
    #[wasm_bindgen(js_name = ofBits)]
    pub fn of_bits(player: u64, opponent: u64, to_move: &str) -> Result<Record, Refusal> {
        let board = Board::new(Bitboard(player), Bitboard(opponent)).map_err(|error| Refusal::of(&error))?;
        Ok(Record::of_position(Position { board, side: side(to_move)? }, "bits"))
    }

    /// Returns `GameState` as JSON.
    pub fn state(&self) -> String {
        crate::to_json(&self.to_state())
    }

    /// Plays a move, after the pass that it may leave out.
    pub fn play(&mut self, mv: &str) -> Result<(), Refusal> {
        let mv: Move = mv.parse().map_err(|error| Refusal::of(&error).in_field("move"))?;
        self.game.play_recorded(mv).map_err(|error| Refusal::of(&error).in_field("move"))?;
        self.told = Told::default(); // the text did not have this move
        Ok(())
    }

    /// Returns the squares that a move turns, separated by blanks.
    pub fn flips(&self, mv: &str) -> Result<String, Refusal> {
        let mv: Move = mv.parse().map_err(|error| Refusal::of(&error).in_field("move"))?;
        let board = self.game.board();
        board.try_after(mv).map_err(|error| Refusal::of(&error).in_field("move"))?;
        Ok(mv.square().map_or_else(String::new, |square| board.flips(square).to_string()))
    }

    /// Returns the position before each move and the last one, separated by line breaks.
    pub fn positions(&self) -> String {
        let before = self.game.turns().map(|(position, _)| position);
        let all: Vec<String> =
            before.chain([self.game.position()]).map(|position| position.to_string()).collect();
        all.join("\n")
    }

    /// Returns the English name of the opening.
    pub fn opening(&self) -> Option<String> {
        opening_name(&self.game).map(str::to_owned)
    }

    /// Writes the game, or its present position, in a notation.
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
