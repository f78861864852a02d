//! Second looks: a deeper search of what a review or a puzzle says by estimates.

use std::ops::ControlFlow;

use reversi_bitboard::Game;
use reversi_search::instant::Instant;
use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, AnalyzedMove, BuildError, Engine, EngineBuilder, Event, Progress,
    Selectivity, Source, StopReason, Value,
};

use super::ReviewedMove;

/// Looks again at moves that a review blames by an estimate: inaccuracies, mistakes and blunders whose values
/// are not of a search to the end of the game. A deeper search of the position takes the place of the first
/// one, and so the loss and the class of the move are by that search: often smaller, sometimes none.
///
/// | First search | Second look | To the end of the game |
/// |---|---|---|
/// | without selectivity | 8 plies more at 73 % | at 87, 98, 100 % from 3/2, 4/3, 7/6 times as many |
/// | selective | 6 plies more at 73 % | empties as the second look has plies; of at most 18 |
///
/// With level 10 these are 18 plies at 73 %, and to the end at 87 % from 27 empties, at 98 % from 24, and
/// exactly from 21.
///
/// Each look has an empty hash table of 16 MiB of its own. So its result depends on the position, the request
/// and the evaluation only, and nothing in the engine of the review changes. Values of a book get no second
/// look.
///
/// [`Review::by`](crate::Review::by) takes these looks itself. For analyses from elsewhere:
///
/// ```
/// use std::ops::ControlFlow;
/// use reversi_engine::{AnalyzeRequest, Engine, Game, Level, Square};
/// use reversi_engine::play::{MoveClass, Review, SecondLook};
///
/// let cells = "XOO--X--XOOOOX-XXOXOOXXXXXOXOXOXXXXXXXXXO-OOOOXX---O------------ O";
/// let mut game = Game::from_position(cells.parse()?);
/// game.play(Square::G2)?;
/// let request = AnalyzeRequest::level(Level::new(10)?);
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let mut turns = engine.analyze_game(&game, request.clone())?;
/// assert_eq!(Review::of(&game, &turns, None).moves[0].class, MoveClass::Blunder); // 11 discs
/// let mut second = SecondLook::beside(&engine);
/// for turn in &mut turns {
///     if let Some(found) = second.look(turn, &request, |_| ControlFlow::Continue(()))? {
///         *turn = found;
///     }
/// }
/// assert_eq!(Review::of(&game, &turns, None).moves[0].class, MoveClass::Mistake); // 6 discs
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SecondLook {
    settings: EngineBuilder,
    /// Built for the first look.
    engine: Option<Engine>,
}

/// The size of the table of a second look.
const HASH_MIB: usize = 16;

/// A limit of a review is divided by this: one part is for second looks.
const SHARE: u32 = 4;

impl SecondLook {
    /// Makes second looks by the evaluation of an engine, on as many threads.
    pub fn beside(engine: &Engine) -> SecondLook {
        SecondLook { settings: engine.beside().hash_mib(HASH_MIB), engine: None }
    }

