//! Rows of any kind, in memory and in a file.

use std::collections::HashMap;
use std::hash::Hash;
use std::path::Path;
use std::time::Duration;

use super::EngineId;
use super::error::{CheckpointError, CheckpointErrorKind, DamagedLine};
use super::file::CheckpointFile;
use super::lines::{header, seal};

/// Rows in memory and in a file, each found by its key: the answers of a checkpoint, the searches of a
/// growing book. A row is written to the file when it is added, as a line of JSON with a checksum.
#[derive(Debug)]
pub struct Log<K, R> {
    rows: HashMap<K, R>,
    /// The versions and evaluations of the estimates: one, unless files were joined by hand.
    by: Vec<EngineId>,
    file: CheckpointFile,
}

impl<K: Eq + Hash, R> Log<K, R> {
    /// Reads the file for a question, or makes a new one, for this program only. `read` makes a row of a
    /// line, with the version and evaluation of an estimate. Lines that are damaged or that `read` refuses
    /// are put aside and returned.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be read or written, is in use, or belongs to another
    /// question.
    pub fn open(
        path: &Path,
        question: &serde_json::Value,
        mut read: impl FnMut(&str) -> Result<(K, R, Option<EngineId>), String>,
    ) -> Result<(Log<K, R>, Vec<DamagedLine>), CheckpointError> {
        let (mut rows, mut by) = (HashMap::new(), Vec::new());
        let mut take = |line: &str| {
            let (key, row, given_by) = read(line)?;
            rows.insert(key, row);
            by.extend(given_by.filter(|one| !by.contains(one)));
            Ok(())
        };
        let (file, content) = CheckpointFile::open(path, &header(question), &mut take)?;
        let damaged = content.damaged.into_iter().map(|(line, _)| line).collect();
        Ok((Log { rows, by, file }, damaged))
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// Returns the row of a key.
    pub fn get(&self, key: &K) -> Option<&R> {
        self.rows.get(key)
    }

    /// Returns all rows, in no order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &R)> {
        self.rows.iter()
    }

    /// Returns the version and evaluation of the estimates, if there are any.
    pub(super) fn by(&self) -> Option<&EngineId> {
        self.by.first()
    }

    /// Checks that the estimates are by an engine, as far as that is known.
    ///
    /// # Errors
    /// [`CheckpointErrorKind::OtherEvaluation`].
    pub fn check_by(&self, by: &EngineId) -> Result<(), CheckpointError> {
        match self.by.iter().find(|&other| other != by) {
            None => Ok(()),
            Some(other) => {
                let (found, expected) = (other.to_string(), by.to_string());
                Err(CheckpointErrorKind::OtherEvaluation { found, expected }.of(self.path()))
            }
        }
    }

    /// Adds rows that belong together, each with its line, which is a JSON object with fields: all of them
    /// or, if the program is killed meanwhile, some. `by` is the version and evaluation of the estimates
    /// among them.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be written, or has estimates by another engine.
    pub fn add(&mut self, rows: Vec<(K, R, String)>, by: Option<&EngineId>) -> Result<(), CheckpointError> {
        if rows.is_empty() {
            return Ok(());
        }
        by.map_or(Ok(()), |by| self.check_by(by))?;
        let lines: Vec<String> = rows.iter().map(|(_, _, line)| seal(line)).collect();
        self.file.append(&lines.join("\n"))?;
        if self.by.is_empty() {
            self.by.extend(by.cloned());
        }
        self.rows.extend(rows.into_iter().map(|(key, row, _)| (key, row)));
        Ok(())
    }

    /// Deletes the file.
    ///
    /// # Errors
    /// [`CheckpointError`] if it cannot be deleted.
    pub fn delete(self) -> Result<(), CheckpointError> {
        let deleted = std::fs::remove_file(self.path());
        deleted.map_err(|error| CheckpointErrorKind::from(error).of(self.path()))
    }

    pub(super) fn sync(&self) -> Result<(), CheckpointError> {
        self.file.sync()
    }

    pub(super) fn sync_every(&mut self, interval: Duration) {
        self.file.sync_every(interval);
    }

    pub(super) fn end_run(&self) -> Result<(), CheckpointError> {
        self.file.end_run()
    }
}
