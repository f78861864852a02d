//! A book that is changed in its file.

use std::fs::{File, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use reversi_bitboard::Board;
use reversi_runs::store::Locked;

#[cfg(feature = "grow")]
use crate::Journal;
use crate::{
    BookEntry, BookError, BookErrorKind, ByteOrder, Conversion, Damage, EdaxWriter, EgaroucidWriter, Format,
    Header, Manuscript,
};

/// A book that is changed in its file. The file is locked before it is read, until this value is dropped. If
/// two programs change a book at the same time, the second one is refused, and no work is lost.
///
/// ```
/// use reversi_engine::Level;
/// use reversi_engine::book::{Book, BookErrorKind, BookFile, Format, GrowRequest, Grower, Header};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-book-file-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("own.book");
/// BookFile::create(&path, Format::Packed, Header::new(Level::of::<1>()))?.save()?;
///
/// let mut file = BookFile::open(&path)?;
/// let mut grower = Grower::new().journal(file.journal()?); // for a run of days
/// let _ = grower.grow(&mut file.manuscript, &GrowRequest::to(20))?;
/// let second = BookFile::open(&path).unwrap_err(); // here, or in another program
/// assert!(matches!(second.kind, BookErrorKind::InUse));
/// file.save()?;
/// grower.take_journal().unwrap().delete()?;
/// drop(file);
/// assert_eq!(Book::open(&path)?.len(), 20);
/// # assert_eq!(std::fs::read_dir(&folder)?.count(), 1);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The lock is a second file with `.reversi-lock` added to its name. It is removed at the end. If the program
/// is killed, the file remains, but it locks nothing, and the next program removes it.
#[derive(Debug)]
pub struct BookFile {
    /// The book, to be changed and saved.
    pub manuscript: Manuscript,
    locked: Locked,
    /// The name by which the file was opened, for errors.
    path: PathBuf,
    format: Format,
    odd: Damage,
}

impl BookFile {
    /// Locks a book of any format, then reads it. It is saved in its format.
    ///
    /// # Errors
    /// [`BookError`] if it is in use, cannot be read, is damaged, or has a format that cannot be written.
    pub fn open(path: impl AsRef<Path>) -> Result<BookFile, BookError> {
        let path = path.as_ref();
        BookFile::locked(path, || {
            let format = Format::of_file(path)?;
            let (manuscript, odd) = read(path)?;
            Ok((manuscript, odd, format))
        })
    }

    /// Locks the file at `to`, which may not exist yet, then reads the book at `from`. It is saved at `to` in
    /// this format.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_as(
        from: impl AsRef<Path>,
        to: impl AsRef<Path>,
        format: Format,
    ) -> Result<BookFile, BookError> {
        let from = from.as_ref();
        BookFile::locked(to.as_ref(), || {
            let (manuscript, odd) = read(from).map_err(|error| error.in_file(from))?;
            Ok((manuscript, odd, format))
        })
    }

    /// Makes a book without positions. [`save`](Self::save) makes its file. It is locked from now on.
    ///
    /// # Errors
    /// [`BookError`] if the file exists, if it is in use, or if the format cannot be written.
    pub fn create(path: impl AsRef<Path>, format: Format, header: Header) -> Result<BookFile, BookError> {
        let path = path.as_ref();
        BookFile::locked(path, || {
            if path.try_exists()? {
                let exists = io::Error::new(io::ErrorKind::AlreadyExists, "the file already exists");
                return Err(exists.into());
            }
            Ok((Manuscript::new(header), Damage::default(), format))
        })
    }

    /// Locks the file before anything is read.
    fn locked(
        path: &Path,
        read: impl FnOnce() -> Result<(Manuscript, Damage, Format), BookError>,
    ) -> Result<BookFile, BookError> {
        let open = || {
            let locked = lock(path)?;
            let (manuscript, odd, format) = read()?;
            if format == Format::Egaroucid2 {
                return Err(BookErrorKind::ReadOnly { format }.into());
            }
            Ok(BookFile { manuscript, locked, path: path.to_owned(), format, odd })
        };
        open().map_err(|error: BookError| match error.path {
            Some(_) => error,
            None => error.in_file(path),
        })
    }

    /// Returns the anomalies of the file that were read leniently.
    pub fn odd(&self) -> &Damage {
        &self.odd
    }

    /// Returns the journal for searches that are not saved yet. It is beside the file to which links to the
    /// book lead.
    ///
    /// # Errors
    /// As [`Journal::open`].
    #[cfg(feature = "grow")]
    pub fn journal(&self) -> Result<Journal, reversi_runs::CheckpointError> {
        Journal::open(reversi_runs::store::with_suffix(self.locked.path(), ".journal"))
    }

    /// Writes the book. The file is replaced atomically, keeps its permissions, and a link to it stays a
    /// link. Equal manuscripts give equal files.
    ///
    /// # Errors
    /// [`BookError`] if it cannot be written, or if the format cannot store its content.
    pub fn save(&self) -> Result<(), BookError> {
        let written = match self.format {
            Format::Packed => self.manuscript.pack().and_then(|book| replace(&self.locked, &book)),
            format => self.locked.replace(cannot_write, |file| write(file, &self.manuscript, format)),
        };
        written.map_err(|error| error.in_file(&self.path))
    }
}

fn read(path: &Path) -> Result<(Manuscript, Damage), BookError> {
    let (book, odd) = Conversion::new().read(path)?;
    Ok((book.manuscript()?, odd))
}

/// Locks the file of a book that will be replaced.
pub(crate) fn lock(path: &Path) -> Result<Locked, BookErrorKind> {
    Locked::new(path).map_err(|error| match error {
        TryLockError::WouldBlock => BookErrorKind::InUse,
        TryLockError::Error(error) => BookErrorKind::Write(error),
    })
}

/// Writes a packed book to its file.
pub(crate) fn replace(locked: &Locked, book: &crate::Book) -> Result<(), BookError> {
    locked.replace(cannot_write, |file| book.write(file).map_err(cannot_write))
}

pub(crate) fn cannot_write(error: io::Error) -> BookError {
    BookErrorKind::Write(error).into()
}

/// Writes the positions in the order of the game, so that the file is reproducible.
fn write(file: &File, manuscript: &Manuscript, format: Format) -> Result<(), BookError> {
    let mut positions: Vec<(&Board, &BookEntry)> = manuscript.iter().collect();
    positions.sort_by_key(|(board, _)| (board.occupied().len(), **board));
    let out = BufWriter::new(file);
    match format {
        Format::Edax => {
            let mut writer = EdaxWriter::new(out, manuscript.header(), ByteOrder::Little)?;
            positions.iter().try_for_each(|(board, entry)| writer.push(board, entry))?;
            writer.finish()?;
        }
        Format::Egaroucid3 => {
            let mut writer = EgaroucidWriter::new(out)?;
            positions.iter().try_for_each(|(board, entry)| writer.push(board, entry))?;
            writer.finish()?;
        }
        Format::Packed | Format::Egaroucid2 => unreachable!("`save` packs one, `locked` refuses the other"),
    }
    Ok(())
}
