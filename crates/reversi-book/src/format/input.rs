//! Reads records of a stream that may be damaged.

use std::fmt;
use std::io::{ErrorKind, Read};

use crate::BookError;

/// The number of bytes that are read at once.
const BLOCK: usize = 1 << 16;

/// A stream that tracks its offset and can show bytes without taking them.
pub(super) struct Input<R> {
    source: R,
    bytes: Vec<u8>,
    /// The number of `bytes` that are taken.
    taken: usize,
    /// The offset of `bytes` in the stream.
    base: u64,
    has_ended: bool,
}

/// Omits the bytes.
impl<R> fmt::Debug for Input<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Input(byte {})", self.base + self.taken as u64)
    }
}

impl<R: Read> Input<R> {
    pub(super) fn new(source: R) -> Input<R> {
        Input { source, bytes: Vec::new(), taken: 0, base: 0, has_ended: false }
    }

    /// Returns the offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.base + self.taken as u64
    }

    /// Returns the next bytes, `len` of them or all up to the end. They are not taken.
    pub(super) fn peek(&mut self, len: usize) -> Result<&[u8], BookError> {
        if self.bytes.len() - self.taken < len {
            self.fill(len)?;
        }
        let rest = &self.bytes[self.taken..];
        Ok(&rest[..len.min(rest.len())])
    }

    fn fill(&mut self, len: usize) -> Result<(), BookError> {
        self.bytes.drain(..self.taken);
        self.base += self.taken as u64;
        self.taken = 0;
        while self.bytes.len() < len && !self.has_ended {
            let known = self.bytes.len();
            self.bytes.resize(known + BLOCK, 0);
            let read = self.source.read(&mut self.bytes[known..]);
            self.bytes.truncate(known + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => self.has_ended = true,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(BookError::at(self.base + self.bytes.len() as u64, error)),
            }
        }
        Ok(())
    }

    /// Takes bytes that [`peek`](Input::peek) has shown.
    pub(super) fn take(&mut self, len: usize) {
        debug_assert!(len <= self.bytes.len() - self.taken);
        self.taken += len;
    }

    /// Returns whether all bytes are taken.
    pub(super) fn is_at_end(&mut self) -> Result<bool, BookError> {
        Ok(self.peek(1)?.is_empty())
    }

    /// Continues after a damaged record of `len` bytes, at the next sound record, or at the end of the
    /// damaged one if another record seems to begin there. The length may be damaged too, so sound records
    /// are searched byte by byte.
    pub(super) fn skip_damage(
        &mut self,
        len: usize,
        longest: usize,
        is_sound: impl Fn(&[u8]) -> bool,
        begins_record: impl Fn(&[u8]) -> bool,
    ) -> Result<(), BookError> {
        let end = self.offset() + len as u64;
        while !self.is_at_end()? {
            self.take(1);
            let is_end = self.offset() == end;
            let seen = self.peek(longest)?;
            if is_sound(seen) || (is_end && begins_record(seen)) {
                break;
            }
        }
        Ok(())
    }
}

/// Reads a number of a record, in one of the two byte orders.
pub(super) fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    *bytes[at..].first_chunk().expect("the record is as long as its fields")
}
