//! Data that is not part of the repository.

use std::io::Write;
use std::path::PathBuf;

/// Finds a file in the folder that `REVERSI_DATA` names. Without that variable the caller's test is skipped,
/// and this is reported.
pub fn data(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("REVERSI_DATA") else {
        // Not by a macro: the test runner would hide it.
        let _ = writeln!(std::io::stderr(), "skipped: REVERSI_DATA names no folder with {name}");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    if path.exists() {
        return Some(path);
    }
    let _ = writeln!(std::io::stderr(), "skipped: no {}", path.display());
    None
}
