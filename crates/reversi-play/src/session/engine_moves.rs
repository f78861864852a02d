//! The engine's turn, and hints.

use std::ops::ControlFlow;

use reversi_bitboard::{Color, Move, Position};
use reversi_fields::{Kind, answer};
use reversi_search::surface::ANALYSIS;
use reversi_search::{
    Analysis, AnalyzeError, AnalyzeRequest, BookUse, Clock, Engine, Limits, Line, Progress, Source, Value,
};

use super::{Due, Player, Session, SessionError};
use crate::variety::Variety;

answer! {
    /// The move of an engine in a [`Session`].
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Value};
    /// use reversi_engine::play::{Player, Session};
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let mut session = Session::new(Player::Engine(AnalyzeRequest::depth(4)), Player::Person);
    /// let played = session.engine_move(&mut engine)?;
    /// assert_eq!(session.last_move(), Some(played.mv));
    /// assert!(matches!(played.value, Value::Estimate { depth: 4, .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct EngineMove as ENGINE_MOVE: "The move of an engine in a session." {
        /// The position before the move.
        pub position: Position as "position": Kind::Position;
        /// The move that is played.
        pub mv: Move as "move": Kind::Move;
        /// The value of the move for the mover. It is not always the best value if the opponent makes
        /// mistakes.
        pub value: Value as "value": Kind::Value;
        /// The analysis from which the move was chosen.
        pub analysis: Analysis as "analysis": Kind::Object(&ANALYSIS), serde(with = "reversi_search::surface::unplaced");
    }
}

impl EngineMove {
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<EngineMove, String> {
        let analysis = self.analysis.at(self.position.board).map_err(|error| error.to_string())?;
        let is_legal = self.position.board.legal_plays().any(|mv| mv == self.mv);
        if is_legal {
            Ok(EngineMove { analysis, ..self })
        } else {
            Err(format!("{} is not a legal move", self.mv))
        }
    }
}

impl Session {
    /// Lets the engine choose and play the move that is due, by the request of its player and its clock.
    ///
    /// # Errors
    /// [`SessionError::NotAnEnginesTurn`], [`SessionError::Request`] and, with the end of the game,
    /// [`SessionError::OutOfTime`].
    pub fn engine_move(&mut self, engine: &mut Engine) -> Result<EngineMove, SessionError> {
        self.engine_move_with(engine, Limits::new(), |_| ControlFlow::Continue(()))
    }

