use alloc::string::String;
use core::fmt;

use thiserror::Error;

use super::{Notation, TextPlace};
use crate::{
    ParseBoardErrorKind, ParseFenErrorKind, ParseGgfErrorKind, ParseObfErrorKind, ParseTranscriptError,
    ParseTranscriptErrorKind, ReadWthorErrorKind,
};

/// A record that cannot be read. The others are read all the same.
///
/// ```
/// use reversi_engine::notation::read;
/// use std::error::Error;
///
/// let records: Vec<_> = read(b"f5d6c3\nf5d6a1\nf5f6e6\n").collect();
/// let error = records[1].as_ref().unwrap_err();
/// assert_eq!((error.place.record, error.place.line, error.place.offset), (2, Some(2), 11));
/// assert_eq!(error.to_string(), "line 2, column 5, ply 3: illegal move");
/// assert_eq!(error.source().unwrap().to_string(), "a1 is not a legal move: it flips no disc");
/// assert!(records[0].is_ok() && records[2].is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The place of the problem. The record is the one that cannot be read.
    pub place: TextPlace,
    /// The notation that the record has, as it seems.
    pub notation: Notation,
    /// The problem at that place.
    pub kind: ReadErrorKind,
    /// The file of an archive, as [`Record::file`](super::Record::file).
    pub file: Option<String>,
}

/// An error with its place in the text that is read.
pub(super) struct Trouble {
    pub(super) at: usize,
    /// The number of the move.
    pub(super) ply: Option<usize>,
    pub(super) kind: ReadErrorKind,
}

impl Trouble {
    pub(super) fn new(at: usize, kind: impl Into<ReadErrorKind>) -> Trouble {
        Trouble { at, ply: None, kind: kind.into() }
    }
}

impl From<ParseTranscriptError> for Trouble {
    fn from(error: ParseTranscriptError) -> Trouble {
        Trouble { at: error.at, ply: Some(error.ply), kind: error.kind.into() }
    }
}

/// The problems of a record.
///
/// ```
/// use reversi_engine::notation::{ReadErrorKind, read};
///
/// let error = read(b"no moves at all").next().unwrap().unwrap_err();
/// assert_eq!(error.kind, ReadErrorKind::Nothing);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// A board.
    #[error(transparent)]
    Board(#[from] ParseBoardErrorKind),
    /// A position in FEN.
    #[error(transparent)]
    Fen(#[from] ParseFenErrorKind),
    /// A line of OBF.
    #[error(transparent)]
    Obf(#[from] ParseObfErrorKind),
    /// A record in GGF or SGF.
    #[error(transparent)]
    Ggf(#[from] ParseGgfErrorKind),
    /// A move of a transcript.
    #[error(transparent)]
    Moves(#[from] ParseTranscriptErrorKind),
    /// A game in a file of WTHOR.
    #[error(transparent)]
    Wthor(#[from] ReadWthorErrorKind),
    /// An object of JSON.
    #[error("{0}")]
    Json(String),
    /// A text without a move and without a board.
    #[error("no game and no position found")]
    Nothing,
    /// A second record where one is expected.
    #[error("more than one game or position, where one is expected")]
    Several,
    /// Bytes that are neither text nor a file of WTHOR.
    #[error("neither text nor a file of games")]
    NotText,
    /// Names of players or tournaments, which the games of another file refer to.
    #[error("a file of names of the WTHOR data base, not of games")]
    Names,
    /// A compressed file that cannot be unpacked, with the feature `archives`.
    #[cfg(feature = "archives")]
    #[error(transparent)]
    Unpack(#[from] UnpackErrorKind),
    /// Text that is not part of a game. A lenient reader passes it over.
    #[error("{0:?} is not part of a game")]
    Skipped(String),
}

/// The problems of a compressed file. The place is in the compressed file.
///
/// ```
/// use reversi_engine::notation::UnpackErrorKind;
///
/// let kind = UnpackErrorKind::Encrypted;
/// assert_eq!(kind.to_string(), "an encrypted file cannot be read");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnpackErrorKind {
    /// Compressed data that is cut or changed.
    #[error("the compressed data is cut short or damaged")]
    Damaged,
    /// An archive whose directory is not where it must be.
    #[error("the directory of the archive is missing or damaged")]
    NoDirectory,
    /// A file that only a password opens.
    #[error("an encrypted file cannot be read")]
    Encrypted,
    /// A file that is compressed in another way.
    #[error("the compression must be method 0 or 8 (deflate), not {0}")]
    Method(u16),
    /// A file that is larger than the bound of what is unpacked.
    #[error("unpacked it must have at most {most} bytes in all")]
    TooLarge {
        /// The bound.
        most: usize,
    },
    /// A compressed file in a compressed file.
    #[error("a compressed file in a compressed file is not read")]
    Nested,
}

/// The line and the column, the byte in a text of one line, or the record and the byte of a file of bytes;
/// then the problem.
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextPlace { record, line, column, offset, ply } = self.place;
        let behind = if ply.is_some() { ", " } else { ": " };
        match line {
            None => write!(f, "record {record}, byte {offset}: ")?,
            Some(1) if offset == 0 => {}
            Some(1) => write!(f, "byte {offset}{behind}")?,
            Some(line) => write!(f, "line {line}, column {column}{behind}")?,
        }
        if let Some(ply) = ply {
            write!(f, "ply {ply}: ")?;
        }
        write!(f, "{}", self.kind)
    }
}

impl core::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        core::error::Error::source(&self.kind)
    }
}
