//! Analyses in a checkpoint, found and inserted.

use std::cmp::Ordering;
use std::path::Path;

use reversi_bitboard::{Board, Move, Position};

use super::AnalysisCheckpoint;
use super::analyzed::{Analyzed, AnalyzedKey};
use super::error::{CheckpointError, CheckpointErrorKind};
use super::insert::{Contradiction, Gap, Inserted, Merged, first_line};
use crate::api::{Analysis, AnalyzeRequest, AnswerError, AnswerErrorKind, Line, StopReason, Value};
use crate::engine::AnalyzedMove;

impl AnalysisCheckpoint {
    /// The analysis of a position, if there is one that [`resume_analysis`](crate::Engine::resume_analysis)
    /// would take.
    ///
    /// ```
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Board, Engine};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-get-analysis-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.analyzed");
    /// let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(2))?;
    /// assert_eq!(checkpoint.get(&Board::START), None);
    /// let analysis = Engine::builder().hash_mib(1).build()?.resume_analysis(&checkpoint, &Board::START)?;
    /// assert_eq!(checkpoint.get(&Board::START).map(|stored| stored.value()), Some(analysis.value()));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get(&self, board: &Board) -> Option<Analysis> {
        self.known(&(*board, None)).map(|known| known.analysis)
    }

    /// The analysis of a move that was played, if there is one that
    /// [`resume_game`](crate::Engine::resume_game) would take.
    ///
    /// ```
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Engine, Game, Position, Square};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-get-move-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.analyzed");
    /// let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(2))?;
    /// let game: Game = "f5d6".parse()?;
    /// Engine::builder().hash_mib(1).build()?.resume_game(&checkpoint, &game)?;
    /// let turn = checkpoint.get_move(Position::START, Square::F5.into()).ok_or("not analyzed")?;
    /// assert_eq!((turn.played(), turn.loss()), (Square::F5.into(), 0));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_move(&self, position: Position, played: Move) -> Option<AnalyzedMove> {
        self.known(&(position.board, Some(played))).map(|known| known.turn(position, played))
    }

    /// All analyses, in no order. That of a move that was played comes with the line of the move.
    ///
    /// ```
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-all-analyses-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.analyzed");
    /// let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(2))?;
    /// for (analysis, played) in checkpoint.analyses() {
    ///     let best = analysis.best_move();
    ///     let played = played.and_then(|line| line.best_move());
    ///     println!("{}: {best:?}, played {played:?}", analysis.board());
    /// }
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyses(&self) -> Vec<(Analysis, Option<Line>)> {
        let state = self.state();
        state.analyzed.values().map(|one| (one.analysis.clone(), one.played.clone())).collect()
    }

    /// Adds an analysis from elsewhere, such as a book or another machine. A later
    /// [`resume_analysis`](crate::Engine::resume_analysis) takes it from the file.
    ///
    /// It answers the request if it has as many lines as that asks for, or as there are legal moves, and
    /// each is exact or at least as deep and as sure. A limit may have ended it if the request has that
    /// limit. More lines than the request asks for are left out. What does not answer it leaves a gap. Of
    /// two analyses that agree the surer one stays. By which evaluation it is is not known, so the file
    /// takes it beside those of any.
    ///
    /// ```
    /// use reversi_engine::{
    ///     Analysis, AnalysisCheckpoint, AnalyzeRequest, Board, Inserted, Line, Selectivity, Square, Value,
    /// };
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-insert-analysis-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("positions.analyzed");
    /// let by_depth = |depth| {
    ///     let value = Value::estimate(1, depth, Selectivity::P100)?;
    ///     Analysis::new(&Board::START, [Line::new(&Board::START, value, [Square::F5.into()])?])
    /// };
    /// let checkpoint = AnalysisCheckpoint::open(&path, AnalyzeRequest::depth(12))?;
    /// let Inserted::Gap(gap) = checkpoint.insert(by_depth(10)?)? else { unreachable!() };
    /// println!("{}", gap.reason); // ... the value +1 at 10@100% does not answer a request for 12@100%
    /// assert_eq!(checkpoint.insert(by_depth(16)?)?, Inserted::New);
    /// assert_eq!(checkpoint.insert(by_depth(12)?)?, Inserted::Known);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the file cannot be written.
    pub fn insert(&self, analysis: Analysis) -> Result<Inserted<Analysis>, CheckpointError> {
        self.insert_one(None, Analyzed { analysis, played: None, by: None }, true)
    }

    /// [Inserts](Self::insert) the analysis of a move that was played, which a later
    /// [`resume_game`](crate::Engine::resume_game) takes from the file. The line of the move has to answer
    /// the request as well.
    ///
    /// ```
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Engine, Inserted};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-insert-move-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = folder.join("games.analyzed");
    /// let request = AnalyzeRequest::depth(2);
    /// let turns = Engine::builder().hash_mib(1).build()?.analyze_game(&"f5d6".parse()?, request.clone())?;
    /// let checkpoint = AnalysisCheckpoint::open(&path, request)?;
    /// for turn in turns {
    ///     assert_eq!(checkpoint.insert_move(turn)?, Inserted::New);
    /// }
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`insert`](Self::insert).
    pub fn insert_move(&self, turn: AnalyzedMove) -> Result<Inserted<Analysis>, CheckpointError> {
        let AnalyzedMove { played, line, analysis, .. } = turn;
        self.insert_one(Some(played), Analyzed { analysis, played: Some(line), by: None }, true)
    }

    /// Inserts all analyses of another checkpoint. Its request may be another one, if its analyses are deep
    /// and sure enough.
    ///
    /// ```
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Board, Engine};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-merge-analyses-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = |name: &str| folder.join(name);
    /// let deep = AnalysisCheckpoint::open(path("deep.analyzed"), AnalyzeRequest::depth(6))?;
    /// Engine::builder().hash_mib(1).build()?.resume_analysis(&deep, &Board::START)?;
    /// let checkpoint = AnalysisCheckpoint::open(path("positions.analyzed"), AnalyzeRequest::depth(4))?;
    /// assert_eq!(checkpoint.merge(&deep)?.new, 1);
    /// assert_eq!(checkpoint.merge(&deep)?.known, 1);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] if the analyses of both are by different evaluations, with this file unchanged,
    /// or if it cannot be written. The analyses before that are in it.
    pub fn merge(&self, other: &AnalysisCheckpoint) -> Result<Merged<Analysis>, CheckpointError> {
        let ours = self.evaluations();
        if let Some(&by) = ours.first() {
            other.check_evaluation(by)?;
        }
        let same_request = self.request().describe() == other.request().describe();
        let mut theirs: Vec<(AnalyzedKey, Analyzed)> =
            other.state().analyzed.iter().map(|(&key, one)| (key, one.clone())).collect();
        theirs.sort_unstable_by_key(|&((board, played), _)| (board, played.map(|mv| mv.to_string())));
        let mut merged = Merged::default();
        for ((_, played), analyzed) in theirs {
            merged.add(self.insert_one(played, analyzed, !same_request)?);
        }
        Ok(merged)
    }

    /// [Merges](Self::merge) the checkpoint in a file, which is one for the same request. One for another
    /// request is [opened](Self::open) with that, and merged.
    ///
    /// ```
    /// use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, Merged};
    ///
    /// # let folder = std::env::temp_dir().join(format!("reversi-merge-games-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let path = |name: &str| folder.join(name);
    /// # drop(AnalysisCheckpoint::open(path("other.analyzed"), AnalyzeRequest::depth(4))?);
    /// let checkpoint = AnalysisCheckpoint::open(path("games.analyzed"), AnalyzeRequest::depth(4))?;
    /// assert_eq!(checkpoint.merge_file(path("other.analyzed"))?, Merged::default()); // both are empty
    /// assert!(checkpoint.merge_file(path("missing.analyzed")).is_err());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CheckpointError`] of the other file, if there is none or it cannot be [opened](Self::open), and as
    /// [`merge`](Self::merge).
    pub fn merge_file(&self, path: impl AsRef<Path>) -> Result<Merged<Analysis>, CheckpointError> {
        let path = path.as_ref();
        first_line(path).map_err(|e| CheckpointErrorKind::from(e).of(path))?; // opening would make a new file
        self.merge(&AnalysisCheckpoint::open(path, self.request().clone())?)
    }

    fn insert_one(
        &self,
        played: Option<Move>,
        mut given: Analyzed,
        is_checked: bool,
    ) -> Result<Inserted<Analysis>, CheckpointError> {
        let board = given.analysis.board;
        let answers = if is_checked { check(self.request(), &mut given) } else { Ok(()) };
        let mut state = self.state();
        let inserted = match (state.analyzed.get(&(board, played)), answers) {
            (Some(stored), _) if contradict(stored, &given) => {
                let (stored, given) = (stored.analysis.clone(), given.analysis);
                return Ok(Inserted::Contradiction(Contradiction { board, stored, given }));
            }
            (Some(stored), Ok(())) if is_surer(&given, stored) => Inserted::Tighter,
            (Some(_), _) => return Ok(Inserted::Known),
            (None, Err(reason)) => {
                return Ok(Inserted::Gap(Gap { board, given: given.analysis, reason }));
            }
            (None, Ok(())) => Inserted::New,
        };
        state.add((board, played), &given)?;
        Ok(inserted)
    }
}

