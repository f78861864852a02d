//! WTHOR, the data base of tournament games: a file of games for each year (`.wtb`), one of players (`.jou`)
//! and one of tournaments (`.trn`).
//!
//! A file is a header of 16 bytes and records of one size, numbers are little-endian:
//!
//! | Header | | Game, 68 bytes | |
//! |---|---|---|---|
//! | 0-3 | day of the file: century, year, month, day | 0-1 | tournament, as an index of the `.trn` |
//! | 4-7 | number of games | 2-3, 4-5 | black and white, as indices of the `.jou` |
//! | 8-9 | number of players or tournaments | 6 | black's discs at the end, empties to the winner |
//! | 10-11 | year of the games | 7 | black's discs if both had played perfectly from some point on |
//! | 12 | size of the board, 0 for 8 | 8-67 | squares, `10 * rank + file`; 0 after the last |
//! | 13 | 1 for solitaires | | |
//! | 14 | empties at that point | | |
//!
//! A player has 20 bytes and a tournament 26: a name in Latin-1, then a zero.

use alloc::string::String;
use alloc::vec::Vec;

use thiserror::Error;

use super::GgfGame;
use reversi_bitboard::{Color, Game, IllegalMove, Move, Position, Square};

const HEADER: usize = 16;
const GAME: usize = 68;
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// The header of a WTHOR file.
///
/// ```
/// use reversi_engine::notation::WthorHeader;
///
/// let mut header = WthorHeader::default();
/// header.created = [20, 24, 12, 31];
/// header.year = 2024;
/// assert_eq!(header.depth, 0); // nothing is known of perfect play
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct WthorHeader {
    /// The day of the file: century, year, month and day, as in `[20, 24, 12, 31]`.
    pub created: [u8; 4],
    /// The year of the games; 0 in files of names.
    pub year: u16,
    /// The games are solitaires.
    pub solitaires: bool,
    /// The empties from which on play is perfect for [`theoretical_score`](WthorGame::theoretical_score).
    pub depth: u8,
}

/// A game of a `.wtb` file.
///
/// ```
/// use reversi_engine::notation::WthorGame;
///
/// let mut game = WthorGame::new("e6f4e3f6".parse()?);
/// game.black_discs = 40; // the tournament has a result of a game that is not over
/// assert_eq!(game.score(), 16);
/// game.game = "e6f4e3f6g5d6e7f5c5".parse()?;
/// assert_eq!(game.score(), 64); // the score of the board
/// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct WthorGame {
    /// Index of the tournament in the `.trn` file.
    pub tournament: u16,
    /// Index of the player in the `.jou` file.
    pub black: u16,
    /// Index of the player in the `.jou` file.
    pub white: u16,
    /// Black's discs in the result, as the file has them; empties are to count for the winner. Games that are
    /// lost on time end before their board is over: [`score`](Self::score).
    pub black_discs: u8,
    /// Black's discs if both sides had played perfectly from [`WthorHeader::depth`] on.
    pub theoretical_discs: u8,
    /// The moves, from the usual start.
    pub game: Game,
}

impl WthorGame {
    /// Makes a game of unknown players, with the result of its last board.
    pub fn new(game: Game) -> WthorGame {
        let score = game.board().final_score();
        let black_score = if game.side_to_move() == Color::Black { score } else { -score };
        let black_discs = (32 + black_score / 2) as u8;
        WthorGame { tournament: 0, black: 0, white: 0, black_discs, theoretical_discs: black_discs, game }
    }

    /// Makes a game of unknown players, with the [result of its record](GgfGame::result): only of a game that
    /// is not over, or was lost on time or resigned, it may differ from the last board. Half a disc more goes
    /// to the winner.
    ///
    /// ```
    /// use reversi_engine::notation::{GgfGame, WthorGame};
    ///
    /// let mut record = GgfGame::new("f5d6".parse()?);
    /// assert_eq!(WthorGame::of_record(&record).black_discs, 32);
    /// record.set_tag("RE", "-26.000:r")?;
    /// assert_eq!(WthorGame::of_record(&record).black_discs, 19);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_record(record: &GgfGame) -> WthorGame {
        let mut game = WthorGame::new(record.game.clone());
        if let Ok(Some(result)) = record.result() {
            let score = result.score();
            let half = if score < 0.0 { -score } else { score } / 2.0;
            let winner = (32.5 + half) as u8;
            let discs = if score < 0.0 { 64 - winner } else { winner };
            (game.black_discs, game.theoretical_discs) = (discs, discs);
        }
        game
    }

    /// Returns the result from black's side: of a game that is over the score of its board, whatever
    /// [`black_discs`](Self::black_discs) says.
    pub fn score(&self) -> i32 {
        self.game.score().unwrap_or(2 * i32::from(self.black_discs) - 64)
    }

    /// Returns black's score if both sides had played perfectly from [`WthorHeader::depth`] on.
    ///
    /// ```
    /// use reversi_engine::{Game, notation::WthorGame};
    ///
    /// let mut game = WthorGame::new(Game::new());
    /// game.theoretical_discs = 31;
    /// assert_eq!(game.theoretical_score(), -2);
    /// ```
    pub fn theoretical_score(&self) -> i32 {
        2 * i32::from(self.theoretical_discs) - 64
    }
}

