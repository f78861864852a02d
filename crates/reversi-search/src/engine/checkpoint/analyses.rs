//! The analyses of games and positions, in a file.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::analyzed::{Analyzed, AnalyzedKey, AnalyzedLine};
use super::error::{CheckpointError, CheckpointErrorKind, DamagedLine};
use super::{CheckpointFile, Read};
use crate::api::{AnalyzeError, AnalyzeRequest, Source};
use crate::engine::fingerprint::Fingerprint;

/// A file with the analyses of [`Engine::resume_game`](crate::Engine::resume_game) and
/// [`Engine::resume_analysis`](crate::Engine::resume_analysis): a run over thousands of games continues where
/// it was interrupted, also in the middle of a game.
///
/// It is text, and survives what a [`Checkpoint`](crate::Checkpoint) survives. The first line has the
/// request, each further line a position as if black were to move, the move that was played there, a
/// fingerprint of the evaluation, the [`Analysis`](crate::Analysis) and a checksum. It is written as soon as
/// the analysis is complete. Positions that come in several games are analyzed once, if the same move was
/// played.
///
/// The analyses of a file are by one evaluation. An engine with other weights is refused with
/// [`CheckpointErrorKind::OtherEvaluation`](crate::CheckpointErrorKind::OtherEvaluation). The fingerprint is
/// a hash of what the evaluation says of the positions of a game: the same weights in another file format,
/// or at another CPU level, have the same one.
///
/// Several engines can use it at the same time, each in its thread. Only one program can.
///
/// ```
/// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Engine, Game, Source};
///
/// # let folder = std::env::temp_dir().join(format!("reversi-analyses-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("games.analyzed");
/// let game: Game = "f5d6c3d3c4".parse()?;
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// for source in [Source::Search, Source::File] {
///     let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(4))?;
///     let turns = engine.resume_game(&checkpoint, &game)?;
///     assert!(turns.iter().all(|turn| turn.analysis().source() == source));
/// }
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AnalysisCheckpoint {
    request: AnalyzeRequest,
    state: Mutex<State>,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) analyzed: HashMap<AnalyzedKey, Analyzed>,
    /// The evaluations of the analyses, in order: one, unless files were put together by hand.
    evaluations: Vec<Fingerprint>,
    file: CheckpointFile,
}

impl AnalysisCheckpoint {
    /// Reads the file, or makes a new one, as [`Checkpoint::open`](crate::Checkpoint::open) does. The file
    /// belongs to the request's depth or level, its selectivity, its number of lines, its clock, and its
    /// [limits](AnalyzeRequest::limits) of time and nodes.
    ///
    /// # Errors
    /// [`CheckpointError`] if the request asks for nothing, or if the file cannot be read or written, is in
    /// use, is none of analyses, belongs to another request, or has a damaged line. The file is then
    /// unchanged.
    pub fn open(
        path: impl AsRef<Path>,
        request: AnalyzeRequest,
    ) -> Result<AnalysisCheckpoint, CheckpointError> {
        let read = Read::open(path.as_ref(), &request)?;
        Ok(AnalysisCheckpoint::of(request, read))
    }

