//! The bytes of a position.

use std::cmp::Ordering;

use reversi_bitboard::{Bitboard, Board, Move, Square};
use reversi_search::Level;

use super::Key;
use crate::{BookEntry, BookErrorKind, ScoredMove, Tally};

/// The mask of the number of links in the first byte. A board has at most 33 moves.
const MOST_LINKS: u8 = 0x3f;
/// A flag of the first byte, beside the number of links.
const HAS_LEAF: u8 = 0x40;
/// A flag of the first byte: lower, upper and value are equal, and are stored once.
const IS_EXACT: u8 = 0x80;
/// A flag of the second byte, beside the level.
const HAS_LINES: u8 = 0x40;
const HAS_GAMES: u8 = 0x80;
/// A flag of a byte of a number: another byte follows.
const MORE: u8 = 0x80;
/// A pass as the number of a square.
const PASS: u8 = 64;
/// The maximum length of a record: its key, two bytes, three values, 33 moves, and four numbers of up to five
/// bytes, with a place of up to ten.
pub(super) const LONGEST: usize = 13 + 2 + 3 + 2 * 34 + 4 * 5 + 10;

/// A position of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) key: Key,
    /// The canonical board.
    pub(crate) board: Board,
    pub(crate) entry: BookEntry,
    /// The number of the position in the original file, if the book keeps it.
    pub(crate) place: Option<u64>,
}

/// Checks an entry by the rules of the format and of the game.
pub(crate) fn check(board: &Board, entry: &BookEntry) -> Result<(), BookErrorKind> {
    let legal = board.legal_moves();
    let pass_is_legal = legal.is_empty() && board.must_pass();
    let mut seen = Bitboard::EMPTY;
    let mut passed = false;
    for ScoredMove { mv, score } in entry.moves() {
        let is_new_and_legal = match mv {
            Move::Place(square) => legal.contains(square) && !seen.contains(square),
            Move::Pass => pass_is_legal && !passed,
        };
        if !is_new_and_legal {
            return Err(BookErrorKind::IllegalMove { mv });
        }
        match mv {
            Move::Place(square) => seen = seen.with_square(square),
            Move::Pass => passed = true,
        }
        check_score(score)?;
    }
    [entry.value, entry.lower, entry.upper].into_iter().try_for_each(check_score)
}

fn check_score(score: i8) -> Result<(), BookErrorKind> {
    if (-64..=64).contains(&score) { Ok(()) } else { Err(BookErrorKind::Score { score: score.into() }) }
}

impl Record {
    /// Appends the bytes of a position, which [`check`] accepts.
    pub(super) fn write(bytes: &mut Vec<u8>, key: Key, bits: u32, entry: &BookEntry, place: Option<u64>) {
        let rest = key.rest(bits);
        bytes.extend(&rest[rest.len() - Key::stored(bits)..]);
        let BookEntry { ref links, leaf, value, lower, upper, level, tally } = *entry;
        let Tally { wins, draws, losses, lines } = tally;
        let has_games = wins != 0 || draws != 0 || losses != 0;
        let is_exact = lower == value && upper == value;
        bytes.push(links.len() as u8 | flag(leaf.is_some(), HAS_LEAF) | flag(is_exact, IS_EXACT));
        bytes.push(level.number() as u8 | flag(lines != 0, HAS_LINES) | flag(has_games, HAS_GAMES));
        bytes.push(value as u8);
        if !is_exact {
            bytes.extend([lower as u8, upper as u8]);
        }
        for ScoredMove { mv, score } in entry.moves() {
            bytes.extend([mv.square().map_or(PASS, |square| square.index() as u8), score as u8]);
        }
        if lines != 0 {
            write_number(bytes, lines.into());
        }
        if has_games {
            [wins, draws, losses].into_iter().for_each(|games| write_number(bytes, games.into()));
        }
        if let Some(place) = place {
            write_number(bytes, place);
        }
    }
}

fn flag(is_set: bool, flag: u8) -> u8 {
    if is_set { flag } else { 0 }
}

/// Appends a number, 7 bits a byte, the lowest first. The highest bit of a byte means that more follow.
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= MORE.into() {
        bytes.push(number as u8 | MORE);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads the records of one bucket.
pub(crate) struct Records<'a> {
    rest: &'a [u8],
    bucket: u64,
    bits: u32,
    has_places: bool,
}

