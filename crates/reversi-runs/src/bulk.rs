//! Positions and games in bulk: each position is searched once.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use reversi_bitboard::{Board, Game, Move};
use reversi_search::{
    Analysis, AnalyzeRequest, AnalyzedMove, BookUse, Engine, Event, Progress, Source, Stop,
};

use crate::checkpoint::{Checkpoint, EngineId, Record, RunError};
use crate::{Budget, in_order};

/// The question for each position: a request, or the request of a [`Checkpoint`], which records the answers.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Asked<'a> {
    /// A request.
    Request(&'a AnalyzeRequest),
    /// The file of an earlier run, or a new one.
    Checkpoint(&'a Checkpoint),
}

impl<'a> From<&'a AnalyzeRequest> for Asked<'a> {
    fn from(request: &'a AnalyzeRequest) -> Asked<'a> {
        Asked::Request(request)
    }
}

impl<'a> From<&'a Checkpoint> for Asked<'a> {
    fn from(checkpoint: &'a Checkpoint) -> Asked<'a> {
        Asked::Checkpoint(checkpoint)
    }
}

/// A position of [`analyze_many`].
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::runs::analyze_many;
/// use reversi_engine::{AnalyzeRequest, Board, Engine};
///
/// let mut engines = [Engine::builder().hash_mib(1).build()?];
/// analyze_many(&mut engines, &[Board::START], &AnalyzeRequest::depth(4), |position| {
///     println!("{}: {}", position.index, position.analysis.value());
///     ControlFlow::Continue(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalyzedPosition {
    /// The number of the position, from 0.
    pub index: usize,
    /// The analysis of the position, which a limit may have [ended](Analysis::stopped).
    pub analysis: Analysis,
}

/// A game of [`analyze_games`].
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::runs::analyze_games;
/// use reversi_engine::{AnalyzeRequest, Engine, Game};
///
/// let games: Vec<Game> = vec!["f5d6c3d3c4".parse()?];
/// let mut engines = [Engine::builder().hash_mib(1).build()?];
/// analyze_games(&mut engines, &games, &AnalyzeRequest::depth(4), |game| {
///     assert_eq!((game.index, game.turns.len()), (0, 5));
///     ControlFlow::Continue(())
/// })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalyzedGame {
    /// The number of the game, from 0.
    pub index: usize,
    /// The moves of the game, each beside the best one, in the order of the game: all of them, or the last
    /// ones if a limit of the whole call or a [`Stop`] has ended the run. A move whose position an earlier
    /// game has searched has the source [`Source::File`], like an answer of an earlier run.
    pub turns: Vec<AnalyzedMove>,
    /// The number of the ply of the first of these moves, from 1, passes included.
    pub first_ply: usize,
}

/// State that the workers of a run share.
struct Run<'a> {
    request: &'a AnalyzeRequest,
    checkpoint: Option<&'a Checkpoint>,
    budget: Budget,
    /// The signal that the caller wants no more.
    stop: Stop,
}

