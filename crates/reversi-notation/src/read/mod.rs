//! Reads whatever people have: games and positions in any notation, from bytes.
//!
//! | File | What it reads | Such as |
//! |---|---|---|
//! | `mod.rs` | [`Reader`], [`Record`], and how the notation is found | |
//! | `archive.rs` | compressed files, unpacked: gzip, ZIP | |
//! | `decode.rs` | bytes as text: byte order marks, UTF-16, Latin-1, Shift-JIS, colours of terminals | |
//! | `marked_records.rs` | records that have a sign, the text between them | `(;GM[Othello]...;)` |
//! | `unmarked_records.rs` | other text: one record, one a line, each over several lines | a board in eight lines |
//! | `labels.rs` | text beside moves that looks like them: labels, tables of the program | `Round: F3` |
//! | `line_kinds.rs` | lines, and what one line is: a comment, a FEN, a game | `# a game` |
//! | `words.rs` | the pieces of a text, and the moves in a word | `f5d6c3` |
//! | `text_moves.rs` | moves with what people write around them | `1. f5 d6 2. c3 {good} d3` |
//! | `numbers.rs` | moves as numbers of squares | `[37, 43, 18]` |
//! | `sentences.rs` | sentences beside moves, whose squares are no moves | `f4 was a mistake here` |
//! | `board.rs` | boards in all spellings | `---OX---` with the side to move |
//! | `headers.rs` | games with headers as PGN has them | `[Black "Ada"] 1. f5 d6` |
//! | `sgf.rs` | SGF | `(;GM[2];B[f5])` |
//! | `json.rs` | JSON of ours and of others | `{"moves": "f5d6"}` |
//! | `url.rs` | addresses that hold a game | `https://example.org/?g=f5d6` |
//! | `tags.rs` | names and results of all of these as tags of GGF | `White wins 33-31` |
//! | `note.rs`, `error.rs` | what was passed over, and what could not be read | |

