use std::io::{self, Read, Write};

use super::{PatternWeights, WeightsError, WeightsErrorKind};
use crate::pattern::Shape;

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

    /// The offset of the next byte.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// The CRC-32 of all bytes so far.
    pub(crate) fn checksum(&self) -> u32 {
        self.checksum.clone().finalize()
    }

    /// Reads the next bytes, which belong to `part`. Memory grows with the bytes read and not with a length
    /// that the file states.
    pub(crate) fn bytes(&mut self, len: usize, part: &'static str) -> Result<Vec<u8>, WeightsError> {
        let mut bytes = Vec::with_capacity(len.min(1 << 16));
        self.reader.by_ref().take(len as u64).read_to_end(&mut bytes).map_err(|e| self.io(e))?;
        self.at += bytes.len() as u64;
        self.checksum.update(&bytes);
        if bytes.len() < len {
            return Err(WeightsError::new(self.at, WeightsErrorKind::Truncated { part }));
        }
        Ok(bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self, part: &'static str) -> Result<[u8; N], WeightsError> {
        Ok(self.bytes(N, part)?.try_into().expect("`bytes` returns `N` bytes"))
    }

    /// Reads the list of shapes, which is always the same.
    pub(crate) fn shapes(&mut self) -> Result<(), WeightsError> {
        let (at, expected) = (self.at, shapes());
        if self.bytes(expected.len(), "list of shapes")? != expected {
            return Err(WeightsError::invalid(at, "the 12 shapes in their order"));
        }
        Ok(())
    }

    /// Reads the length of a provenance.
    pub(crate) fn provenance_len(&mut self) -> Result<usize, WeightsError> {
        let at = self.at;
        let len = usize::from(u16::from_le_bytes(self.array("header")?));
        if len > PatternWeights::MAX_PROVENANCE {
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

    /// Checks that nothing follows.
    pub(crate) fn end(mut self) -> Result<(), WeightsError> {
        match self.bytes(1, "end") {
            Ok(_) => Err(WeightsError::new(self.at - 1, WeightsErrorKind::TrailingData)),
            Err(WeightsError { kind: WeightsErrorKind::Truncated { .. }, .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn io(&self, error: io::Error) -> WeightsError {
        WeightsError::new(self.at, WeightsErrorKind::Io(error))
    }
}

/// The sizes and squares of all shapes.
pub(crate) fn shapes() -> Vec<u8> {
    let of_shape = |shape: &Shape| {
        let size = shape.squares().len() as u8;
        std::iter::once(size).chain(shape.squares().iter().map(|square| square.index() as u8))
    };
    Shape::ALL.iter().flat_map(of_shape).collect()
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
