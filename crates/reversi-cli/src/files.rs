//! Files that commands write.

use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use reversi_engine::store::Locked;

/// Makes the folder of a file that will be written, before the work begins.
pub(crate) fn prepare(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        return Err(at(path, &"it is a folder"));
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => {
            fs::create_dir_all(folder).map_err(|e| at(path, &e))
        }
        _ => Ok(()),
    }
}

/// A file that a command will replace. It is locked against other commands before anything is read that its
/// new content depends on.
pub(crate) struct Output {
    path: PathBuf,
    locked: Locked,
}

impl Output {
    /// Makes the folder of a file and locks the file.
    pub(crate) fn lock(path: &Path) -> Result<Output, String> {
        prepare(path)?;
        let locked = Locked::new(path).map_err(|error| match error {
            TryLockError::WouldBlock => at(path, &"already in use: another run has locked it"),
            TryLockError::Error(error) => at(path, &error),
        })?;
        Ok(Output { path: path.to_owned(), locked })
    }

    /// The name of the file, as it was given.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the file after links are followed.
    pub(crate) fn place(&self) -> &Path {
        self.locked.path()
    }

    /// Replaces the file atomically: where the disk is full, the old file stays.
    pub(crate) fn replace(
        &self,
        write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
    ) -> Result<(), String> {
        let written = self.locked.replace(
            |error| error,
            |file| {
                let mut out = BufWriter::new(file);
                write(&mut out)?;
                out.into_inner().map(drop).map_err(io::IntoInnerError::into_error)
            },
        );
        written.map_err(|error| at(&self.path, &error))
    }
}

/// A message with its file.
fn at(path: &Path, message: &dyn Display) -> String {
    format!("{}: {message}", path.display())
}
