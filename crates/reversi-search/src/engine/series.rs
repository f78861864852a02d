//! Many searches of one call, for the crates above.

use std::ops::ControlFlow;
use std::sync::Arc;

use reversi_bitboard::{Bitboard, Board, Move, Position};

use super::{AnalyzedMove, Engine};
use crate::api::{Analysis, AnalyzeError, AnalyzeRequest, HumanMoves, Limits, Progress, StopReason};
use crate::instant::Instant;
use crate::memory::{SharedTable, ThreadMemory};
use crate::parallel::{CallState, Watch};

/// A callback as of [`Engine::analyze_with`].
pub type OnProgress<'a> = &'a mut dyn FnMut(&Progress<'_>) -> ControlFlow<()>;

/// Searches of one call, with the limits of the whole call, by an engine of their own: their values depend on
/// nothing but the evaluation.
pub struct Series {
    engine: Engine,
    whole: Arc<CallState>,
}

/// The size of the hash table. Another one may change values.
const TABLE_BYTES: usize = 8 << 20;

impl Engine {
    /// Begins a series of searches with this evaluation, on one thread and without a book.
    ///
    /// # Errors
    /// [`AnalyzeError::Memory`].
    #[doc(hidden)] // reversi-play: balanced starts, play against people
    pub fn series(&self, limits: &Limits) -> Result<Series, AnalyzeError> {
        let (Some(table), Some(memories)) = (SharedTable::new(TABLE_BYTES), ThreadMemory::of_threads(1))
        else {
            return Err(AnalyzeError::Memory { bytes: TABLE_BYTES });
        };
        let engine = Engine {
            cpu: self.cpu,
            table: Arc::new(table),
            memories,
            evaluation: self.evaluation.clone(),
            fingerprint: std::sync::OnceLock::new(),
            book: None,
            #[cfg(feature = "people")]
            people: self.people.clone(),
            account: Arc::default(),
        };
        Ok(Series { engine, whole: CallState::whole_call(Instant::now(), limits, &Limits::new()) })
    }
}

impl Series {
    /// Returns the limit that ended the call.
    pub fn stopped(&self) -> Option<StopReason> {
        self.whole.stopped()
    }

    /// Returns the limit that was reached first, after a poll of all.
    pub fn poll(&self) -> Option<StopReason> {
        self.whole.poll()
    }

    /// Forgets the searches so far.
    pub fn clear(&mut self) {
        self.engine.clear_hash();
    }

    /// Returns the moves of people, as [`Engine::human_moves`] does.
    ///
    /// # Errors
    /// As there.
    pub fn human_moves(&self, board: &Board, rating: u32) -> Result<HumanMoves, AnalyzeError> {
        self.engine.human_moves(board, rating)
    }

    /// Analyzes a board. The progress says that `done` positions are done.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn analyze(
        &mut self,
        board: Board,
        request: &AnalyzeRequest,
        done: usize,
        callback: Option<OnProgress<'_>>,
    ) -> Result<Analysis, AnalyzeError> {
        let human = self.engine.people_of(&board, request)?;
        let watch = callback.map(|callback| Watch { callback, board, done, every_search: true });
        let analysis = self.engine.search(board, request, Bitboard::EMPTY, &self.whole, watch)?.0;
        Ok(Analysis { human, ..analysis })
    }

    /// Analyzes a board, and a move of it as thoroughly as the best one. The move is legal.
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn analyze_move(
        &mut self,
        position: Position,
        mv: Move,
        request: &AnalyzeRequest,
        done: usize,
        callback: Option<OnProgress<'_>>,
    ) -> Result<Option<AnalyzedMove>, AnalyzeError> {
        let board = position.board;
        let watch = callback.map(|callback| Watch { callback, board, done, every_search: true });
        Ok(self.engine.turns_at(position, &[mv], request, &self.whole, watch)?.into_iter().next())
    }
}
