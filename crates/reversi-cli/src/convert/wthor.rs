//! Games of WTHOR with the files of their names.

use std::collections::BTreeSet;

use reversi_engine::notation::{
    Content, Record, WriteWthorError, WthorHeader, write_jou, write_trn, write_wtb,
};

use super::write::of_wthor;
use crate::output::{Failure, with_causes};

/// The bytes of the three files.
pub(super) struct Wthor {
    pub(super) games: Vec<u8>,
    pub(super) players: Vec<u8>,
    pub(super) tournaments: Vec<u8>,
}

/// The name of number 0, for games without a name.
const UNKNOWN: &str = "???";

/// Refuses a game that the format cannot hold, and a name.
pub(super) fn check(record: &Record, with_names: bool) -> Result<(), Failure> {
    let header = WthorHeader::default();
    let why = |error: WriteWthorError| error.kind.to_string();
    write_wtb(&header, &[of_wthor(record)]).map_err(why)?;
    for tag in ["PB", "PW", "PC"].into_iter().filter(|_| with_names) {
        let Some(name) = name(record, tag) else { continue };
        let write = if tag == "PC" { write_trn } else { write_jou };
        write(&header, &[name]).map_err(|error| format!("{name:?}: {}", why(error)))?;
    }
    Ok(())
}

/// The result that a record states, if it has no score, such as `Void`.
pub(super) fn result_without_score(record: &Record) -> Option<&str> {
    match (&record.content, &record.wthor) {
        (Content::Game(game), None) if game.result().is_err() => game.tag("RE"),
        _ => None,
    }
}

/// The bytes of a file of all games, with the numbers that they have already.
pub(super) fn games(records: &[Record]) -> Result<Vec<u8>, Failure> {
    let games: Vec<_> = records.iter().map(of_wthor).collect();
    write_wtb(&header(records), &games).map_err(|error| with_causes(&error).into())
}

/// The year of the games, if all are of the same year.
fn header(records: &[Record]) -> WthorHeader {
    let year = |record: &Record| match &record.content {
        Content::Game(game) => game.tag("DT")?.get(..4)?.parse::<u16>().ok(),
        _ => None,
    };
    let mut years = records.iter().map(year);
    let first = years.next().flatten();
    let mut header = WthorHeader::default();
    header.year = first.filter(|_| years.all(|year| year == first)).unwrap_or_default();
    header
}

/// Writes all games, with the numbers of their names in new files of names. They have been checked.
pub(super) fn write(records: &[Record]) -> Result<Wthor, Failure> {
    let players = Names::of(records, &["PB", "PW"]);
    let tournaments = Names::of(records, &["PC"]);
    let mut games = Vec::with_capacity(records.len());
    for record in records {
        let mut game = of_wthor(record);
        game.black = players.number(record, "PB")?;
        game.white = players.number(record, "PW")?;
        game.tournament = tournaments.number(record, "PC")?;
        games.push(game);
    }
    let header = header(records);
    let failure = |error: WriteWthorError| with_causes(&error);
    Ok(Wthor {
        games: write_wtb(&header, &games).map_err(failure)?,
        players: write_jou(&header, &players.0).map_err(failure)?,
        tournaments: write_trn(&header, &tournaments.0).map_err(failure)?,
    })
}

/// Names in alphabetical order after the name of number 0.
struct Names<'a>(Vec<&'a str>);

impl<'a> Names<'a> {
    fn of(records: &'a [Record], tags: &[&str]) -> Names<'a> {
        let names = records.iter().flat_map(|record| tags.iter().filter_map(|tag| name(record, tag)));
        let names: BTreeSet<&str> = names.collect();
        Names(std::iter::once(UNKNOWN).chain(names).collect())
    }

    fn number(&self, record: &Record, tag: &str) -> Result<u16, String> {
        let Some(name) = name(record, tag) else { return Ok(0) };
        let number = self.0[1..].binary_search(&name).map_or(0, |index| index + 1);
        u16::try_from(number).map_err(|_| format!("{} names are more than WTHOR can count", self.0.len()))
    }
}

fn name<'a>(record: &'a Record, tag: &str) -> Option<&'a str> {
    let Content::Game(game) = &record.content else { return None };
    game.tag(tag).filter(|name| !name.is_empty() && *name != UNKNOWN)
}
