//! Books as files, in any format.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Read as _};
use std::path::Path;

use reversi_engine::Board;
use reversi_engine::book::{
    Book, BookEntry, BookError, BookErrorKind, ByteOrder, Conversion, EdaxWriter, EgaroucidWriter, Format,
    Manuscript,
};

use crate::files;
use crate::options::note_odd;

/// Whether an argument names a file.
pub(super) fn is_file(argument: &str) -> bool {
    Path::new(argument).is_file()
}

/// The format in which a book is written: that of its name.
pub(super) fn format_to_write(path: &Path) -> Result<Format, String> {
    match Format::of_name(path) {
        Some(Format::Egaroucid2) => Err(at(path, &"this older format of Egaroucid is only read")),
        Some(format) => Ok(format),
        None => Err(at(path, &"the name of a book ends with .book, .dat (Edax) or .egbk3 (Egaroucid)")),
    }
}

/// The format of a file by its content.
pub(super) fn format_of(path: &Path) -> Result<Format, String> {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(Format::MAGIC as u64).read_to_end(&mut start));
    read.map_err(|error| at(path, &error))?;
    Format::of_bytes(&start).ok_or_else(|| at(path, &BookErrorKind::UnknownFormat))
}

/// Opens a book of any format for look-up, or the one that is part of the program.
pub(super) fn open(path: Option<&Path>) -> Result<Book, String> {
    let Some(path) = path else { return Ok(Book::embedded()) };
    let (book, damage) = Conversion::new().read(path).map_err(|error| at(path, &error))?;
    note_odd(path, &damage);
    Ok(book)
}

/// Reads a book that will change.
pub(super) fn read(path: &Path) -> Result<Manuscript, String> {
    open(Some(path))?.manuscript().map_err(|error| at(path, &error))
}

/// Writes a book in the format of its name.
pub(super) fn write(path: &Path, manuscript: &Manuscript) -> Result<(), String> {
    let written = match format_to_write(path)? {
        Format::Packed => {
            let book = manuscript.pack().map_err(|error| at(path, &error))?;
            files::replace(path, |file| book.write(file))
        }
        format => files::replace(path, |file| {
            write_to(file, manuscript, format).map_err(|error| io::Error::other(error.to_string()))
        }),
    };
    written.map_err(|error| at(path, &error))
}

/// Writes the positions in the order of the game, so that the file is the same each time.
fn write_to(file: &mut BufWriter<File>, manuscript: &Manuscript, format: Format) -> Result<(), BookError> {
    let mut positions: Vec<(&Board, &BookEntry)> = manuscript.iter().collect();
    positions.sort_by_key(|(board, _)| (board.occupied().len(), **board));
    if format == Format::Edax {
        let mut writer = EdaxWriter::new(file, manuscript.header(), ByteOrder::Little)?;
        positions.iter().try_for_each(|(board, entry)| writer.push(board, entry))?;
        writer.finish()?;
    } else {
        let mut writer = EgaroucidWriter::new(file)?;
        positions.iter().try_for_each(|(board, entry)| writer.push(board, entry))?;
        writer.finish()?;
    }
    Ok(())
}

/// A message with its file.
pub(super) fn at(path: &Path, message: &impl Display) -> String {
    format!("{}: {message}", path.display())
}
