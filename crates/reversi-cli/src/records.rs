//! Games and positions of arguments, files and standard input, in any notation.

use std::io::{self, Write as _};

use reversi_engine::book::Format;
use reversi_engine::notation::{
    Content, GgfGame, Note, NoteKind, ObfLine, ReadError, ReadErrorKind, Reader, Record, read_jou, read_trn,
};
use reversi_engine::{Game, Position, Problem};

use crate::input::Source;
use crate::output::{Failure, count, with_causes};

/// How games and positions are read.
#[derive(Default, clap::Args)]
pub(crate) struct ReadOptions {
    /// Leave out what cannot be read, and say on stderr what it was.
    #[arg(long)]
    skip_bad: bool,

    /// Refuse text beside games and positions, such as names before the moves. Without this it is passed
    /// over.
    #[arg(long)]
    strict: bool,

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

/// So many records are named on stderr. Of the others their number is told.
const NAMED: usize = 20;

impl ReadOptions {
    fn reader(&self, name: &str) -> Reader {
        let names = |names: &Option<Names>| names.clone().map_or_else(Vec::new, |names| names.0);
        let reader = Reader::new().strict(self.strict).file_name(name);
        reader.players(names(&self.players)).tournaments(names(&self.tournaments))
    }

    /// Reads the records of all arguments in their order: an argument is a game or a position, a file, or `-`
    /// for standard input.
    ///
    /// # Errors
    /// Those of `take`, and what cannot be read, unless it is to be left out.
    pub(crate) fn each(
        &self,
        arguments: &[String],
        mut take: impl FnMut(Record) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut told = Told::default();
        for argument in arguments {
            let source = Source::of(argument)?;
            let (name, bytes, is_file) = match &source {
                Source::Text(text) => (text.trim(), text.trim().as_bytes(), false),
                Source::Content { name, bytes } => (*name, &bytes[..], true),
            };
            let reader = self.reader(if is_file { name } else { "" });
            for record in reader.read(bytes) {
                match record {
                    Ok(record) if !is_file => match no_such_file(&record, name) {
                        Some(error) => return Err(error),
                        None => {
                            told.passed_over(&record, None);
                            take(record)?;
                        }
                    },
                    Ok(record) => {
                        told.passed_over(&record, Some(name));
                        take(record)?;
                    }
                    Err(error) if self.skip_bad => told.left_out(&failure(name, is_file, bytes, &error)),
                    Err(error) => return Err(failure(name, is_file, bytes, &error)),
                }
            }
        }
        told.end();
        Ok(())
    }

    /// The positions of all arguments, at least one; of a game the last one.
    pub(crate) fn positions(&self, arguments: &[String]) -> Result<Vec<ObfLine>, Failure> {
        let mut lines = Vec::new();
        self.each(arguments, |record| {
            lines.push(match record.content {
                Content::Position(line) => *line,
                _ => ObfLine::new(record.position()),
            });
            Ok(())
        })?;
        match lines.is_empty() && !arguments.is_empty() {
            true => Err(nothing(arguments, "position")),
            false => Ok(lines),
        }
    }

    /// The position in a line of standard input, if it has one.
    pub(crate) fn line(&self, text: &str, number: u64) -> Result<Option<ObfLine>, Failure> {
        match self.reader("").read(text.as_bytes()).next() {
            Some(Ok(Record { content: Content::Position(line), .. })) => Ok(Some(*line)),
            Some(Ok(record)) => Ok(Some(ObfLine::new(record.position()))),
            None => Ok(None),
            Some(Err(error))
                if error.kind == ReadErrorKind::Nothing && text.trim_start().starts_with('%') =>
            {
                Ok(None)
            }
            Some(Err(mut error)) => {
                error.place.line = Some(number);
                let failure = failure("standard input", true, b"", &error);
                if !self.skip_bad {
                    return Err(failure);
                }
                say(&format!("left out: {failure}"));
                Ok(None)
            }
        }
    }

