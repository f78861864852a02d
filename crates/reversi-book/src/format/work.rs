//! The parts of a conversion.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::ops::ControlFlow;
use std::path::Path;

use reversi_bitboard::Board;
use reversi_search::Level;

use super::link::link;
use super::pack::Packing;
use super::reader::Positions;
use super::record::{self, take};
use super::rules::{self, ANY_ERROR, Leaf};
use super::sort::Sorter;
use super::{Conversion, Damage, EdaxReader, EdaxWriter, EgaroucidReader, EgaroucidWriter, Format};
use crate::packed::{PackedWriter, Record, RecordIter};
use crate::{Book, BookEntry, BookError, BookErrorKind, Header};

/// The number of positions between two reports of a conversion.
const REPORT: u64 = 1 << 12;

/// A conversion in progress.
pub(super) struct Work<'a> {
    conversion: &'a Conversion,
    folder: &'a Path,
    damage: &'a mut Damage,
    each: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    /// The number of positions that were read or written.
    done: u64,
}

/// The records of a packed book that may be damaged.
struct PackedRecords<'a> {
    records: RecordIter<'a>,
}

impl Iterator for PackedRecords<'_> {
    type Item = Result<(Board, BookEntry), BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        let record = self.records.next()?;
        if matches!(&record, Err(error) if !matches!(error.kind, BookErrorKind::Io(_))) {
            self.records.recover();
        }
        Some(record.and_then(|Record { board, entry, .. }| {
            let checked = rules::board(board.player().0, board.opponent().0)
                .and_then(|board| rules::check(board, &entry, Leaf::Optional));
            checked.map_err(|kind| BookError::at(self.records.offset(), kind))?;
            Ok((board, entry))
        }))
    }
}

impl Positions for PackedRecords<'_> {
    fn offset(&self) -> u64 {
        self.records.offset()
    }
}

impl<'a> Work<'a> {
    pub(super) fn new(
        conversion: &'a Conversion,
        folder: &'a Path,
        damage: &'a mut Damage,
        each: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Work<'a> {
        Work { conversion, folder, damage, each, done: 0 }
    }

    /// Reads a book in any format and writes a packed one. `target` begins a new file each time it is called.
    pub(super) fn pack<W: Write + Seek>(
        &mut self,
        file: &mut File,
        format: Format,
        target: impl FnMut() -> io::Result<W>,
    ) -> Result<W, BookError> {
        let written = match format {
            Format::Edax => {
                let mut reader = EdaxReader::new(file)?;
                let packing = self.collect(&mut reader)?;
                packing.write(reader.header(), self.folder, self.damage, target)?
            }
            Format::Egaroucid3 | Format::Egaroucid2 => self.pack_with_links(file, target)?,
            Format::Packed => {
                let book = Book::of_file(file.try_clone()?)?;
                let mut records = PackedRecords { records: book.records() };
                let packing = self.collect(&mut records)?;
                if self.damage.is_empty()
                    && let Err(error) = book.verify_checksums()
                {
                    self.damage.add(error);
                }
                packing.write(book.header(), self.folder, self.damage, target)?
            }
        };
        self.check()?;
        Ok(written)
    }

    /// Packs a book of Egaroucid: first a packed book without links, in which the links are then found.
    fn pack_with_links<W: Write + Seek>(
        &mut self,
        file: &mut File,
        target: impl FnMut() -> io::Result<W>,
    ) -> Result<W, BookError> {
        let mut packing = self.collect(&mut EgaroucidReader::new(file)?)?;
        packing.forget_links();
        let header = Header {
            level: Level::new(packing.level).expect("it is that of a position"),
            empties: packing.empties,
            midgame_error: ANY_ERROR,
            endcut_error: ANY_ERROR,
            note: String::new(),
            edax: None,
        };
        let unlinked = tempfile::tempfile_in(self.folder)?;
        let begin = || {
            unlinked.set_len(0)?;
            (&unlinked).rewind()?;
            Ok(BufWriter::new(&unlinked))
        };
        drop(packing.write(&header, self.folder, self.damage, begin)?);
        self.check()?;
        let mut packing = Packing::new(self.folder, self.conversion.memory());
        let mut damage = std::mem::take(self.damage);
        link(&Book::of_file(unlinked)?, &mut packing, &mut damage, || self.count())?;
        *self.damage = damage;
        packing.write(&header, self.folder, self.damage, target)
    }

