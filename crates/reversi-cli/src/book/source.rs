//! Books as files, in any format.

use std::fmt::Display;
use std::path::Path;

use reversi_engine::book::{Book, BookError, Conversion, Format, Manuscript};

use crate::options::note_odd;
use crate::output::Failure;

/// Returns whether an argument names a file.
pub(super) fn is_file(argument: &str) -> bool {
    Path::new(argument).is_file()
}

/// Returns the format in which a book is written, by its name.
pub(super) fn format_to_write(path: &Path) -> Result<Format, String> {
    match Format::of_name(path) {
        Some(Format::Egaroucid2) => Err(at(path, &"this older format of Egaroucid can be read, not written")),
        Some(format) => Ok(format),
        None => Err(at(path, &"the name of a book must end with .book, .dat (Edax) or .egbk3 (Egaroucid)")),
    }
}

/// Opens a book of any format for look-up, or the one that is part of the program.
pub(super) fn open(path: Option<&Path>) -> Result<Book, String> {
    open_and_count_odd(path).map(|(book, _)| book)
}

/// Opens a book as [`open`] does, and returns how many positions were read leniently.
pub(super) fn open_and_count_odd(path: Option<&Path>) -> Result<(Book, u64), String> {
    let Some(path) = path else { return Ok((Book::embedded(), 0)) };
    let (book, damage) = Conversion::new().read(path).map_err(|error| at(path, &error))?;
    note_odd(path, &damage);
    Ok((book, damage.odd_len()))
}

/// Reads a book that is added to another one.
pub(super) fn read(path: &Path) -> Result<Manuscript, String> {
    open(Some(path))?.manuscript().map_err(|error| at(path, &error))
}

/// An error with the file that it is about, for someone at a terminal and for programs.
pub(super) fn failure(error: &BookError, path: &Path) -> Failure {
    let path = error.path.as_deref().unwrap_or(path);
    Failure::new(at(path, error), error)
}

/// A message with its file.
pub(super) fn at(path: &Path, message: &impl Display) -> String {
    format!("{}: {message}", path.display())
}