/// Reads the games of a `.wtb` file one after the other, whatever number the header states. The file leaves
/// out passes; reading adds them.
///
/// All whole games are read. If the file ends inside a game, or the header states another number, an error is
/// the last item.
///
/// ```
/// use reversi_engine::notation::{WthorGame, WthorHeader, read_wtb, write_wtb};
///
/// let games = [WthorGame::new("f5d6c3d3c4".parse()?)];
/// let bytes = write_wtb(&WthorHeader::default(), &games)?;
/// let (header, read) = read_wtb(&bytes)?;
/// assert_eq!(header, WthorHeader::default());
/// assert_eq!(read.collect::<Result<Vec<_>, _>>()?, games);
///
/// let cut = [&bytes[..], &[0; 9]].concat();
/// let mut read = read_wtb(&cut)?.1;
/// assert_eq!(read.next(), Some(Ok(games[0].clone())));
/// let error = read.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "byte 84: expected 1 record of 68 bytes after the header, found 77 bytes");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReadWthorError`] for bytes without the header of such a file. In place of each game that cannot be read,
/// and after the games of a file that is cut or has another number of them, the error is an item of the
/// iterator. Later games are read all the same.
pub fn read_wtb(
    bytes: &[u8],
) -> Result<(WthorHeader, impl ExactSizeIterator<Item = Result<WthorGame, ReadWthorError>>), ReadWthorError> {
    let wtb = Wtb::of(bytes)?;
    Ok((wtb.header(), (0..wtb.len()).map(move |i| wtb.get(i).expect("an item for each number"))))
}

/// The bytes of a `.wtb` file.
#[derive(Clone, Copy)]
pub(super) struct Wtb<'a> {
    head: &'a [u8; HEADER],
    records: &'a [[u8; GAME]],
    contradiction: Option<ReadWthorErrorKind>,
}

impl<'a> Wtb<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Result<Wtb<'a>, ReadWthorError> {
        let (head, body) = split_header(bytes)?;
        if !matches!(head[12], 0 | 8) {
            return Err(ReadWthorError { at: 12, kind: ReadWthorErrorKind::BoardSize(head[12]) });
        }
        let games = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        let contradiction = check_length::<GAME>(games, body).err();
        Ok(Wtb { head, records: body.as_chunks().0, contradiction })
    }

    pub(super) fn header(&self) -> WthorHeader {
        read_header(self.head)
    }

    /// Returns whether the file has as many games as its header states.
    pub(super) fn is_whole(&self) -> bool {
        self.contradiction.is_none()
    }

    /// Returns whether the header is one of WTHOR: no names, and a day as its date.
    pub(super) fn is_likely(&self) -> bool {
        let [century, _, month, day, .., names, more, _, _, _, solitaires, depth, last] = *self.head;
        let is_day = century <= 21 && month <= 12 && day <= 31;
        is_day && names == 0 && more == 0 && solitaires <= 1 && depth <= 60 && last == 0
    }

    /// The number of items: the games, and an error if the file is cut.
    fn len(&self) -> usize {
        self.records.len() + usize::from(self.contradiction.is_some())
    }

    /// Where an item begins in the file.
    pub(super) fn offset(&self, i: usize) -> usize {
        HEADER + GAME * i
    }

    pub(super) fn get(&self, i: usize) -> Option<Result<WthorGame, ReadWthorError>> {
        let error = |at, kind| ReadWthorError { at: self.offset(i) + at, kind };
        match self.records.get(i) {
            Some(record) => Some(read_game(record).map_err(|(at, kind)| error(at, kind))),
            None if i == self.records.len() => self.contradiction.map(|kind| Err(error(0, kind))),
            None => None,
        }
    }
}