    /// Reads all positions.
    fn collect(&mut self, positions: &mut impl Positions) -> Result<Packing, BookError> {
        let mut packing = Packing::new(self.folder, self.conversion.memory());
        while let Some(position) = positions.next() {
            match position {
                Ok((board, entry)) => packing.add(board, entry, positions.offset())?,
                Err(error) if matches!(error.kind, BookErrorKind::Io(_)) => return Err(error),
                Err(error) if self.conversion.salvage => self.damage.add(error),
                Err(error) => return Err(error),
            }
            self.count()?;
        }
        self.damage.add_odd(positions.take_odd());
        Ok(packing)
    }

    /// Writes a packed book in another format, in the order of the file from which it was made. Returns the
    /// number of positions.
    pub(super) fn write(&mut self, book: &Book, file: &File, format: Format) -> Result<u64, BookError> {
        let out = BufWriter::with_capacity(1 << 18, file);
        match format {
            Format::Edax => {
                let mut writer = EdaxWriter::new(out, book.header(), self.conversion.order)?;
                self.each_in_order(book, |board, entry| writer.push(board, entry))?;
                let positions = writer.positions();
                writer.finish()?;
                Ok(positions)
            }
            Format::Egaroucid3 => {
                let mut writer = EgaroucidWriter::new(out)?;
                self.each_in_order(book, |board, entry| writer.push(board, entry))?;
                let positions = writer.positions();
                writer.finish()?;
                Ok(positions)
            }
            Format::Packed => {
                let has_places = book.has_places();
                let mut writer = PackedWriter::new(out, book.header().clone(), book.len(), has_places)?;
                let mut positions = 0;
                self.each_record(book, |record| {
                    positions += 1;
                    writer.push(&record.board, &record.entry, record.place)
                })?;
                writer.finish()?;
                Ok(positions)
            }
            Format::Egaroucid2 => Err(BookErrorKind::ReadOnly { format }.into()),
        }
    }

    /// Passes on the positions in the order of their places, or of the packed book if they have no places.
    fn each_in_order(
        &mut self,
        book: &Book,
        mut each: impl FnMut(&Board, &BookEntry) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        if !book.has_places() {
            return self.each_record(book, |record| each(&record.board, &record.entry));
        }
        let mut sorter = Sorter::new(self.folder, self.conversion.memory());
        let mut data = Vec::new();
        self.each_record(book, |record| {
            data.clear();
            data.extend(record::number(&record.board).to_be_bytes());
            record::write(&mut data, &record.entry);
            let place = record.place.expect("the book has places");
            Ok(sorter.push(u128::from(place), &data)?)
        })?;
        let mut sorted = sorter.sorted()?;
        while let Some((_, mut data)) = sorted.next()? {
            let board = record::board(u128::from_be_bytes(take(&mut data)));
            each(&board, &record::read(data))?;
            self.count()?;
        }
        Ok(())
    }

    /// Passes on the records of a packed book.
    fn each_record(
        &mut self,
        book: &Book,
        mut each: impl FnMut(Record) -> Result<(), BookError>,
    ) -> Result<(), BookError> {
        for record in book.records() {
            each(record?)?;
            self.count()?;
        }
        Ok(())
    }

    /// Fails if there is damage, unless the conversion salvages.
    fn check(&mut self) -> Result<(), BookError> {
        if self.conversion.salvage { Ok(()) } else { self.damage.take_result() }
    }

    /// Counts a position.
    fn count(&mut self) -> Result<(), BookError> {
        self.done += 1;
        if self.done.is_multiple_of(REPORT) && (self.each)(self.done).is_break() {
            return Err(BookErrorKind::Ended.into());
        }
        Ok(())
    }
}
