//! The records of a stream, one at a time: what the readers of books share.

use std::io::Read;

use reversi_bitboard::Board;

use super::input::Input;
use crate::{BookEntry, BookError, BookErrorKind};

/// How the records of a format are read.
pub(super) trait RecordForm {
    /// The bytes of the longest record.
    const LONGEST: usize;
    /// The byte of the file at which the number of positions stands.
    const COUNT_AT: u64;

    /// Reads and checks the record at the start of `bytes`. The offset of an error is that in the record.
    fn read(&self, bytes: &[u8]) -> Result<(Board, BookEntry), BookError>;

    /// The length of the record at the start of `bytes`, as far as it can be told.
    fn length(&self, bytes: &[u8]) -> usize;

    /// Whether a record seems to begin here.
    fn begins(&self, bytes: &[u8]) -> bool;

    /// Whether all records are as long, so that after a damaged one the next begins at its end.
    fn has_one_length(&self) -> bool;
}

/// A stream of records after its header.
#[derive(Debug)]
pub(super) struct Records<R> {
    input: Input<R>,
    /// The number of positions that the header names, and those that were read.
    named: u64,
    found: u64,
    at: u64,
    /// The length of the last record if it is damaged. It is skipped when the next one is asked for: the
    /// search for a sound record may take long, and many callers stop at an error.
    damaged: Option<usize>,
    has_ended: bool,
}

impl<R: Read> Records<R> {
    /// The records of an input whose header is taken.
    pub(super) fn new(input: Input<R>, named: u64) -> Records<R> {
        Records { input, named, found: 0, at: 0, damaged: None, has_ended: false }
    }

    /// The number of positions that the header names.
    pub(super) fn named(&self) -> u64 {
        self.named
    }

    /// The byte of the file at which the last record begins.
    pub(super) fn offset(&self) -> u64 {
        self.at
    }

    /// The next record or error. A number of records that is not that of the header is the last one.
    pub(super) fn next<F: RecordForm>(&mut self, form: &F) -> Option<Result<(Board, BookEntry), BookError>> {
        if self.has_ended {
            return None;
        }
        let item = match self.skip_damage(form) {
            Ok(true) => self.record(form),
            Ok(false) => {
                self.has_ended = true;
                let (header, found) = (self.named, self.found);
                return (header != found)
                    .then(|| Err(BookError::at(F::COUNT_AT, BookErrorKind::Count { header, found })));
            }
            Err(error) => Err(error),
        };
        self.has_ended = matches!(&item, Err(BookError { kind: BookErrorKind::Io(_), .. }));
        Some(item)
    }

    /// Skips a damaged record, and says whether the file goes on.
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

    /// Whether a record begins after these bytes, or nothing follows them. A search byte by byte would find a
    /// board of few discs elsewhere, since it still looks like one some bytes later.
    fn next_begins_after<F: RecordForm>(&mut self, form: &F, len: usize) -> Result<bool, BookError> {
        let next = self.input.peek(len + F::LONGEST)?.get(len..);
        Ok(next.is_none_or(|next| next.is_empty() || form.begins(next)))
    }

    fn record<F: RecordForm>(&mut self, form: &F) -> Result<(Board, BookEntry), BookError> {
        self.at = self.input.offset();
        let seen = self.input.peek(F::LONGEST)?;
        let len = form.length(seen);
        match form.read(seen) {
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
