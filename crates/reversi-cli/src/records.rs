//! Games and positions of arguments, files and standard input, in any notation.

use std::fs;
use std::io::BufRead;
use std::path::Path;

use reversi_engine::book::Format;
use reversi_engine::notation::{
    Content, GgfGame, Notation, Note, NoteKind, ObfLine, ParseTranscriptError, ParseTranscriptErrorKind,
    ReadError, ReadErrorKind, Reader, Record, TextPlace, read_jou, read_trn,
};
use reversi_engine::question::Problem;
use reversi_engine::{Color, Game, Move, Position};

use crate::input::{Lines, Source};
use crate::output::{Failure, count, say, with_causes};

/// The options of reading games and positions.
#[derive(Default, clap::Args)]
pub(crate) struct ReadOptions {
    /// Leave out what cannot be read, and report it on stderr.
    #[arg(long)]
    skip_bad: bool,

    /// Refuse text beside games and positions, such as names before the moves [default: it is ignored].
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

/// The maximum number of records that are named on stderr. The others are counted.
const NAMED: usize = 20;

impl ReadOptions {
    fn reader(&self, name: &str) -> Reader {
        let names = |names: &Option<Names>| names.clone().map_or_else(Vec::new, |names| names.0);
        let reader = Reader::new().strict(self.strict).file_name(name);
        reader.players(names(&self.players)).tournaments(names(&self.tournaments))
    }

    /// Reads the records of all arguments in their order: an argument is a game or a position, a file, or `-`
    /// for standard input. An error of `take` is one of its record.
    ///
    /// # Errors
    /// A record cannot be read, or `take` refuses it, unless bad records are left out.
    pub(crate) fn each(
        &self,
        arguments: &[String],
        mut take: impl FnMut(Record) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut notices = Notices::default();
        for argument in arguments {
            let source = Source::of(argument)?;
            let text = match &source {
                Source::Text(text) => {
                    Text { name: text.trim(), is_file: false, bytes: text.trim().as_bytes(), before: 0 }
                }
                Source::Content { name, bytes } => Text { name, is_file: true, bytes, before: 0 },
            };
            self.each_of(&text, &mut notices, &mut take)?;
        }
        notices.end();
        Ok(())
    }

    /// Reads the records of a text.
    fn each_of(
        &self,
        text: &Text<'_>,
        notices: &mut Notices,
        mut take: impl FnMut(Record) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Text { name, is_file, .. } = *text;
        for record in self.reader(if is_file { name } else { "" }).read(text.bytes) {
            let read = match record {
                Ok(record) if !is_file => match no_such_file(&record, name) {
                    Some(error) => return Err(error),
                    None => Ok(record),
                },
                record => record.map_err(|error| text.failure(error)),
            };
            let taken = read.and_then(|record| {
                notices.passed_over(&record, text);
                let at = text.shown(record.file.as_deref(), &record.place);
                take(record).map_err(|error| error.at(&at))
            });
            match taken {
                Err(error) if self.skip_bad => notices.left_out(&error),
                taken => taken?,
            }
        }
        Ok(())
    }

    /// The positions of all arguments, at least one; of a game the last one.
    pub(crate) fn positions(&self, arguments: &[String]) -> Result<Vec<ObfLine>, Failure> {
        let mut lines = Vec::new();
        self.each(arguments, |record| {
            lines.push(obf(record));
            Ok(())
        })?;
        match lines.is_empty() && !arguments.is_empty() {
            true => Err(nothing(arguments, "position")),
            false => Ok(lines),
        }
    }

    /// Returns the positions in the next line of standard input, none in a comment. From the first line that
    /// is not whole by itself, the rest is read like a file. `None` at the end of the input.
    pub(crate) fn next<R: BufRead>(&self, input: &mut Lines<R>) -> Result<Option<Vec<ObfLine>>, Failure> {
        let is_text = input.is_text().map_err(|error| error.to_string())?;
        let read = if is_text { input.next_bytes() } else { Ok(Some(Vec::new())) };
        let Some(mut bytes) = read.map_err(|error| error.to_string())? else { return Ok(None) };
        let before = input.number().saturating_sub(1);
        let text = |bytes| Text { name: STANDARD_INPUT, is_file: true, bytes, before };
        match InputLine::of(&bytes) {
            InputLine::Whole(positions) if is_text => return Ok(Some(positions)),
            InputLine::Bad(error) => {
                let failure = text(&bytes).failure(error);
                if !self.skip_bad {
                    return Err(failure);
                }
                say(&format!("left out: {failure}"));
                return Ok(Some(Vec::new()));
            }
            _ => input.read_rest(&mut bytes).map_err(|error| error.to_string())?,
        }
        let (mut positions, mut notices) = (Vec::new(), Notices::default());
        self.each_of(&text(&bytes), &mut notices, |record| {
            positions.push(obf(record));
            Ok(())
        })?;
        notices.end();
        Ok(Some(positions))
    }

