//! The sound lines of a damaged file, moved to a new one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;

use super::error::{CheckpointError, CheckpointErrorKind};
use super::lines::{Content, Question};
use crate::store::{self, open_folder_of, with_suffix};

/// What is added to the name of a file while its sound lines are written.
const SALVAGING: &str = ".salvaging";

/// Removes what a salvage has left that was ended. The caller has the lock of the file.
pub(super) fn clean(path: &Path) {
    if let Ok(path) = fs::canonicalize(path) {
        let _ = store::remove(&with_suffix(&path, SALVAGING)); // a salvage would begin by that
    }
}

/// Replaces the locked file `old` by one of its sound lines. The damaged ones are on the disk before that.
/// Returns the new file, locked as well, and its length.
pub(super) fn replace<Q: Question>(
    path: &Path,
    old: &File,
    question: &Q,
    content: &Content<Q>,
) -> Result<(File, u64), CheckpointError> {
    // A link stays a link.
    let path = &fs::canonicalize(path).map_err(|e| CheckpointErrorKind::from(e).of(path))?;
    if !content.damaged.is_empty() {
        let rejected = &with_suffix(path, ".rejected");
        keep_damaged(rejected, old, content).map_err(|e| CheckpointErrorKind::from(e).of(rejected))?;
    }
    let new = &with_suffix(path, SALVAGING);
    let written = write_sound(new, old, &question.header(), content).and_then(|written| {
        fs::rename(new, path)?;
        open_folder_of(path).map_or(Ok(()), |folder| folder.sync_all())?;
        Ok(written)
    });
    written.map_err(|e| {
        let _ = fs::remove_file(new);
        CheckpointErrorKind::from(e).of(new)
    })
}

/// Adds the damaged lines to those of earlier salvages: all of them or, after an error, none.
fn keep_damaged<Q: Question>(path: &Path, old: &File, content: &Content<Q>) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let len = file.metadata()?.len();
    append_damaged(&mut file, old, content).inspect_err(|_| {
        let _ = file.set_len(len);
    })?;
    open_folder_of(path).map_or(Ok(()), |folder| folder.sync_all())
}

fn append_damaged<Q: Question>(file: &mut File, mut old: &File, content: &Content<Q>) -> io::Result<()> {
    let mut last = [b'\n'];
    for (_, bytes) in &content.damaged {
        copy(old, bytes, file)?;
        old.seek(SeekFrom::Start(bytes.end - 1))?;
        old.read_exact(&mut last)?;
    }
    if last != *b"\n" {
        file.write_all(b"\n")?; // the last line was at the end of the file
    }
    file.sync_all()
}

fn write_sound<Q: Question>(
    path: &Path,
    old: &File,
    header: &str,
    content: &Content<Q>,
) -> io::Result<(File, u64)> {
    let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
    file.try_lock()?; // before it gets the name that other programs open
    file.set_permissions(old.metadata()?.permissions())?;
    writeln!(file, "{header}")?;
    for bytes in content.sound() {
        copy(old, &bytes, &mut file)?;
    }
    file.sync_all()?;
    let len = file.stream_position()?;
    Ok((file, len))
}

fn copy(mut from: &File, bytes: &Range<u64>, to: &mut File) -> io::Result<()> {
    from.seek(SeekFrom::Start(bytes.start))?;
    io::copy(&mut from.take(bytes.end - bytes.start), to)?;
    Ok(())
}
