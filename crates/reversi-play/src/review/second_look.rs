//! Second looks: a deeper search of what a review or a puzzle says by estimates.

use std::ops::ControlFlow;

use reversi_bitboard::Game;
use reversi_search::instant::Instant;
use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, AnalyzedMove, Engine, EngineBuilder, Event, Level, Limits,
    Progress, Selectivity, Source, StopReason, Value,
};

use super::ReviewedMove;

/// Looks again at moves that a review blames by an estimate: inaccuracies, mistakes and blunders whose values
/// are not of a search to the end of the game at 95 % or more. A deeper search of the position takes the
/// place of the first one, and so the loss and the class of the move are by that search: often smaller,
/// sometimes none.
///
/// The second look is a search 6 levels above the first [`Level`] that searches as much as the first search
/// did, and 11 above it if that ended before the end of the game with 27 empty squares or fewer.
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
/// let request = AnalyzeRequest::level(Level::of::<10>());
/// let mut engine = Engine::builder().hash_mib(16).build()?;
/// let mut turns = engine.analyze_game(&game, request.clone())?;
/// assert_eq!(Review::of(&game, &turns, None).moves[0].class, MoveClass::Blunder); // 10 discs
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
    /// move by the deeper search; `None` if the first one stands: it needs no second look, the limits of
    /// the request leave too little for one, or the callback or a signal ends it.
    ///
    /// # Errors
    /// As [`Engine::analyze`], [`AnalyzeError::Restricted`], and [`AnalyzeError::Memory`] without memory for the
    /// table.
    pub fn look(
        &mut self,
        turn: &AnalyzedMove,
        request: &AnalyzeRequest,
        callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Option<AnalyzedMove>, AnalyzeError> {
        request.check_unrestricted()?;
        let first = turn.analysis();
        let left = request.call_limits().clone().less(first.elapsed(), first.nodes());
        let found = self.search(turn, request, left, callback)?;
        Ok(found.filter(|found| found.analysis().stopped().is_none()).map(|found| instead_of(turn, &found)))
    }

    /// Searches a move again, if it needs it, as far as the limits of the request allow, and what is left of
    /// the whole call.
    fn search(
        &mut self,
        turn: &AnalyzedMove,
        request: &AnalyzeRequest,
        left: Limits,
        callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Option<AnalyzedMove>, AnalyzeError> {
        let Some((depth, selectivity)) = deeper(turn.analysis()) else { return Ok(None) };
        if turn.loss() == 0 || !ReviewedMove::of(1, turn).class.counts() {
            return Ok(None);
        }
        let Some(request) = request.again(depth, selectivity, turn.analysis(), left) else { return Ok(None) };
        let engine = match &mut self.engine {
            Some(engine) => engine,
            new => {
                // The settings are of an engine: only memory can be missing.
                let no_memory = |_| AnalyzeError::Memory { bytes: HASH_MIB << 20 };
                new.insert(self.settings.clone().build().map_err(no_memory)?)
            }
        };
        engine.clear_hash();
        let found = engine.analyze_moves(turn.position(), &[turn.played()], request, callback)?;
        Ok(found.into_iter().next())
    }

    /// Analyzes the moves of a game as [`Engine::analyze_game_with`] does, and looks again at each move that
    /// is blamed, before the callback gets it. Of a limit of the whole call a quarter is for second looks. A
    /// move whose first search is ended by a limit gets none, and so does every move if there is no memory
    /// for their table.
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
    /// As [`Engine::analyze`], and [`AnalyzeError::Restricted`].
    pub fn analyze_game(
        &mut self,
        engine: &mut Engine,
        game: &Game,
        request: AnalyzeRequest,
        mut callback: impl FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Vec<AnalyzedMove>, AnalyzeError> {
        request.check_unrestricted()?;
        let start = Instant::now();
        let (mut first_limits, mut left) = (request.call_limits().clone(), request.call_limits().clone());
        left.time = left.time.map(|time| time / SHARE);
        left.nodes = left.nodes.map(|nodes| nodes / u64::from(SHARE));
        // Time goes by for both kinds of searches; nodes are counted apart.
        first_limits.nodes = first_limits.nodes.zip(left.nodes).map(|(nodes, kept)| nodes - kept);
        let (mut turns, mut first_nodes, mut second_nodes) = (Vec::new(), 0, 0);
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
            if first.analysis().stopped().is_none() {
                let (since, before) = (Instant::now(), first_nodes + second_nodes);
                let of_call = request.call_limits().clone().less(start.elapsed(), before);
                let look = self.search(first, &request, left.clone().within(&of_call), |progress| {
                    let nodes = before + progress.nodes();
                    callback(Event::Progress(&progress.of_call(nodes, start.elapsed(), turns.len())))
                });
                // The first search stands without memory for the table. Nothing else can fail after it.
                if let Ok(Some(second)) = look {
                    let nodes = second.analysis().nodes();
                    second_nodes += nodes;
                    left = left.clone().less(since.elapsed(), nodes);
                    match second.analysis().stopped() {
                        None => turn = instead_of(first, &second),
                        Some(StopReason::Callback) => return ControlFlow::Break(()),
                        Some(StopReason::Stop) => {
                            let analysis = first.analysis().clone().with_stopped(Some(StopReason::Stop));
                            turn = with_analysis(first, analysis);
                        }
                        Some(_) => {} // the first search stands
                    }
                }
            }
            turns.push(turn);
            callback(Event::Done(&turns[turns.len() - 1]))
        })?;
        turns.reverse();
        Ok(turns)
    }
}

/// A second look is this many levels higher than the first search.
const LEVELS: u32 = 6;