/// Declares an enum whose variants have names in data: `Variant = "name"`.
macro_rules! named {
    ($(#[$attr:meta])* pub enum $Enum:ident { $(#[doc = $doc:literal] $Variant:ident = $name:literal,)+ }) => {
        $(#[$attr])*
        pub enum $Enum {
            $(#[doc = $doc] $Variant,)+
        }

        impl $Enum {
            /// The names and their meanings, for the types of other languages.
            #[doc(hidden)]
            pub const NAMES: &'static [(&'static str, &'static str)] = &[$(($name, $doc)),+];

            /// Returns the name in lower case, as it is in the bindings.
            pub fn name(self) -> &'static str {
                match self {
                    $($Enum::$Variant => $name,)+
                }
            }
        }
    };
}

#[cfg(feature = "archives")]
mod archive;
mod board;
mod decode;
mod error;
mod headers;
#[cfg(feature = "json")]
mod json;
mod labels;
mod line_kinds;
mod marked_records;
mod note;
mod numbers;
mod sentences;
mod sgf;
mod tags;
mod text_moves;
mod unmarked_records;
mod url;
mod words;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use decode::{Cursor, Decoded};
use error::Trouble;
pub use error::{ReadError, ReadErrorKind, UnpackErrorKind};
use labels::Hidden;
use marked_records::Marked;
pub use note::{Note, NoteKind};
use note::{Notes, RawNote};
use tags::Tags;

use super::wthor::Wtb;
use super::{GgfGame, ObfLine, ParseBoardErrorKind, WthorGame};
use reversi_bitboard::{Color, Game, Position};

/// Reads games and positions in any notation, leniently: what stands around them is passed over and noted.
/// See [`Reader`].
///
/// ```
/// use reversi_engine::notation::{Notation, read};
///
/// let text = "Ada vs Bo\n1. f5 d6 2. c3 d3\n3. c4";
/// let record = read(text.as_bytes()).next().unwrap()?;
/// assert_eq!(record.game().to_string(), "f5d6c3d3c4");
/// assert_eq!(record.notation, Notation::Moves);
/// assert_eq!(record.notes[1].text, "vs Bo");
/// # Ok::<(), reversi_engine::notation::ReadError>(())
/// ```
pub fn read(bytes: &[u8]) -> Records<'_> {
    Reader::new().read(bytes)
}

/// Reads games and positions in any notation.
///
/// The content decides the notation. A file may have any number of records of one kind; text may have boards
/// and transcripts one after the other. A record that cannot be read does not affect the others.
///
/// | Notation | Form |
/// |---|---|
/// | WTHOR | a file of games (`.wtb`) |
/// | GGF, SGF | records between `(;` and `)`; SGF with `GM[2]`, its main line |
/// | JSON | objects with `moves`, or with a `start` or `position`; other objects are looked into |
/// | headers | lines such as `[Black "Ada"]`, then moves |
/// | OBF, FEN, cells | one a line |
/// | boards | 64 cells in any number of lines, or eight rows with the names of files and ranks; the side to move as a symbol or in words |
/// | transcripts | moves with numbers, separators, comments, labels and words around; one game, one a line, or one over several lines |
/// | numbers | squares from A1 = 0 to H8 = 63, a pass 64; where that is not legal, ranks and files from 11 to 88 |
/// | tables | of the moves of a game, as the program prints them |
/// | addresses | of pages that hold a game or a position |
///
/// Text is UTF-8 or UTF-16; lines that are neither are read as Shift-JIS or Latin-1. Full-width letters are
/// read as ASCII. Colours and links of terminals are left out.
///
/// With the feature `archives` files of gzip and ZIP are unpacked, at most 16 MiB in all. The names in the
/// `.jou` and `.trn` files of an archive are used for its games of WTHOR. [`Record::file`] is the file of the
/// archive. A compressed file in a compressed file is an error, as is one that is damaged or encrypted,
/// or a file of an archive with text and no game.
///
/// A transcript of several lines is one game, if it can be. A word before the first move is passed over, as
/// is a square there that is not a legal move; later such a square is an error.
///
/// ```
/// use reversi_engine::notation::Reader;
///
/// let reader = Reader::new().strict(true);
/// assert!(reader.read(b"f5-d6, c3").next().unwrap().is_ok());
/// let error = reader.read(b"Ada: f5 d6 c3").next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "\"Ada\" is not part of a game");
/// ```
#[derive(Clone, Debug)]
pub struct Reader {
    start: Position,
    strict: bool,
    open_side: bool,
    file: String,
    players: Vec<String>,
    tournaments: Vec<String>,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl Reader {
    /// Creates a lenient reader.
    pub fn new() -> Reader {
        Reader {
            start: Position::START,
            strict: false,
            open_side: false,
            file: String::new(),
            players: Vec::new(),
            tournaments: Vec::new(),
        }
    }

    /// Sets where transcripts begin, instead of the usual start.
    ///
    /// ```
    /// use reversi_engine::{Game, notation::Reader};
    ///
    /// let start = "f5d6".parse::<Game>().unwrap().position();
    /// let record = Reader::new().start(start).read(b"1. c3 d3").next().unwrap()?;
    /// assert_eq!(record.game().start(), start);
    /// # Ok::<(), reversi_engine::notation::ReadError>(())
    /// ```
    #[must_use]
    pub fn start(mut self, start: Position) -> Reader {
        self.start = start;
        self
    }

    /// Sets whether text that is not part of a record makes it an error. A lenient reader notes it.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Reader {
        self.strict = strict;
        self
    }

    /// Sets whether a board may leave open who is to move. The side that can move is then to move, black if
    /// both can, and [`Record::side_is_open`] is true. Otherwise such a board is an error.
    ///
    /// ```
    /// use reversi_engine::notation::Reader;
    ///
    /// let cells = b"---------------------------OX------XO---------------------------";
    /// assert!(Reader::new().read(cells).next().unwrap().is_err());
    /// let record = Reader::new().open_side(true).read(cells).next().unwrap()?;
    /// assert!(record.side_is_open);
    /// # Ok::<(), reversi_engine::notation::ReadError>(())
    /// ```
    #[must_use]
    pub fn open_side(mut self, open_side: bool) -> Reader {
        self.open_side = open_side;
        self
    }

    /// Sets the name of the file. It decides where the content does not: a file of WTHOR that is cut ends
    /// with `.wtb`, or `.wtb.gz`.
    #[must_use]
    pub fn file_name(mut self, name: &str) -> Reader {
        self.file = name.into();
        self
    }

    /// Sets the names of the players by their numbers in WTHOR's games: a [`.jou` file](super::read_jou).
    #[must_use]
    pub fn players(mut self, names: Vec<String>) -> Reader {
        self.players = names;
        self
    }

    /// Sets the names of the tournaments by their numbers in WTHOR's games: a [`.trn` file](super::read_trn).
    #[must_use]
    pub fn tournaments(mut self, names: Vec<String>) -> Reader {
        self.tournaments = names;
        self
    }

    /// Reads the records of a text or file. Blank text has none; text with neither a game nor a position is
    /// one error. The records of bytes that are passed by value live by themselves.
    pub fn read<'a>(&self, bytes: impl Into<Cow<'a, [u8]>>) -> Records<'a> {
        self.records(bytes.into())
    }

    fn records<'a>(&self, bytes: Cow<'a, [u8]>) -> Records<'a> {
        let decoded = Decoded::of(Cow::default());
        let (cursor, state) = (decoded.cursor(), State::Failed(None, Notation::Moves));
        let mut records = Records {
            reader: self.clone(),
            decoded,
            state,
            cursor,
            notes: Notes::default(),
            record: 0,
            before: 0,
            #[cfg(feature = "archives")]
            archive: None,
        };
        records.open(bytes);
        records
    }

    /// Reads the one record of a text or file.
    ///
    /// ```
    /// use reversi_engine::notation::{ReadErrorKind, Reader};
    ///
    /// let reader = Reader::new();
    /// assert_eq!(reader.read_one(b"1. f5 d6")?.game().to_string(), "f5d6");
    /// assert_eq!(reader.read_one(b" ").unwrap_err().kind, ReadErrorKind::Nothing);
    /// let error = reader.read_one(b"f5d6\nf5f6\n").unwrap_err();
    /// assert_eq!((error.kind, error.place.line), (ReadErrorKind::Several, Some(2)));
    /// # Ok::<(), reversi_engine::notation::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The error of the record, or [`ReadErrorKind::Nothing`] or [`ReadErrorKind::Several`].
    pub fn read_one(&self, bytes: &[u8]) -> Result<Record, ReadError> {
        let mut records = self.read(bytes);
        let Some(first) = records.next() else {
            let place = TextPlace { record: 1, line: Some(1), column: 1, ..TextPlace::default() };
            return Err(ReadError {
                place,
                notation: Notation::Moves,
                kind: ReadErrorKind::Nothing,
                file: None,
            });
        };
        let (first, second) = (first?, records.next());
        let (place, notation, file) = match second {
            None => return Ok(first),
            Some(Ok(Record { place, notation, file, .. }) | Err(ReadError { place, notation, file, .. })) => {
                (TextPlace { ply: None, ..place }, notation, file)
            }
        };
        Err(ReadError { place, notation, kind: ReadErrorKind::Several, file })
    }

    /// How to read bytes that are not text.
    fn binary<'a>(&self, bytes: Cow<'a, [u8]>) -> Result<State<'a>, Cow<'a, [u8]>> {
        let is_text =
            !bytes.contains(&0) || bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
        let name = self.file.strip_suffix(".gz").unwrap_or(&self.file);
        let is_wthor = name.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case("wtb"));
        let names = || super::read_jou(&bytes).is_ok() || super::read_trn(&bytes).is_ok();
        let failed = |kind, notation| Ok(State::Failed(Some(Trouble::new(0, kind)), notation));
        match Wtb::of(&bytes) {
            _ if is_text && !is_wthor => Err(bytes),
            Ok(wtb) if wtb.is_whole() || is_wthor || wtb.is_likely() => Ok(State::Wthor { bytes, next: 0 }),
            Err(error) if is_wthor => {
                Ok(State::Failed(Some(Trouble::new(error.at, error.kind)), Notation::Wthor))
            }
            _ if names() => failed(ReadErrorKind::Names, Notation::Wthor),
            _ if decode::is_text(&bytes) => Err(bytes),
            _ => failed(ReadErrorKind::NotText, Notation::Moves),
        }
    }
}

