//! What is wrong with the file of a book, and where.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use reversi_bitboard::{Board, Move};
use thiserror::Error;

use crate::Format;

/// What is wrong with the file of a book, and where.
///
/// ```
/// use reversi_engine::book::{BookErrorKind, EdaxReader};
///
/// let error = EdaxReader::new(&b"XADEKOOB\x03"[..]).unwrap_err();
/// assert_eq!(error.offset, Some(8));
/// assert!(matches!(error.kind, BookErrorKind::Version { version: 3 }));
/// assert_eq!(error.to_string(), "byte 8: version 3 of this format is not read");
/// ```
///
/// The message has all of it, so there is no source.
#[derive(Debug, Error)]
#[non_exhaustive]
pub struct BookError {
    /// The byte of the file at which the damaged part begins. `None` for an error of no single place.
    pub offset: Option<u64>,
    /// What is wrong.
    pub kind: BookErrorKind,
    /// The file, if it was opened by its name. The message does not have it.
    pub path: Option<PathBuf>,
}

impl BookError {
    pub(crate) fn at(offset: u64, kind: impl Into<BookErrorKind>) -> BookError {
        BookError { offset: Some(offset), kind: kind.into(), path: None }
    }

    /// The same error of this file.
    pub(crate) fn in_file(self, path: &Path) -> BookError {
        BookError { path: Some(path.to_owned()), ..self }
    }
}

/// Without an offset.
impl From<BookErrorKind> for BookError {
    fn from(kind: BookErrorKind) -> BookError {
        BookError { offset: None, kind, path: None }
    }
}

/// Without an offset.
impl From<io::Error> for BookError {
    fn from(error: io::Error) -> BookError {
        BookErrorKind::Io(error).into()
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Some(offset) => write!(f, "byte {offset}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

/// What is wrong with the file of a book.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookErrorKind {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A new file cannot be made, or cannot take the place of the old one.
    #[error("cannot be written: {0}")]
    Write(io::Error),
    /// Another run changes it, in this program or in another one.
    #[error("already in use: another run has locked it")]
    InUse,
    /// The first bytes are those of no known format.
    #[error("this is no book of a known format")]
    UnknownFormat,
    /// A version of the format that this program does not read.
    #[error("version {version} of this format is not read")]
    Version {
        /// The version of the file.
        version: u32,
    },
    /// The file ends too early.
    #[error("the file ends in the middle of a record")]
    Cut,
    /// The file has been changed by accident.
    #[error("the checksum does not match")]
    Checksum,
    /// The header names another number of positions than the file has.
    #[error("the header names {header} positions, the file has {found}")]
    Count {
        /// The number in the header.
        header: u64,
        /// The number of positions that were read.
        found: u64,
    },
    /// Discs overlap, or the four squares of the centre are not all taken.
    #[error("this is no board")]
    NoBoard,
    /// The board is not the smallest of its eight images.
    #[error("the board is not the smallest of its symmetric images")]
    NotCanonical,
    /// A position stands in the file twice.
    #[error("the position is in the book twice: {board}")]
    Twice {
        /// The position.
        board: Board,
    },
    /// The positions are not in the order of a packed book.
    #[error("the positions are not in the order of the format")]
    Unsorted,
    /// A field has a value that the format does not allow.
    #[error("expected {expected}")]
    Invalid {
        /// What is allowed.
        expected: &'static str,
    },
    /// A move that the rules do not allow.
    #[error("the move {mv} is not legal")]
    IllegalMove {
        /// The move.
        mv: Move,
    },
    /// A move that a position has twice: two links, or a link and the leaf.
    #[error("the position has the move {mv} twice")]
    MoveTwice {
        /// The move.
        mv: Move,
    },
    /// A position without a leaf, the best of the other moves, although some moves are no links.
    #[error("there is no best other move, although {mv} is no link")]
    NoLeaf {
        /// One of these moves.
        mv: Move,
    },
    /// The number of a move that is neither a square nor a pass.
    #[error("{byte} is neither a square nor a pass")]
    MoveByte {
        /// The number.
        byte: u8,
    },
    /// Bounds that are not around the value.
    #[error("the value {value} is not between its bounds {lower} and {upper}")]
    Bounds {
        /// The lower bound.
        lower: i8,
        /// The value.
        value: i8,
        /// The upper bound.
        upper: i8,
    },
    /// A number of the header that cannot be.
    #[error("the {name} is {value} (0 to {most})")]
    Option {
        /// What it is the number of.
        name: &'static str,
        /// The number.
        value: i64,
        /// The greatest number that can be.
        most: u32,
    },
    /// A form of files that is only read.
    #[error("books of the form {format} are only read")]
    ReadOnly {
        /// The form.
        format: Format,
    },
    /// The caller has ended the conversion.
    #[error("the conversion was ended")]
    Ended,
    /// More positions than a format can count.
    #[error("{positions} positions are more than the format can count ({most})")]
    TooMany {
        /// The number of positions.
        positions: u64,
        /// The greatest number that the format can count.
        most: u64,
    },
    /// A score beyond 64 discs.
    #[error("a score of {score} discs")]
    Score {
        /// The score.
        score: i32,
    },
    /// A level above 60.
    #[error("level {level} does not exist (0 to 60)")]
    Level {
        /// The level.
        level: u32,
    },
    /// A link to a position that the book does not have.
    #[error("the move {mv} leads to a position that is not in the book")]
    Dangling {
        /// The move.
        mv: Move,
    },
}
