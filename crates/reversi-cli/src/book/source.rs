//! Books as files.

use std::path::Path;

use reversi_book::Draft;

/// Whether an argument names a file.
pub(super) fn is_file(argument: &str) -> bool {
    Path::new(argument).is_file()
}

/// Opens a book of any format, or the one that is part of the program.
pub(super) fn open(_path: Option<&Path>) -> Result<Draft, String> {
    Err("not yet".to_owned())
}
