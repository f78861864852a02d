//! Games of WTHOR with the files of their names.

use std::collections::BTreeSet;
use std::error::Error;

use reversi_engine::notation::{WriteWthorError, WthorHeader, write_jou, write_trn, write_wtb};

use super::write::of_wthor;
use crate::items::Item;

/// The bytes of the three files.
pub(super) struct Wthor {
    pub(super) games: Vec<u8>,
    pub(super) players: Vec<u8>,
    pub(super) tournaments: Vec<u8>,
}

/// What number 0 is called, for games without a name.
const UNKNOWN: &str = "???";

/// Writes all games, with the numbers of their names in new files of names.
pub(super) fn write(items: &[Item]) -> Result<Wthor, Box<dyn Error>> {
    let players = Names::of(items, &["PB", "PW"]);
    let tournaments = Names::of(items, &["PC"]);
    let mut games = Vec::with_capacity(items.len());
    for item in items {
        let mut game = of_wthor(item);
        game.black = players.number(item, "PB")?;
        game.white = players.number(item, "PW")?;
        game.tournament = tournaments.number(item, "PC")?;
        games.push(game);
    }
    let header = WthorHeader::default();
    let named = |file: &str, names: &Names, error: WriteWthorError| {
        format!("the {file} {:?}: {}", names.0.get(error.index).unwrap_or(&""), error.kind)
    };
    Ok(Wthor {
        games: write_wtb(&header, &games)?,
        players: write_jou(&header, &players.0).map_err(|e| named("player", &players, e))?,
        tournaments: write_trn(&header, &tournaments.0).map_err(|e| named("tournament", &tournaments, e))?,
    })
}

/// Names in alphabetical order behind that of number 0.
struct Names<'a>(Vec<&'a str>);

impl<'a> Names<'a> {
    fn of(items: &'a [Item], tags: &[&str]) -> Names<'a> {
        let names = items.iter().flat_map(|item| tags.iter().filter_map(|tag| name(item, tag)));
        let names: BTreeSet<&str> = names.collect();
        Names(std::iter::once(UNKNOWN).chain(names).collect())
    }

    fn number(&self, item: &Item, tag: &str) -> Result<u16, String> {
        let Some(name) = name(item, tag) else { return Ok(0) };
        let number = self.0[1..].binary_search(&name).map_or(0, |index| index + 1);
        u16::try_from(number).map_err(|_| format!("{} names are more than WTHOR can count", self.0.len()))
    }
}

fn name<'a>(item: &'a Item, tag: &str) -> Option<&'a str> {
    let Item::Game(record) = item else { return None };
    record.ggf.tag(tag).filter(|name| !name.is_empty() && *name != UNKNOWN)
}
