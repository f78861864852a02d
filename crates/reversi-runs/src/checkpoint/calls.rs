//! Searches that go on where an earlier run ended.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use reversi_bitboard::{Board, Game};
use reversi_question::Ask;
use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, AnalyzedMove, Archive, BookUse, Engine, Event, ManyError,
    Progress, Solution, SolveRequest, Solved, Source, StopReason,
};
use thiserror::Error;

use super::Checkpoint;
use super::error::{CheckpointError, CheckpointErrorKind};
use super::record::{EngineId, Record};
use crate::Budget;

/// Why a run cannot begin, or ends early. A limit is not an error: it is the [`StopReason`] of the search
/// that it ends.
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::runs::{RunError, analyze_many};
/// use reversi_engine::{AnalyzeRequest, Board, Engine};
///
/// let mut engines = [Engine::builder().hash_mib(1).build()?];
/// let request = AnalyzeRequest::depth(0);
/// let each = |_| ControlFlow::Continue(());
/// let error = analyze_many(&mut engines, &[Board::START], &request, each).unwrap_err();
/// assert!(matches!(error, RunError::Analyze(_)));
/// assert_eq!(error.to_string(), "depth must be 1 or more, not 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// There is no engine.
    #[error("engines must be 1 or more, not 0")]
    NoEngines,
    /// The request's window holds no score.
    #[error(transparent)]
    Solve(#[from] ManyError),
    /// The request asks for no depth, no lines or no legal move.
    #[error(transparent)]
    Analyze(#[from] AnalyzeError),
    /// The checkpoint cannot be written, is changed by another program, or has estimates by another
    /// evaluation.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// Makes the problem of the cause.
impl From<&RunError> for reversi_question::Problem {
    fn from(error: &RunError) -> reversi_question::Problem {
        match error {
            RunError::NoEngines => reversi_question::Problem::new("out-of-range", error.to_string()),
            RunError::Solve(error) => error.into(),
            RunError::Analyze(error) => error.into(),
            RunError::Checkpoint(error) => error.into(),
        }
    }
}

/// A checkpoint during a run of solves. Each thread writes its solutions: a slow caller does not hold them
/// up.
struct Recorder<'a> {
    checkpoint: &'a Checkpoint,
    by: EngineId,
    /// The first error, which ends the run.
    error: Mutex<Option<CheckpointError>>,
}

impl Archive for Recorder<'_> {
    fn known(&self, board: &Board) -> Option<Solution> {
        self.checkpoint.solution(board)
    }

    fn keep(&self, board: &Board, solution: &Solution) -> ControlFlow<()> {
        let record = Record::Solution(*board, solution.clone());
        if record.check(&self.checkpoint.ask).is_err() {
            return ControlFlow::Continue(()); // a limit has cut its line: it is solved again in the next run
        }
        match self.checkpoint.add(&[record], Some(&self.by)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl Checkpoint {
    /// Solves many positions as [`Engine::solve_many_with`] does, and continues an earlier run: positions in
    /// the checkpoint are not solved again, and new solutions are added to it. This includes solutions that
    /// come too late for the callback after a [`ControlFlow::Break`], and excludes those whose
    /// [line](Solution::pv) a limit has cut. Equal positions of a run are solved once, unless several threads
    /// take them at the same time.
    ///
    /// The request is the one with which the checkpoint was opened.
    ///
    /// # Errors
    /// [`RunError::Checkpoint`] if the file cannot be written, if another program has changed it, or if it is
    /// a checkpoint of analyses.
    pub fn solve_many<I>(
        &self,
        engine: &mut Engine,
        boards: I,
        callback: impl FnMut(Event<'_, Solved>) -> ControlFlow<()>,
    ) -> Result<Option<StopReason>, RunError>
    where
        I: IntoIterator<Item = Board, IntoIter: Send>,
    {
        let request = self.solve_request()?;
        let recorder = Recorder { checkpoint: self, by: EngineId::of(engine), error: Mutex::new(None) };
        let stopped = engine.solve_many_in(&recorder, boards, request, callback)?;
        match recorder.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error.into()),
            None => {
                self.end_run()?;
                Ok(stopped)
            }
        }
    }

    /// Analyzes a position as [`Engine::analyze_with`] does, and continues an earlier run: an analysis in the
    /// checkpoint is not repeated, and a new one is added to it if it is complete. A complete analysis may
    /// have ended at a [limit of the position](AnalyzeRequest::limits). No opening book is asked.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::runs::Checkpoint;
    /// use reversi_engine::{AnalyzeRequest, Board, Engine};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-resume-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.jsonl");
    /// let checkpoint = Checkpoint::open(&path, AnalyzeRequest::depth(20))?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// checkpoint.analyze(&mut engine, &Board::START, |_| ControlFlow::Break(()))?;
    /// assert!(checkpoint.is_empty()); // not complete
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`RunError`] if the file cannot be written, or has estimates by another evaluation than the engine's,
    /// or if there is no legal move among those that the request [is restricted to](AnalyzeRequest::only).
    pub fn analyze(
        &self,
        engine: &mut Engine,
        board: &Board,
        callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Analysis, RunError> {
        let request = self.analyze_request()?;
        let by = EngineId::of(engine);
        self.check_by(&by)?;
        if let Some(known) = self.analysis(board) {
            return Ok(known);
        }
        let budget = Budget::new(request.call_limits().clone());
        let analysis = engine.analyze_with(board, request.clone().book(BookUse::Never), callback)?;
        budget.spend(analysis.nodes());
        let record = Record::Analysis(analysis.clone());
        if self.is_complete(&record, &budget) {
            self.keep(&[record], &by)?;
        }
        Ok(analysis)
    }

    /// Analyzes a game as [`Engine::analyze_game_with`] does, and continues an earlier run, also in the
    /// middle of the game. Moves in the checkpoint are not analyzed again, and each new one is added to it as
    /// soon as it is complete. At a break or a [`Stop`](reversi_search::Stop) the unfinished move is dropped,
    /// and the finished moves are returned, the last ones of the game. The callback gets the moves in the
    /// file as well; the [source](Analysis::source) tells them apart.
    ///
    /// No opening book is asked. Scores of a run that was interrupted may differ a little from those of an
    /// uninterrupted run, because the results of the later positions are no longer in the hash table.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::runs::Checkpoint;
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::search::Event;
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-resume-game-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.jsonl");
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let checkpoint = Checkpoint::open(&path, AnalyzeRequest::depth(4))?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let last = checkpoint.analyze_game(&mut engine, &game, |event| match event {
    ///     Event::Done(_) => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!((last.len(), checkpoint.len()), (1, 1)); // the next run has four to do
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`analyze`](Self::analyze).
    pub fn analyze_game(
        &self,
        engine: &mut Engine,
        game: &Game,
        mut callback: impl FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Vec<AnalyzedMove>, RunError> {
        let request = self.analyze_request()?;
        let by = EngineId::of(engine);
        self.check_by(&by)?;
        let budget = Budget::new(request.call_limits().clone());
        let mut game = game.clone();
        let mut turns = Vec::with_capacity(game.moves().len());
        while !budget.is_spent()
            && let Some(played) = game.undo()
        {
            let position = game.position();
            let turn = match self.analyzed_move(position, played) {
                Some(turn) => turn,
                None => {
                    let progress = |progress: &Progress<'_>| callback(Event::Progress(progress));
                    let request = request.clone().total_limits(budget.left()).book(BookUse::Never);
                    let found = engine.analyze_moves(position, &[played], request, progress)?;
                    let turn = found.into_iter().next().expect("a move has its analysis");
                    budget.spend(turn.analysis().nodes());
                    let record = Record::Move(turn.clone());
                    if !self.is_complete(&record, &budget) {
                        break;
                    }
                    self.keep(&[record], &by)?;
                    turn
                }
            };
            turns.push(turn);
            if callback(Event::Done(&turns[turns.len() - 1])).is_break() {
                break;
            }
        }
        self.end_run()?;
        turns.reverse();
        Ok(turns)
    }

    /// Adds analyses of a search.
    pub(crate) fn keep(&self, records: &[Record], by: &EngineId) -> Result<(), CheckpointError> {
        let searched = records.iter().all(|record| record.source() == Source::Search);
        if searched { self.add(records, Some(by)) } else { Ok(()) }
    }

    /// Returns whether a search is complete: a limit of the position may have ended it, but no limit of the
    /// run.
    fn is_complete(&self, record: &Record, budget: &Budget) -> bool {
        record.check(&self.ask).is_ok() && !(record.stopped().is_some() && budget.is_spent())
    }

    pub(crate) fn end_run(&self) -> Result<(), CheckpointError> {
        self.state().end_run()
    }

    pub(crate) fn solve_request(&self) -> Result<&SolveRequest, CheckpointError> {
        match &self.ask {
            Ask::Solve(request) => Ok(request),
            other => Err(self.of_other_kind(other, "solve")),
        }
    }

    pub(crate) fn analyze_request(&self) -> Result<&AnalyzeRequest, CheckpointError> {
        match &self.ask {
            Ask::Analyze(request) => Ok(request),
            other => Err(self.of_other_kind(other, "analyze")),
        }
    }

    fn of_other_kind(&self, ask: &Ask, expected: &str) -> CheckpointError {
        let (found, expected) = (ask.name().to_owned(), expected.to_owned());
        self.in_file(CheckpointErrorKind::OtherRequest { found, expected })
    }
}
