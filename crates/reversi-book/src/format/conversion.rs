//! The conversion between all formats of books.

use std::fs::File;
use std::io::{self, BufWriter, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::work::Work;
use super::{ByteOrder, Damage, Format};
use crate::file::{cannot_write, lock};
use crate::{Book, BookError, BookErrorKind};

/// The default memory for sorting, in MiB.
const MEMORY_MIB: usize = 128;

/// Converts a book from any format to another, or reads it. It checks all rules of the game and of the
/// formats: see [`BookErrorKind`]. For a packed book, only [`Book::verify`] and a
/// [salvage](Conversion::salvage) check that links lead to positions. Links form no cycle: a move adds a
/// disc, and a pass is only legal if it is forced.
///
/// Memory does not grow with the book, apart from half a byte a position and, for the links of a book of
/// Egaroucid, two bytes up to 64 MiB: data beyond [`memory_mib`](Conversion::memory_mib) are sorted in
/// temporary files, which take up to five times the size of the book.
///
/// A book of Edax becomes a packed one and, from that, the same bytes again.
/// [`EdaxWriter`](crate::EdaxWriter) and [`EgaroucidWriter`](crate::EgaroucidWriter) list what other formats
/// lose. A book of Egaroucid gets links: a move to a position of the book is a link, unless it is the leaf.
/// Positions that must pass are added between two of its positions. Its bounds are -64 and 64, and the errors
/// in the header are 64, because they are unknown.
///
/// ```
/// use reversi_engine::book::{BookEntry, Conversion, Format, Header, Manuscript, ScoredMove};
/// use reversi_engine::{Board, Level, Square};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-conversion-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let (packed, edax) = (folder.join("a.book"), folder.join("a.dat"));
/// let level = Level::of::<2>();
/// let mut entry = BookEntry::new(1, level);
/// entry.leaf = Some(ScoredMove::new(Square::D3, 1));
/// let mut manuscript = Manuscript::new(Header::new(level));
/// manuscript.insert(&Board::START, entry);
/// manuscript.pack()?.save(&packed)?;
///
/// let converted = Conversion::new().run(&packed, &edax, Format::Edax)?;
/// assert_eq!((converted.from, converted.positions), (Format::Packed, 1));
/// let (book, damage) = Conversion::new().read(&edax)?;
/// assert_eq!((book.len(), damage.len()), (1, 0));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    pub(super) salvage: bool,
    memory_mib: Option<usize>,
    folder: Option<PathBuf>,
    pub(super) order: ByteOrder,
}

/// The result of a conversion.
///
/// ```
/// use reversi_engine::book::{Conversion, Format};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-converted-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let (from, to) = (folder.join("a.egbk3"), folder.join("a.book"));
/// std::fs::write(&from, b"DICUORAGE\x03\x01\0\0\0")?;
/// let converted = Conversion::new().salvage(true).run(&from, &to, Format::Packed)?;
/// assert_eq!((converted.from, converted.positions), (Format::Egaroucid3, 0));
/// let errors = converted.damage.errors();
/// assert_eq!(errors[0].to_string(), "byte 10: the file must have 1 positions, as its header says, not 0");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Converted {
    /// The format of the file that was read.
    pub from: Format,
    /// The number of positions of the new book. A book of Egaroucid is written without positions that must
    /// pass.
    pub positions: u64,
    /// The damage that was left out. It is empty unless the conversion [salvages](Conversion::salvage).
    pub damage: Damage,
}

impl Conversion {
    /// Makes a conversion that ends at the first error.
    #[must_use]
    pub fn new() -> Conversion {
        Conversion::default()
    }

    /// Sets whether damage is left out and reported, and everything sound is kept. A link to a position that
    /// is not in the book becomes the leaf if it is better than the leaf. In a packed book, positions after
    /// damage in the same bucket, some ten, are lost.
    #[must_use]
    pub fn salvage(mut self, salvage: bool) -> Conversion {
        self.salvage = salvage;
        self
    }

    /// Sets the memory for sorting, in MiB. The default is 128.
    #[must_use]
    pub fn memory_mib(mut self, memory: usize) -> Conversion {
        self.memory_mib = Some(memory);
        self
    }