/// Checks that the analysis answers the request, and leaves out the lines that are too many.
fn check(request: &AnalyzeRequest, given: &mut Analyzed) -> Result<(), AnswerError> {
    let Analyzed { analysis, played, .. } = given;
    let board = analysis.board;
    let expected = request.lines.min(board.legal_moves().len() as usize).max(1);
    if analysis.lines.len() < expected {
        return Err(AnswerErrorKind::FewLines { found: analysis.lines.len(), expected }.into());
    }
    analysis.lines.truncate(expected);
    match analysis.stopped {
        Some(StopReason::Time) if request.limits.time.is_some() || request.clock.is_some() => return Ok(()),
        Some(StopReason::Nodes) if request.limits.nodes.is_some() => return Ok(()),
        Some(other) => return Err(AnswerErrorKind::Ended(other).into()),
        None if request.clock.is_some() => return Ok(()), // it may have ended any search
        None => {}
    }
    // A request that asks for nothing has no file.
    let Ok((depth, selectivity)) = request.target(board.empties().len()) else { return Ok(()) };
    let depth = u32::from(depth).min(board.empties().len());
    for (i, line) in analysis.lines.iter().chain(&*played).enumerate() {
        match line.value {
            Value::Estimate { depth: found, selectivity: sure, .. }
                if found < depth || sure < selectivity =>
            {
                let error = AnswerErrorKind::Shallow { value: line.value, depth, selectivity };
                return Err(AnswerError::from(error).in_line(i));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Whether both have a proven score, and not the same.
fn contradict(one: &Analyzed, other: &Analyzed) -> bool {
    let differ = |one: Value, other: Value| matches!((one.exact(), other.exact()), (Some(one), Some(other)) if one != other);
    let lines = one.played.as_ref().zip(other.played.as_ref());
    differ(one.analysis.value(), other.analysis.value())
        || lines.is_some_and(|(one, other)| differ(one.value, other.value))
}

/// Whether the analysis is proven, deeper or surer where `stored` is not, and nowhere less so.
fn is_surer(given: &Analyzed, stored: &Analyzed) -> bool {
    let lines =
        |one: &Analyzed| one.played.iter().chain(&one.analysis.lines).map(|line| line.value).collect();
    let (given, stored): (Vec<Value>, Vec<Value>) = (lines(given), lines(stored));
    let orders: Vec<Option<Ordering>> = given.iter().zip(&stored).map(|(a, b)| sureness(*a, *b)).collect();
    let never_less = orders.iter().all(|order| order.is_some_and(Ordering::is_ge));
    given.len() >= stored.len() && never_less && orders.contains(&Some(Ordering::Greater))
}

/// How sure one value is beside another. `None` if one is deeper, the other less selective.
fn sureness(one: Value, other: Value) -> Option<Ordering> {
    let draft = |value: Value| match value {
        Value::Estimate { depth, selectivity, .. } => Some((depth, selectivity)),
        _ => None,
    };
    match (draft(one), draft(other)) {
        (None, None) => Some(Ordering::Equal),
        (None, Some(_)) => Some(Ordering::Greater),
        (Some(_), None) => Some(Ordering::Less),
        (Some((depth, sure)), Some((other_depth, other_sure))) => {
            match (depth.cmp(&other_depth), sure.cmp(&other_sure)) {
                (order, Ordering::Equal) | (Ordering::Equal, order) => Some(order),
                (one, other) => (one == other).then_some(one),
            }
        }
    }
}
