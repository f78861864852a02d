//! Games from the command line and from files: transcripts, GGF and WTHOR.

use std::path::Path;

use reversi_engine::Game;
use reversi_engine::book::Format;
use reversi_engine::notation::{
    GgfEnd, GgfGame, GgfResult, ParseTranscriptError, ParseTranscriptErrorKind, WthorGame, read_ggf,
    read_jou, read_trn, read_wtb,
};

use crate::input::Source;
use crate::output::{Failure, with_causes};

/// A game with what its record says of it.
pub(crate) struct Record {
    /// The game, and its names as tags.
    pub(crate) ggf: GgfGame,
    /// The record in a file of WTHOR.
    pub(crate) wthor: Option<WthorGame>,
}

impl Record {
    pub(crate) fn game(&self) -> &Game {
        &self.ggf.game
    }
}

/// A record, or what is wrong with it, with its place.
pub(crate) type ReadRecord = Result<Record, Failure>;

/// The names that a file of WTHOR refers to by their numbers.
#[derive(Default, clap::Args)]
pub(crate) struct WthorNames {
    /// The players of games in WTHOR's format, a .jou file.
    #[arg(long, value_name = "FILE", value_parser = players)]
    players: Option<Names>,

    /// The tournaments of games in WTHOR's format, a .trn file.
    #[arg(long, value_name = "FILE", value_parser = tournaments)]
    tournaments: Option<Names>,
}

/// One name for each number.
#[derive(Clone)]
struct Names(Vec<String>);

fn players(path: &str) -> Result<Names, String> {
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    read_jou(&bytes).map(|(_, names)| Names(names)).map_err(|e| with_causes(&e))
}

fn tournaments(path: &str) -> Result<Names, String> {
    let bytes = std::fs::read(path).map_err(|e| e.to_string())?;
    read_trn(&bytes).map(|(_, names)| Names(names)).map_err(|e| with_causes(&e))
}

/// Reads games: an argument is a game, a file, or `-` for standard input.
///
/// # Errors
/// If an argument is neither a file nor a game. What is wrong inside of a file is in place of its record.
pub(crate) fn read(arguments: &[String], names: &WthorNames) -> Result<Vec<ReadRecord>, Failure> {
    let mut records = Vec::new();
    for argument in arguments {
        match Source::of(argument)? {
            Source::Text(text) => records.push(Ok(read_argument(text)?)),
            Source::Content { name, bytes } => records.extend(read_bytes(name, &bytes, names)),
        }
    }
    Ok(records)
}

/// Reads a game of the command line.
pub(crate) fn read_argument(text: &str) -> Result<Record, Failure> {
    if text.trim_start().starts_with("(;") {
        return Ok(of_ggf(text.parse()?)); // it may be long
    }
    text.parse().map(of_game).map_err(|error: ParseTranscriptError| match error.kind {
        ParseTranscriptErrorKind::NotAMove(_) => {
            Failure::from(error).at(&format!("{text}: neither a file nor a game"))
        }
        _ => Failure::from(error).at(text),
    })
}

/// Reads the games of a file.
pub(crate) fn read_bytes(place: &str, bytes: &[u8], names: &WthorNames) -> Vec<ReadRecord> {
    if Path::new(place).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wtb")) {
        return read_wthor(place, bytes, names);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) if text.contains("(;") => {
            let at = |error| Failure::from(error).in_file(place);
            read_ggf(text).map(|record| record.map(of_ggf).map_err(at)).collect()
        }
        Ok(text) => read_transcripts(place, text),
        Err(_) if Format::of_bytes(bytes).is_some() => {
            vec![Err(
                format!("{place}: an opening book, which only the commands of `reversi book` read").into()
            )]
        }
        Err(_) => vec![Err(format!("{place}: neither text nor a file of WTHOR (.wtb)").into())],
    }
}

/// Reads one game a line, or one game over several lines.
fn read_transcripts(place: &str, text: &str) -> Vec<ReadRecord> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<(usize, Result<Game, ParseTranscriptError>)> =
        lines.map(|(number, line)| (number, line.parse())).collect();
    let games = lines.iter().filter(|(_, game)| game.is_ok()).count();
    if lines.is_empty() {
        return vec![Err(format!("{place}: no move").into())];
    }
    if games > 1 && 2 * games > lines.len() {
        let at = |number, error| Failure::from(error).in_line(place, number);
        let read = |(number, game): (_, Result<_, _>)| game.map(of_game).map_err(|error| at(number, error));
        return lines.into_iter().map(read).collect();
    }
    let game = text.parse::<Game>();
    vec![game.map(of_game).map_err(|error| Failure::from(error).in_file(place))]
}

fn read_wthor(place: &str, bytes: &[u8], names: &WthorNames) -> Vec<ReadRecord> {
    let at = |error| Failure::from(error).in_file(place);
    match read_wtb(bytes) {
        Err(error) => vec![Err(at(error))],
        Ok((header, games)) => {
            let of_year = |game| of_wthor(game, header.year, names);
            games.map(|game| game.map(of_year).map_err(at)).collect()
        }
    }
}

fn of_game(game: Game) -> Record {
    of_ggf(GgfGame::new(game))
}

fn of_ggf(ggf: GgfGame) -> Record {
    Record { ggf, wthor: None }
}

fn of_wthor(wthor: WthorGame, year: u16, names: &WthorNames) -> Record {
    let mut ggf = GgfGame::new(wthor.game.clone());
    let name = |names: &Option<Names>, number: u16| names.as_ref()?.0.get(usize::from(number)).cloned();
    let tags = [
        ("PC", name(&names.tournaments, wthor.tournament)),
        ("DT", (year > 0).then(|| year.to_string())),
        ("PB", name(&names.players, wthor.black)),
        ("PW", name(&names.players, wthor.white)),
    ];
    for (tag, value) in tags {
        if let Some(value) = value {
            let _ = ggf.set_tag(tag, &value.replace(']', ")")); // GGF cannot hold a bracket
        }
    }
    if let Ok(result) = GgfResult::new(wthor.score().into(), GgfEnd::Played) {
        ggf.set_result(result);
    }
    Record { ggf, wthor: Some(wthor) }
}