    /// [`open`](Self::open) for a file with damaged lines, as
    /// [`Checkpoint::salvage`](crate::Checkpoint::salvage) does: keeps all sound ones, moves the others to a
    /// file beside, and returns what is wrong with them.
    ///
    /// ```
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-salvage-games-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.analyzed");
    /// # drop(AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(4))?);
    /// # let header = std::fs::read_to_string(&path)?;
    /// # std::fs::write(&path, format!("{header}nonsense\n"))?;
    /// let (checkpoint, damaged) = AnalysisCheckpoint::salvage(&path, AnalyzeRequest::depth(4))?;
    /// println!("{} lines are sound, {} are not", checkpoint.len(), damaged.len());
    /// # assert_eq!(damaged[0].text, "nonsense");
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] as [`open`](Self::open), except for damaged lines; also if the new file or that of
    /// the damaged lines cannot be written. The file is then unchanged.
    pub fn salvage(
        path: impl AsRef<Path>,
        request: AnalyzeRequest,
    ) -> Result<(AnalysisCheckpoint, Vec<DamagedLine>), CheckpointError> {
        let (read, damaged) = Read::salvage(path.as_ref(), &request)?;
        Ok((AnalysisCheckpoint::of(request, read), damaged))
    }

    fn of(request: AnalyzeRequest, read: Read<AnalyzeRequest>) -> AnalysisCheckpoint {
        let mut evaluations: Vec<Fingerprint> = read.answers.values().filter_map(|one| one.by).collect();
        evaluations.sort_unstable();
        evaluations.dedup();
        let state = State { analyzed: read.answers, evaluations, file: read.file };
        AnalysisCheckpoint { request, state: Mutex::new(state) }
    }

    /// The request for each position.
    pub fn request(&self) -> &AnalyzeRequest {
        &self.request
    }

    /// The number of analyses.
    pub fn len(&self) -> usize {
        self.state().analyzed.len()
    }

    /// Whether there is no analysis.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Waits until all analyses are on the disk, as [`Checkpoint::sync`](crate::Checkpoint::sync) does.
    ///
    /// # Errors
    /// [`CheckpointError`] if the system cannot do that.
    pub fn sync(&self) -> Result<(), CheckpointError> {
        self.state().file.sync()
    }

    /// [Syncs](Self::sync) after an analysis, if `interval` has passed since the last time. Analyses that
    /// come sooner are synced with a later one, or by [`sync`](Self::sync) at the end.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-sync-games-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.analyzed");
    /// let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(4))?;
    /// let checkpoint = checkpoint.sync_every(Duration::from_secs(1));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sync_every(self, interval: Duration) -> AnalysisCheckpoint {
        self.state().file.sync_every(interval);
        self
    }

    /// The analysis of an earlier run.
    pub(crate) fn known(&self, key: &AnalyzedKey) -> Option<Analyzed> {
        self.state().analyzed.get(key).cloned()
    }

    /// Adds an analysis that is complete. It is complete if only the request's own limits of a position have
    /// ended it.
    pub(crate) fn add(&self, key: AnalyzedKey, analyzed: &Analyzed) -> Result<(), CheckpointError> {
        self.state().add(key, analyzed)
    }

    /// Checks that the analyses are by this evaluation, as far as that is known.
    pub(crate) fn check_evaluation(&self, by: Fingerprint) -> Result<(), CheckpointError> {
        self.state().check_evaluation(by)
    }

    pub(super) fn evaluations(&self) -> Vec<Fingerprint> {
        self.state().evaluations.clone()
    }

    pub(crate) fn error(&self, error: AnalyzeError) -> CheckpointError {
        CheckpointErrorKind::from(error).of(&self.state().file.path)
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn check_evaluation(&self, by: Fingerprint) -> Result<(), CheckpointError> {
        match self.evaluations.iter().find(|&&other| other != by) {
            None => Ok(()),
            Some(other) => {
                let (found, expected) = (other.to_string(), by.to_string());
                Err(CheckpointErrorKind::OtherEvaluation { found, expected }.of(&self.file.path))
            }
        }
    }

    pub(super) fn add(
        &mut self,
        (board, played): AnalyzedKey,
        analyzed: &Analyzed,
    ) -> Result<(), CheckpointError> {
        analyzed.by.map_or(Ok(()), |by| self.check_evaluation(by))?;
        self.file.append(&AnalyzedLine { played, analyzed })?;
        if self.evaluations.is_empty() {
            self.evaluations.extend(analyzed.by);
        }
        let mut analyzed = analyzed.clone();
        analyzed.analysis.source = Source::File;
        self.analyzed.insert((board, played), analyzed);
        Ok(())
    }
}