/// Reads the players of a `.jou` file; [`WthorGame::black`] and [`WthorGame::white`] are indices of them.
///
/// ```
/// use reversi_engine::notation::{WthorHeader, read_jou, write_jou};
///
/// let bytes = write_jou(&WthorHeader::default(), &["Somebody", "Müller Ada"])?;
/// let (_, players) = read_jou(&bytes)?;
/// assert_eq!(players, ["Somebody", "Müller Ada"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReadWthorError`] for bytes that are not such a file.
pub fn read_jou(bytes: &[u8]) -> Result<(WthorHeader, Vec<String>), ReadWthorError> {
    read_names::<PLAYER>(bytes)
}

/// Reads the tournaments of a `.trn` file; [`WthorGame::tournament`] is an index of them.
///
/// ```
/// use reversi_engine::notation::{ReadWthorErrorKind, read_trn};
///
/// let error = read_trn(b"short").unwrap_err();
/// assert_eq!((error.at, error.kind), (5, ReadWthorErrorKind::NoHeader));
/// ```
///
/// # Errors
/// [`ReadWthorError`] for bytes that are not such a file.
pub fn read_trn(bytes: &[u8]) -> Result<(WthorHeader, Vec<String>), ReadWthorError> {
    read_names::<TOURNAMENT>(bytes)
}

/// Returns the bytes of a `.wtb` file. Passes are left out of it.
///
/// ```
/// use reversi_engine::{Game, Position, notation::{WthorGame, WthorHeader, write_wtb}};
///
/// let elsewhere = Position { side: !Position::START.side, ..Position::START };
/// let games = [WthorGame::new(Game::from_position(elsewhere))];
/// let error = write_wtb(&WthorHeader::default(), &games).unwrap_err();
/// assert_eq!(error.to_string(), "cannot write record 1: the game does not begin at the usual start");
/// ```
///
/// # Errors
/// [`WriteWthorError`] for a game that the format cannot hold.
pub fn write_wtb(header: &WthorHeader, games: &[WthorGame]) -> Result<Vec<u8>, WriteWthorError> {
    let count = u32::try_from(games.len()).map_err(|_| too_many(games.len()))?;
    let mut bytes = Vec::with_capacity(HEADER + GAME * games.len());
    bytes.extend(write_header(header, count, 0));
    for (index, game) in games.iter().enumerate() {
        bytes.extend(write_game(game).map_err(|kind| WriteWthorError { index, kind })?);
    }
    Ok(bytes)
}

/// Returns the bytes of a `.jou` file, for names of at most 19 characters.
///
/// ```
/// use reversi_engine::notation::{WthorHeader, write_jou};
///
/// let error = write_jou(&WthorHeader::default(), &["Short", "Longer than the record"]).unwrap_err();
/// assert_eq!(error.to_string(), "cannot write record 2: the name has more than 19 characters");
/// ```
///
/// # Errors
/// [`WriteWthorError`] for a name that the format cannot hold.
pub fn write_jou(header: &WthorHeader, players: &[impl AsRef<str>]) -> Result<Vec<u8>, WriteWthorError> {
    write_names::<PLAYER>(header, players)
}

/// Returns the bytes of a `.trn` file, for names of at most 25 characters.
///
/// ```
/// use reversi_engine::notation::{WriteWthorErrorKind, WthorHeader, read_trn, write_trn};
///
/// let header = WthorHeader::default();
/// assert_eq!(read_trn(&write_trn(&header, &["World championship 2024"])?)?.1, ["World championship 2024"]);
/// let error = write_trn(&header, &["日本"]).unwrap_err();
/// assert_eq!(error.kind, WriteWthorErrorKind::NotLatin1('日'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`WriteWthorError`] for a name that the format cannot hold.
pub fn write_trn(header: &WthorHeader, tournaments: &[impl AsRef<str>]) -> Result<Vec<u8>, WriteWthorError> {
    write_names::<TOURNAMENT>(header, tournaments)
}

fn split_header(bytes: &[u8]) -> Result<(&[u8; HEADER], &[u8]), ReadWthorError> {
    let no_header = ReadWthorError { at: bytes.len(), kind: ReadWthorErrorKind::NoHeader };
    bytes.split_first_chunk().ok_or(no_header)
}

/// Checks that the body has as many records as the header counts, and nothing else.
fn check_length<const SIZE: usize>(records: u32, body: &[u8]) -> Result<(), ReadWthorErrorKind> {
    if body.len() as u64 == u64::from(records) * SIZE as u64 {
        Ok(())
    } else {
        Err(ReadWthorErrorKind::Length { records, size: SIZE, found: body.len() })
    }
}

