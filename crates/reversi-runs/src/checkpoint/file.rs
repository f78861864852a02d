//! A file of lines: locked, read, and open at its end.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::store::{open_folder_of, open_locked, with_suffix};
use reversi_search::instant::Instant;

use super::error::{CheckpointError, CheckpointErrorKind};
use super::lines::{Content, read};

/// Suffix of the file to which the sound lines are copied.
const SALVAGING: &str = ".salvaging";

/// The file, open at its end.
#[derive(Debug)]
pub(super) struct CheckpointFile {
    pub(super) path: PathBuf,
    file: File,
    /// The folder of the file, if it can be opened. The path may lead elsewhere if the program changes its
    /// working directory.
    folder: Option<File>,
    /// The file that was damaged and replaced. Its lock refuses a run that opened it before that.
    _replaced: Option<File>,
    /// Number of bytes of whole lines.
    len: u64,
    /// The interval between syncs, and the time of the last one.
    sync_every: Option<(Duration, Instant)>,
}

impl CheckpointFile {
    /// Opens a file with this first line, or makes one. Damaged lines are moved to a second file.
    pub(super) fn open(
        path: &Path,
        header: &str,
        take: &mut dyn FnMut(&str) -> Result<(), String>,
    ) -> Result<(CheckpointFile, Content), CheckpointError> {
        let in_file = |kind: CheckpointErrorKind| kind.of(path);
        let old = lock(path).map_err(in_file)?;
        let content = read(&mut buffered(&old), header, take);
        let mut content = content.map_err(in_file)?;
        let (mut file, replaced) = if content.is_damaged() {
            let (new, len) = replace(path, &old, header, &content)?;
            content.len = len;
            (new, Some(old))
        } else {
            (old, None)
        };
        // Bytes after the whole lines are dropped.
        let cut = file.set_len(content.len).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|e| in_file(e.into()))?;
        let folder = fs::canonicalize(path).ok().as_deref().and_then(open_folder_of);
        let (path, len) = (path.to_owned(), content.len);
        let mut file = CheckpointFile { path, file, folder, _replaced: replaced, len, sync_every: None };
        if len == 0 {
            file.write(header)?;
        }
        Ok((file, content))
    }

    pub(super) fn sync_every(&mut self, interval: Duration) {
        self.sync_every = Some((interval, Instant::now()));
    }

    /// Adds lines, and syncs if that is due.
    pub(super) fn append(&mut self, lines: &str) -> Result<(), CheckpointError> {
        self.write(lines)?;
        if let Some((interval, last)) = self.sync_every
            && last.elapsed() >= interval
        {
            self.sync()?;
            self.sync_every = Some((interval, Instant::now()));
        }
        Ok(())
    }

    pub(super) fn end_run(&self) -> Result<(), CheckpointError> {
        self.check_length()?;
        if self.sync_every.is_some() { self.sync() } else { Ok(()) }
    }

    /// Checks the length. A line behind the end of a truncated file would leave zero bytes in between.
    fn check_length(&self) -> Result<(), CheckpointError> {
        let (expected, len) = (self.len, self.file.metadata().map(|metadata| metadata.len()));
        match len {
            Ok(found) if found == expected => Ok(()),
            Ok(found) => Err(CheckpointErrorKind::Changed { expected, found }.of(&self.path)),
            Err(e) => Err(CheckpointErrorKind::from(e).of(&self.path)),
        }
    }

    /// Writes with one system call: if the program is killed, at most the last line is cut.
    fn write(&mut self, lines: &str) -> Result<(), CheckpointError> {
        self.check_length()?;
        let lines = format!("{lines}\n");
        let written = self.file.write_all(lines.as_bytes()).map_err(|e| {
            // Half a line would spoil the next one. If it cannot be cut off either, `open` reports it.
            let _ = self.file.set_len(self.len).and_then(|()| self.file.seek(SeekFrom::Start(self.len)));
            CheckpointErrorKind::from(e).of(&self.path)
        });
        self.len += if written.is_ok() { lines.len() as u64 } else { 0 };
        written
    }

    pub(super) fn sync(&self) -> Result<(), CheckpointError> {
        let synced = self.file.sync_all().and_then(|()| self.folder.as_ref().map_or(Ok(()), File::sync_all));
        synced.map_err(|e| CheckpointErrorKind::from(e).of(&self.path))
    }
}

/// Opens the file, or makes one, for this program only. Removes the remains of a run that ended while it put
/// lines aside.
fn lock(path: &Path) -> Result<File, CheckpointErrorKind> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    match open_locked(path, &options) {
        Ok(file) => {
            if let Ok(path) = fs::canonicalize(path) {
                let _ = fs::remove_file(with_suffix(&path, SALVAGING));
            }
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => Err(CheckpointErrorKind::InUse),
        Err(TryLockError::Error(e)) => Err(e.into()),
    }
}

fn buffered(file: &File) -> BufReader<&File> {
    BufReader::with_capacity(1 << 16, file) // for files of gigabytes
}

/// Replaces the locked file `old` by a file of its sound lines. The damaged lines are on the disk before
/// that. Returns the new file, locked as well, and its length.
fn replace(path: &Path, old: &File, header: &str, content: &Content) -> Result<(File, u64), CheckpointError> {
    // A link stays a link.
    let path = &fs::canonicalize(path).map_err(|e| CheckpointErrorKind::from(e).of(path))?;
    if !content.damaged.is_empty() {
        let rejected = &with_suffix(path, ".rejected");
        keep_damaged(rejected, old, content).map_err(|e| CheckpointErrorKind::from(e).of(rejected))?;
    }
    let new = &with_suffix(path, SALVAGING);
    let written = write_sound(new, old, header, content).and_then(|written| {
        fs::rename(new, path)?;
        open_folder_of(path).map_or(Ok(()), |folder| folder.sync_all())?;
        Ok(written)
    });
    written.map_err(|e| {
        let _ = fs::remove_file(new);
        CheckpointErrorKind::from(e).of(new)
    })
}

/// Appends the damaged lines to the lines of earlier runs: all of them or, after an error, none.
fn keep_damaged(path: &Path, old: &File, content: &Content) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let len = file.metadata()?.len();
    append_damaged(&mut file, old, content).inspect_err(|_| {
        let _ = file.set_len(len);
    })?;
    open_folder_of(path).map_or(Ok(()), |folder| folder.sync_all())
}

fn append_damaged(file: &mut File, mut old: &File, content: &Content) -> io::Result<()> {
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

fn write_sound(path: &Path, old: &File, header: &str, content: &Content) -> io::Result<(File, u64)> {
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
