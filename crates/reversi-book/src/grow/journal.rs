//! The searches of a growing book, on disk: a line of JSON for each, as in a checkpoint.
//!
//! A search depends only on the content of its line. So the journal is a memory of searches for any book.
//! Damaged or missing lines are searched again, and the book is the same.

use std::path::Path;

use reversi_bitboard::{Bitboard, Board, Move, Square};
use reversi_runs::{CheckpointError, CheckpointErrorKind, DamagedLine, EngineId, Log};
use reversi_search::{Engine, Level};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::ScoredMove;

/// The start of the journals of older versions.
const OLDER: &str = "reversi journal1";

/// The searches of a growing book, on disk. A run that was killed continues from it.
///
/// Each search is written when it is done, so a kill loses only unfinished searches. A power cut may lose the
/// searches of the last seconds. To continue, the growth is run again from the book on disk, and finds its
/// searches here: the book is the same as without an interruption. When the book is written, the journal is
/// no longer needed and may be [deleted](Self::delete).
///
/// The file is locked, and survives the same damage as a [`Checkpoint`](reversi_runs::Checkpoint). It belongs
/// to one version and one evaluation, because of its estimates.
///
/// ```
/// use reversi_engine::book::{GrowRequest, Grower, Header, Journal, Manuscript};
/// use reversi_engine::Level;
///
/// # let folder = std::env::temp_dir().join(format!("reversi-journal-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let path = folder.join("my.book.journal");
/// let header = Header::new(Level::of::<2>());
/// let mut first = Grower::new().journal(Journal::open(&path)?);
/// let searches = first.grow(&mut Manuscript::new(header.clone()), &GrowRequest::to(20))?.searches;
/// drop(first); // or the program is killed
///
/// let mut second = Grower::new().journal(Journal::open(&path)?);
/// let grown = second.grow(&mut Manuscript::new(header), &GrowRequest::to(20))?;
/// assert_eq!((grown.searches, grown.reused), (0, searches));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Journal {
    log: Log<Search, ScoredMove>,
    damaged: Vec<DamagedLine>,
}

/// The key of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Search {
    /// The canonical board.
    pub(super) board: Board,
    pub(super) moves: Bitboard,
    pub(super) level: Level,
}

/// A search in the file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    by: EngineId,
    board: Board,
    only: Bitboard,
    level: Level,
    best_move: Square,
    score: i8,
}

impl Journal {
    /// Opens a journal, or makes one, for this program only.
    ///
    /// # Errors
    /// [`CheckpointError`] if the file is not a journal, is a journal of an older version, is in use, or
    /// cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Journal, CheckpointError> {
        let opened = Log::open(path.as_ref(), &json!({ "ask": "grow" }), read);
        let (log, damaged) = opened.map_err(|mut error| {
            if matches!(&error.kind, CheckpointErrorKind::OtherRequest { found, .. } if found.starts_with(OLDER)) {
                error.kind = CheckpointErrorKind::Older;
            }
            error
        })?;
        Ok(Journal { log, damaged })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        self.log.path()
    }

    /// Returns the number of searches in it.
    pub fn len(&self) -> usize {
        self.log.iter().len()
    }

    /// Returns whether it has no searches.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the lines that were damaged when the file was opened. They are in a second file now, which has
    /// `.rejected` added to its name.
    pub fn damaged(&self) -> &[DamagedLine] {
        &self.damaged
    }

    /// Deletes the file. Call it when the book is written.
    ///
    /// # Errors
    /// [`CheckpointError`] if it cannot be deleted.
    pub fn delete(self) -> Result<(), CheckpointError> {
        self.log.delete()
    }

    /// Checks that the searches are by this engine.
    pub(super) fn check_engine(&self, engine: &Engine) -> Result<(), CheckpointError> {
        self.log.check_by(&EngineId::of(engine))
    }

    pub(super) fn get(&self, search: &Search) -> Option<ScoredMove> {
        self.log.get(search).copied()
    }

    /// Writes a search by an engine.
    pub(super) fn add(
        &mut self,
        search: Search,
        best: ScoredMove,
        engine: &Engine,
    ) -> Result<(), CheckpointError> {
        let Some(best_move) = best.mv.square() else { return Ok(()) };
        let (Search { board, moves: only, level }, by) = (search, EngineId::of(engine));
        let line =
            serde_json::to_string(&Line { by: by.clone(), board, only, level, best_move, score: best.score });
        let line = line.expect("it has nothing that JSON has not");
        self.log.add(vec![(search, best, line)], Some(&by))
    }
}

/// Reads the search of a line, if the search is possible.
fn read(line: &str) -> Result<(Search, ScoredMove, Option<EngineId>), String> {
    let Line { by, board, only, level, best_move, score } =
        serde_json::from_str(line).map_err(|error| error.to_string())?;
    if board.canonical().0 != board {
        return Err("its board is not canonical".to_owned());
    }
    if only & board.legal_moves() != only || !only.contains(best_move) {
        return Err("a move of it is not legal, or was not searched".to_owned());
    }
    if !(-64..=64).contains(&score) {
        return Err(format!("score must be -64 to 64, not {score}"));
    }
    let best = ScoredMove { mv: Move::Place(best_move), score };
    Ok((Search { board, moves: only, level }, best, Some(by)))
}
