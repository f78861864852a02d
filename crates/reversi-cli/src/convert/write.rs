//! Writes a notation.

use std::borrow::Cow;
use std::error::Error;

use reversi_engine::notation::{Fen, GgfGame, ObfLine, WthorGame, WthorHeader, write_wtb};
use reversi_engine::{Game, Position};

use super::Notation;
use crate::items::Item;
use crate::records::Record;

/// The bytes of all items.
pub(super) fn write(items: &[Item], to: Notation) -> Result<Vec<u8>, Box<dyn Error>> {
    if to == Notation::Wthor {
        let games: Vec<_> = items.iter().map(of_wthor).collect();
        return Ok(write_wtb(&WthorHeader::default(), &games)?);
    }
    let mut text = String::new();
    for item in items {
        text += &line(item, to)?;
        text.push('\n');
    }
    Ok(text.into_bytes())
}

fn line(item: &Item, to: Notation) -> Result<String, Box<dyn Error>> {
    Ok(match to {
        Notation::Board => item.position().to_string(),
        Notation::Diagram => format!("{:#}", item.position()),
        Notation::Fen => Fen(item.position()).to_string(),
        Notation::Obf => match item {
            Item::Board(line) => line.to_string(),
            Item::Game(_) => ObfLine::new(item.position()).to_string(),
        },
        Notation::Moves => {
            let game = item.game();
            if game.start() != Position::START {
                return Err("a transcript does not say where a game begins: use ggf or json".into());
            }
            game.to_string()
        }
        Notation::Ggf => match item {
            Item::Board(_) => GgfGame::new(item.game().into_owned()).to_string(),
            Item::Game(record) => record.ggf.to_string(),
        },
        Notation::Json => match item {
            Item::Board(line) => serde_json::to_string(&line.position)?,
            Item::Game(record) => serde_json::to_string(record.game())?,
        },
        Notation::Wthor => unreachable!("it is not written line by line"),
    })
}

impl Item {
    fn position(&self) -> Position {
        match self {
            Item::Board(line) => line.position,
            Item::Game(record) => record.game().position(),
        }
    }

    fn game(&self) -> Cow<'_, Game> {
        match self {
            Item::Board(line) => Cow::Owned(Game::from_position(line.position)),
            Item::Game(record) => Cow::Borrowed(record.game()),
        }
    }
}

/// A game with the numbers and scores of its record, if it is one of WTHOR.
fn of_wthor(item: &Item) -> WthorGame {
    match item {
        Item::Game(record) => match &**record {
            Record { wthor: Some(game), .. } => game.clone(),
            Record { ggf, .. } => WthorGame::new(ggf.game.clone()),
        },
        Item::Board(_) => WthorGame::new(item.game().into_owned()),
    }
}
