//! Reads Edax's books.

use std::io::Read;

use reversi_bitboard::Board;
use reversi_search::Level;

use super::super::damage::Kept;
use super::super::input::{Input, array};
use super::super::reader::{Reading, RecordForm, Records, reader};
use super::super::rules::{self, ANY_ERROR, Leaf, MOST_ERROR};
use super::{ByteOrder, HEADER, LONGEST, MAGIC, MAGIC_BIG, NO_MOVE, NO_SCORE, SHORTEST, VERSION};
use crate::{BookEntry, BookError, BookErrorKind, EdaxStamp, Header, ScoredMove, Tally};

/// Reads a book of Edax as a stream: a position at a time, checked against the rules of the game and of the
/// format. Memory does not grow with the book.
///
/// An item is a canonical board and its entry, with the links in the order of the file. An error is an item
/// too, and the reader goes on with the next sound position: collect into a `Result` to stop at the first
/// error, or skip the errors to save all sound positions. Problems of more than one position are not detected
/// here: positions that are in the file twice, and links to positions that are not in the book
/// ([`Conversion`](crate::Conversion) checks both).
///
/// ```
/// use reversi_engine::Level;
/// use reversi_engine::book::{ByteOrder, EdaxReader, EdaxWriter, Header};
///
/// let file = std::io::Cursor::new(Vec::new());
/// let header = Header::new(Level::DEFAULT);
/// let bytes = EdaxWriter::new(file, &header, ByteOrder::Little)?.finish()?.into_inner();
/// let reader = EdaxReader::new(&bytes[..])?;
/// assert_eq!((reader.positions_named(), reader.count()), (0, 0));
/// # Ok::<(), reversi_engine::book::BookError>(())
/// ```
#[derive(Debug)]
pub struct EdaxReader<R> {
    records: Records<R>,
    header: Header,
    order: ByteOrder,
}

impl<R: Read> EdaxReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`BookError`] if the file is not a book of Edax, has another version than 4, ends within the header,
    /// or cannot be read. An invalid number of the header is [odd](Self::odd), and is replaced by the one
    /// that claims least: 0, or an error of 64 discs.
    pub fn new(source: R) -> Result<EdaxReader<R>, BookError> {
        let mut input = Input::new(source);
        let bytes: Vec<u8> = input.peek(HEADER)?.to_vec();
        let order = match bytes.get(..8) {
            Some(magic) if magic == MAGIC => ByteOrder::Little,
            Some(magic) if magic == MAGIC_BIG => ByteOrder::Big,
            _ => return Err(BookError::at(0, BookErrorKind::UnknownFormat)),
        };
        match bytes.get(8) {
            Some(&VERSION) => {}
            Some(&version) => {
                return Err(BookError::at(8, BookErrorKind::Version { version: version.into() }));
            }
            None => return Err(BookError::at(8, BookErrorKind::Cut)),
        }
        if bytes.len() < HEADER {
            return Err(BookError::at(bytes.len() as u64, BookErrorKind::Cut));
        }
        let (header, odd) = read_header(&bytes, order);
        let named = u64::from(order.u32(&bytes, 38));
        input.take(HEADER);
        Ok(EdaxReader { records: Records::new(input, named, odd), header, order })
    }

    /// Returns the header of the book. Its note is empty.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the byte order of the file's numbers.
    pub fn byte_order(&self) -> ByteOrder {
        self.order
    }
}

reader!(EdaxReader, order);

/// Reads the header. Invalid numbers are replaced by those that claim least, and reported as odd.
fn read_header(bytes: &[u8], order: ByteOrder) -> (Header, Kept) {
    let mut odd = Kept::default();
    let mut option = |at: usize, name, most: u32, least_claim| match order.u32(bytes, at) {
        value if value <= most => value,
        value => {
            let (at, value) = (at as u64, i64::from(value as i32));
            odd.add(BookError::at(at, BookErrorKind::Option { name, value, most }));
            least_claim
        }
    };
    let level = option(18, "level", Level::MAX.number(), rules::unknown_level().number());
    let [empties, midgame_error, endcut_error] = [
        option(22, "least number of empties", 64, 0),
        option(26, "error of the midgame", MOST_ERROR, ANY_ERROR),
        option(30, "error near the end", MOST_ERROR, ANY_ERROR),
    ];
    let mut date: [u8; 8] = array(bytes, 10);
    if order == ByteOrder::Big {
        date.swap(0, 1);
    }
    let stamp = EdaxStamp { release: bytes[9], date, verbosity: order.u32(bytes, 34) as i32 };
    let level = Level::new(level).expect("the option is a level");
    let header =
        Header { level, empties, midgame_error, endcut_error, note: String::new(), edax: Some(stamp) };
    (header, odd)
}