impl<'a> Run<'a> {
    fn new(asked: Asked<'a>, engines: &[Engine]) -> Result<Run<'a>, RunError> {
        let (request, checkpoint) = match asked {
            Asked::Request(request) => (request, None),
            Asked::Checkpoint(checkpoint) => (checkpoint.analyze_request()?, Some(checkpoint)),
        };
        request.check()?;
        let engine = engines.first().ok_or(RunError::NoEngines)?;
        checkpoint.map_or(Ok(()), |checkpoint| checkpoint.check_by(&EngineId::of(engine)))?;
        Ok(Run { request, checkpoint, budget: Budget::new(request.call_limits().clone()), stop: Stop::new() })
    }

    /// Returns whether no further position is begun.
    fn is_over(&self) -> bool {
        self.stop.is_set() || self.budget.is_spent()
    }

    /// Returns the request for the next search. It does not ask a book, whose answers may be shallower than
    /// requested.
    fn request(&self) -> AnalyzeRequest {
        self.request.clone().total_limits(self.budget.left()).book(BookUse::Never)
    }

    /// Returns whether answers are complete. A limit of the position may have ended them, but not the end of
    /// the run.
    fn is_complete(&self, records: &[Record]) -> bool {
        let ended = |record: &Record| record.stopped().is_some() && self.budget.is_spent();
        records.iter().all(|record| record.check_analysis(self.request).is_ok() && !ended(record))
    }

    /// Records answers that belong together.
    fn keep(&self, engine: &Engine, records: &[Record]) -> Result<(), RunError> {
        self.checkpoint.map_or(Ok(()), |checkpoint| Ok(checkpoint.keep(records, &EngineId::of(engine))?))
    }

    fn end(&self) -> Result<(), RunError> {
        self.checkpoint.map_or(Ok(()), |checkpoint| Ok(checkpoint.end_run()?))
    }
}

/// The reason for an early end of a run.
enum End {
    Break,
    Error(RunError),
}

fn ended(end: Result<(), End>) -> Result<(), RunError> {
    match end {
        Ok(()) | Err(End::Break) => Ok(()),
        Err(End::Error(error)) => Err(error),
    }
}

/// Analyzes many positions, as many at a time as there are engines. Calls `each` on the calling thread, in
/// the order of the positions; [`ControlFlow::Break`] ends the run.
///
/// Each position is searched with an empty hash table. So with engines of one thread its answer depends on
/// its request only, and is reproducible in any run, in any order, on any number of machines. Equal positions
/// are searched once. No opening book is asked. Engines with small tables are cleared quickly: 1 to 16 MiB
/// are enough up to level 16.
///
/// The [limits](AnalyzeRequest::limits) of the request hold for each position. When a [limit of the whole
/// call](AnalyzeRequest::total_limits) is reached, the positions that are done are handed out. Each engine
/// begins a search with all the nodes that are left then, so `n` engines may exceed a limit of nodes by up to
/// `n - 1` times these nodes.
///
/// # Errors
/// [`RunError`] for a request that asks for nothing, without engines, and if the checkpoint cannot be used.
pub fn analyze_many<'a>(
    engines: &mut [Engine],
    boards: &[Board],
    asked: impl Into<Asked<'a>>,
    each: impl FnMut(AnalyzedPosition) -> ControlFlow<()>,
) -> Result<(), RunError> {
    analyze_many_with(engines, boards, asked, |_| ControlFlow::Continue(()), each)
}

/// Analyzes many positions as [`analyze_many`] does. Engines also call `watch` on their threads during a
/// search. [`ControlFlow::Break`] ends the search of that engine, and the run.
///
/// # Errors
/// As [`analyze_many`].
pub fn analyze_many_with<'a>(
    engines: &mut [Engine],
    boards: &[Board],
    asked: impl Into<Asked<'a>>,
    watch: impl Fn(&Progress<'_>) -> ControlFlow<()> + Sync,
    mut each: impl FnMut(AnalyzedPosition) -> ControlFlow<()>,
) -> Result<(), RunError> {
    let run = Run::new(asked.into(), engines)?;
    let mut seen: HashSet<Board> = HashSet::new();
    let mut counts: HashMap<Board, usize> = HashMap::new();
    boards.iter().for_each(|board| *counts.entry(*board).or_default() += 1);
    let items: Vec<(usize, Board, bool)> =
        boards.iter().enumerate().map(|(index, board)| (index, *board, seen.insert(*board))).collect();
    let work = |engine: &mut Engine, &(_, board, first): &(usize, Board, bool)| match first {
        true => run.analyze(engine, board, &watch).map(Some),
        false => Ok(None), // the result of the first one comes before
    };
    let mut shared: HashMap<Board, Analysis> = HashMap::new();
    let end = in_order(&items, engines, &run.stop, work, |&(index, board, first), found| {
        let analysis = match found.map_err(End::Error)? {
            Some(found) => found,
            None if first => None,
            None => shared.get(&board).cloned(),
        };
        let Some(analysis) = analysis else { return Ok(()) };
        if first && counts[&board] > 1 {
            shared.insert(board, analysis.clone());
        }
        match each(AnalyzedPosition { index, analysis }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Break),
        }
    });
    ended(end)?;
    run.end()
}