    /// Returns the games of all arguments that have a move, at least one. Reports on stderr how many records
    /// have no move, hence nothing to analyse.
    pub(crate) fn games(&self, arguments: &[String]) -> Result<Vec<GgfGame>, Failure> {
        let (mut games, mut without) = (Vec::new(), 0);
        self.each(arguments, |record| {
            let game = ggf(record);
            if game.game.moves().len() > 0 {
                games.push(game)
            } else {
                without += 1
            }
            Ok(())
        })?;
        if games.is_empty() {
            return Err(nothing(arguments, "move"));
        }
        if without > 0 {
            say(&format!("left out: {} without a move", count(without, "record")));
        }
        Ok(games)
    }
}

/// Returns the game of a record with its names. A position becomes a game without moves.
pub(crate) fn ggf(record: Record) -> GgfGame {
    match record.content {
        Content::Game(game) => *game,
        _ => GgfGame::new(Game::from_position(record.position())),
    }
}

/// The name of a player, if the record has one.
pub(crate) fn player(record: &GgfGame, side: Color) -> Option<&str> {
    record.tag(if side == Color::Black { "PB" } else { "PW" }).filter(|name| !name.is_empty())
}

/// Returns the position of a record with its scores, or the last position of a game.
fn obf(record: Record) -> ObfLine {
    match record.content {
        Content::Position(line) => *line,
        _ => ObfLine::new(record.position()),
    }
}

/// Reads the one game or position of an argument that is not a file.
pub(crate) fn game(text: &str) -> Result<Game, Failure> {
    let text = text.trim();
    if text.is_empty() {
        return Err(nothing(&[text.to_owned()], "game and no position"));
    }
    let read = Reader::new().read_one(text.as_bytes()).map(|record| record.game().into_owned());
    read.map_err(|error| {
        Text { name: text, is_file: false, bytes: text.as_bytes(), before: 0 }.failure(error)
    })
}

/// Reads the one game or position of a file.
pub(crate) fn of_file(path: &Path) -> Result<Record, Failure> {
    let name = &*path.to_string_lossy();
    let bytes = fs::read(path).map_err(|error| Failure::of_file(name, error))?;
    let read = Reader::new().file_name(name).read_one(&bytes);
    read.map_err(|error| Text { name, is_file: true, bytes: &bytes, before: 0 }.failure(error))
}

/// Reads the one position of an option or argument.
pub(crate) fn position(text: &str) -> Result<Position, String> {
    game(text).map(|game| game.position()).map_err(|failure| failure.to_string())
}

/// Returns whether an argument can be the name of a file: a word.
fn is_name(text: &str) -> bool {
    !text.contains(char::is_whitespace) && !text.contains("://")
}

/// Returns whether a word ends as the names of files do, such as `a1.txt`.
fn is_file_name(text: &str) -> bool {
    let end = Path::new(text).extension().and_then(|end| end.to_str()).unwrap_or_default();
    let is_move = end.get(..2).is_some_and(|begin| begin.parse::<Move>().is_ok());
    let is_end = end.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_move;
    is_name(text) && is_end && end.chars().all(|c| c.is_ascii_alphanumeric())
}

/// The error of an argument that is the name of a file rather than a game, such as `d3.obf`.
fn no_such_file(record: &Record, text: &str) -> Option<Failure> {
    let has_letter = |note: &&Note| note.kind == NoteKind::Text && note.text.contains(char::is_alphabetic);
    let note = record.notes.iter().find(has_letter).filter(|_| is_name(text))?;
    Some(Failure::of_file(text, format!("no such file, and {:?} is not part of a game", note.text)))
}

/// The error of arguments that are empty.
fn nothing(arguments: &[String], what: &str) -> Failure {
    let shown = |text: &String| if text.trim().is_empty() { format!("{text:?}") } else { text.clone() };
    let names = arguments.iter().map(shown).collect::<Vec<_>>().join(", ");
    let mut problem = Problem::new("nothing-to-read", format!("no {what}"));
    problem.at.file = Some(names.clone()).filter(|name| arguments.len() == 1 && Path::new(name).exists());
    Failure::new(format!("{names}: no {what}"), problem)
}

/// The name of standard input in messages.
const STANDARD_INPUT: &str = "standard input";

/// The error of a book where games are expected.
const BOOK: &str = "not a game but an opening book: use `reversi book` or the option --book";

/// A text that is read.
struct Text<'a> {
    /// The name of its file, or the text.
    name: &'a str,
    is_file: bool,
    bytes: &'a [u8],
    /// The lines before it.
    before: u64,
}