/// With this many empties or fewer it is higher still, because it can go to the end of the game at last.
const NEAR_THE_END: u32 = 27;
const LEVELS_NEAR_THE_END: u32 = 11;

/// Returns the depth and the selectivity of a second look, `None` if the value is proven, of a search to the
/// end of the game at 95 % or more, or from a book.
pub(crate) fn deeper(first: &Analysis) -> Option<(u32, Selectivity)> {
    let empties = first.board().empties().len();
    let Value::Estimate { depth, selectivity, .. } = first.value() else { return None };
    if first.source() == Source::Book {
        return None;
    }
    let to_the_end = depth >= empties;
    if to_the_end && selectivity >= Selectivity::P95 {
        return None;
    }
    let more = if !to_the_end && empties <= NEAR_THE_END { LEVELS_NEAR_THE_END } else { LEVELS };
    let levels = || (0..=60).filter_map(|number| Level::new(number).ok());
    let level = levels().find(|level| level.at(empties) >= (depth, selectivity)).unwrap_or(Level::MAX);
    Some(levels().nth((level.number() + more) as usize).unwrap_or(Level::MAX).at(empties))
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

fn with_analysis(turn: &AnalyzedMove, analysis: Analysis) -> AnalyzedMove {
    let same = AnalyzedMove::new(turn.position(), turn.line().clone(), analysis);
    same.expect("its lines are those of an analyzed move")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reversi_bitboard::{Board, Square};

    use super::*;

    /// A blunder by an estimate, and a further move.
    fn game() -> Game {
        let start = "XOO--X--XOOOOX-XXOXOOXXXXXOXOXOXXXXXXXXXO-OOOOXX---O------------ O";
        let mut game = Game::from_position(start.parse().unwrap());
        game.play(Square::G2).unwrap();
        game.play(game.board().legal_moves().into_iter().next().unwrap()).unwrap();
        game
    }

    fn engine() -> Engine {
        Engine::builder().hash_mib(1).build().unwrap()
    }

    /// Returns the moves, and whether there was a second look.
    fn looks(request: AnalyzeRequest, mut done: impl FnMut()) -> (Vec<AnalyzedMove>, bool) {
        let mut engine = engine();
        let mut second = SecondLook::beside(&engine);
        let turns = second.analyze_game(&mut engine, &game(), request, |event| {
            if matches!(event, Event::Done(_)) {
                done();
            }
            ControlFlow::Continue(())
        });
        (turns.unwrap(), second.engine.is_some())
    }

    #[test]
    fn a_search_that_a_limit_has_ended_gets_no_second_look() {
        let request = AnalyzeRequest::unlimited().total_limits(Limits::new().nodes(100_000));
        let (turns, looked) = looks(request, || ());
        assert_eq!((turns[0].analysis().stopped(), looked), (Some(StopReason::Nodes), false));
        assert!(turns[0].loss() > 5 && deeper(turns[0].analysis()).is_some(), "it would need one");
    }

    /// The last move takes all the time. A search of a few plies is done all the same.
    #[test]
    fn no_second_look_begins_when_the_time_of_the_whole_call_is_over() {
        let of_all = |time| {
            let request = AnalyzeRequest::depth(4).selectivity(Selectivity::P73);
            request.total_limits(Limits::new().time(Duration::from_millis(time)))
        };
        let (turns, looked) = looks(of_all(200), || std::thread::sleep(Duration::from_millis(200)));
        assert_eq!((turns[0].analysis().stopped(), looked), (None, false));
        assert!(looks(of_all(1_000_000), || ()).1);
    }

    #[test]
    fn a_second_look_is_some_levels_higher() {
        use Selectivity::{P73, P95, P98, P99, P100};
        const EMPTIES_22: &str = "XO---X--XOOOOX-XXOXOOXXXXXOXOXOXXXXXXXXXO-OOOOXX---O------------ O";
        let mut engine = Engine::builder().hash_mib(16).build().unwrap();
        for (board, depth, selectivity, second) in [
            (Board::START, 4, P73, Some((10, P73))),
            (Board::START, 4, P100, Some((11, P73))), // level 5 searches as much
            (EMPTIES_22.replacen('O', "-", 6).parse().unwrap(), 4, P73, Some((10, P73))),
            (EMPTIES_22.replacen('O', "-", 5).parse().unwrap(), 4, P73, Some((15, P73))),
            (EMPTIES_22.parse().unwrap(), 10, P73, Some((22, P99))),
            (EMPTIES_22.parse().unwrap(), 22, P73, Some((22, P99))),
            (EMPTIES_22.parse().unwrap(), 22, P95, None),
            (EMPTIES_22.parse().unwrap(), 22, P98, None),
        ] {
            let request = AnalyzeRequest::depth(depth).selectivity(selectivity);
            let first = engine.analyze(&board, request).unwrap();
            assert_eq!(deeper(&first), second, "{board} {depth} {selectivity}");
        }
    }

    #[test]
    fn the_first_search_stands_without_memory_for_the_table() {
        let (game, request) = (game(), AnalyzeRequest::depth(4));
        let first = engine().analyze_game(&game, request.clone()).unwrap();
        let mut engine = engine();
        let mut second = SecondLook { settings: engine.beside().hash_mib(usize::MAX), engine: None };
        let error = second.look(&first[0], &request, |_| panic!("searched")).unwrap_err();
        assert!(matches!(error, AnalyzeError::Memory { .. }));
        let turns = second.analyze_game(&mut engine, &game, request, |_| ControlFlow::Continue(())).unwrap();
        assert!(turns[0].loss() == first[0].loss() && turns[0].loss() > 0);
    }
}
