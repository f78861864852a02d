//! Thinking on the opponent's time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reversi_bitboard::{Board, Move};
use reversi_search::instant::Instant;
use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, BookUse, Engine, Limits, Selectivity, Stop, StopReason,
};

use super::Session;

/// Thinking on the opponent's time (pondering): the answers to the replies that the opponent may choose, the
/// likeliest reply first.
///
/// [`search`](Self::search) takes the engine, so it runs on a thread of the caller until every reply has its
/// answer. Meanwhile another thread, with a clone or a reference, reports what the opponent [has
/// played](Self::played). If that position is being searched, the search continues to its end and has a head
/// start; otherwise it ends at once. Each search uses the request, with its limits and its clock. A right
/// guess gives the move that the engine would have made, after less time or none.
///
/// ```
/// use std::thread;
/// use reversi_engine::{AnalyzeRequest, Engine, Level, Square};
/// use reversi_engine::play::{Player, Session};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let white = Player::Engine(AnalyzeRequest::level(Level::of::<4>()));
/// let mut session = Session::from_game("f5d6".parse()?, Player::Person, white);
/// let pondering = session.ponder().expect("white has an engine");
/// thread::scope(|scope| {
///     let search = scope.spawn(|| pondering.search(&mut engine));
///     session.play(Square::C3)?; // here a person thinks
///     pondering.played(&session.position().board);
///     search.join().expect("the search does not panic")?;
///     Ok::<(), Box<dyn std::error::Error>>(())
/// })?;
/// let played = match pondering.analysis(&session.position().board) {
///     Some(analysis) => session.answer(analysis)?,
///     None => session.engine_move(&mut engine)?, // another reply, but the hash table is warm
/// };
/// assert_eq!(session.last_move(), Some(played.mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pondering {
    /// The position in which the opponent is to move.
    board: Board,
    /// Watches the stop.
    request: AnalyzeRequest,
    stop: Stop,
    state: Arc<Mutex<State>>,
}

/// The state that the search and its caller share.
#[derive(Debug, Default)]
struct State {
    /// The position that is searched.
    searched: Option<Board>,
    /// The position after the opponent's reply, and since when it is known.
    played: Option<(Board, Instant)>,
    /// The analyses, and when each was done.
    found: Vec<(Analysis, Instant)>,
}

impl Pondering {
    /// Makes a pondering: the opponent is to move at `board`, and this request answers the reply.
    /// [`Session::ponder`] takes both from a session.
    pub fn new(board: &Board, request: AnalyzeRequest) -> Pondering {
        let stop = Stop::new();
        let request = request.within(Limits::new().stop(&stop));
        Pondering { board: *board, request, stop, state: Arc::default() }
    }

    /// Searches the positions after the opponent's replies, until all are done or it is told to end. Does
    /// nothing if it is told to end before.
    ///
    /// # Errors
    /// As [`Engine::analyze`] with the request.
    pub fn search(&self, engine: &mut Engine) -> Result<(), AnalyzeError> {
        if self.stop.is_set() || self.board.is_game_over() {
            return Ok(());
        }
        for reply in self.replies(engine)? {
            let board = self.board.after(reply);
            if board.is_game_over() || board.must_pass() {
                continue; // there is nothing to choose
            }
            if !self.begin(board) {
                break;
            }
            let analysis = engine.analyze(&board, self.request.clone())?;
            self.end(analysis);
        }
        Ok(())
    }

    /// Reports the opponent's move: `board` is the position after it. The search of that position continues;
    /// all other searches end. The position in which the opponent is to move ends nothing.
    pub fn played(&self, board: &Board) {
        let mut state = self.state();
        if *board == self.board || state.played.is_some_and(|(known, _)| known == *board) {
            return;
        }
        state.played = Some((*board, Instant::now()));
        if state.searched != Some(*board) {
            self.stop.set();
        }
    }

    /// Ends the search within about a millisecond, including the search of the position on the board, which
    /// then has the best move so far.
    pub fn stop(&self) {
        self.stop.set();
    }

    /// Returns the analysis of a position after the opponent's reply, if there is one. It is complete, or was
    /// stopped after the reply was [known](Self::played). [`Session::answer`] takes it. Its time is counted
    /// from the reply.
    pub fn analysis(&self, board: &Board) -> Option<Analysis> {
        let state = self.state();
        let (analysis, end) = state.found.iter().find(|(analysis, _)| analysis.board() == *board)?;
        let waited = match state.played {
            Some((played, since)) if played == *board => end.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        Some(analysis.clone().with_elapsed(waited))
    }

    /// The opponent's moves, the likeliest first, by a short search. The hash table still has what the
    /// engine found when it chose its own move.
    fn replies(&self, engine: &mut Engine) -> Result<Vec<Move>, AnalyzeError> {
        let all = AnalyzeRequest::depth(8).selectivity(Selectivity::P73).lines(usize::MAX);
        let request = all.book(BookUse::Never).limits(Limits::new().stop(&self.stop));
        let analysis = engine.analyze(&self.board, request)?;
        Ok(analysis.lines().iter().filter_map(|line| line.best_move()).collect())
    }

    /// Returns whether a position is to be searched.
    fn begin(&self, board: Board) -> bool {
        let mut state = self.state();
        let goes_on = state.played.is_none() && !self.stop.is_set();
        state.searched = goes_on.then_some(board);
        goes_on
    }

    fn end(&self, analysis: Analysis) {
        let mut state = self.state();
        state.searched = None;
        let wanted = state.played.is_some_and(|(board, _)| board == analysis.board());
        if wanted || analysis.stopped() != Some(StopReason::Stop) {
            state.found.push((analysis, Instant::now()));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Session {
    /// Makes the [`Pondering`] of an engine while its opponent is to move. `None` if no engine waits, or the
    /// game is over. It is a copy: the session does not depend on it.
    pub fn ponder(&self) -> Option<Pondering> {
        let request = self.request_of(!self.game.side_to_move())?;
        Some(Pondering::new(&self.game.board(), request))
    }
}
