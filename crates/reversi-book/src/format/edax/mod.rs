//! Edax's books: `book.dat`, version 4 of the format.
//!
//! | Module | What is in it |
//! |---|---|
//! | `read` | [`EdaxReader`], a stream of positions, each one checked |
//! | `write` | [`EdaxWriter`], the bytes that Edax writes |
//!
//! Numbers are in the byte order of the computer that wrote them. A header of 42 bytes comes first:
//!
//! | Bytes | |
//! |---|---|
//! | 0-7 | the numbers of the letters `EDAX` and `BOOK`: the bytes `XADEKOOB` if the lowest byte is first |
//! | 8, 9 | version, release |
//! | 10-17 | date: year in two bytes, month, day, hour, minute, second, one byte that pads it |
//! | 18-37 | five numbers of four bytes: level, least number of empties, two errors, verbosity |
//! | 38-41 | number of positions: a hint, the file goes on to its end |
//!
//! Then each position has 42 bytes, and two more for each link:
//!
//! | Bytes | |
//! |---|---|
//! | 0-7, 8-15 | the discs of the mover and of the opponent, A1 is bit 0: the smallest of the eight images |
//! | 16-31 | wins, draws, losses and lines, four bytes each |
//! | 32-37 | value, lower and upper bound, two bytes each |
//! | 38, 39 | number of links, level |
//! | 40- | links, then the leaf: score, move (a square, 64: pass, 65: no leaf, with score -127) |
//!
//! An [`EdaxStamp`](crate::EdaxStamp) has the date without its first two bytes as in the file. Its year has
//! the lowest byte first. A board that is its own image has each image of a link as a link, so that it has as
//! many links as legal moves.

mod read;
mod write;

pub use read::EdaxReader;
pub use write::EdaxWriter;

use super::input::array;

/// The bytes at the start, the lowest byte of a number first. Otherwise they are reversed in groups of four.
pub(super) const MAGIC: [u8; 8] = *b"XADEKOOB";
pub(super) const MAGIC_BIG: [u8; 8] = *b"EDAXBOOK";
const VERSION: u8 = 4;
const HEADER: usize = 42;
/// The number of bytes of a position without links.
const SHORTEST: usize = 42;
/// The number of bytes of a position with 255 links, the maximum of its byte.
const LONGEST: usize = SHORTEST + 2 * 255;
const NO_MOVE: u8 = 65;
const NO_SCORE: i8 = -127;

/// The order of the bytes of a number.
///
/// ```
/// use reversi_engine::book::ByteOrder;
///
/// assert_eq!(ByteOrder::default(), ByteOrder::Little);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "a file has one of two orders")]
pub enum ByteOrder {
    /// The lowest byte first, as on x86 and on nearly all computers with ARM.
    #[default]
    Little,
    /// The highest byte first.
    Big,
}

impl ByteOrder {
    /// Turns the bytes of a number in this order into little-endian ones, or back.
    fn little<const N: usize>(self, mut bytes: [u8; N]) -> [u8; N] {
        if self == ByteOrder::Big {
            bytes.reverse();
        }
        bytes
    }

    fn u64(self, bytes: &[u8], at: usize) -> u64 {
        u64::from_le_bytes(self.little(array(bytes, at)))
    }

    fn u32(self, bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(self.little(array(bytes, at)))
    }

    fn i16(self, bytes: &[u8], at: usize) -> i16 {
        i16::from_le_bytes(self.little(array(bytes, at)))
    }
}
