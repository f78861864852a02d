//! Data that is not part of the repository.

use std::io::Write;
use std::path::{Path, PathBuf};

/// A file in the folder that `REVERSI_DATA` names, otherwise in one beside the repository. Without it the
/// caller's test is skipped, and says so.
pub fn data(name: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let path = std::env::var_os("REVERSI_DATA").map_or_else(beside, PathBuf::from).join(name);
    if path.exists() {
        return Some(path);
    }
    // Not by a macro: the test runner would hide it.
    let _ = writeln!(std::io::stderr(), "skipped: no {}", path.display());
    None
}
