//! The searches of a growing book, on disk.

use std::path::{Path, PathBuf};

use super::JournalError;

/// The searches of a growing book, on disk: a run that was killed goes on where it was.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
}

impl Journal {
    /// Opens a journal, or makes one, for this program only.
    ///
    /// # Errors
    /// [`JournalError`] if the file is no journal, is in use, or cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Journal, JournalError> {
        Ok(Journal { path: path.as_ref().to_owned() })
    }

    /// The number of searches in it.
    pub fn len(&self) -> usize {
        0
    }

    /// Whether it has no search.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Deletes the file, when the book is written.
    ///
    /// # Errors
    /// [`JournalError`] if it cannot be deleted.
    pub fn delete(self) -> Result<(), JournalError> {
        std::fs::remove_file(&self.path).map_err(|e| JournalError { path: self.path, kind: e.into() })
    }
}
