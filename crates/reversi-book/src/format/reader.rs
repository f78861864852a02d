//! The records of a stream, one at a time, for all readers of books.

use std::cmp::Ordering;
use std::io::Read;

use reversi_bitboard::Board;

use super::damage::Kept;
use super::input::Input;
use crate::{BookEntry, BookError, BookErrorKind};

/// A record that was read.
pub(super) struct Reading {
    pub(super) board: Board,
    pub(super) entry: BookEntry,
    /// The anomaly of the record, which is not in the entry.
    pub(super) odd: Option<BookError>,
}

/// The form of the records of a format.
pub(super) trait RecordForm {
    /// The number of bytes of the longest record.
    const LONGEST: usize;
    /// The offset of the number of positions in the file.
    const COUNT_AT: u64;

    /// Reads and checks the record at the start of `bytes`. The offset of an error is relative to the record.
    fn read(&self, bytes: &[u8]) -> Result<Reading, BookError>;

    /// Returns the length of the record at the start of `bytes`, as far as it can be determined.
    fn length(&self, bytes: &[u8]) -> usize;

    /// Returns whether a record seems to begin here.
    fn begins(&self, bytes: &[u8]) -> bool;

    /// Returns whether all records have the same length, so that the next one begins at the end of a damaged
    /// one.
    fn has_one_length(&self) -> bool;
}

/// A stream of positions.
pub(super) trait Positions: Iterator<Item = Result<(Board, BookEntry), BookError>> {
    /// Returns the offset of the last item.
    fn offset(&self) -> u64;

    /// Takes the anomalies.
    fn take_odd(&mut self) -> Kept {
        Kept::default()
    }
}

/// Makes a struct with `records` and a field for their form a reader.
macro_rules! reader {
    ($Reader:ident, $form:ident) => {
        impl<R: Read> $Reader<R> {
            /// Returns the number of positions in the header. If the file has fewer, the last item is an
            /// error. If it has more, that is [odd](Self::odd).
            pub fn positions_named(&self) -> u64 {
                self.records.named
            }

            /// Returns the anomalies so far that were read leniently: see
            /// [`Damage::odd`](crate::Damage::odd).
            pub fn odd(&self) -> &[BookError] {
                self.records.odd.errors()
            }

            /// Returns the offset of the last item in the file.
            pub fn offset(&self) -> u64 {
                self.records.at
            }
        }

        impl<R: Read> Iterator for $Reader<R> {
            type Item = Result<(Board, BookEntry), BookError>;

            fn next(&mut self) -> Option<Self::Item> {
                self.records.next(&self.$form)
            }
        }

        impl<R: Read> $crate::format::reader::Positions for $Reader<R> {
            fn offset(&self) -> u64 {
                self.records.at
            }

            fn take_odd(&mut self) -> Kept {
                std::mem::take(&mut self.records.odd)
            }
        }
    };
}

pub(super) use reader;

/// A stream of records after its header.
#[derive(Debug)]
pub(super) struct Records<R> {
    input: Input<R>,
    /// The number of positions in the header, and the number of positions that were read.
    pub(super) named: u64,
    found: u64,
    /// The offset of the last record in the file.
    pub(super) at: u64,
    /// The length of the last record if it is damaged. It is skipped when the next record is requested: the
    /// search for a sound record may take long, and many callers stop at an error.
    damaged: Option<usize>,
    /// The anomalies that were read leniently.
    pub(super) odd: Kept,
    has_ended: bool,
}

impl<R: Read> Records<R> {
    /// Starts after the header of an input, with the anomalies of the header.
    pub(super) fn new(input: Input<R>, named: u64, odd: Kept) -> Records<R> {
        Records { input, named, found: 0, at: 0, damaged: None, odd, has_ended: false }
    }

    /// Returns the next record or error. Fewer records than in the header are the last error, more records
    /// are odd.
    pub(super) fn next<F: RecordForm>(&mut self, form: &F) -> Option<Result<(Board, BookEntry), BookError>> {
        if self.has_ended {
            return None;
        }
        let item = match self.skip_damage(form) {
            Ok(true) => self.record(form),
            Ok(false) => {
                self.has_ended = true;
                let (header, found) = (self.named, self.found);
                let count = BookError::at(F::COUNT_AT, BookErrorKind::Count { header, found });
                return match header.cmp(&found) {
                    Ordering::Equal => None,
                    Ordering::Greater => Some(Err(count)), // positions are missing
                    Ordering::Less => {
                        self.odd.add(count);
                        None
                    }
                };
            }
            Err(error) => Err(error),
        };
        self.has_ended = matches!(&item, Err(BookError { kind: BookErrorKind::Io(_), .. }));
        Some(item)
    }

    /// Skips a damaged record, and returns whether the file goes on.
    fn skip_damage<F: RecordForm>(&mut self, form: &F) -> Result<bool, BookError> {
        if let Some(len) = self.damaged.take() {
            if form.has_one_length() && self.next_begins_after(form, len)? {
                self.input.take(len);
            } else {
                let is_sound = |bytes: &[u8]| form.read(bytes).is_ok();
                self.input.skip_damage(len, F::LONGEST, is_sound, |bytes| form.begins(bytes))?;
            }
        }
        Ok(!self.input.is_at_end()?)
    }

    /// Returns whether a record begins after these bytes, or nothing follows them. A search byte by byte
    /// would find a board of few discs at a wrong place, since it still looks like a board some bytes later.
    fn next_begins_after<F: RecordForm>(&mut self, form: &F, len: usize) -> Result<bool, BookError> {
        let next = self.input.peek(len + F::LONGEST)?.get(len..);
        Ok(next.is_none_or(|next| next.is_empty() || form.begins(next)))
    }

    fn record<F: RecordForm>(&mut self, form: &F) -> Result<(Board, BookEntry), BookError> {
        self.at = self.input.offset();
        let seen = self.input.peek(F::LONGEST)?;
        let len = form.length(seen);
        let read = form.read(seen);
        let here = |error: BookError| BookError { offset: error.offset.map(|at| self.at + at), ..error };
        let (position, odd) = match read {
            Ok(Reading { board, entry, odd }) => (Some((board, entry)), odd.map(here)),
            Err(error) => (None, Some(here(error))),
        };
        match (position, odd) {
            (Some(position), None) => Ok(self.take(len, position)),
            // The record is not odd but has a damaged length, if no other record begins at its end.
            (Some(position), Some(odd)) if self.next_begins_after(form, len)? => {
                self.odd.add(odd);
                Ok(self.take(len, position))
            }
            (_, odd) => {
                self.damaged = Some(len);
                Err(odd.expect("a record without a position has an error"))
            }
        }
    }

    fn take(&mut self, len: usize, position: (Board, BookEntry)) -> (Board, BookEntry) {
        self.input.take(len);
        self.found += 1;
        position
    }
}