fn read_header(head: &[u8; HEADER]) -> WthorHeader {
    let [created @ .., _, _, _, _, _, _, year, century, _, solitaires, depth, _] = *head;
    let year = u16::from_le_bytes([year, century]);
    WthorHeader { created, year, solitaires: solitaires != 0, depth }
}

fn write_header(header: &WthorHeader, games: u32, names: u16) -> [u8; HEADER] {
    let mut head = [0; HEADER];
    head[..4].copy_from_slice(&header.created);
    head[4..8].copy_from_slice(&games.to_le_bytes());
    head[8..10].copy_from_slice(&names.to_le_bytes());
    head[10..12].copy_from_slice(&header.year.to_le_bytes());
    head[12..15].copy_from_slice(&[8, header.solitaires.into(), header.depth]);
    head
}

/// An error comes with its place in the record.
fn read_game(record: &[u8; GAME]) -> Result<WthorGame, (usize, ReadWthorErrorKind)> {
    let number = |at| u16::from_le_bytes([record[at], record[at + 1]]);
    let discs = |at| match record[at] {
        discs @ 0..=64 => Ok(discs),
        discs => Err((at, ReadWthorErrorKind::Discs(discs))),
    };
    let mut game = Game::new();
    let moves = record[8..].iter().take_while(|&&byte| byte != 0).count();
    if let Some(behind) = record[8 + moves..].iter().position(|&byte| byte != 0) {
        return Err((8 + moves, ReadWthorErrorKind::Gap { behind }));
    }
    for (at, &byte) in record.iter().enumerate().skip(8).take(moves) {
        let square = Square::at((byte % 10).wrapping_sub(1), (byte / 10).wrapping_sub(1));
        let square = square.ok_or((at, ReadWthorErrorKind::NotASquare(byte)))?;
        game.play_recorded(square).map_err(|illegal| (at, illegal.into()))?;
    }
    Ok(WthorGame {
        tournament: number(0),
        black: number(2),
        white: number(4),
        black_discs: discs(6)?,
        theoretical_discs: discs(7)?,
        game,
    })
}

fn write_game(record: &WthorGame) -> Result<[u8; GAME], WriteWthorErrorKind> {
    let WthorGame { tournament, black, white, black_discs, theoretical_discs, game } = record;
    if game.start() != Position::START {
        return Err(WriteWthorErrorKind::Start);
    }
    let mut bytes = [0; GAME];
    for (at, number) in [(0, tournament), (2, black), (4, white)] {
        bytes[at..at + 2].copy_from_slice(&number.to_le_bytes());
    }
    for (at, &discs) in [(6, black_discs), (7, theoretical_discs)] {
        bytes[at] = if discs <= 64 { discs } else { return Err(WriteWthorErrorKind::Discs(discs)) };
    }
    for (byte, square) in bytes[8..].iter_mut().zip(game.moves().filter_map(Move::square)) {
        *byte = 10 * (square.rank() + 1) + square.file() + 1;
    }
    Ok(bytes)
}

fn read_names<const SIZE: usize>(bytes: &[u8]) -> Result<(WthorHeader, Vec<String>), ReadWthorError> {
    let (head, body) = split_header(bytes)?;
    check_length::<SIZE>(u16::from_le_bytes([head[8], head[9]]).into(), body)
        .map_err(|kind| ReadWthorError { at: HEADER, kind })?;
    let latin_1 = |record: &[u8; SIZE]| {
        record.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
    };
    Ok((read_header(head), body.as_chunks().0.iter().map(latin_1).collect()))
}

fn write_names<const SIZE: usize>(
    header: &WthorHeader,
    names: &[impl AsRef<str>],
) -> Result<Vec<u8>, WriteWthorError> {
    let count = u16::try_from(names.len()).map_err(|_| too_many(names.len()))?;
    let mut bytes = Vec::with_capacity(HEADER + SIZE * names.len());
    bytes.extend(write_header(header, 0, count));
    for (index, name) in names.iter().enumerate() {
        bytes.extend(write_name::<SIZE>(name.as_ref()).map_err(|kind| WriteWthorError { index, kind })?);
    }
    Ok(bytes)
}

fn write_name<const SIZE: usize>(name: &str) -> Result<[u8; SIZE], WriteWthorErrorKind> {
    let mut bytes = [0; SIZE];
    for (i, c) in name.chars().enumerate() {
        match u8::try_from(c) {
            Err(_) | Ok(0) => return Err(WriteWthorErrorKind::NotLatin1(c)),
            Ok(_) if i + 1 == SIZE => return Err(WriteWthorErrorKind::NameTooLong { most: i }),
            Ok(byte) => bytes[i] = byte,
        }
    }
    Ok(bytes)
}