    /// Looks again at a move that was analyzed by this request, if it is blamed by an estimate. Returns the
    /// move by the deeper search; `None` if the first one stands: it needs no second look, or the limits of
    /// the request leave too little for one.
    ///
    /// # Errors
    /// As [`Engine::analyze`], and [`AnalyzeError::Memory`] without memory for the table.
    pub fn look(
        &mut self,
        turn: &AnalyzedMove,
        request: &AnalyzeRequest,
        callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Option<AnalyzedMove>, AnalyzeError> {
        let found = self.search(turn, request, callback)?;
        Ok(found.filter(|found| found.analysis().stopped().is_none()).map(|found| instead_of(turn, &found)))
    }

    /// Searches a move again, if it needs it, as far as the limits of the request allow.
    fn search(
        &mut self,
        turn: &AnalyzedMove,
        request: &AnalyzeRequest,
        callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Option<AnalyzedMove>, AnalyzeError> {
        let Some((depth, selectivity)) = deeper(turn.analysis()) else { return Ok(None) };
        if turn.loss() == 0 || !ReviewedMove::of(1, turn).class.counts() {
            return Ok(None);
        }
        let Some(request) = request.again(depth, selectivity, turn.analysis()) else { return Ok(None) };
        let engine = match &mut self.engine {
            Some(engine) => engine,
            new => new.insert(self.settings.clone().build().map_err(no_memory)?),
        };
        engine.clear_hash();
        let found = engine.analyze_moves(turn.position(), &[turn.played()], request, callback)?;
        Ok(found.into_iter().next())
    }

    /// Analyzes the moves of a game as [`Engine::analyze_game_with`] does, and looks again at each move that
    /// is blamed, before the callback gets it. Of a limit of the whole call a quarter is for second looks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::play::{Review, SecondLook};
    ///
    /// let game: Game = "f5d6c3d3c4".parse()?;
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let mut second = SecondLook::beside(&engine);
    /// let request = AnalyzeRequest::depth(4);
    /// let turns = second.analyze_game(&mut engine, &game, request, |_| ControlFlow::Continue(()))?;
    /// println!("{:?}", Review::of(&game, &turns, None).sides.black);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::analyze`], and [`AnalyzeError::Memory`] without memory for the table of the second looks.
    pub fn analyze_game(
        &mut self,
        engine: &mut Engine,
        game: &Game,
        request: AnalyzeRequest,
        mut callback: impl FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Vec<AnalyzedMove>, AnalyzeError> {
        let start = Instant::now();
        let (mut first_limits, mut left) = (request.call_limits().clone(), request.call_limits().clone());
        left.time = left.time.map(|time| time / SHARE);
        left.nodes = left.nodes.map(|nodes| nodes / u64::from(SHARE));
        // Time goes by for both kinds of searches; nodes are counted apart.
        first_limits.nodes = first_limits.nodes.zip(left.nodes).map(|(nodes, kept)| nodes - kept);
        let (mut turns, mut first_nodes, mut second_nodes) = (Vec::new(), 0, 0);
        let mut failed = None;
        engine.analyze_game_with(game, request.clone().total_limits(first_limits), |event| {
            let first = match event {
                Event::Done(first) => first,
                Event::Progress(progress) => {
                    let nodes = progress.nodes() + second_nodes;
                    return callback(Event::Progress(&progress.of_call(nodes, start.elapsed(), turns.len())));
                }
                _ => return ControlFlow::Continue(()),
            };
            first_nodes += first.analysis().nodes();
            let mut turn = first.clone();
            if !left.is_zero() {
                let (since, before) = (Instant::now(), first_nodes + second_nodes);
                let request = request.clone().total_limits(left.clone());
                let look = self.search(first, &request, |progress| {
                    let nodes = before + progress.nodes();
                    callback(Event::Progress(&progress.of_call(nodes, start.elapsed(), turns.len())))
                });
                let second = match look {
                    Ok(second) => second,
                    Err(error) => {
                        failed = Some(error);
                        return ControlFlow::Break(());
                    }
                };
                if let Some(second) = second {
                    let nodes = second.analysis().nodes();
                    second_nodes += nodes;
                    left = left.clone().less(since.elapsed(), nodes);
                    match second.analysis().stopped() {
                        None => turn = instead_of(first, &second),
                        Some(StopReason::Callback) => return ControlFlow::Break(()),
                        Some(StopReason::Stop) => turn = ended(first),
                        Some(_) => {} // the first search stands
                    }
                }
            }
            turns.push(turn);
            callback(Event::Done(&turns[turns.len() - 1]))
        })?;
        turns.reverse();
        failed.map_or(Ok(turns), Err)
    }
}

/// Returns the depth and the selectivity of a second look, `None` if the value is proven, of a search to the
/// end of the game, or from a book.
pub(super) fn deeper(first: &Analysis) -> Option<(u32, Selectivity)> {
    use Selectivity::{P73, P87, P98, P100};
    let empties = first.board().empties().len();
    let Value::Estimate { depth, selectivity, .. } = first.value() else { return None };
    if depth >= empties || first.source() == Source::Book {
        return None;
    }
    let depth = depth + if selectivity == P100 { 8 } else { 6 };
    let near = depth.min(18);
    let to_the_end = [(near * 7 / 6, P100), (near * 4 / 3, P98), (near * 3 / 2, P87)];
    let selectivity = to_the_end.into_iter().find(|&(most, _)| empties <= most).map(|(_, surest)| surest);
    Some(selectivity.map_or((depth.min(empties), P73), |selectivity| (empties, selectivity)))
}

/// Returns the move by a second look, with the work of both searches.
fn instead_of(first: &AnalyzedMove, second: &AnalyzedMove) -> AnalyzedMove {
    let (before, after) = (first.analysis(), second.analysis());
    let analysis = after
        .clone()
        .with_nodes(before.nodes().saturating_add(after.nodes()))
        .with_elapsed(before.elapsed().saturating_add(after.elapsed()))
        .with_source(before.source())
        .with_stopped(before.stopped());
    with_analysis(second, analysis)
}

/// Returns a move whose second look was ended by a signal.
fn ended(first: &AnalyzedMove) -> AnalyzedMove {
    with_analysis(first, first.analysis().clone().with_stopped(Some(StopReason::Stop)))
}

fn with_analysis(turn: &AnalyzedMove, analysis: Analysis) -> AnalyzedMove {
    let same = AnalyzedMove::new(turn.position(), turn.line().clone(), analysis);
    same.expect("its lines are those of an analyzed move")
}

fn no_memory(error: BuildError) -> AnalyzeError {
    match error {
        BuildError::HashAllocation { bytes } | BuildError::WeightsAllocation { bytes } => {
            AnalyzeError::Memory { bytes }
        }
        _ => unreachable!("settings of an engine are refused: {error}"),
    }
}