named! {
    /// A notation that was found.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Notation {
        /// A file of the WTHOR data base.
        Wthor = "wthor",
        /// GGF, the format of game servers.
        Ggf = "ggf",
        /// SGF, the format of many games.
        Sgf = "sgf",
        /// JSON.
        Json = "json",
        /// Headers as PGN has them, and moves.
        Headers = "headers",
        /// A board and scores of its moves.
        Obf = "obf",
        /// A position in FEN.
        Fen = "fen",
        /// A board.
        Board = "board",
        /// A transcript.
        Moves = "moves",
        /// An address of a page.
        Url = "url",
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A place in what was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TextPlace {
    /// The number of the record, from 1. Records that cannot be read count.
    pub record: u64,
    /// The number of the line, from 1; `None` in a file of bytes.
    pub line: Option<u64>,
    /// The byte in the line, from 1; in a file of bytes 0.
    pub column: u64,
    /// The byte of the input, from 0.
    pub offset: usize,
    /// The number of the move in the game, from 1, where a move is the problem.
    pub ply: Option<usize>,
}

/// A game or a position, with its place.
///
/// ```
/// use reversi_engine::notation::{Content, read};
///
/// let text = b"(;GM[Othello]PB[Ada]B[F5]W[D6];)";
/// let record = read(text).next().unwrap()?;
/// let Content::Game(game) = &record.content else { panic!("a game") };
/// assert_eq!((game.tag("PB"), record.place.record), (Some("Ada"), 1));
/// # Ok::<(), reversi_engine::notation::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Record {
    /// The game or the position.
    pub content: Content,
    /// The notation that it was read from.
    pub notation: Notation,
    /// Where it begins.
    pub place: TextPlace,
    /// The parts that were passed over, at most the first eight.
    pub notes: Vec<Note>,
    /// The text does not say who is to move: see [`Reader::open_side`].
    pub side_is_open: bool,
    /// The numbers of a game of WTHOR. Its content has them as tags.
    pub wthor: Option<Box<WthorGame>>,
    /// The file of an archive that has the record, behind the [name](Reader::file_name) of the archive:
    /// `games.zip/WTH_2001.wtb`. Places are in that file. `None` if the file has no name of its own.
    pub file: Option<String>,
}