    /// Lets the engine move as [`engine_move`](Self::engine_move) does, with limits of this call and a
    /// callback as in [`Engine::analyze_with`]. When a limit ends the search, the best move so far is played.
    /// The limits of the player's request hold too.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Engine, Limits, Stop};
    /// use reversi_engine::play::{Player, Session};
    /// use reversi_engine::search::StopReason;
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let mut session = Session::new(Player::Engine(AnalyzeRequest::unlimited()), Player::Person);
    /// let stop = Stop::new(); // a button "move now"
    /// let played = session.engine_move_with(&mut engine, Limits::new().stop(&stop), |progress| {
    ///     println!("thinks of {:?}", progress.best_move());
    ///     stop.set();
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(played.analysis.stopped(), Some(StopReason::Stop));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`engine_move`](Self::engine_move).
    pub fn engine_move_with(
        &mut self,
        engine: &mut Engine,
        limits: Limits,
        callback: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<EngineMove, SessionError> {
        let analysis = engine.analyze_with(&self.game.board(), self.request_within(limits)?, callback)?;
        self.answer(analysis)
    }

    /// Returns the [`request`](Self::request) of the engine that is due, within these limits: of each limit the
    /// narrower holds, this one or the player's. [`engine_move_with`](Self::engine_move_with) searches it.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Limits};
    /// use reversi_engine::play::{Player, Session};
    ///
    /// let player = AnalyzeRequest::depth(20).total_limits(Limits::new().nodes(5000));
    /// let session = Session::new(Player::Engine(player), Player::Person);
    /// let request = session.request_within(Limits::new().nodes(1_000_000))?;
    /// assert_eq!(request.call_limits().nodes, Some(5000));
    /// # Ok::<(), reversi_engine::play::SessionError>(())
    /// ```
    ///
    /// # Errors
    /// [`SessionError::NotAnEnginesTurn`].
    pub fn request_within(&self, limits: Limits) -> Result<AnalyzeRequest, SessionError> {
        match (self.due(), self.request()) {
            (Due::Engine(_), Some(request)) => Ok(request.within(limits)),
            _ => Err(SessionError::NotAnEnginesTurn),
        }
    }

    /// Returns the request of the engine of the side to move for the position on the board, its clock
    /// included. `None` if a person moves for that side, or the game is over. Search it anywhere, and give
    /// the analysis to [`answer`](Self::answer). [`AnalyzeRequest::within`] keeps the limits of the player.
    ///
    /// ```
    /// use reversi_engine::Engine;
    /// use reversi_engine::play::{Opponent, Player, Session, Strength};
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let beginner = Player::Opponent(Opponent::new(Strength::Beginner, 3));
    /// let mut session = Session::new(beginner, Player::Person);
    /// let request = session.request().expect("the engine has black");
    /// let analysis = engine.analyze(&session.position().board, request)?; // in a worker, say
    /// session.answer(analysis)?;
    /// assert_eq!(session.game().moves().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn request(&self) -> Option<AnalyzeRequest> {
        self.request_of(self.game.side_to_move())
    }

    /// The request of the engine that moves for a side.
    pub(super) fn request_of(&self, color: Color) -> Option<AnalyzeRequest> {
        let request = match self.player(color) {
            _ if self.result().is_some() => return None,
            Player::Person => return None,
            Player::Engine(request) if self.variety.0 == Variety::Best => request.clone(),
            Player::Engine(request) if request.book_use() == BookUse::Never => request.clone(),
            Player::Engine(request) => request.clone().book(BookUse::Always),
            Player::Opponent(opponent) => opponent.request(),
        };
        Some(match (self.clock(color), self.time_left(color)) {
            (Some(Clock { increment, .. }), Some(left)) => request.clock(Clock::new(left, increment)),
            _ => request,
        })
    }

    /// Chooses a move of the analysis that [`request`](Self::request) asked for, and plays it. If the watch
    /// is paused, the move took as long as the analysis.
    ///
    /// # Errors
    /// [`SessionError::NotAnEnginesTurn`], [`SessionError::AnotherPosition`] and, with the end of the game,
    /// [`SessionError::OutOfTime`].
    pub fn answer(&mut self, analysis: Analysis) -> Result<EngineMove, SessionError> {
        if !matches!(self.due(), Due::Engine(_)) {
            return Err(SessionError::NotAnEnginesTurn);
        }
        if analysis.board() != self.game.board() {
            return Err(SessionError::AnotherPosition);
        }
        let position = self.position();
        let time = self.watched().unwrap_or(analysis.elapsed());
        let mv = self.choose(&analysis).ok_or(SessionError::AnotherPosition)?;
        let line = analysis.lines().iter().find(|line| line.best_move() == Some(mv));
        let value = line.map_or(analysis.value(), Line::value);
        self.advance(mv, Some(time), value.score().map(f64::from))?;
        Ok(EngineMove { position, mv, value, analysis })
    }

    /// Chooses a move of an analysis as the engine of the side to move does, without playing it. The move may
    /// be a forced pass. Of an answer of the book, it chooses by the [variety](Session::set_variety). Returns
    /// `None` if the game is over. An [`Opponent`](crate::Opponent) draws its next mistake.
    pub fn choose(&mut self, analysis: &Analysis) -> Option<Move> {
        match &mut self.players[self.game.side_to_move() as usize] {
            Player::Opponent(opponent) => opponent.choose(analysis),
            Player::Engine(_) if analysis.source() == Source::Book => {
                let (variety, seed) = self.variety;
                variety.choose(analysis, seed)
            }
            Player::Person | Player::Engine(_) => analysis.best_move(),
        }
    }

    /// Analyzes the position on the board with an engine. The watch keeps running.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Level};
    /// use reversi_engine::play::{Player, Session};
    ///
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let session = Session::new(Player::Person, Player::Person);
    /// let hint = session.hint(&mut engine, AnalyzeRequest::level(Level::of::<4>()).lines(3))?;
    /// assert_eq!(hint.lines().len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::analyze`].
    pub fn hint(&self, engine: &mut Engine, request: AnalyzeRequest) -> Result<Analysis, AnalyzeError> {
        engine.analyze(&self.game.board(), request)
    }
}
