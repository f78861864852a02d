//! Reads Egaroucid's books.

use std::io::Read;

use reversi_bitboard::Board;

use super::super::damage::Kept;
use super::super::input::{Input, array};
use super::super::reader::{Reading, RecordForm, Records, reader};
use super::layout::{LONGEST, Layout, THREE};
use super::{HEADER, MAGIC};
use crate::{BookEntry, BookError, BookErrorKind};

/// The number of bytes from which the layout of a book of version 2 is detected.
const START: usize = 1 << 15;

/// Reads a book of Egaroucid as a stream: a position at a time, checked against the rules of the game.
/// Memory does not grow with the book.
///
/// An item is a board, not always the canonical one, and its entry. Books of version 3 have no links, so
/// their entries have no links either; books of version 2 have links. The bounds are -64 and 64, because
/// these books have no bounds. [`Conversion`](crate::Conversion) finds the links.
///
/// An error is an item too, and the reader goes on with the next sound position.
///
/// ```
/// use reversi_engine::book::EgaroucidReader;
///
/// let reader = EgaroucidReader::new(&b"DICUORAGE\x03\0\0\0\0"[..])?;
/// assert_eq!((reader.version(), reader.positions_named(), reader.count()), (3, 0, 0));
/// # Ok::<(), reversi_engine::book::BookError>(())
/// ```
#[derive(Debug)]
pub struct EgaroucidReader<R> {
    records: Records<R>,
    version: u8,
    layout: Layout,
}

impl<R: Read> EgaroucidReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`BookError`] if the file is not a book of Egaroucid, has another version than 2 and 3, ends within
    /// the header, or cannot be read.
    pub fn new(source: R) -> Result<EgaroucidReader<R>, BookError> {
        let mut input = Input::new(source);
        let start = input.peek(HEADER + START)?;
        if start.get(..9).is_none_or(|magic| magic != MAGIC) {
            return Err(BookError::at(0, BookErrorKind::UnknownFormat));
        }
        let Some((header, rest)) = start.split_at_checked(HEADER) else {
            return Err(BookError::at(start.len() as u64, BookErrorKind::Cut));
        };
        let version = header[9];
        let layout = match version {
            3 => THREE,
            2 => Layout::of_version_2(rest),
            _ => return Err(BookError::at(9, BookErrorKind::Version { version: version.into() })),
        };
        let named = u64::from(u32::from_le_bytes(array(header, 10)));
        input.take(HEADER);
        Ok(EgaroucidReader { records: Records::new(input, named, Kept::default()), version, layout })
    }

    /// Returns the version of the format: 3 for `.egbk3`, 2 for `.egbk2`.
    pub fn version(&self) -> u8 {
        self.version
    }
}

reader!(EgaroucidReader, layout);

impl RecordForm for Layout {
    const LONGEST: usize = LONGEST;
    const COUNT_AT: u64 = 10;

    fn read(&self, bytes: &[u8]) -> Result<Reading, BookError> {
        (*self).read(bytes)
    }

    fn length(&self, bytes: &[u8]) -> usize {
        (*self).length(bytes).unwrap_or(self.usual_length().min(bytes.len()))
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        self.board(bytes).is_ok()
    }

    fn has_one_length(&self) -> bool {
        *self == THREE
    }
}
