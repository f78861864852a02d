//! The header of a book.

use reversi_search::Level;

/// The header of a book: how it was made.
///
/// ```
/// use reversi_engine::book::Header;
/// use reversi_engine::Level;
///
/// let mut header = Header::new(Level::of::<16>());
/// header.note = "grown on a rainy day".to_owned();
/// assert_eq!(header.edax, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The level of the searches.
    pub level: Level,
    /// The minimum number of empty squares of positions that are added.
    pub empties: u32,
    /// The error of a leaf that is not exact, in discs.
    pub midgame_error: u32,
    /// The error of a leaf near the end whose search is selective, in discs.
    pub endcut_error: u32,
    /// A note on how the book was made. It may be empty.
    pub note: String,
    /// Data that only Edax's files have.
    pub edax: Option<EdaxStamp>,
}

impl Header {
    /// Makes the header of a book of searches of this level, down to 30 empty squares. Leaves have an error
    /// of 2 discs, and of 1 disc if a selective search goes to the end of the game.
    ///
    /// ```
    /// use reversi_engine::book::Header;
    /// use reversi_engine::Level;
    ///
    /// let mut header = Header::new(Level::of::<16>());
    /// header.empties = 24;
    /// assert_eq!(header.midgame_error, 2);
    /// ```
    #[must_use]
    pub fn new(level: Level) -> Header {
        Header { level, empties: 30, midgame_error: 2, endcut_error: 1, note: String::new(), edax: None }
    }
}

/// Data that only Edax's files have. They are kept so that a book can be written unchanged.
///
/// ```
/// use reversi_engine::book::{EdaxStamp, Header};
/// use reversi_engine::Level;
///
/// let mut header = Header::new(Level::of::<16>());
/// header.edax = Some(EdaxStamp::new(5, [0xea, 0x07, 11, 24, 20, 28, 27, 0], 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EdaxStamp {
    /// The release of the file's format.
    pub release: u8,
    /// Year, month, day, hour, minute and second, and a byte that pads them, as in the file. The low byte of
    /// the year comes first, whatever the byte order of the file.
    pub date: [u8; 8],
    /// The option `verbosity` of Edax.
    pub verbosity: i32,
}

impl EdaxStamp {
    /// Makes the data of a file.
    #[must_use]
    pub fn new(release: u8, date: [u8; 8], verbosity: i32) -> EdaxStamp {
        EdaxStamp { release, date, verbosity }
    }
}
