//! Writes a notation.

use std::borrow::Cow;

use reversi_engine::notation::{Content, Fen, GgfGame, GgfNote, ObfLine, Record, WthorGame};
use reversi_engine::{Game, Position};
use serde::Serialize;

use super::Notation;
use crate::games::tags;
use crate::output::{Failure, json};

/// The line of a record.
pub(super) fn line(content: &Content, to: Notation) -> Result<String, Failure> {
    Ok(match to {
        Notation::Board => position(content).to_string(),
        Notation::Diagram => format!("{:#}", position(content)),
        Notation::Fen => Fen(position(content)).to_string(),
        Notation::Obf => match content {
            Content::Position(line) => line.to_string(),
            _ => ObfLine::new(position(content)).to_string(),
        },
        Notation::Moves => moves(&game(content))?,
        Notation::Ggf => match content {
            Content::Game(record) => record.to_string(),
            _ => GgfGame::new(game(content).into_owned()).to_string(),
        },
        Notation::Json => match content {
            Content::Game(record) => json(&GameForm::of(record)),
            _ => json(&position(content)),
        },
        Notation::Wthor => unreachable!("it is not written line by line"),
    })
}

/// The moves of a game. A transcript has neither the start of a game nor a game without moves.
fn moves(game: &Game) -> Result<String, Failure> {
    if game.start() != Position::START {
        return Err("a transcript does not say where a game begins: use ggf or json".to_owned().into());
    }
    if game.moves().len() == 0 {
        return Err("a transcript cannot hold a game without moves: use ggf or json".to_owned().into());
    }
    Ok(game.to_string())
}

/// A game with the fields of its record that are not empty.
#[derive(Serialize)]
struct GameForm<'a> {
    #[serde(flatten)]
    game: &'a Game,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(&'a str, &'a str)>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    notes: &'a [GgfNote],
}

impl<'a> GameForm<'a> {
    fn of(record: &'a GgfGame) -> GameForm<'a> {
        let has_notes = record.notes.iter().any(|note| *note != GgfNote::default());
        GameForm {
            game: &record.game,
            tags: tags(record),
            notes: if has_notes { &record.notes } else { &[] },
        }
    }
}

fn position(content: &Content) -> Position {
    match content {
        Content::Position(line) => line.position,
        Content::Game(record) => record.game.position(),
        _ => unreachable!("a record is a game or a position"),
    }
}

fn game(content: &Content) -> Cow<'_, Game> {
    match content {
        Content::Game(record) => Cow::Borrowed(&record.game),
        _ => Cow::Owned(Game::from_position(position(content))),
    }
}

/// A game with the numbers and scores of its record, if it is one of WTHOR, else with the result of its record.
/// The board of a game that is over counts.
pub(super) fn of_wthor(record: &Record) -> WthorGame {
    match (&record.wthor, &record.content) {
        (Some(game), Content::Game(_)) => {
            let mut game = (**game).clone();
            let discs = (32 + game.score() / 2) as u8;
            if game.theoretical_discs == game.black_discs {
                game.theoretical_discs = discs;
            }
            game.black_discs = discs;
            game
        }
        (None, Content::Game(ggf)) => WthorGame::of_record(ggf),
        _ => WthorGame::new(game(&record.content).into_owned()),
    }
}
