//! Books as files, in any format.

use std::io;
use std::path::Path;

use clap::ValueEnum;
use reversi_engine::book::{Book, Draft};

use crate::files;
use crate::output::with_causes;

/// The format of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// The format of this program, the only one that is looked up without reading it as a whole.
    Book,
    /// Edax's book.dat.
    Edax,
    /// Egaroucid's .egbk3: values and leaves without games, bounds and positions with a forced pass.
    Egaroucid,
}

impl Form {
    /// The format that a file name tells.
    fn of_name(path: &Path) -> Option<Form> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "book" => Some(Form::Book),
            "dat" => Some(Form::Edax),
            "egbk3" => Some(Form::Egaroucid),
            _ => None,
        }
    }
}

/// Whether an argument names a file.
pub(super) fn is_file(argument: &str) -> bool {
    Path::new(argument).is_file()
}

/// The format in which a book is written.
pub(super) fn form_to_write(path: &Path) -> Result<Form, String> {
    Form::of_name(path)
        .ok_or_else(|| at(path, &"the name of a book ends with .book, .dat (Edax) or .egbk3 (Egaroucid)"))
}

/// Opens a book for look-up, or the one that is part of the program.
pub(super) fn open(path: Option<&Path>) -> Result<Book, String> {
    let Some(path) = path else { return Err("no book is part of this program: name a file".to_owned()) };
    Book::open(path).map_err(|error| at(path, &with_causes(&error)))
}

/// Reads a book that will change.
pub(super) fn read(path: &Path) -> Result<Draft, String> {
    open(Some(path))?.draft().map_err(|error| at(path, &with_causes(&error)))
}

/// Writes a book in the format that its name tells.
pub(super) fn write(path: &Path, draft: &Draft) -> Result<(), String> {
    let written = match form_to_write(path)? {
        Form::Book => {
            let book = draft.pack().map_err(|error| at(path, &with_causes(&error)))?;
            files::replace(path, |file| book.write(file))
        }
        Form::Edax | Form::Egaroucid => Err(io::Error::other("not yet")),
    };
    written.map_err(|error| at(path, &error))
}

/// A message with its file.
pub(super) fn at(path: &Path, message: &impl std::fmt::Display) -> String {
    format!("{}: {message}", path.display())
}
