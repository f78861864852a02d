//! Egaroucid's books: `.egbk3`, read and written, and the older `.egbk2`, read.
//!
//! | Module | What is in it |
//! |---|---|
//! | `read` | [`EgaroucidReader`], a stream of positions, each one checked |
//! | `layout` | what a position of `.egbk2` looks like |
//! | `write` | [`EgaroucidWriter`] |
//!
//! Numbers have their lowest byte first. A header of 14 bytes comes first: `DICUORAGE` (the documentation
//! has the letters in the other order), the version 3 or 2, the number of positions in four bytes. Then each
//! position of version 3 has 25 bytes:
//!
//! | Bytes | |
//! |---|---|
//! | 0-7, 8-15 | the discs of the mover and of the opponent: A1 is bit 63 and H8 bit 0 |
//! | 16, 17 | value, level |
//! | 18-21 | lines |
//! | 22, 23, 24 | the leaf: score, square (A1 is 63), level |
//!
//! There are no links: a move to a position of the book is a link. There are no positions that must pass: a
//! move after which the opponent must pass leads to the position after the pass. Only our books have: games
//! won, drawn and lost, bounds, the errors in the header, the order of links. Only these books have: the
//! level of the leaf, if it differs from the level of the position.
//!
//! Only the layout of version 3 is documented. The rest is inferred and was not tested with Egaroucid itself.
//! A leaf whose move is not a square means no leaf, and is written as score -127 and move 65. A level is 70
//! if a person has set the value, and 255 if there is no level: both are read as level 0, and written so.

mod layout;
mod read;
mod write;

pub use read::EgaroucidReader;
pub use write::EgaroucidWriter;

pub(super) const MAGIC: [u8; 9] = *b"DICUORAGE";
const HEADER: usize = 14;
/// The number of bytes of a position of version 3.
const RECORD: usize = 25;
const NO_MOVE: u8 = 65;
const NO_SCORE: i8 = -127;