    /// Returns the number of bytes for sorting.
    pub(super) fn memory(&self) -> usize {
        self.memory_mib.unwrap_or(MEMORY_MIB).saturating_mul(1 << 20)
    }

    /// Sets the folder of temporary files. The default is the folder of the new file.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Conversion {
        self.folder = Some(folder.into());
        self
    }

    /// Sets the byte order of a new book of Edax.
    #[must_use]
    pub fn byte_order(mut self, order: ByteOrder) -> Conversion {
        self.order = order;
        self
    }

    /// Reads a book in any format into memory. A packed one is only opened, unless the conversion
    /// [salvages](Conversion::salvage).
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read, has no known format, or is damaged.
    pub fn read(&self, path: impl AsRef<Path>) -> Result<(Book, Damage), BookError> {
        let path = path.as_ref();
        self.read_file(path).map_err(|error| error.in_file(path))
    }

    fn read_file(&self, path: &Path) -> Result<(Book, Damage), BookError> {
        let (mut file, format) = open(path)?;
        if format == Format::Packed && !self.salvage {
            return Ok((Book::open(path)?, Damage::default()));
        }
        let folder = self.folder.clone().unwrap_or_else(std::env::temp_dir);
        let mut damage = Damage::default();
        let mut each = |_| ControlFlow::Continue(());
        let mut work = Work::new(self, &folder, &mut damage, &mut each);
        let written = work.pack(&mut file, format, || Ok(io::Cursor::new(Vec::new())))?;
        Ok((Book::from_bytes(written.into_inner())?, damage))
    }

    /// Converts the book at `from` and writes it to `to`. An existing file is replaced atomically and keeps
    /// its permissions.
    ///
    /// # Errors
    /// [`BookError`] if a file cannot be read or written, if `from` has no known format or is damaged, or if
    /// `format` cannot store its positions.
    pub fn run(
        &self,
        from: impl AsRef<Path>,
        to: impl AsRef<Path>,
        format: Format,
    ) -> Result<Converted, BookError> {
        self.run_with(from, to, format, |_| ControlFlow::Continue(()))
    }

    /// Runs the conversion as [`run`](Conversion::run) does, and regularly reports to `each` how many
    /// positions were read or written in all. A `Break` ends the conversion.
    ///
    /// # Errors
    /// As [`run`](Conversion::run), and [`BookErrorKind::Ended`] after a `Break`.
    pub fn run_with(
        &self,
        from: impl AsRef<Path>,
        to: impl AsRef<Path>,
        format: Format,
        mut each: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Converted, BookError> {
        if format == Format::Egaroucid2 {
            return Err(BookErrorKind::ReadOnly { format }.into());
        }
        let to = to.as_ref();
        if to.metadata().is_ok_and(|data| !data.is_file()) {
            return Err(cannot_write(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")));
        }
        let locked = lock(to)?;
        let beside = locked.path().parent().unwrap_or(Path::new("."));
        let folder = self.folder.as_deref().unwrap_or(beside);
        let (mut file, from_format) = open(from.as_ref())?;
        let mut damage = Damage::default();
        let mut work = Work::new(self, folder, &mut damage, &mut each);
        let positions = locked.replace(cannot_write, |new| {
            if from_format == Format::Packed && !self.salvage {
                work.write(&Book::open(from)?, new, format)
            } else if format == Format::Packed {
                work.pack(&mut file, from_format, || begin(new))?;
                Ok(Book::of_file(new.try_clone()?)?.len())
            } else {
                let between = tempfile::tempfile_in(folder)?;
                work.pack(&mut file, from_format, || begin(&between))?;
                work.write(&Book::of_file(between)?, new, format)
            }
        })?;
        Ok(Converted { from: from_format, positions, damage })
    }
}

/// Opens a book and detects its format.
fn open(path: &Path) -> Result<(File, Format), BookError> {
    let mut file = File::open(path)?;
    let format = Format::of_opened(&file)?;
    file.rewind()?;
    Ok((file, format))
}

/// Truncates a file to begin it.
fn begin(mut file: &File) -> io::Result<BufWriter<&File>> {
    file.set_len(0)?;
    file.rewind()?;
    Ok(BufWriter::with_capacity(1 << 18, file))
}
