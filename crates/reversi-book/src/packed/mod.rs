//! The format of this crate, for files with the extension `.book`: small, and looked up without being loaded.
//!
//! | File | What is in it |
//! |---|---|
//! | `file.rs` | [`Packed`]: opening a book, looking up, reading all of it |
//! | `writer.rs` | [`PackedWriter`]: writing a book as a stream |
//! | `head.rs` | the first bytes of a file |
//! | `record.rs` | the bytes of a position |
//! | `key.rs` | [`Key`]: the order of positions |
//! | `storage.rs` | bytes in memory, of an owner, or in a file |
//!
//! Numbers are little-endian, except keys. A file has three parts without gaps between them.
//!
//! **Head**, 88 bytes and the note:
//!
//! | Offset | Bytes | Content |
//! |---|---|---|
//! | 0 | 8 | `RVPACKED` |
//! | 8 | 4 | version 1 |
//! | 12 | 4 | length of the note, up to 65,536 |
//! | 16 | 8 | number of positions |
//! | 24 | 8 | length of the records |
//! | 32 | 4 | CRC-32 of the records |
//! | 36 | 4 | CRC-32 of the index |
//! | 40 | 1 | bits of a bucket's number, *b*, up to 32 |
//! | 41 | 1 | flags: 1 if records have places, 2 if the book comes from Edax |
//! | 42 | 1 | level |
//! | 43 | 1 | release of Edax's format |
//! | 44 | 4 | least number of empty squares |
//! | 48 | 4 | error of a leaf that is not exact |
//! | 52 | 4 | error of a leaf near the end |
//! | 56 | 8 | date of Edax's file |
//! | 64 | 4 | verbosity of Edax's file |
//! | 68 | 16 | 0 |
//! | 84 | | the note, in UTF-8 |
//! | | 4 | CRC-32 of the head so far |
//!
//! **Records**, sorted by the keys of their boards. A record usually has 15 to 30 bytes:
//!
//! | Bytes | Content |
//! |---|---|
//! | (102 - *b*) / 8, rounded up | the lower bits, big-endian; the *b* upper ones name the bucket |
//! | 1 | number of links; 64 if there is a leaf; 128 if the value is exact |
//! | 1 | level; 64 if lines follow; 128 if games follow |
//! | 1 or 3 | value, and unless it is exact lower and upper |
//! | 2 each | the links and then the leaf: square, 64 for a pass, and score |
//! | 1 to 5 | lines of play |
//! | 1 to 5 each | games won, drawn, lost |
//! | 1 to 10 | place: the number of the position in the file that the book was made from |
//!
//! The last three are numbers of 7 bits a byte, the lowest bits first; the highest bit of a byte means that
//! another one follows. With its places, a book of Edax is reproduced byte for byte.
//!
//! **Index**: for each bucket, and for the end, the offset of its first record from the start of the
//! records, in 5 bytes. A bucket has 8 to 15 positions on average, so that a lookup reads two places of the
//! file, or one if the index is in memory.

mod file;
mod head;
mod key;
mod record;
mod storage;
#[cfg(test)]
mod tests;
mod writer;

pub(crate) use file::{Packed, RecordIter};
pub(crate) use head::Head;
pub(crate) use head::{MAGIC, bits_for};
pub(crate) use key::Key;
pub(crate) use record::Record;
pub(crate) use storage::Storage;
pub(crate) use writer::PackedWriter;

/// The longest bucket, in bytes. Keys spread so evenly that no book comes near it. A longer bucket is
/// damaged.
const LONGEST_BUCKET: usize = 1 << 20;
