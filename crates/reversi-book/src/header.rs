//! What a book knows of itself.

use reversi_search::Level;

/// What a book knows of itself: how it was made.
///
/// ```
/// use reversi_engine::book::Header;
/// use reversi_engine::Level;
///
/// let mut header = Header::new(Level::new(16)?);
/// header.note = "grown on a rainy day".to_owned();
/// assert_eq!(header.edax, None);
/// # Ok::<(), reversi_engine::LevelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The level of the searches.
    pub level: Level,
    /// Positions with fewer empty squares are not added.
    pub empties: u32,
    /// The error of a leaf that is not exact, in discs.
    pub midgame_error: u32,
    /// The error of a leaf near the end whose search is selective, in discs.
    pub endcut_error: u32,
    /// How it was made, for people. It may be empty.
    pub note: String,
    /// What only Edax's files have.
    pub edax: Option<EdaxStamp>,
}

impl Header {
    /// A book of searches of this level, down to 30 empty squares. Leaves have an error of 2 discs, and of 1
    /// where a selective search goes to the end of the game.
    ///
    /// ```
    /// use reversi_engine::book::Header;
    /// use reversi_engine::Level;
    ///
    /// let header = Header { empties: 24, ..Header::new(Level::new(16)?) };
    /// assert_eq!(header.midgame_error, 2);
    /// # Ok::<(), reversi_engine::LevelError>(())
    /// ```
    #[must_use]
    pub fn new(level: Level) -> Header {
        Header { level, empties: 30, midgame_error: 2, endcut_error: 1, note: String::new(), edax: None }
    }
}

/// What only Edax's files have. It is kept, so that a book can be written as it was read.
///
/// ```
/// use reversi_engine::book::{EdaxStamp, Header};
/// use reversi_engine::Level;
///
/// let mut header = Header::new(Level::new(16)?);
/// header.edax = Some(EdaxStamp { release: 5, date: [0xea, 0x07, 11, 24, 20, 28, 27, 0], verbosity: 0 });
/// # Ok::<(), reversi_engine::LevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdaxStamp {
    /// The release of the file's format.
    pub release: u8,
    /// Year, month, day, hour, minute and second, and a byte that pads them, as they stand in the file. The
    /// year has its low byte first, in whichever order the file has them.
    pub date: [u8; 8],
    /// The option of that name.
    pub verbosity: i32,
}