/// The form of a record depends only on the byte order.
impl RecordForm for ByteOrder {
    const LONGEST: usize = LONGEST;
    const COUNT_AT: u64 = 38;

    fn read(&self, bytes: &[u8]) -> Result<Reading, BookError> {
        read_record(bytes, *self)
    }

    fn length(&self, bytes: &[u8]) -> usize {
        length(bytes).unwrap_or(bytes.len())
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        read_board(bytes, *self).is_ok()
    }

    fn has_one_length(&self) -> bool {
        false
    }
}

/// Returns the length of the record at the start of `bytes`, if its links can be counted and are complete.
fn length(bytes: &[u8]) -> Option<usize> {
    let links = *bytes.get(38)?;
    let len = SHORTEST + 2 * usize::from(links);
    (len <= bytes.len()).then_some(len)
}

/// Reads and checks the record at the start of `bytes`. The offset of an error is relative to the record.
fn read_record(bytes: &[u8], order: ByteOrder) -> Result<Reading, BookError> {
    let within = |offset: u64| move |kind: BookErrorKind| BookError::at(offset, kind);
    let board = read_board(bytes, order).map_err(within(0))?;
    let Some(bytes) = length(bytes).map(|len| &bytes[..len]) else {
        return Err(BookError::at(0, BookErrorKind::Cut));
    };
    let number = |at| i32::from(order.i16(bytes, at));
    let value = rules::score(number(32)).map_err(within(32))?;
    let (lower, odd_lower) = rules::bound(number(34)).map_err(within(34))?;
    let (upper, odd_upper) = rules::bound(number(36)).map_err(within(36))?;
    let (level, odd_level) = rules::level(bytes[39]);
    let mut moves = Vec::with_capacity(usize::from(bytes[38]) + 1);
    let (pairs, _) = bytes[40..].as_chunks();
    let (&leaf, links) = pairs.split_last().expect("a record has a leaf");
    for (at, &link) in (40..).step_by(2).zip(links) {
        moves.push(read_link(link).map_err(within(at))?);
    }
    let leaf_at = (bytes.len() - 2) as u64;
    let leaf = match leaf {
        [score, NO_MOVE] if score as i8 == NO_SCORE => Ok(None),
        [score, NO_MOVE] => Err(BookErrorKind::Score { score: (score as i8).into() }),
        leaf => read_link(leaf).map(Some),
    };
    let [wins, draws, losses, lines] = [16, 20, 24, 28].map(|at| order.u32(bytes, at));
    let tally = Tally { wins, draws, losses, lines };
    let mut entry = BookEntry { links: moves, leaf: None, value, lower, upper, level, tally };
    let odd_leaf = rules::add_leaf(board, &mut entry, leaf.map_err(within(leaf_at)), Leaf::Needed)?;
    let odd_bound = odd_lower.map(within(34)).or(odd_upper.map(within(36)));
    Ok(Reading { board, entry, odd: odd_bound.or(odd_level.map(within(39))).or(odd_leaf) })
}

/// Reads the board at the start of a record.
fn read_board(bytes: &[u8], order: ByteOrder) -> Result<Board, BookErrorKind> {
    let bytes = bytes.get(..16).ok_or(BookErrorKind::Cut)?;
    let board = rules::board(order.u64(bytes, 0), order.u64(bytes, 8))?;
    if board.canonical().0 == board { Ok(board) } else { Err(BookErrorKind::NotCanonical) }
}

fn read_link([score, mv]: [u8; 2]) -> Result<ScoredMove, BookErrorKind> {
    let mv = rules::read_move(mv)?;
    Ok(ScoredMove { mv, score: rules::score((score as i8).into())? })
}
