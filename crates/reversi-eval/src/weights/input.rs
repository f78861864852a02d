use std::io::{self, Read};

use super::{WeightsError, WeightsErrorKind};

/// A reader that knows where it is and what has gone by.
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

    /// The next bytes, which belong to `part`. Memory grows with what is really there.
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
        Ok(self.bytes(N, part)?.try_into().expect("as many bytes as asked for"))
    }

    /// Makes sure that nothing follows.
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
