use std::io::{self, ErrorKind, Read, Write};

use miniz_oxide::inflate::decompress_slice_iter_to_slice;

use super::memory::{make_room, with_room};
use super::{WeightsError, WeightsErrorKind};
use crate::pattern::Shape;

/// The maximum length of a provenance, in bytes.
pub(crate) const MAX_PROVENANCE: usize = 2000;

/// A reader that tracks its offset and the checksum of the bytes read.
pub(crate) struct Input<R> {
    reader: R,
    at: u64,
    checksum: crc32fast::Hasher,
}

impl<R: Read> Input<R> {
    pub(crate) fn new(reader: R) -> Input<R> {
        Input { reader, at: 0, checksum: crc32fast::Hasher::new() }
    }

    /// Returns the offset of the next byte.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Returns the CRC-32 of all bytes so far.
    pub(crate) fn checksum(&self) -> u32 {
        self.checksum.clone().finalize()
    }

    /// Reads the next bytes, which belong to `part`. Memory grows with the bytes read, not with a length that
    /// the file states.
    pub(crate) fn bytes(&mut self, len: usize, part: &'static str) -> Result<Vec<u8>, WeightsError> {
        let mut bytes = Vec::new();
        while bytes.len() < len {
            let start = bytes.len();
            let more = (len - start).min(start.max(1 << 16));
            make_room(&mut bytes, more)?;
            bytes.resize(start + more, 0);
            self.fill(&mut bytes[start..], part)?;
        }
        Ok(bytes)
    }

    /// Reads the next `N` bytes, which belong to `part`.
    pub(crate) fn array<const N: usize>(&mut self, part: &'static str) -> Result<[u8; N], WeightsError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes, part)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8], part: &'static str) -> Result<(), WeightsError> {
        let mut rest = &mut *bytes;
        while !rest.is_empty() {
            match self.reader.read(rest) {
                Ok(0) => return Err(WeightsError::new(self.at, WeightsErrorKind::Truncated { part })),
                Ok(read) => {
                    self.at += read as u64;
                    rest = &mut rest[read..];
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.io(error)),
            }
        }
        self.checksum.update(bytes);
        Ok(())
    }

    /// Reads the list of shapes, which is always the same.
    pub(crate) fn shapes(&mut self) -> Result<(), WeightsError> {
        let at = self.at;
        if self.array("list of shapes")? != SHAPES {
            return Err(WeightsError::invalid(at, "the 12 shapes in their order"));
        }
        Ok(())
    }

    /// Reads the length of a provenance.
    pub(crate) fn provenance_len(&mut self) -> Result<usize, WeightsError> {
        let at = self.at;
        let len = usize::from(u16::from_le_bytes(self.array("header")?));
        if len > MAX_PROVENANCE {
            return Err(WeightsError::invalid(at, "a provenance of up to 2000 bytes"));
        }
        Ok(len)
    }

    /// Reads a provenance of this length.
    pub(crate) fn provenance(&mut self, len: usize) -> Result<String, WeightsError> {
        let at = self.at;
        String::from_utf8(self.bytes(len, "provenance")?)
            .map_err(|error| WeightsError::invalid(at + error.utf8_error().valid_up_to() as u64, "UTF-8"))
    }

    /// Reads the last bytes, which belong to `part`, then the checksum of all and the end of the file.
    pub(crate) fn last(mut self, len: usize, part: &'static str) -> Result<Vec<u8>, WeightsError> {
        let bytes = self.bytes(len, part)?;
        let (computed, at) = (self.checksum(), self.at);
        let stored = u32::from_le_bytes(self.array("checksum")?);
        if stored != computed {
            return Err(WeightsError::new(at, WeightsErrorKind::Checksum { stored, computed }));
        }
        self.end()?;
        Ok(bytes)
    }

    /// Checks that no data follow.
    pub(crate) fn end(mut self) -> Result<(), WeightsError> {
        match self.array::<1>("end") {
            Ok(_) => Err(WeightsError::new(self.at - 1, WeightsErrorKind::TrailingData)),
            Err(WeightsError { kind: WeightsErrorKind::Truncated { .. }, .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn io(&self, error: io::Error) -> WeightsError {
        WeightsError::new(self.at, WeightsErrorKind::Io(error))
    }
}

/// The size and the squares of each shape.
pub(crate) const SHAPES: [u8; 105] = {
    let mut bytes = [0; 105];
    let (mut at, mut shape) = (0, 0);
    while shape < Shape::COUNT {
        let squares = Shape::ALL[shape].squares();
        bytes[at] = squares.len() as u8;
        let mut i = 0;
        while i < squares.len() {
            bytes[at + 1 + i] = squares[i].index() as u8;
            i += 1;
        }
        at += 1 + squares.len();
        shape += 1;
    }
    assert!(at == bytes.len());
    bytes
};

/// Inflates the last part of a file to exactly `len` bytes.
pub(crate) fn inflate(encoded: &[u8], len: usize) -> Result<Option<Vec<u8>>, WeightsError> {
    let mut bytes = with_room(len)?;
    bytes.resize(len, 0);
    let inflated = decompress_slice_iter_to_slice(&mut bytes, std::iter::once(encoded), true, false);
    Ok(inflated.is_ok_and(|inflated| inflated == len).then_some(bytes))
}

/// Writes a file: the header, the last part, and the checksum of both.
pub(crate) fn write(mut writer: impl Write, header: &[u8], last: &[u8]) -> io::Result<()> {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(header);
    checksum.update(last);
    writer.write_all(header)?;
    writer.write_all(last)?;
    writer.write_all(&checksum.finalize().to_le_bytes())
}
