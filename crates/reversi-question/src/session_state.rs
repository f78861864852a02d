//! The visible state of a session, as data.

use std::time::Duration;

use reversi_bitboard::{Color, Move, Position};
use reversi_fields::{Kind, answer};
use reversi_play::surface::{DUES, ENGINE_MOVE, GAME_RESULT, SESSION};
use reversi_play::{ByColor, DueName, EngineMove, GameResult, Session};

use crate::ask::Ask;
use crate::problem::{PROBLEM, Problem};
use crate::question::Question;

answer! {
    /// A session and its visible state, after the [actions](reversi_play::Action) of a question.
    ///
    /// ```
    /// use reversi_engine::play::{DueName, Player, Session};
    /// use reversi_engine::question::SessionState;
    ///
    /// let state = SessionState::of(Session::from_game("f5".parse()?, Player::Person, Player::Person));
    /// assert_eq!((state.due, state.legal_moves.len(), state.discs.black), (DueName::Person, 3, 4));
    /// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct SessionState as SESSION_STATE: "A session and its visible state." {
        /// The session, to continue with.
        pub stored: Session as "stored": Kind::Object(&SESSION);
        /// The next step. Its side is the side to move.
        pub due: DueName as "due": Kind::Names("Due", DUES);
        /// The position on the board.
        pub position: Position as "position": Kind::Position;
        /// The moves so far, such as "f5d6c3".
        pub moves: String as "moves": Kind::Moves;
        /// The legal moves. Only the pass if it is forced, none if the game is over.
        pub legal_moves: Vec<Move> as "legal_moves": Kind::List(&Kind::Move);
        /// The last move, or pass; null at the start.
        pub last_move: Option<Move> as "last_move": Kind::OrNull(&Kind::Move);
        /// The discs of each side.
        pub discs: ByColor<u32> as "discs": Kind::ByColor(&Kind::Whole { least: 0, most: 64 });
        /// The time left on each clock; null without a clock.
        pub time_left: ByColor<Option<Duration>> as "time_left":
            Kind::ByColor(&Kind::OrNull(&Kind::Seconds)), serde(with = "reversi_play::surface::seconds_by_color");
        /// The time of the turn so far.
        pub time_of_turn: Duration as "time_of_turn": Kind::Seconds, serde(with = "reversi_fields::seconds");
        /// The number of moves that can be played again.
        pub moves_to_redo: u64 as "moves_to_redo": Kind::COUNTER;
        /// The result; null while the game goes on.
        pub result: Option<GameResult> as "result": Kind::OrNull(&Kind::Object(&GAME_RESULT));
        /// The question of the engine that is due, to ask elsewhere; null if no engine is due.
        pub request: Option<Box<Question>> as "request": Kind::OrNull(&Kind::Question);
        /// The record in GGF.
        pub ggf: String as "ggf": Kind::Text;
        /// One for each action that was done: false if there was nothing to take back, or to play again.
        pub did: Vec<bool> as "did": Kind::List(&Kind::Truth);
        /// The requested moves of engines.
        pub engine_moves: Vec<EngineMove> as "engine_moves": Kind::List(&Kind::Object(&ENGINE_MOVE));
        /// Why an action was refused; null if none was. Its place has the index of the action. Later actions
        /// are not done.
        pub refused: Option<Problem> as "refused": Kind::OrNull(&Kind::Object(&PROBLEM));
    }
}

impl SessionState {
    /// Returns the visible state of a session.
    pub fn of(session: Session) -> SessionState {
        let due = session.due().name();
        let request = session.request().filter(|_| due == DueName::Engine);
        let request = request.map(|request| Question::new(session.position(), Ask::Analyze(request)));
        let (black, white) = (Color::Black, Color::White);
        SessionState {
            due,
            position: session.position(),
            moves: session.game().to_string(),
            legal_moves: if due == DueName::Over {
                Vec::new()
            } else {
                session.game().legal_plays().collect()
            },
            last_move: session.last_move(),
            discs: [black, white].map(|color| session.discs(color)).into(),
            time_left: [black, white].map(|color| session.time_left(color)).into(),
            time_of_turn: session.time_of_turn(),
            moves_to_redo: session.moves_to_redo() as u64,
            result: session.result(),
            request: request.map(Box::new),
            ggf: session.to_ggf().to_string(),
            did: Vec::new(),
            engine_moves: Vec::new(),
            refused: None,
            stored: session,
        }
    }

    /// Returns the state if it is the state of its session.
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<SessionState, &'static str> {
        let SessionState { did, engine_moves, refused, .. } = self.clone();
        let shown = SessionState { did, engine_moves, refused, ..SessionState::of(self.stored.clone()) };
        if shown == self { Ok(self) } else { Err("the state is not that of the session") }
    }
}
