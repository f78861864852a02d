//! Games of WTHOR with the files of their names.

use std::collections::{BTreeSet, HashMap, HashSet};

use deunicode::deunicode_char;
use reversi_engine::notation::{
    Content, Record, WriteWthorError, WthorHeader, write_jou, write_trn, write_wtb,
};

use super::write::of_wthor;
use crate::output::{Failure, count, with_causes};

/// The bytes of the three files.
pub(super) struct Wthor {
    pub(super) games: Vec<u8>,
    pub(super) players: Vec<u8>,
    pub(super) tournaments: Vec<u8>,
    /// A sentence about the names that the files do not hold as they are.
    pub(super) changed_names: Option<String>,
}

/// The name of number 0, for games without a name.
const UNKNOWN: &str = "???";

/// The most characters of the names of players and tournaments.
const PLAYER: usize = 19;
const TOURNAMENT: usize = 25;

/// Refuses a game that the format cannot hold.
pub(super) fn check(record: &Record) -> Result<(), Failure> {
    let why = |error: WriteWthorError| error.kind.to_string();
    write_wtb(&WthorHeader::default(), &[of_wthor(record)]).map_err(why)?;
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

/// The header of a file of these games. It has one year.
fn header(records: &[Record]) -> WthorHeader {
    let mut header = WthorHeader::default();
    header.year = match *years(records).iter().collect::<Vec<_>>() {
        [Some(year)] => *year,
        _ => 0,
    };
    header
}

/// The years of games; `None` stands for games without a date.
pub(super) fn years(records: &[Record]) -> BTreeSet<Option<u16>> {
    records.iter().map(year).collect()
}

/// The first number of four digits in the date of a game.
fn year(record: &Record) -> Option<u16> {
    let Content::Game(game) = &record.content else { return None };
    let mut numbers = game.tag("DT")?.split(|c: char| !c.is_ascii_digit());
    numbers.find(|number| number.len() == 4)?.parse().ok()
}

/// Writes all games, with the numbers of their names in new files of names. They have been checked.
pub(super) fn write(records: &[Record]) -> Result<Wthor, Failure> {
    let players = Names::of(records, &["PB", "PW"], PLAYER);
    let tournaments = Names::of(records, &["PC"], TOURNAMENT);
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
        players: write_jou(&header, &players.written).map_err(failure)?,
        tournaments: write_trn(&header, &tournaments.written).map_err(failure)?,
        changed_names: changed_names(&[&players, &tournaments]),
    })
}

/// Names in alphabetical order after the name of number 0.
struct Names<'a> {
    written: Vec<String>,
    numbers: HashMap<&'a str, usize>,
    /// The names that are written in another form, and these forms.
    changed: Vec<(&'a str, String)>,
}

impl<'a> Names<'a> {
    /// Collects the names of these tags. A name of more than `most` characters is cut, and other characters than
    /// Latin-1 has are transliterated. A number tells names apart that become equal.
    fn of(records: &'a [Record], tags: &[&str], most: usize) -> Names<'a> {
        let names = records.iter().flat_map(|record| tags.iter().filter_map(|tag| name(record, tag)));
        let names: BTreeSet<&str> = names.collect();
        let forms = names.iter().map(|name| (*name, latin_1(name, most)));
        let (same, changed): (Vec<_>, Vec<_>) = forms.partition(|(name, form)| name == form);
        let mut taken: HashSet<String> = same.iter().map(|(_, form)| form.clone()).collect();
        taken.insert(UNKNOWN.to_owned());
        let mut numbers = HashMap::new();
        let mut apart = |(name, form): (&'a str, String)| {
            let mut number = numbers.get(&form).copied().unwrap_or(1);
            let mut free = form.clone();
            while !taken.insert(free.clone()) {
                number += 1;
                let suffix = format!(" ({number})");
                free = cut(&form, most - suffix.len()) + &suffix;
            }
            numbers.insert(form, number);
            (name, free)
        };
        let changed: Vec<_> = changed.into_iter().map(&mut apart).collect();
        let mut all = [same, changed.clone()].concat();
        all.sort_by(|(_, form), (_, other)| form.cmp(other));
        let numbers = (1..).zip(&all).map(|(number, (name, _))| (*name, number)).collect();
        let written = std::iter::once(UNKNOWN.to_owned()).chain(all.into_iter().map(|(_, form)| form));
        Names { written: written.collect(), numbers, changed }
    }

    fn number(&self, record: &Record, tag: &str) -> Result<u16, String> {
        let number = name(record, tag).map_or(0, |name| self.numbers[name]);
        u16::try_from(number)
            .map_err(|_| format!("{} names are more than WTHOR can count", self.written.len()))
    }
}

/// A sentence about all names that are written in another form.
fn changed_names(names: &[&Names<'_>]) -> Option<String> {
    let changed: Vec<_> = names.iter().flat_map(|names| &names.changed).collect();
    let (name, form) = changed.first()?;
    let (number, are) = (count(changed.len(), "name"), if changed.len() == 1 { "is" } else { "are" });
    Some(format!("{number} {are} shortened or transliterated for WTHOR: {name:?} to {form:?}"))
}

/// A name in Latin-1, and at most `most` characters of it.
fn latin_1(name: &str, most: usize) -> String {
    let mut form = String::new();
    for c in name.chars() {
        match c {
            _ if c.is_control() => form.push(' '),
            '\0'..='\u{ff}' => form.push(c),
            _ => form.push_str(deunicode_char(c).unwrap_or("?")),
        }
    }
    let form = if form == name { cut(name, most) } else { cut(form.trim(), most) };
    if form.trim().is_empty() { "?".to_owned() } else { form }
}

/// A name without what is behind its first characters. Only a name that is cut loses blanks at its end.
fn cut(name: &str, most: usize) -> String {
    match name.char_indices().nth(most) {
        Some((end, _)) => name[..end].trim_end().to_owned(),
        None => name.to_owned(),
    }
}

fn name<'a>(record: &'a Record, tag: &str) -> Option<&'a str> {
    let Content::Game(game) = &record.content else { return None };
    game.tag(tag).filter(|name| !name.trim_matches('?').is_empty())
}
