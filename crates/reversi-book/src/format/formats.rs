//! The list of all formats of books, and the format of a file.

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::{edax, egaroucid};
use crate::{BookError, BookErrorKind};

/// The format of a book's file.
///
/// ```
/// use reversi_engine::book::Format;
///
/// assert_eq!(Format::of_bytes(b"XADEKOOB\x04\x05"), Some(Format::Edax));
/// assert_eq!(Format::of_name("book/opening.egbk3"), Some(Format::Egaroucid3));
/// assert_eq!(Format::of_name("game.txt"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The format of this crate: packed and sorted, for lookups. The extension is `.book`.
    Packed,
    /// The format of Edax, `.dat`, in either byte order.
    Edax,
    /// The format of Egaroucid, `.egbk3`.
    Egaroucid3,
    /// The older format of Egaroucid, `.egbk2`. It can be read, but not written.
    Egaroucid2,
}

impl Format {
    const ALL: [Format; 4] = [Format::Packed, Format::Edax, Format::Egaroucid3, Format::Egaroucid2];

    /// The number of bytes at the start of a file that determine its format.
    pub const MAGIC: usize = 10;

    /// Detects the format of a file by its first [`MAGIC`](Format::MAGIC) bytes.
    #[must_use]
    pub fn of_bytes(start: &[u8]) -> Option<Format> {
        if start.starts_with(&crate::packed::MAGIC) {
            return Some(Format::Packed);
        }
        if start.starts_with(&edax::MAGIC) || start.starts_with(&edax::MAGIC_BIG) {
            return Some(Format::Edax);
        }
        if start.starts_with(&egaroucid::MAGIC) {
            return match start.get(9) {
                Some(2) => Some(Format::Egaroucid2),
                _ => Some(Format::Egaroucid3),
            };
        }
        None
    }

    /// Detects the format of a file by its content.
    ///
    /// ```
    /// use reversi_engine::book::{BookErrorKind, Format};
    ///
    /// let error = Format::of_file("/no/such/folder/file").unwrap_err();
    /// assert!(matches!(error.kind, BookErrorKind::Io(_)));
    /// ```
    ///
    /// # Errors
    /// [`BookError`] if it cannot be read or has no known format.
    pub fn of_file(path: impl AsRef<Path>) -> Result<Format, BookError> {
        let path = path.as_ref();
        let of = || Format::of_opened(&File::open(path)?);
        of().map_err(|error: BookError| error.in_file(path))
    }

    /// Detects the format of a file that is open at its start.
    pub(super) fn of_opened(file: &File) -> Result<Format, BookError> {
        let mut start = Vec::new();
        file.take(Format::MAGIC as u64).read_to_end(&mut start)?;
        Format::of_bytes(&start).ok_or_else(|| BookError::at(0, BookErrorKind::UnknownFormat))
    }

    /// Returns the format of the extension of a name.
    #[must_use]
    pub fn of_name(name: impl AsRef<Path>) -> Option<Format> {
        let extension = name.as_ref().extension()?.to_str()?.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.extension() == extension)
    }

    /// Returns the usual extension of a file's name, without the dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Format::Packed => "book",
            Format::Edax => "dat",
            Format::Egaroucid3 => "egbk3",
            Format::Egaroucid2 => "egbk2",
        }
    }
}

/// Writes the extension.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.extension())
    }
}