/// The content of a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// A game, with names, results and times as far as the notation has them.
    Game(Box<GgfGame>),
    /// A position, with scores as far as the notation has them.
    Position(Box<ObfLine>),
}

impl Record {
    /// Returns the game; a position is a game without moves.
    pub fn game(&self) -> Cow<'_, Game> {
        match &self.content {
            Content::Game(record) => Cow::Borrowed(&record.game),
            Content::Position(line) => Cow::Owned(Game::from_position(line.position)),
        }
    }

    /// Returns the position; for a game, the position at its end.
    pub fn position(&self) -> Position {
        match &self.content {
            Content::Game(record) => record.game.position(),
            Content::Position(line) => line.position,
        }
    }
}

/// The records of a text or file: see [`Reader::read`].
pub struct Records<'a> {
    reader: Reader,
    decoded: Decoded<'a>,
    state: State<'a>,
    cursor: Cursor,
    notes: Notes,
    record: u64,
    /// The records of the files before, of an archive.
    before: u64,
    #[cfg(feature = "archives")]
    archive: Option<Opened<'a>>,
}

/// An archive that is read.
#[cfg(feature = "archives")]
struct Opened<'a> {
    archive: archive::Archive<'a>,
    names: archive::Names,
    /// The name of the archive.
    name: String,
    /// The file that is read.
    file: Option<String>,
}

/// The input, and how far it is read.
enum State<'a> {
    Wthor {
        bytes: Cow<'a, [u8]>,
        next: usize,
    },
    #[cfg(feature = "json")]
    Json(json::State),
    /// Text, and the text without what is hidden in it.
    Text(Box<(unmarked_records::State, Marked, Hidden, Option<String>)>),
    Failed(Option<Trouble>, Notation),
}

/// A record with places in the text that is read.
struct Raw {
    from: usize,
    notation: Notation,
    content: Result<Content, Trouble>,
    side_is_open: bool,
}

impl Raw {
    fn new(from: usize, notation: Notation, content: Result<Content, Trouble>) -> Raw {
        Raw { from, notation, content, side_is_open: false }
    }
}

impl State<'_> {
    fn of(text: &str, start: Position) -> State<'static> {
        let marked = Marked::of(text, 0);
        #[cfg(feature = "json")]
        if marked.tagged.is_none()
            && let Some(state) = json::of(text)
        {
            return State::Json(state);
        }
        let (hidden, plain) = Hidden::of(text);
        State::Text(Box::new((unmarked_records::State::new(start), marked, hidden, plain)))
    }
}