impl Text<'_> {
    /// The place of a record, as compilers write it. `file` is the file of an archive.
    fn shown(&self, file: Option<&str>, place: &TextPlace) -> String {
        let name = file.unwrap_or(self.name);
        match place.line {
            _ if !self.is_file => name.to_owned(),
            Some(line) => format!("{name}:{}:{}", self.before + line, place.column),
            None => format!("{name}: record {}", place.record),
        }
    }

    /// Formats an error as `file:line:column: message`.
    fn failure(&self, mut error: ReadError) -> Failure {
        let Text { name, is_file, bytes, before } = *self;
        if !is_file {
            const NO_FILE: &str = "no such file, and neither a game nor a position";
            return match error.kind {
                _ if is_file_name(name) => Failure::of_file(name, NO_FILE),
                ReadErrorKind::Nothing if is_name(name) => Failure::of_file(name, NO_FILE),
                ReadErrorKind::Nothing => {
                    let mut problem = Problem::from(&error);
                    problem.message = NO_FILE.to_owned();
                    Failure::new(format!("{name}: {NO_FILE}"), problem)
                }
                _ => Failure::new(format!("{name}: {}", with_causes(&error)), &error),
            };
        }
        let file = error.file.take();
        let name = file.as_deref().unwrap_or(name);
        let is_book = error.kind == ReadErrorKind::NotText && Format::of_bytes(bytes).is_some();
        let text = match (error.place.line, &error.kind) {
            _ if is_book => format!("{name}: {BOOK}"),
            (_, ReadErrorKind::NotText | ReadErrorKind::Nothing) => format!("{name}: {}", error.kind),
            (Some(_), kind) => format!("{}: {}", self.shown(Some(name), &error.place), with_causes(kind)),
            (None, _) => format!("{name}: {}", with_causes(&error)),
        };
        error.place.line = error.place.line.map(|line| before + line);
        let mut problem = Problem::from(&error).in_file(name.as_ref());
        if is_book {
            problem.message = BOOK.to_owned();
        }
        Failure::new(text, problem)
    }
}

/// A line of standard input by itself.
enum InputLine {
    /// Games and positions, and nothing else. None in a comment.
    Whole(Vec<ObfLine>),
    /// A game or a position of one line that is wrong.
    Bad(ReadError),
    /// Perhaps a part of a text of several lines.
    Part,
}

impl InputLine {
    fn of(bytes: &[u8]) -> InputLine {
        let mut positions = Vec::new();
        for record in Reader::new().strict(true).read(bytes) {
            match record {
                Ok(record) if Self::is_whole(&record, bytes) => positions.push(obf(record)),
                Err(error) if Self::is_bad(&error, bytes) => return InputLine::Bad(error),
                _ => return InputLine::Part,
            }
        }
        InputLine::Whole(positions)
    }

    /// Returns whether no later line can belong to the record. Numbered moves mostly continue.
    fn is_whole(record: &Record, bytes: &[u8]) -> bool {
        match record.notation {
            Notation::Headers | Notation::Wthor => false,
            Notation::Moves => Self::moves(bytes).is_some_and(|read| read.is_ok()),
            _ => true,
        }
    }

    /// Returns whether no later line can mend an error: a board of one line has at least 64 bytes.
    fn is_bad(error: &ReadError, bytes: &[u8]) -> bool {
        let is_illegal =
            |error: &ParseTranscriptError| matches!(error.kind, ParseTranscriptErrorKind::IllegalMove(_));
        match error.notation {
            Notation::Obf | Notation::Fen => true,
            Notation::Board => bytes.len() >= 64,
            Notation::Moves => {
                Self::moves(bytes).is_some_and(|read| read.is_err_and(|error| is_illegal(&error)))
            }
            _ => false,
        }
    }

    /// The game of moves without anything else.
    fn moves(bytes: &[u8]) -> Option<Result<Game, ParseTranscriptError>> {
        str::from_utf8(bytes).ok().map(|text| text.trim().parse())
    }
}

/// Counts of the parts that were left out or ignored, for stderr.
#[derive(Default)]
struct Notices {
    left_out: usize,
    texts: Ignored,
    results: Ignored,
}

/// Records with a note of one kind.
#[derive(Default)]
struct Ignored {
    records: usize,
    /// The first note, with its place.
    first: Option<String>,
}

impl Ignored {
    fn add(&mut self, kind: NoteKind, record: &Record, text: &Text<'_>) {
        let Some(note) = record.notes.iter().find(|note| note.kind == kind) else { return };
        self.records += 1;
        self.first.get_or_insert_with(|| match record.place.line {
            Some(line) if text.is_file => {
                let name = record.file.as_deref().unwrap_or(text.name);
                format!("{:?} ({name}:{})", note.text, text.before + line)
            }
            _ => format!("{:?}", note.text),
        });
    }

    fn end(self, what: &str) {
        let Some(first) = self.first else { return };
        let records = if self.records == 1 { String::new() } else { format!(" in {} records", self.records) };
        say(&format!("passed over {what}{records}: {first}"));
    }
}

impl Notices {
    fn left_out(&mut self, failure: &Failure) {
        self.left_out += 1;
        if self.left_out <= NAMED {
            say(&format!("left out: {failure}"));
        }
    }

    fn passed_over(&mut self, record: &Record, text: &Text<'_>) {
        self.texts.add(NoteKind::Text, record, text);
        self.results.add(NoteKind::Result, record, text);
    }

    fn end(self) {
        if self.left_out > NAMED {
            say(&format!("left out: {} more", count(self.left_out - NAMED, "record")));
        }
        self.texts.end("text beside the moves");
        self.results.end("a stated result that the board does not have");
    }
}
