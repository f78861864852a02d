//! Reads a packed book.

use std::borrow::Cow;

use reversi_bitboard::Board;

use super::head::{FIXED, OFFSET};
use super::record::Records;
use super::{Head, Key, LONGEST_BUCKET, Record, Storage};
use crate::{BookEntry, BookError, BookErrorKind};

/// The number of bytes that a checksum reads at a time.
const PIECE: u64 = 1 << 20;

/// The number of offsets of the index that are read at a time. It is small in tests, so that a small book has
/// several pieces.
const PIECE_OF_INDEX: u64 = if cfg!(test) { 3 } else { 1 << 14 };

/// The maximum number of times that a record is read, on average, if the index is damaged.
const MOST_READINGS: u64 = 4;

/// The maximum size of an index that is kept in memory, in bytes. A lookup is then one read.
const KEPT_INDEX: u64 = 16 << 20;

/// A packed book that is being read.
#[derive(Debug)]
pub(crate) struct Packed {
    storage: Storage,
    head: Head,
    /// The index, if it is kept apart from the storage.
    index: Option<Vec<u8>>,
}

impl Packed {
    /// Checks the head and the length of all parts.
    pub(crate) fn open(storage: Storage) -> Result<Packed, BookError> {
        let len = storage.len();
        let first = storage.read(0, len.min(FIXED as u64) as usize)?;
        let head_len = match first.first_chunk() {
            Some(fixed) => Head::len(fixed)?,
            None => first.len(),
        };
        let head = Head::from_bytes(&storage.read(0, len.min(head_len as u64) as usize)?)?;
        if len < head.file_len() {
            return Err(BookError::at(len, BookErrorKind::Cut));
        }
        if len > head.file_len() {
            let kind = BookErrorKind::Invalid { expected: "the end of the file" };
            return Err(BookError::at(head.file_len(), kind));
        }
        let index = match storage {
            Storage::File { .. } => read_index(&storage, &head)?,
            Storage::Bytes(_) | Storage::Owner(_) => None,
        };
        Ok(Packed { storage, head, index })
    }

    pub(crate) fn head(&self) -> &Head {
        &self.head
    }

    /// Returns the entry of a canonical board. `None` too if the file is damaged there.
    pub(crate) fn find(&self, board: &Board) -> Option<BookEntry> {
        let key = Key::of(board);
        let bucket = key.bucket(self.head.bucket_bits);
        let (at, two) = (bucket * OFFSET, 2 * OFFSET as usize);
        let (start, len) = match &self.index {
            Some(index) => self.extent(index.get(at as usize..)?.get(..two)?).ok()?,
            None => self.extent(&self.storage.read(self.head.index_at() + at, two).ok()?).ok()?,
        };
        let bytes = self.storage.read(self.head.records_at() + start, len).ok()?;
        self.records(&bytes, bucket).find(key, board)
    }

    /// Returns all positions, in the order of their keys.
    pub(crate) fn iter(&self) -> RecordIter<'_> {
        RecordIter {
            book: self,
            next_bucket: 0,
            index: Cow::Borrowed(&[]),
            first: 0,
            start: 0,
            bytes: Vec::new(),
            read: 0,
            last: None,
            ended: false,
            found: 0,
            recovered: false,
            at: 0,
            gap: false,
            loaded: 0,
        }
    }

    /// Verifies the checksums of the records and of the index.
    pub(crate) fn verify_checksums(&self) -> Result<(), BookError> {
        let head = &self.head;
        let parts = [
            (head.records_at()..head.index_at(), head.records_checksum),
            (head.index_at()..head.file_len(), head.index_checksum),
        ];
        for (part, expected) in parts {
            let mut checksum = crc32fast::Hasher::new();
            let mut at = part.start;
            while at < part.end {
                let len = PIECE.min(part.end - at);
                checksum.update(&self.storage.read(at, len as usize)?);
                at += len;
            }
            if checksum.finalize() != expected {
                return Err(BookError::at(part.start, BookErrorKind::Checksum));
            }
        }
        Ok(())
    }

    /// Passes on the bytes of the file, piece by piece.
    pub(crate) fn for_pieces(
        &self,
        mut each: impl FnMut(&[u8]) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let mut at = 0;
        while at < self.storage.len() {
            let len = PIECE.min(self.storage.len() - at);
            each(&self.storage.read(at, len as usize)?)?;
            at += len;
        }
        Ok(())
    }

    /// Returns the start and the length of a bucket, by its offset and the offset of the next one.
    fn extent(&self, offsets: &[u8]) -> Result<(u64, usize), BookErrorKind> {
        let (start, end) = offsets.split_at(OFFSET as usize);
        let [start, end] = [start, end].map(|offset| {
            let mut bytes = [0; 8];
            bytes[..offset.len()].copy_from_slice(offset);
            u64::from_le_bytes(bytes)
        });
        match end.checked_sub(start) {
            Some(len) if len <= LONGEST_BUCKET as u64 && end <= self.head.records_len => {
                Ok((start, len as usize))
            }
            _ => Err(BookErrorKind::Invalid { expected: "an offset in the records" }),
        }
    }

    fn records<'a>(&self, bytes: &'a [u8], bucket: u64) -> Records<'a> {
        Records::new(bytes, bucket, self.head.bucket_bits, self.head.has_places)
    }
}

