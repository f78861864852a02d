//! Files that record answers, so that the next run goes on where this one ends.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use reversi_engine::{
    AnalysisCheckpoint, AnalyzeRequest, Checkpoint, CheckpointError, CheckpointErrorKind, DamagedLine,
    SolveRequest,
};

use crate::files;
use crate::output::Failure;

/// How often answers are written through to the disk.
pub(crate) const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// The file of the answers.
#[derive(clap::Args)]
pub(crate) struct CheckpointOptions {
    /// A file that records answers. If it exists, only what is missing in it is searched. It is written
    /// through to the disk after an answer, but not more often than once a second. It belongs to the question
    /// and its limits, and scores that are not proven to one evaluation.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,

    /// If the checkpoint has damaged lines, report them on stderr, move them to FILE.rejected and search
    /// their positions again.
    #[arg(long, requires = "checkpoint")]
    salvage: bool,
}

impl CheckpointOptions {
    pub(crate) fn is_given(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// A file of answers has a checkpoint of its own.
    pub(crate) fn refuse_with_output(&self) -> Result<(), &'static str> {
        match self.checkpoint {
            Some(_) => Err("--checkpoint is not needed with --output, which records answers beside its file"),
            None => Ok(()),
        }
    }

    /// Opens the file, if there is to be one, by `open` or `salvage`, and makes its folder.
    pub(crate) fn open<C>(
        &self,
        open: impl FnOnce(&Path) -> Result<C, CheckpointError>,
        salvage: impl FnOnce(&Path) -> Result<(C, Vec<DamagedLine>), CheckpointError>,
    ) -> Result<Option<C>, Failure> {
        let Some(path) = &self.checkpoint else { return Ok(None) };
        files::prepare(path)?;
        if !self.salvage {
            return open(path).map(Some).map_err(failure);
        }
        let (checkpoint, damaged) = salvage(path).map_err(failure)?;
        for line in damaged {
            let _ = writeln!(io::stderr(), "{}: {line}", path.display()); // as in `output::end`
        }
        Ok(Some(checkpoint))
    }

    /// Opens a file of analyses.
    pub(crate) fn open_analyses(
        &self,
        request: &AnalyzeRequest,
    ) -> Result<Option<AnalysisCheckpoint>, Failure> {
        self.open(
            |path| Ok(AnalysisCheckpoint::open(path, request.clone())?.sync_every(SYNC_INTERVAL)),
            |path| salvage_analyses(path, request),
        )
    }
}

/// Opens a file of analyses without its damaged lines.
pub(crate) fn salvage_analyses(
    path: &Path,
    request: &AnalyzeRequest,
) -> Result<(AnalysisCheckpoint, Vec<DamagedLine>), CheckpointError> {
    let (checkpoint, damaged) = AnalysisCheckpoint::salvage(path, request.clone())?;
    Ok((checkpoint.sync_every(SYNC_INTERVAL), damaged))
}

/// Opens a file of solutions without its damaged lines.
pub(crate) fn salvage_solutions(
    path: &Path,
    request: &SolveRequest,
) -> Result<(Checkpoint, Vec<DamagedLine>), CheckpointError> {
    let (checkpoint, damaged) = Checkpoint::salvage(path, request.clone())?;
    Ok((checkpoint.sync_every(SYNC_INTERVAL), damaged))
}

/// An error for someone at a terminal.
fn failure(error: CheckpointError) -> Failure {
    match &error.kind {
        CheckpointErrorKind::Line(line) => {
            let text = format!("{}: {line}; delete the line or use --salvage", error.path.display());
            Failure::new(text, &error)
        }
        _ => error.into(),
    }
}
