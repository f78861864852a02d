//! The errors of book files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use reversi_bitboard::{Board, Move};
use thiserror::Error;

use crate::Format;

/// An error in the file of a book, and its place.
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
    /// The byte of the file at which the damaged part begins. `None` if the error has no single place.
    pub offset: Option<u64>,
    /// The kind of the error.
    pub kind: BookErrorKind,
    /// The file, if it was opened by its name. The message does not have it.
    pub path: Option<PathBuf>,
}

impl BookError {
    pub(crate) fn at(offset: u64, kind: impl Into<BookErrorKind>) -> BookError {
        BookError { offset: Some(offset), kind: kind.into(), path: None }
    }

    /// Adds the path of the file.
    pub(crate) fn in_file(self, path: &Path) -> BookError {
        BookError { path: Some(path.to_owned()), ..self }
    }
}

/// Makes an error without an offset.
impl From<BookErrorKind> for BookError {
    fn from(kind: BookErrorKind) -> BookError {
        BookError { offset: None, kind, path: None }
    }
}

/// Makes an error without an offset.
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

/// The kinds of [`BookError`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookErrorKind {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A new file cannot be made, or cannot replace the old one.
    #[error("cannot be written: {0}")]
    Write(io::Error),
    /// Another run has locked the file, in this program or in another one.
    #[error("already in use: another run has locked it")]
    InUse,
    /// The first bytes do not belong to a known format.
    #[error("not a book in a known format")]
    UnknownFormat,
    /// The program does not read this version of the format.
    #[error("version {version} of this format is not read")]
    Version {
        /// The version of the file.
        version: u32,
    },
    /// The file is truncated.
    #[error("the file is truncated: it ends in the middle of a record")]
    Cut,
    /// The file has been changed by accident.
    #[error("the checksum does not match")]
    Checksum,
    /// The number of positions differs from the header.
    #[error("the file must have {header} positions, as its header says, not {found}")]
    Count {
        /// The number in the header.
        header: u64,
        /// The number of positions that were read.
        found: u64,
    },
    /// Discs overlap, or the four squares of the centre are not all taken.
    #[error("not a valid board")]
    NoBoard,
    /// The board is not the smallest of its eight images.
    #[error("the board is not the smallest of its symmetric images")]
    NotCanonical,
    /// A position is in the file twice.
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
        /// The values that are allowed.
        expected: &'static str,
    },
    /// The rules do not allow a move.
    #[error("the move {mv} is not legal")]
    IllegalMove {
        /// The move.
        mv: Move,
    },
    /// A position has a move twice: as two links, or as a link and the leaf.
    #[error("the position has the move {mv} twice")]
    MoveTwice {
        /// The move.
        mv: Move,
    },
    /// A position has no leaf, although some moves are not links.
    #[error("the leaf is missing, although {mv} is not a link")]
    NoLeaf {
        /// One of these moves.
        mv: Move,
    },
    /// The number of a move is neither a square nor a pass.
    #[error("{byte} is neither a square nor a pass")]
    MoveByte {
        /// The number.
        byte: u8,
    },
    /// The value is not within its bounds.
    #[error("the value {value} is not between its bounds {lower} and {upper}")]
    Bounds {
        /// The lower bound.
        lower: i8,
        /// The value.
        value: i8,
        /// The upper bound.
        upper: i8,
    },
    /// A number of the header is out of range.
    #[error("the {name} must be 0 to {most}, not {value}")]
    Option {
        /// The name of the number.
        name: &'static str,
        /// The number.
        value: i64,
        /// The maximum of the number.
        most: u32,
    },
    /// The format can be read, but not written.
    #[error("books in the format {format} cannot be written")]
    ReadOnly {
        /// The format.
        format: Format,
    },
    /// The caller has stopped the conversion.
    #[error("the conversion was stopped")]
    Ended,
    /// The book has more positions than the format can count.
    #[error("the number of positions must be at most {most}, not {positions}")]
    TooMany {
        /// The number of positions.
        positions: u64,
        /// The maximum number of positions of the format.
        most: u64,
    },
    /// A score is beyond 64 discs, or belongs to no move.
    #[error("a score of {score} discs is invalid")]
    Score {
        /// The score.
        score: i32,
    },
    /// A bound is beyond 64 discs. Edax writes a value plus or minus its error.
    #[error("a bound must be -64 to 64, not {bound}")]
    Bound {
        /// The bound.
        bound: i32,
    },
    /// A level is above 60.
    #[error("level must be 0 to 60, not {level}")]
    Level {
        /// The level.
        level: u32,
    },
    /// A link leads to a position that the book does not have.
    #[error("the move {mv} leads to a position that is not in the book")]
    Dangling {
        /// The move.
        mv: Move,
    },
}
