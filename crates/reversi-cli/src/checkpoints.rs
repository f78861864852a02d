//! Files that record answers, so that the next run resumes where this one ends.

use std::path::{Path, PathBuf};
use std::time::Duration;

use reversi_engine::question::Ask;
use reversi_engine::runs::{Checkpoint, CheckpointError, DamagedLine};

use crate::files;
use crate::output::{Failure, say};

/// The shortest time between two writes through to the disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// The file of the answers.
#[derive(clap::Args)]
pub(crate) struct CheckpointOptions {
    /// A file that records answers. If it exists, only the missing answers are searched. It is written
    /// through to the disk after an answer, at most once a second. It belongs to the question and its limits;
    /// scores that are not proven belong to one version and evaluation too.
    ///
    /// Lines that are damaged are reported on stderr and moved to FILE.rejected, and their positions are
    /// searched again.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
}

impl CheckpointOptions {
    pub(crate) fn is_given(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Refuses the option beside `--output`: a file of answers has a checkpoint of its own.
    pub(crate) fn refuse_with_output(&self) -> Result<(), &'static str> {
        match self.checkpoint {
            Some(_) => Err("--checkpoint is not needed with --output, which records answers beside its file"),
            None => Ok(()),
        }
    }

    /// Opens the file, if there is to be one, and makes its folder.
    pub(crate) fn open(&self, request: impl Into<Ask>) -> Result<Option<Checkpoint>, Failure> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        files::prepare(path)?;
        Ok(Some(open(path, request)?))
    }
}

/// Opens a file, and reports on stderr the lines that are put aside.
pub(crate) fn open(path: &Path, request: impl Into<Ask>) -> Result<Checkpoint, CheckpointError> {
    let checkpoint = Checkpoint::open(path, request)?.sync_every(SYNC_INTERVAL);
    tell_damaged(path, checkpoint.damaged());
    Ok(checkpoint)
}

/// Reports on stderr the lines of a file that are put aside.
pub(crate) fn tell_damaged(path: &Path, lines: &[DamagedLine]) {
    for line in lines {
        say(&format!("{}: {line}", path.display()));
    }
}
