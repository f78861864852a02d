//! Reading Egaroucid's books.

use std::io::Read;

use reversi_bitboard::Board;

use super::super::input::{Input, array};
use super::layout::{LONGEST, Layout, THREE};
use super::{HEADER, MAGIC};
use crate::{BookEntry, BookError, BookErrorKind};

/// The bytes by which the layout of a book of version 2 is found.
const START: usize = 1 << 15;

/// Reads a book of Egaroucid as a stream: a position at a time, checked against the rules of the game.
/// Memory does not grow with the book.
///
/// An item is a board, not always the canonical one, and what the book knows of it. Books of version 3 have
/// no links, so that the entries have none either; those of version 2 have them. The bounds are -64 and 64,
/// because these books have none. [`Conversion`](crate::Conversion) finds the links.
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
    input: Input<R>,
    version: u8,
    layout: Layout,
    named: u64,
    found: u64,
    at: u64,
    /// The length of the last record if it is damaged. It is skipped when the next one is asked for: the
    /// search for a sound record may take long, and many callers stop at an error.
    damaged: Option<usize>,
    has_ended: bool,
}

impl<R: Read> EgaroucidReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`BookError`] if the file is no book of Egaroucid, of another version than 2 and 3, ends within the
    /// header, or cannot be read.
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
        Ok(EgaroucidReader {
            input,
            version,
            layout,
            named,
            found: 0,
            at: 0,
            damaged: None,
            has_ended: false,
        })
    }

    /// The version of the format: 3 for `.egbk3`, 2 for `.egbk2`.
    pub fn version(&self) -> u8 {
        self.version
    }

    /// The number of positions that the header names. The file decides: if it has another number, an error
    /// of that kind is the last item.
    pub fn positions_named(&self) -> u64 {
        self.named
    }

    /// The byte of the file at which the last item begins.
    pub fn offset(&self) -> u64 {
        self.at
    }

    /// Skips a damaged record, and says whether the file goes on.
    fn skip_damage(&mut self) -> Result<bool, BookError> {
        let layout = self.layout;
        if let Some(len) = self.damaged.take() {
            let is_sound = |bytes: &[u8]| layout.read(bytes).is_ok();
            let begins_record = |bytes: &[u8]| layout.board(bytes).is_ok();
            // All records of version 3 are as long, and a board of few discs still looks like one some bytes
            // later.
            let next = self.input.peek(len + LONGEST)?.get(len..);
            if self.version == 3 && next.is_none_or(|next| next.is_empty() || begins_record(next)) {
                self.input.take(len);
            } else {
                self.input.skip_damage(len, LONGEST, is_sound, begins_record)?;
            }
        }
        Ok(!self.input.is_at_end()?)
    }

    fn record(&mut self) -> Result<(Board, BookEntry), BookError> {
        self.at = self.input.offset();
        let layout = self.layout;
        let seen = self.input.peek(LONGEST)?;
        let len = layout.length(seen).unwrap_or(layout.usual_length().min(seen.len()));
        match layout.read(seen) {
            Ok(position) => {
                self.input.take(len);
                self.found += 1;
                Ok(position)
            }
            Err(error) => {
                self.damaged = Some(len);
                Err(BookError { offset: error.offset.map(|within| self.at + within), ..error })
            }
        }
    }
}

impl<R: Read> Iterator for EgaroucidReader<R> {
    type Item = Result<(Board, BookEntry), BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let item = match self.skip_damage() {
            Ok(true) => self.record(),
            Ok(false) => {
                self.has_ended = true;
                let (header, found) = (self.named, self.found);
                return (header != found)
                    .then(|| Err(BookError::at(10, BookErrorKind::Count { header, found })));
            }
            Err(error) => Err(error),
        };
        self.has_ended = matches!(&item, Err(BookError { kind: BookErrorKind::Io(_), .. }));
        Some(item)
    }
}