fn too_many(records: usize) -> WriteWthorError {
    WriteWthorError { index: records - 1, kind: WriteWthorErrorKind::TooMany }
}

/// Bytes that are not a WTHOR file, or a game in one that cannot be read.
///
/// ```
/// use reversi_engine::notation::{WthorGame, WthorHeader, read_wtb, write_wtb};
/// use std::error::Error;
///
/// let mut bytes = write_wtb(&WthorHeader::default(), &[WthorGame::new("f5d6".parse()?)])?;
/// bytes[25] = 11; // A1 in the place of D6
/// let error = read_wtb(&bytes)?.1.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "byte 25: illegal move");
/// assert_eq!(error.source().unwrap().to_string(), "a1 is not a legal move: it flips no disc");
/// # Ok::<(), Box<dyn Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ReadWthorError {
    /// The place in the file, as a byte offset.
    pub at: usize,
    /// The problem at that place.
    pub kind: ReadWthorErrorKind,
}

reversi_bitboard::error_at! { ReadWthorError, error => "byte {}: ", error.at }

/// The problems of a file that is not WTHOR.
///
/// ```
/// use reversi_engine::notation::{ReadWthorErrorKind, WthorHeader, read_wtb, write_wtb};
///
/// let mut bytes = write_wtb(&WthorHeader::default(), &[])?;
/// bytes[12] = 10;
/// assert_eq!(read_wtb(&bytes).err().unwrap().kind, ReadWthorErrorKind::BoardSize(10));
/// # Ok::<(), reversi_engine::notation::WriteWthorError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum ReadWthorErrorKind {
    /// The file ends before its header does.
    #[error("the header is incomplete")]
    NoHeader,
    /// The size of the file contradicts the header.
    #[error(
        "expected {records} record{} of {size} bytes after the header, found {found} bytes",
        if *records == 1 { "" } else { "s" }
    )]
    Length {
        /// The number in the header.
        records: u32,
        /// The bytes of each.
        size: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// Games on another board than 8x8.
    #[error("expected a board of 8x8, found {0}x{0}")]
    BoardSize(u8),
    /// More discs than squares.
    #[error("expected at most 64 discs, found {0}")]
    Discs(u8),
    /// Not the number of a square.
    #[error("{0} is not a square: expected 11 (a1) to 88 (h8)")]
    NotASquare(u8),
    /// A zero, which ends a game, with moves behind it.
    #[error("unexpected zero: it ends the game, but a move follows {behind} byte{} later", if *behind == 1 { "" } else { "s" })]
    Gap {
        /// The bytes from the zero to the next move.
        behind: usize,
    },
    /// A move that the rules do not allow there.
    #[error("illegal move")]
    IllegalMove(#[from] IllegalMove),
}

/// A game or a name that a WTHOR file cannot hold.
///
/// ```
/// use reversi_engine::notation::{WriteWthorErrorKind, WthorHeader, write_jou};
///
/// let players = vec!["Somebody"; 70_000];
/// let error = write_jou(&WthorHeader::default(), &players).unwrap_err();
/// assert_eq!(error.kind, WriteWthorErrorKind::TooMany);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("cannot write record {}: {kind}", index + 1)]
#[non_exhaustive]
pub struct WriteWthorError {
    /// The place of the game or name among those that were to be written, from 0. The message counts from
    /// 1, as all messages do that number records.
    pub index: usize,
    /// The reason.
    pub kind: WriteWthorErrorKind,
}

/// The reasons why a WTHOR file cannot hold a game or a name.
///
/// ```
/// use reversi_engine::{Game, notation::{WriteWthorErrorKind, WthorGame, WthorHeader, write_wtb}};
///
/// let mut game = WthorGame::new(Game::new());
/// game.black_discs = 65;
/// let error = write_wtb(&WthorHeader::default(), &[game]).unwrap_err();
/// assert_eq!(error.kind, WriteWthorErrorKind::Discs(65));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum WriteWthorErrorKind {
    /// The format knows moves only, no positions.
    #[error("the game does not begin at the usual start")]
    Start,
    /// More discs than squares.
    #[error("expected at most 64 discs, found {0}")]
    Discs(u8),
    /// The record of a name is too short for it.
    #[error("the name has more than {most} characters")]
    NameTooLong {
        /// The number of characters that fit.
        most: usize,
    },
    /// A character that Latin-1 does not have, or the zero that ends a name.
    #[error("a name cannot contain {0:?}")]
    NotLatin1(char),
    /// More records than the header can count.
    #[error("there are too many records")]
    TooMany,
}
