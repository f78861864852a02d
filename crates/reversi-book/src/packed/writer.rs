//! Writes a packed book as a stream.

use std::io::{Seek, SeekFrom, Write};

use reversi_bitboard::Board;

use super::head::{Head, OFFSET};
use super::record::{LONGEST, Record, check};
use super::{Key, LONGEST_BUCKET};
use crate::{BookEntry, BookError, BookErrorKind, Header};

/// Writes a packed book, position by position, in the order of their keys. It keeps four bytes a bucket in
/// memory.
pub(crate) struct PackedWriter<W> {
    out: W,
    head: Head,
    /// The lengths of the buckets before the current one, and the current length of this one.
    lengths: Vec<u32>,
    last: Option<Key>,
    checksum: crc32fast::Hasher,
    bytes: Vec<u8>,
}

impl<W: Write + Seek> PackedWriter<W> {
    /// Begins a book at the start of `out`. `positions` is the number of positions to come: it determines the
    /// number of buckets. `has_places` says whether [`push`](PackedWriter::push) gets places.
    pub(crate) fn new(
        mut out: W,
        header: Header,
        positions: u64,
        has_places: bool,
    ) -> Result<PackedWriter<W>, BookError> {
        let head = Head::new(header, positions, has_places)?;
        out.write_all(&head.to_bytes())?;
        let (lengths, checksum) = (vec![0], crc32fast::Hasher::new());
        Ok(PackedWriter { out, head, lengths, last: None, checksum, bytes: Vec::with_capacity(LONGEST) })
    }

    /// Appends a position: a canonical board whose key is greater than the previous one, and its number in
    /// the original file.
    pub(crate) fn push(
        &mut self,
        board: &Board,
        entry: &BookEntry,
        place: Option<u64>,
    ) -> Result<(), BookError> {
        debug_assert_eq!(place.is_some(), self.head.has_places);
        let key = Key::of(board);
        match self.last {
            Some(last) if last == key => return Err(BookErrorKind::Twice { board: *board }.into()),
            Some(last) if last > key => return Err(BookErrorKind::Unsorted.into()),
            _ => self.last = Some(key),
        }
        check(board, entry)?;
        let bits = self.head.bucket_bits;
        self.lengths.resize(key.bucket(bits) as usize + 1, 0);
        self.bytes.clear();
        Record::write(&mut self.bytes, key, bits, entry, place);
        let length = self.lengths.last_mut().expect("the bucket of the key");
        *length += self.bytes.len() as u32;
        if *length as usize > LONGEST_BUCKET {
            return Err(BookErrorKind::Invalid { expected: "boards that spread over the buckets" }.into());
        }
        self.checksum.update(&self.bytes);
        self.out.write_all(&self.bytes)?;
        self.head.positions += 1;
        self.head.records_len += self.bytes.len() as u64;
        Ok(())
    }

    /// Writes the index and, at the start, the head. Returns the output.
    pub(crate) fn finish(mut self) -> Result<W, BookError> {
        self.head.records_checksum = self.checksum.finalize();
        self.lengths.resize(self.head.buckets() as usize, 0);
        let mut checksum = crc32fast::Hasher::new();
        let mut end = 0_u64;
        for length in [0].into_iter().chain(self.lengths) {
            end += u64::from(length);
            let offset = &end.to_le_bytes()[..OFFSET as usize];
            checksum.update(offset);
            self.out.write_all(offset)?;
        }
        self.head.index_checksum = checksum.finalize();
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&self.head.to_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}