impl Run<'_> {
    /// Returns the analysis of a position, `None` if the run is over.
    fn analyze(
        &self,
        engine: &mut Engine,
        board: Board,
        watch: &(impl Fn(&Progress<'_>) -> ControlFlow<()> + Sync),
    ) -> Result<Option<Analysis>, RunError> {
        if let Some(known) = self.checkpoint.and_then(|checkpoint| checkpoint.analysis(&board)) {
            return Ok(Some(known));
        }
        if self.is_over() {
            return Ok(None);
        }
        engine.clear_hash();
        let flow = |progress: &Progress<'_>| self.flow(watch(progress));
        let analysis = engine.analyze_with(&board, self.request(), flow)?;
        self.budget.spend(analysis.nodes());
        let records = [Record::Analysis(analysis.clone())];
        if !self.is_complete(&records) {
            return Ok(None);
        }
        self.keep(engine, &records)?;
        Ok(Some(analysis))
    }

    /// Returns whether a search goes on. One that its watch breaks off ends the run.
    fn flow(&self, watched: ControlFlow<()>) -> ControlFlow<()> {
        if watched.is_break() {
            self.stop.set();
        }
        if self.stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Analyzes the moves of many games, as many games at a time as there are engines. Calls `each` on the
/// calling thread, in the order of the games; [`ControlFlow::Break`] ends the run.
///
/// A position that stands in several games is searched once, in the first of them, with the moves of all. The
/// other positions of a game are searched from its end, with an empty hash table before the last one: the
/// results of later positions help with earlier ones. With engines of one thread the results depend on the
/// games only. No opening book is asked.
///
/// The answers of a game are recorded together: a run that is killed loses the unfinished games, and the next
/// run finds the results of an uninterrupted one. For one long game use [`Checkpoint::analyze_game`], which
/// records each move. Answers in the file do not change: where a game that was added plays another move in a
/// known position, that move alone is searched, beside the best one.
///
/// The [limits](AnalyzeRequest::limits) of the request hold for each position. When a [limit of the whole
/// call](AnalyzeRequest::total_limits) is reached, the moves that are done are handed out. Of several
/// engines each begins a search with all the nodes that are left, as in [`analyze_many`].
///
/// # Errors
/// As [`analyze_many`].
pub fn analyze_games<'a>(
    engines: &mut [Engine],
    games: &[Game],
    asked: impl Into<Asked<'a>>,
    each: impl FnMut(AnalyzedGame) -> ControlFlow<()>,
) -> Result<(), RunError> {
    analyze_games_with(engines, games, asked, |_| ControlFlow::Continue(()), each)
}

/// Analyzes many games as [`analyze_games`] does. Engines also call `watch` on their threads: for each move
/// that is analyzed, and during a search. [`ControlFlow::Break`] ends the search of that engine, and the run.
///
/// # Errors
/// As [`analyze_games`].
pub fn analyze_games_with<'a>(
    engines: &mut [Engine],
    games: &[Game],
    asked: impl Into<Asked<'a>>,
    watch: impl Fn(Event<'_, &AnalyzedMove>) -> ControlFlow<()> + Sync,
    mut each: impl FnMut(AnalyzedGame) -> ControlFlow<()>,
) -> Result<(), RunError> {
    let run = Run::new(asked.into(), engines)?;
    let plan = Plan::of(games);
    let items: Vec<usize> = (0..games.len()).collect();
    let work =
        |engine: &mut Engine, &index: &usize| run.analyze_own(engine, &games[index], index, &plan, &watch);
    let mut shared: HashMap<(Board, Move), AnalyzedMove> = HashMap::new();
    let end = in_order(&items, engines, &run.stop, work, |&index, found| {
        let mut own: HashMap<(Board, Move), AnalyzedMove> = HashMap::new();
        for turn in found.map_err(End::Error)? {
            let board = turn.position().board;
            let map = if plan.positions[&board].games > 1 { &mut shared } else { &mut own };
            map.insert((board, turn.played()), turn);
        }
        let mut turns = Vec::new();
        for (position, played) in games[index].turns().collect::<Vec<_>>().into_iter().rev() {
            let key = (position.board, played);
            let turn = match (own.remove(&key), shared.get(&key)) {
                (Some(turn), _) => turn,
                (None, Some(turn)) if plan.positions[&position.board].owner == index => turn.clone(),
                (None, Some(turn)) => turn.clone().with_source(Source::File),
                (None, None) => break,
            };
            turns.push(turn.with_side(position.side));
        }
        turns.reverse();
        let first_ply = games[index].moves().len() - turns.len() + 1;
        match each(AnalyzedGame { index, turns, first_ply }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Break),
        }
    });
    ended(end)?;
    run.end()
}

/// Maps each position to the game that searches it.
struct Plan {
    positions: HashMap<Board, Planned>,
}

struct Planned {
    /// The first game that reaches the position.
    owner: usize,
    /// The number of games that reach it.
    games: usize,
    last: usize,
    /// The moves that were played there, in the order of the games.
    moves: Vec<Move>,
}

impl Plan {
    fn of(games: &[Game]) -> Plan {
        let mut positions: HashMap<Board, Planned> = HashMap::new();
        for (index, game) in games.iter().enumerate() {
            for (position, played) in game.turns() {
                let new = || Planned { owner: index, games: 1, last: index, moves: Vec::new() };
                let planned = positions.entry(position.board).or_insert_with(new);
                planned.games += usize::from(planned.last != index);
                planned.last = index;
                if !planned.moves.contains(&played) {
                    planned.moves.push(played);
                }
            }
        }
        Plan { positions }
    }
}

impl Run<'_> {
    /// Analyzes the positions that belong to a game, the last one first, up to the end of the run.
    fn analyze_own(
        &self,
        engine: &mut Engine,
        game: &Game,
        index: usize,
        plan: &Plan,
        watch: &(impl Fn(Event<'_, &AnalyzedMove>) -> ControlFlow<()> + Sync),
    ) -> Result<Vec<AnalyzedMove>, RunError> {
        engine.clear_hash();
        let (mut turns, mut new, mut whole) = (Vec::new(), Vec::new(), true);
        let mut flow = ControlFlow::Continue(());
        for (position, _) in game.turns().collect::<Vec<_>>().into_iter().rev() {
            let Planned { owner, moves, .. } = &plan.positions[&position.board];
            if *owner != index {
                continue;
            }
            if flow.is_break() {
                whole = false;
                break;
            }
            let known = |mv: &Move| self.checkpoint.and_then(|file| file.analyzed_move(position, *mv));
            let mut found: Vec<AnalyzedMove> = moves.iter().filter_map(known).collect();
            let is_missing = |mv: &&Move| !found.iter().any(|turn| turn.played() == **mv);
            let missing: Vec<Move> = moves.iter().filter(is_missing).copied().collect();
            if !missing.is_empty() {
                if self.is_over() {
                    whole = false;
                    break;
                }
                let progress = |progress: &Progress<'_>| self.flow(watch(Event::Progress(progress)));
                let searched = engine.analyze_moves(position, &missing, self.request(), progress)?;
                self.budget.spend(searched.first().map_or(0, |turn| turn.analysis().nodes()));
                let records: Vec<Record> = searched.iter().cloned().map(Record::Move).collect();
                if !self.is_complete(&records) {
                    whole = false;
                    break;
                }
                new.extend(records);
                found.extend(searched);
            }
            flow = self.flow(found.iter().try_for_each(|turn| watch(Event::Done(turn))));
            turns.extend(found);
        }
        if whole {
            self.keep(engine, &new)?; // a part would be continued without what its search has left in the table
        }
        Ok(turns)
    }
}
