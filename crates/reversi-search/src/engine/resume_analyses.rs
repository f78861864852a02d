//! Analyses of positions and games that continue an earlier run.

use std::ops::ControlFlow;
use std::sync::Arc;

use reversi_bitboard::{Board, Game, Move};

use super::checkpoint::{AnalysisCheckpoint, Analyzed};
use super::{AnalyzedMove, CheckpointError, Engine};
use crate::api::{Analysis, Event, Progress, StopReason};
use crate::instant::Instant;
use crate::parallel::{CallState, Callback, Watch};

impl Engine {
    /// [`analyze`](Self::analyze) that continues an earlier run: a position in the [`AnalysisCheckpoint`] is
    /// not analyzed again, a new analysis is added to it. The request is the one that the checkpoint was
    /// opened with.
    ///
    /// An analysis is added if it is complete: where the request's [`limits`](crate::AnalyzeRequest::limits)
    /// of time or nodes, or its clock, end it, the next run would end there too. It is not added if a
    /// [`Stop`](crate::Stop), a callback or a limit of the
    /// [whole call](crate::AnalyzeRequest::total_limits) has ended it. A later run does it again.
    ///
    /// ```
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Board, Engine, Source};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-resume-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.analyzed");
    /// let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(6))?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// for source in [Source::Search, Source::File] {
    ///     let analysis = engine.resume_analysis(&checkpoint, &Board::START)?;
    ///     assert_eq!(analysis.source(), source);
    /// }
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be written, or has analyses by another evaluation than that of
    /// this engine.
    pub fn resume_analysis(
        &mut self,
        checkpoint: &AnalysisCheckpoint,
        board: &Board,
    ) -> Result<Analysis, CheckpointError> {
        self.resume_position(checkpoint, *board, None)
    }

    /// [`resume_analysis`](Self::resume_analysis) with a callback, as [`analyze_with`](Self::analyze_with)
    /// has. It is not called for an analysis that is in the file.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Board, Engine};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-resume-with-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.analyzed");
    /// let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(20))?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// engine.resume_analysis_with(&checkpoint, &Board::START, |_| ControlFlow::Break(()))?;
    /// assert!(checkpoint.is_empty()); // not complete
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`resume_analysis`](Self::resume_analysis).
    pub fn resume_analysis_with(
        &mut self,
        checkpoint: &AnalysisCheckpoint,
        board: &Board,
        mut callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Analysis, CheckpointError> {
        self.resume_position(checkpoint, *board, Some(&mut callback))
    }

    /// [`analyze_game`](Self::analyze_game) that continues an earlier run: moves in the
    /// [`AnalysisCheckpoint`] are not analyzed again, and each new one is added to it as soon as it is
    /// complete, as [`resume_analysis`](Self::resume_analysis) defines it. The request is the one that the
    /// checkpoint was opened with.
    ///
    /// At a limit of the [whole call](crate::AnalyzeRequest::total_limits), or a [`Stop`](crate::Stop), the
    /// move in work is given up and the moves that are done are returned, the last ones of the game. The
    /// positions do not share such a limit. The next run goes on with the move that was given up. Its scores
    /// may differ a little from those of a run without a break, because the results of the later positions
    /// are no longer in the hash table.
    ///
    /// ```
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Engine, Game, Source};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-resume-game-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.analyzed");
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(4))?;
    /// let turns = Engine::builder().hash_mib(1).build()?.resume_game(&checkpoint, &game)?;
    /// assert_eq!((turns.len(), checkpoint.len()), (5, 5));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be written, or has analyses by another evaluation than that of
    /// this engine.
    pub fn resume_game(
        &mut self,
        checkpoint: &AnalysisCheckpoint,
        game: &Game,
    ) -> Result<Vec<AnalyzedMove>, CheckpointError> {
        self.resume_moves(checkpoint, game, false, &mut |_| ControlFlow::Continue(()))
    }

    /// [`resume_game`](Self::resume_game) with a callback, as [`analyze_game_with`](Self::analyze_game_with)
    /// has. It gets the moves in the file as well. The [source](Analysis::source) of an analysis tells which
    /// these are.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Engine, Event, Game};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-resume-game-with-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.analyzed");
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(4))?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let last = engine.resume_game_with(&checkpoint, &game, |event| match event {
    ///     Event::Done(_) => ControlFlow::Break(()),
    ///     Event::Progress(_) => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!((last.len(), checkpoint.len()), (1, 1)); // the next run has four to do
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`resume_game`](Self::resume_game).
    pub fn resume_game_with(
        &mut self,
        checkpoint: &AnalysisCheckpoint,
        game: &Game,
        mut callback: impl FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Vec<AnalyzedMove>, CheckpointError> {
        self.resume_moves(checkpoint, game, true, &mut callback)
    }

    fn resume_position(
        &mut self,
        checkpoint: &AnalysisCheckpoint,
        board: Board,
        callback: Option<&mut Callback<'_>>,
    ) -> Result<Analysis, CheckpointError> {
        let request = checkpoint.request();
        let whole = CallState::whole_call(Instant::now(), &request.total_limits, &request.limits);
        let watch = callback.map(|callback| Watch { callback, board, done: 0, every_search: true });
        self.resume_one(checkpoint, board, None, &whole, watch).map(|(analyzed, _)| analyzed.analysis)
    }

    fn resume_moves(
        &mut self,
        checkpoint: &AnalysisCheckpoint,
        game: &Game,
        watched: bool,
        callback: &mut dyn FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Vec<AnalyzedMove>, CheckpointError> {
        let request = checkpoint.request();
        let whole = CallState::whole_call(Instant::now(), &request.total_limits, &request.limits);
        let mut game = game.clone();
        let mut turns = Vec::with_capacity(game.moves().len());
        while whole.poll().is_none()
            && let Some(played) = game.undo()
        {
            let board = game.board();
            let mut progress = |progress: &Progress<'_>| callback(Event::Progress(progress));
            let watch = Watch { callback: &mut progress, board, done: turns.len(), every_search: false };
            let watch = watched.then_some(watch);
            let (analyzed, complete) = self.resume_one(checkpoint, board, Some(played), &whole, watch)?;
            if !complete {
                break;
            }
            turns.push(analyzed.turn(game.position(), played));
            if callback(Event::Done(&turns[turns.len() - 1])).is_break() {
                break;
            }
        }
        turns.reverse();
        Ok(turns)
    }

    /// An analysis from the file, or a new one, and whether it is complete.
    fn resume_one(
        &mut self,
        checkpoint: &AnalysisCheckpoint,
        board: Board,
        played: Option<Move>,
        whole: &Arc<CallState>,
        watch: Option<Watch<'_>>,
    ) -> Result<(Analyzed, bool), CheckpointError> {
        let by = self.fingerprint();
        checkpoint.check_evaluation(by)?;
        let key = (board, played);
        if let Some(known) = checkpoint.known(&key) {
            return Ok((known, true));
        }
        let wanted = played.and_then(Move::square);
        let searched = self.search(board, checkpoint.request(), wanted, whole, watch);
        let (analysis, line) = searched.map_err(|error| checkpoint.error(error))?;
        let line = played.map(|_| line.unwrap_or_else(|| analysis.lines[0].clone()));
        let complete = match analysis.stopped {
            None => true,
            Some(StopReason::Time | StopReason::Nodes) => whole.stopped().is_none(),
            Some(_) => false,
        };
        let analyzed = Analyzed { analysis, played: line, by: Some(by) };
        if complete {
            checkpoint.add(key, &analyzed)?;
        }
        Ok((analyzed, complete))
    }
}
