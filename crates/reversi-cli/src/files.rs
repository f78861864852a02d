//! Files that commands write.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError};
use std::path::{Path, PathBuf};

/// Makes the folder of a file that will be written, before the work whose result it takes.
pub(crate) fn prepare(path: &Path) -> Result<(), String> {
    let at = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if path.is_dir() {
        return Err(at(&"it is a folder"));
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => fs::create_dir_all(folder).map_err(|e| at(&e)),
        _ => Ok(()),
    }
}

/// Writes a new file, then gives it the name of the old one, which stays whole where the disk is full.
pub(crate) fn replace(path: &Path, write: impl Fn(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let write_to = |path: &Path| {
        let mut file = BufWriter::new(File::create(path)?);
        write(&mut file)?;
        file.into_inner().map_err(IntoInnerError::into_error)
    };
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return write_to(path).map(drop); // a device or a pipe
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()); // where a link leads
    let mut new = path.clone().into_os_string();
    new.push(format!(".{}.new", std::process::id()));
    let new = PathBuf::from(new);
    let written = write_to(&new).and_then(|file| {
        if let Ok(old) = fs::metadata(&path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&new, &path)
    });
    if written.is_err() {
        let _ = fs::remove_file(new);
    }
    written
}