impl<'a> Records<'a> {
    /// Begins a file, or the first file of an archive.
    fn open(&mut self, bytes: Cow<'a, [u8]>) {
        #[cfg(feature = "archives")]
        if self.archive.is_none() && archive::is_packed(&bytes) {
            match archive::Archive::of(bytes) {
                Ok(mut archive) => {
                    let names = archive.names();
                    let name = core::mem::take(&mut self.reader.file);
                    self.archive = Some(Opened { archive, names, name, file: None });
                    self.open_next();
                }
                Err(trouble) => self.state = State::Failed(Some(trouble), Notation::Moves),
            }
            return;
        }
        self.before = self.record;
        self.notes = Notes::default();
        match self.reader.binary(bytes) {
            Ok(state) => self.state = state,
            Err(bytes) => {
                self.decoded = Decoded::of(bytes);
                self.state = State::of(self.decoded.text(), self.reader.start);
                self.cursor = self.decoded.cursor();
            }
        }
    }

    /// Begins the next file of an archive. Returns whether there is one.
    #[cfg(feature = "archives")]
    fn open_next(&mut self) -> bool {
        let Some(Opened { archive, names, name: before, file }) = &mut self.archive else { return false };
        let Some(archive::Unpacked { name, bytes }) = archive.next(names) else { return false };
        if self.reader.players.is_empty() {
            self.reader.players = names.players.clone().unwrap_or_default();
        }
        if self.reader.tournaments.is_empty() {
            self.reader.tournaments = names.tournaments.clone().unwrap_or_default();
        }
        if let Some(name) = name {
            let separator = if before.is_empty() { "" } else { "/" };
            self.reader.file = [before, separator, &name].concat();
            *file = Some(self.reader.file.clone());
        } else {
            self.reader.file.clone_from(before);
        }
        match bytes {
            Ok(bytes) => self.open(Cow::Owned(bytes)),
            Err(trouble) => self.state = State::Failed(Some(trouble), Notation::Moves),
        }
        true
    }

    /// The file of an archive that is read.
    fn file(&self) -> Option<String> {
        #[cfg(feature = "archives")]
        return self.archive.as_ref()?.file.clone();
        #[cfg(not(feature = "archives"))]
        None
    }

    fn next_raw(&mut self) -> Option<Raw> {
        let text = self.decoded.text();
        match &mut self.state {
            #[cfg(feature = "json")]
            State::Json(state) => state.next(text, self.reader.open_side, &mut self.notes),
            State::Text(state) => {
                let (state, marked, hidden, plain) = &mut **state;
                let (open_side, notes) = (self.reader.open_side, &mut self.notes);
                let plain = plain.as_deref().unwrap_or(text);
                let mut raw = match marked.any {
                    false => state.next(plain, open_side, notes),
                    true => marked.next(text, plain, state, open_side, notes),
                };
                hidden.take(text, state.at(), notes, raw.as_mut());
                raw
            }
            State::Wthor { .. } | State::Failed(..) => None,
        }
    }

    /// The next record of a file of bytes.
    fn next_of_bytes(&mut self) -> Option<Result<Record, ReadError>> {
        let (record, file) = (self.record + 1, self.file());
        let place = |offset| TextPlace { record, line: None, column: 0, offset, ply: None };
        let read = match &mut self.state {
            State::Wthor { bytes, next } => {
                let wtb = Wtb::of(bytes).ok()?;
                let game = wtb.get(*next)?;
                let year = wtb.header().year;
                *next += 1;
                match game {
                    Ok(game) => {
                        Ok(self.reader.of_wthor(game, year, place(wtb.offset(*next - 1)), file.clone()))
                    }
                    Err(error) => Err((Trouble::new(error.at, error.kind), Notation::Wthor)),
                }
            }
            State::Failed(error, notation) => Err((error.take()?, *notation)),
            _ => return None,
        };
        self.record = record;
        Some(read.map_err(|(error, notation)| ReadError {
            place: place(error.at),
            notation,
            kind: error.kind,
            file,
        }))
    }

    fn place(&mut self, at: usize) -> TextPlace {
        self.cursor.advance(&self.decoded, at);
        let cursor = &self.cursor;
        let column = cursor.column() as u64 + 1;
        TextPlace { record: self.record, line: Some(cursor.line), column, offset: cursor.offset(), ply: None }
    }

