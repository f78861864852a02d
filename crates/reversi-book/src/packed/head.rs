//! The head of a packed book.

use reversi_search::Level;

use super::Key;
use crate::{BookError, BookErrorKind, EdaxStamp, Header};

/// The first eight bytes.
pub(crate) const MAGIC: [u8; 8] = *b"RVPACKED";
const VERSION: u32 = 1;
/// The number of bytes before the note.
pub(super) const FIXED: usize = 84;
/// The maximum length of a note, in bytes.
const LONGEST_NOTE: usize = 1 << 16;
/// The number of bytes of an offset in the index.
pub(super) const OFFSET: u64 = 5;
/// The maximum number of bits of a bucket's number. A book with more than 2^36 positions has larger buckets.
const MOST_BUCKET_BITS: u32 = 32;
const HAS_PLACES: u8 = 1;
const HAS_EDAX: u8 = 2;

/// The head of a packed book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) header: Header,
    pub(crate) positions: u64,
    /// The number of bytes of all records together.
    pub(crate) records_len: u64,
    /// The logarithm of the number of buckets to base 2.
    pub(crate) bucket_bits: u32,
    /// `true` if each record has the number of the position in another file.
    pub(crate) has_places: bool,
    pub(crate) records_checksum: u32,
    pub(crate) index_checksum: u32,
}

/// Returns the number of bits of a bucket's number in a book with this number of positions: a bucket has 8 to
/// 15 positions.
pub(crate) fn bits_for(positions: u64) -> u32 {
    (positions / 8).checked_ilog2().unwrap_or(0).min(MOST_BUCKET_BITS)
}

impl Head {
    /// Makes the head of a book before its records are known.
    pub(super) fn new(header: Header, positions: u64, has_places: bool) -> Result<Head, BookErrorKind> {
        if header.note.len() > LONGEST_NOTE {
            return Err(BookErrorKind::Invalid { expected: "a note of up to 65536 bytes" });
        }
        let bucket_bits = bits_for(positions);
        let [records_checksum, index_checksum] = [crc32fast::hash(&[]); 2];
        let (positions, records_len) = (0, 0);
        Ok(Head { header, positions, records_len, bucket_bits, has_places, records_checksum, index_checksum })
    }

    /// Returns the offset of the records in the file.
    pub(crate) fn records_at(&self) -> u64 {
        (FIXED + self.header.note.len() + 4) as u64
    }

    /// Returns the offset of the index in the file.
    pub(super) fn index_at(&self) -> u64 {
        self.records_at() + self.records_len
    }

    /// Returns the number of buckets.
    pub(super) fn buckets(&self) -> u64 {
        1 << self.bucket_bits
    }

    /// Returns the length of the file.
    pub(super) fn file_len(&self) -> u64 {
        self.index_at() + (self.buckets() + 1) * OFFSET
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let Header { level, empties, midgame_error, endcut_error, ref note, edax } = self.header;
        let stamp = edax.unwrap_or(EdaxStamp { release: 0, date: [0; 8], verbosity: 0 });
        let places = if self.has_places { HAS_PLACES } else { 0 };
        let edax = if edax.is_some() { HAS_EDAX } else { 0 };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((note.len() as u32).to_le_bytes());
        bytes.extend(self.positions.to_le_bytes());
        bytes.extend(self.records_len.to_le_bytes());
        bytes.extend(self.records_checksum.to_le_bytes());
        bytes.extend(self.index_checksum.to_le_bytes());
        bytes.extend([self.bucket_bits as u8, places | edax, level.number() as u8, stamp.release]);
        bytes.extend([empties, midgame_error, endcut_error].map(u32::to_le_bytes).as_flattened());
        bytes.extend(stamp.date);
        bytes.extend(stamp.verbosity.to_le_bytes());
        bytes.resize(FIXED, 0); // for later versions
        bytes.extend(note.as_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Returns the length of the head, by its fixed part.
    pub(super) fn len(fixed: &[u8; FIXED]) -> Result<usize, BookError> {
        if fixed[..8] != MAGIC {
            return Err(BookError::at(0, BookErrorKind::UnknownFormat));
        }
        match number(fixed, 8) {
            VERSION => {}
            version => return Err(BookError::at(8, BookErrorKind::Version { version })),
        }
        match number(fixed, 12) as usize {
            note @ ..=LONGEST_NOTE => Ok(FIXED + note + 4),
            _ => Err(invalid(12, "a note of up to 65536 bytes")),
        }
    }

    /// Reads a head.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Head, BookError> {
        let (fixed, rest) = bytes.split_first_chunk().ok_or(BookError::at(0, BookErrorKind::Cut))?;
        let len = Head::len(fixed)?;
        let Some((note, checksum)) = rest.get(..len - FIXED).and_then(<[u8]>::split_last_chunk) else {
            return Err(BookError::at(FIXED as u64, BookErrorKind::Cut));
        };
        if crc32fast::hash(&bytes[..len - 4]) != u32::from_le_bytes(*checksum) {
            return Err(BookError::at(len as u64 - 4, BookErrorKind::Checksum));
        }
        let [bucket_bits, flags, level, release] = array(fixed, 40);
        if u32::from(bucket_bits) > MOST_BUCKET_BITS {
            return Err(invalid(40, "up to 32 bits for a bucket"));
        }
        if flags & !(HAS_PLACES | HAS_EDAX) != 0 {
            return Err(invalid(41, "flags of this version"));
        }
        let level = u32::from(level);
        let level = Level::new(level).map_err(|_| BookError::at(42, BookErrorKind::Level { level }))?;
        let note = str::from_utf8(note).map_err(|at| invalid((FIXED + at.valid_up_to()) as u64, "UTF-8"))?;
        let stamp = EdaxStamp { release, date: array(fixed, 56), verbosity: number(fixed, 64) as i32 };
        let header = Header {
            level,
            empties: number(fixed, 44),
            midgame_error: number(fixed, 48),
            endcut_error: number(fixed, 52),
            note: note.to_owned(),
            edax: (flags & HAS_EDAX != 0).then_some(stamp),
        };
        let head = Head {
            header,
            positions: u64::from_le_bytes(array(fixed, 16)),
            records_len: u64::from_le_bytes(array(fixed, 24)),
            bucket_bits: bucket_bits.into(),
            has_places: flags & HAS_PLACES != 0,
            records_checksum: number(fixed, 32),
            index_checksum: number(fixed, 36),
        };
        // An offset of the index has five bytes, and a record is longer than its key.
        if head.records_len >> (8 * OFFSET) != 0 {
            return Err(invalid(24, "records of less than 2^40 bytes"));
        }
        let shortest = Key::stored(head.bucket_bits) as u64 + 3;
        if head.positions.checked_mul(shortest).is_none_or(|least| least > head.records_len) {
            return Err(invalid(16, "as many positions as there are records"));
        }
        // An index that is too large for its positions takes long to read, and is never written.
        if head.bucket_bits > bits_for(head.positions) {
            return Err(invalid(40, "at least 8 positions a bucket"));
        }
        Ok(head)
    }
}

fn invalid(at: u64, expected: &'static str) -> BookError {
    BookError::at(at, BookErrorKind::Invalid { expected })
}

fn array<const N: usize>(bytes: &[u8; FIXED], at: usize) -> [u8; N] {
    *bytes[at..].first_chunk().expect("a field of the fixed part")
}

fn number(bytes: &[u8; FIXED], at: usize) -> u32 {
    u32::from_le_bytes(array(bytes, at))
}