impl<'a> Records<'a> {
    pub(super) fn new(bytes: &'a [u8], bucket: u64, bits: u32, has_places: bool) -> Records<'a> {
        Records { rest: bytes, bucket, bits, has_places }
    }

    /// Returns the number of bytes that are not read yet.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    /// Finds the position of a key. `None` if the bucket does not have it, or is damaged before it.
    pub(super) fn find(&mut self, key: Key, board: &Board) -> Option<BookEntry> {
        let wanted = key.rest(self.bits);
        let wanted = &wanted[wanted.len() - Key::stored(self.bits)..];
        let start = u64::from_be_bytes(*wanted.first_chunk()?); // no key is shorter
        loop {
            let found = u64::from_be_bytes(*self.rest.first_chunk()?);
            let (found_key, rest) = self.rest.split_at_checked(wanted.len())?;
            self.rest = rest;
            match found.cmp(&start).then_with(|| found_key.cmp(wanted)) {
                Ordering::Less => self.skip()?,
                Ordering::Equal => break,
                Ordering::Greater => return None,
            }
        }
        let (entry, _) = self.entry().ok()?;
        check(board, &entry).ok()?;
        Some(entry)
    }

    /// Reads the next position and checks it.
    pub(super) fn read(&mut self) -> Result<Record, BookErrorKind> {
        let rest = self.bytes(Key::stored(self.bits)).ok_or(BookErrorKind::Cut)?;
        let key = Key::from_rest(self.bucket, self.bits, rest).ok_or(BookErrorKind::NoBoard)?;
        let board = key.board().ok_or(BookErrorKind::NoBoard)?;
        if board.canonical().0 != board {
            return Err(BookErrorKind::NotCanonical);
        }
        let (entry, place) = self.entry()?;
        check(&board, &entry)?;
        Ok(Record { key, board, entry, place })
    }

    fn entry(&mut self) -> Result<(BookEntry, Option<u64>), BookErrorKind> {
        let [first, second, value] = self.array().ok_or(BookErrorKind::Cut)?;
        let (value, level) = (value as i8, second & 0x3f);
        let level = Level::new(level.into()).map_err(|_| BookErrorKind::Level { level: level.into() })?;
        let [lower, upper] = match first & IS_EXACT {
            0 => self.array().ok_or(BookErrorKind::Cut)?.map(|byte| byte as i8),
            _ => [value; 2],
        };
        let (links, leaf) = (usize::from(first & MOST_LINKS), usize::from(first & HAS_LEAF != 0));
        let moves = self.bytes(2 * (links + leaf)).ok_or(BookErrorKind::Cut)?;
        let (moves, _) = moves.as_chunks();
        let leaf = moves[links..].first().map(scored_move).transpose()?;
        let links = moves[..links].iter().map(scored_move).collect::<Result<_, _>>()?;
        let mut tally = Tally::default();
        if second & HAS_LINES != 0 {
            tally.lines = self.count()?;
        }
        if second & HAS_GAMES != 0 {
            [tally.wins, tally.draws, tally.losses] = [self.count()?, self.count()?, self.count()?];
        }
        let place = if self.has_places { Some(self.number()?) } else { None };
        Ok((BookEntry { links, leaf, value, lower, upper, level, tally }, place))
    }

    /// Skips the bytes after a key. `None` if the bucket ends before.
    fn skip(&mut self) -> Option<()> {
        let &[first, second] = self.rest.first_chunk()?;
        let values = if first & IS_EXACT != 0 { 1 } else { 3 };
        let moves = (first & MOST_LINKS) + u8::from(first & HAS_LEAF != 0);
        self.bytes(2 + values + 2 * usize::from(moves))?;
        let numbers = u8::from(second & HAS_LINES != 0)
            + 3 * u8::from(second & HAS_GAMES != 0)
            + u8::from(self.has_places);
        for _ in 0..numbers {
            let last = self.rest.iter().position(|byte| byte & MORE == 0)?;
            self.rest = &self.rest[last + 1..];
        }
        Some(())
    }

    fn count(&mut self) -> Result<u32, BookErrorKind> {
        let number = self.number()?;
        u32::try_from(number).map_err(|_| BookErrorKind::Invalid { expected: "a number of 32 bits" })
    }

    fn number(&mut self) -> Result<u64, BookErrorKind> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array().ok_or(BookErrorKind::Cut)?;
            number |= u64::from(byte & !MORE) << shift;
            if byte & MORE == 0 {
                return Ok(number);
            }
        }
        Err(BookErrorKind::Invalid { expected: "a number of up to ten bytes" })
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (array, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*array)
    }

    fn bytes(&mut self, len: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        Some(bytes)
    }
}

fn scored_move(&[mv, score]: &[u8; 2]) -> Result<ScoredMove, BookErrorKind> {
    let mv = match Square::new(mv) {
        Some(square) => Move::Place(square),
        None if mv == PASS => Move::Pass,
        None => return Err(BookErrorKind::Invalid { expected: "a square below 64, or 64 for a pass" }),
    };
    Ok(ScoredMove { mv, score: score as i8 })
}