    /// The games of all arguments; a position is a game without moves.
    pub(crate) fn games(&self, arguments: &[String]) -> Result<Vec<GgfGame>, Failure> {
        let mut games = Vec::new();
        self.each(arguments, |record| {
            games.push(ggf(record));
            Ok(())
        })?;
        Ok(games)
    }
}

/// The game of a record with its names; that of a position has no moves.
pub(crate) fn ggf(record: Record) -> GgfGame {
    match record.content {
        Content::Game(game) => *game,
        _ => GgfGame::new(Game::from_position(record.position())),
    }
}

/// Reads the game or the position of an argument that is no file.
pub(crate) fn game(text: &str) -> Result<Game, Failure> {
    let mut games = Vec::new();
    let text = text.trim();
    for record in Reader::new().read(text.as_bytes()) {
        games
            .push(record.map_err(|error| failure(text, false, text.as_bytes(), &error))?.game().into_owned());
    }
    match games.len() {
        0 | 1 => games.pop().ok_or_else(|| nothing(&[text.to_owned()], "game and no position")),
        more => Err(format!("{text}: {more} games, where one is expected").into()),
    }
}

/// Reads the one position of an option or argument.
pub(crate) fn position(text: &str) -> Result<Position, String> {
    game(text).map(|game| game.position()).map_err(|failure| failure.to_string())
}

/// The error of an argument that is the name of a file rather than a game, such as `d3.obf`.
fn no_such_file(record: &Record, text: &str) -> Option<Failure> {
    let is_word = !text.contains(char::is_whitespace) && !text.contains("://");
    let has_letter = |note: &&Note| note.kind == NoteKind::Text && note.text.contains(char::is_alphabetic);
    let note = record.notes.iter().find(has_letter).filter(|_| is_word)?;
    Some(format!("{text}: no such file, and {:?} is no part of a game", note.text).into())
}

/// The error of arguments in which there is nothing.
pub(crate) fn nothing(arguments: &[String], what: &str) -> Failure {
    let shown = |text: &String| if text.trim().is_empty() { format!("{text:?}") } else { text.clone() };
    format!("{}: no {what}", arguments.iter().map(shown).collect::<Vec<_>>().join(", ")).into()
}

/// Formats an error as `file:line:column: message`, as compilers do.
fn failure(name: &str, is_file: bool, bytes: &[u8], error: &ReadError) -> Failure {
    let problem = Problem::from(error);
    if !is_file {
        let text = match error.kind {
            ReadErrorKind::Nothing => format!("{name}: no such file, and neither a game nor a position"),
            _ => format!("{name}: {}", with_causes(error)),
        };
        return Failure::new(text, problem);
    }
    let text = match (error.place.line, &error.kind) {
        (_, ReadErrorKind::NotText) if Format::of_bytes(bytes).is_some() => {
            format!("{name}: an opening book, which only the commands of `reversi book` read")
        }
        (_, ReadErrorKind::NotText | ReadErrorKind::Nothing) => format!("{name}: {}", error.kind),
        (Some(line), kind) => format!("{name}:{line}:{}: {}", error.place.column, with_causes(kind)),
        (None, _) => format!("{name}: {}", with_causes(error)),
    };
    Failure::new(text, problem.in_file(name.as_ref()))
}

/// What was left out or passed over, for stderr.
#[derive(Default)]
struct Told {
    left_out: usize,
    passed_over: usize,
    /// The first text that was passed over.
    first: Option<String>,
}

impl Told {
    fn left_out(&mut self, failure: &Failure) {
        self.left_out += 1;
        if self.left_out <= NAMED {
            say(&format!("left out: {failure}"));
        }
    }

    fn passed_over(&mut self, record: &Record, file: Option<&str>) {
        let Some(note) = record.notes.iter().find(|note| note.kind == NoteKind::Text) else { return };
        self.passed_over += 1;
        self.first.get_or_insert_with(|| match (file, record.place.line) {
            (Some(file), Some(line)) => format!("{:?} ({file}:{line})", note.text),
            _ => format!("{:?}", note.text),
        });
    }

    fn end(self) {
        if self.left_out > NAMED {
            say(&format!("left out: {} more", count(self.left_out - NAMED, "record")));
        }
        if let Some(first) = self.first {
            let records = if self.passed_over == 1 {
                String::new()
            } else {
                format!(" in {} records", self.passed_over)
            };
            say(&format!("passed over text beside the moves{records}: {first}"));
        }
    }
}

fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}"); // as in `output::end`
}