/// Reads an index that is small enough to be kept. A damaged index is not kept: it may be salvaged.
fn read_index(storage: &Storage, head: &Head) -> Result<Option<Vec<u8>>, BookError> {
    let len = head.file_len() - head.index_at();
    if len > KEPT_INDEX {
        return Ok(None);
    }
    let index = storage.read(head.index_at(), len as usize)?.into_owned();
    Ok((crc32fast::hash(&index) == head.index_checksum).then_some(index))
}

/// All positions of a packed book, in the order of their keys. The iterator ends after an error.
#[derive(Debug)]
pub(crate) struct RecordIter<'a> {
    book: &'a Packed,
    next_bucket: u64,
    /// The offsets of some buckets, and the number of the first.
    index: Cow<'a, [u8]>,
    first: u64,
    /// The current bucket: where it starts in the records, its bytes, and how many bytes are read.
    start: u64,
    bytes: Vec<u8>,
    read: usize,
    last: Option<Key>,
    ended: bool,
    found: u64,
    /// `true` if some positions are missing.
    recovered: bool,
    /// The offset of the last record in the file.
    at: u64,
    /// `true` if the bucket before the next one could not be found, so that it may begin anywhere.
    gap: bool,
    /// The number of bytes of all buckets so far.
    loaded: u64,
}

impl Iterator for RecordIter<'_> {
    type Item = Result<Record, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = self.try_next();
        self.found += u64::from(matches!(next, Ok(Some(_))));
        let header = self.book.head.positions;
        let next = match next {
            Ok(None) if !self.recovered && self.found != header => {
                Err(BookErrorKind::Count { header, found: self.found }.into())
            }
            next => next,
        };
        self.ended = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}

impl RecordIter<'_> {
    /// Returns the offset of the last record in the file.
    pub(crate) fn offset(&self) -> u64 {
        self.at
    }

    /// Continues after an error, with the next bucket.
    pub(crate) fn recover(&mut self) {
        self.ended = false;
        self.recovered = true;
        self.read = self.bytes.len();
    }

    fn try_next(&mut self) -> Result<Option<Record>, BookError> {
        while self.read == self.bytes.len() {
            if self.next_bucket == self.book.head.buckets() {
                return Ok(None);
            }
            self.next_bucket += 1;
            let loaded = self.load(self.next_bucket - 1);
            self.gap = loaded.is_err();
            loaded?;
        }
        let at = self.book.head.records_at() + self.start + self.read as u64;
        self.at = at;
        let mut records = self.book.records(&self.bytes[self.read..], self.next_bucket - 1);
        let record = records.read().map_err(|kind| BookError::at(at, kind))?;
        self.read = self.bytes.len() - records.left();
        match self.last {
            Some(last) if last == record.key => {
                return Err(BookError::at(at, BookErrorKind::Twice { board: record.board }));
            }
            Some(last) if last > record.key => return Err(BookError::at(at, BookErrorKind::Unsorted)),
            _ => self.last = Some(record.key),
        }
        Ok(Some(record))
    }

    /// Reads the next bucket, which begins where this one ends.
    fn load(&mut self, bucket: u64) -> Result<(), BookError> {
        let Packed { storage, head, .. } = self.book;
        let at = head.index_at() + bucket * OFFSET;
        let two = 2 * OFFSET as usize;
        if ((bucket - self.first) * OFFSET) as usize + two > self.index.len() {
            let offsets = PIECE_OF_INDEX.min(head.buckets() + 1 - bucket);
            self.index = storage.read(at, (offsets * OFFSET) as usize)?;
            self.first = bucket;
        }
        let offsets = &self.index[((bucket - self.first) * OFFSET) as usize..][..two];
        let (start, len) = self.book.extent(offsets).map_err(|kind| BookError::at(at, kind))?;
        self.loaded += len as u64;
        // Buckets that overlap each other are not read repeatedly.
        let may_begin_anywhere = self.gap && self.loaded / MOST_READINGS <= head.records_len;
        if !may_begin_anywhere && start != self.start + self.bytes.len() as u64 {
            return Err(BookError::at(
                at,
                BookErrorKind::Invalid { expected: "the end of the bucket before" },
            ));
        }
        if bucket + 1 == head.buckets() && start + len as u64 != head.records_len {
            let kind = BookErrorKind::Invalid { expected: "the end of the records" };
            return Err(BookError::at(at + OFFSET, kind));
        }
        self.start = start;
        self.bytes.clear();
        self.bytes.extend_from_slice(&storage.read(head.records_at() + start, len)?);
        self.read = 0;
        Ok(())
    }
}