    /// The record with places in the input.
    fn finish(&mut self, raw: Raw) -> Result<Record, ReadError> {
        self.record += 1;
        let Raw { from, notation, mut content, side_is_open } = raw;
        if let Ok(Content::Game(game)) = &mut content {
            let keeps_text = self.reader.strict && notation != Notation::Headers;
            tags::state_result(game, from, &mut self.notes, keeps_text);
        }
        let skipped =
            self.notes.text().filter(|_| self.reader.strict).map(|note| (note.from, note.beginning()));
        let notes = self.notes.take();
        let content = match (content, skipped) {
            (Ok(_), Some((at, text))) => Err(Trouble::new(at, ReadErrorKind::Skipped(text))),
            (content, _) => content,
        };
        match content {
            // Places in increasing order: the text is walked through once.
            Ok(content) => {
                let behind = notes.iter().position(|note| note.from >= from).unwrap_or(notes.len());
                let mut notes = notes.into_iter();
                let mut offsets: Vec<Note> =
                    notes.by_ref().take(behind).map(|note| self.note(note)).collect();
                let place = self.place(from);
                offsets.extend(notes.map(|note| self.note(note)));
                let (notes, file) = (offsets, self.file());
                Ok(Record { content, notation, place, notes, side_is_open, wthor: None, file })
            }
            Err(Trouble { at, ply, kind }) => {
                let place = TextPlace { ply, ..self.place(at) };
                Err(ReadError { place, notation, kind, file: self.file() })
            }
        }
    }

    fn note(&mut self, note: RawNote) -> Note {
        let offset = self.place(note.from).offset;
        note.at(offset)
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        #[cfg(feature = "archives")]
        loop {
            let read = self.next_of_file();
            if read.is_some() || !self.open_next() {
                return read;
            }
        }
        #[cfg(not(feature = "archives"))]
        self.next_of_file()
    }
}

impl Records<'_> {
    /// The next record of a file.
    fn next_of_file(&mut self) -> Option<Result<Record, ReadError>> {
        if let Some(read) = self.next_of_bytes() {
            return Some(read);
        }
        if let Some(raw) = self.next_raw() {
            return Some(self.finish(raw));
        }
        if self.reader.strict && self.record > self.before {
            // Behind the last record there is no record that could have it.
            let (at, text) = self.notes.text().map(|note| (note.from, note.beginning()))?;
            self.notes.take();
            let error = Trouble::new(at, ReadErrorKind::Skipped(text));
            return Some(self.finish(Raw::new(at, Notation::Moves, Err(error))));
        }
        let is_text = !matches!(self.state, State::Failed(..) | State::Wthor { .. });
        let nothing = nothing(self.decoded.text()).filter(|_| is_text && self.record == self.before)?;
        Some(self.finish(Raw::new(nothing.at, Notation::Moves, Err(nothing))))
    }
}

/// The error of a text without a record; `None` if it is blank, or has comments only.
fn nothing(text: &str) -> Option<Trouble> {
    let is_comment = |line: &str| {
        line.trim_start().starts_with('%') || line_kinds::is_comment(line) || line.trim().is_empty()
    };
    if text.lines().all(|line| is_comment(line) && !line_kinds::has_game(line)) {
        return None;
    }
    // A board that ends early, or has a wrong symbol, has no other sign than its cells.
    let cut = Position::from_cells(text, Color::Black).err();
    let is_board = |kind| {
        matches!(kind, ParseBoardErrorKind::TooFewCells { found: 3.. }) || text.trim().starts_with("--")
    };
    let cut = cut.filter(|error| is_board(error.kind) && error.at >= 2);
    let at = text.len() - text.trim_start().len();
    Some(
        cut.map_or_else(
            || Trouble::new(at, ReadErrorKind::Nothing),
            |error| Trouble::new(error.at, error.kind),
        ),
    )
}

impl Reader {
    fn of_wthor(&self, wthor: WthorGame, year: u16, place: TextPlace, file: Option<String>) -> Record {
        let mut tags = Tags::new();
        let mut name = |tag: &str, names: &[String], number: u16| {
            names.get(usize::from(number)).into_iter().for_each(|name| tags.set(tag, name));
        };
        name("PC", &self.tournaments, wthor.tournament);
        name("PB", &self.players, wthor.black);
        name("PW", &self.players, wthor.white);
        if year > 0 {
            tags.set("DT", &year.to_string());
        }
        let (score, stated) = (wthor.score(), 2 * i32::from(wthor.black_discs) - 64);
        tags.set("RE", &score.to_string());
        let content = Content::Game(Box::new(tags.record(wthor.game.clone())));
        let mut notes = Vec::new();
        if score != stated {
            let text = stated.to_string();
            notes.push(Note { kind: NoteKind::Result, offset: place.offset, text });
        }
        let wthor = Some(Box::new(wthor));
        Record { content, notation: Notation::Wthor, place, notes, side_is_open: false, wthor, file }
    }
}
