//! The state of a session, and its moves.

use std::time::Duration;

use reversi_bitboard::{Bitboard, Color, Game, IllegalMove, Move, Position};
use reversi_fields::names;
use reversi_notation::GgfTagError;
use reversi_search::{AnalyzeError, Clock};
use thiserror::Error;

use super::watch::Watch;
use super::{Ending, GameResult, Player};
use crate::variety::Variety;

/// A game of two sides, each a person or an engine, with what a board needs: whose turn it is, clocks, undo
/// and redo, resignation, hints, and a record at the end.
///
/// It owns no engine and no thread. [`due`](Self::due) returns the next step. [`play`](Self::play) plays a
/// person's move. [`engine_move`](Self::engine_move) plays an engine's move, and is the only call that takes
/// long; [`request`](Self::request) and [`answer`](Self::answer) are its halves, for a search elsewhere.
///
/// A forced pass is a move of its own: it is due, and [`pass`](Self::pass) plays it, for persons and engines
/// alike. It takes no time and no search. A square that is played while a pass is due plays the pass first,
/// because records leave passes out.
///
/// `play` moves for any side, including an engine's: the move may come from elsewhere. No call panics. A call
/// that fails leaves the session unchanged, unless its error says otherwise.
///
/// ```
/// use reversi_engine::Engine;
/// use reversi_engine::play::{Due, Opponent, Player, Session, Strength};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let casual = Player::Opponent(Opponent::new(Strength::Casual, 7));
/// let mut session = Session::new(Player::Person, casual);
/// let result = loop {
///     match session.due() {
///         Due::Person(_) => {
///             // Here a person chooses. The first legal move stands for the person.
///             let square = session.legal_moves().into_iter().next().expect("a person has a choice");
///             session.play(square)?;
///         }
///         Due::Engine(_) => println!("{}", session.engine_move(&mut engine)?.mv),
///         Due::Pass(color) => {
///             println!("{color} has to pass");
///             session.pass()?;
///         }
///         Due::Over(result) => break result,
///         _ => unreachable!("nothing else is due"),
///     }
/// };
/// println!("{result}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the feature `serde` a session is stored as its state; reading it pauses the watch. [`Due`] is data
/// too.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) game: Game,
    /// One for each move of the game.
    pub(super) turns: Vec<Turn>,
    /// The data of the moves taken back, the next one to play again last. The game has the moves.
    pub(super) undone: Vec<Undone>,
    /// Black first, as in all arrays by colour.
    pub(super) players: [Player; 2],
    pub(super) names: [Option<String>; 2],
    pub(super) clocks: [Option<Clock>; 2],
    /// Which moves of a book the engines take, and the seed of the choice.
    pub(super) variety: (Variety, u64),
    pub(super) watch: Watch,
    /// The early end of a game, by resignation or time.
    pub(super) ended: Option<Ended>,
}

/// The data of a move besides the move itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    /// The mover's evaluation, in discs.
    pub(super) eval: Option<f64>,
    pub(super) time: Option<Duration>,
    /// The clocks as the turn began.
    pub(super) clocks: [Option<Clock>; 2],
}

/// The early end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ended {
    pub(super) result: GameResult,
    /// The clocks as the last turn began.
    pub(super) clocks: [Option<Clock>; 2],
}

/// The data of a move that was taken back. The move is in [`Game::undone_moves`]. A move of a session forgets
/// all of these, while the game may keep some of its own, which come after them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Undone {
    pub(super) turn: Turn,
    /// The clocks after the turn.
    pub(super) clocks: [Option<Clock>; 2],
}

/// The next step of a [`Session`].
///
/// ```
/// use reversi_engine::Color;
/// use reversi_engine::play::{Due, Player, Session};
///
/// let session = Session::new(Player::Person, Player::Person);
/// assert_eq!(session.due(), Due::Person(Color::Black));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Due {
    /// A person chooses a move.
    Person(Color),
    /// An engine chooses a move.
    Engine(Color),
    /// This side has no move and has to pass, whoever moves for it.
    Pass(Color),
    /// Nothing: the game is over.
    Over(GameResult),
}

names! {
    /// The next step, without the side: see [`Due`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum DueName as DUES {
        /// A person chooses a move.
        Person = "person",
        /// An engine chooses a move.
        Engine = "engine",
        /// The side to move has no move and has to pass, whoever moves for it.
        Pass = "pass",
        /// Nothing: the game is over.
        Over = "over",
    }
}

impl Due {
    /// Returns the step without the side, which is the side to move.
    ///
    /// ```
    /// use reversi_engine::play::{Player, Session};
    ///
    /// let session = Session::new(Player::Person, Player::Person);
    /// assert_eq!(session.due().name().name(), "person");
    /// ```
    pub const fn name(self) -> DueName {
        match self {
            Due::Person(_) => DueName::Person,
            Due::Engine(_) => DueName::Engine,
            Due::Pass(_) => DueName::Pass,
            Due::Over(_) => DueName::Over,
        }
    }
}

impl Session {
    /// Makes a session at the start of the game, without clocks.
    pub fn new(black: Player, white: Player) -> Session {
        Session::from_game(Game::new(), black, white)
    }

    /// Makes a session that continues a game.
    ///
    /// ```
    /// use reversi_engine::Color;
    /// use reversi_engine::play::{Due, Player, Session};
    ///
    /// let session = Session::from_game("f5".parse()?, Player::Person, Player::Person);
    /// assert_eq!(session.due(), Due::Person(Color::White));
    /// # Ok::<(), reversi_engine::notation::ParseTranscriptError>(())
    /// ```
    pub fn from_game(game: Game, black: Player, white: Player) -> Session {
        let turns = vec![Turn { eval: None, time: None, clocks: [None; 2] }; game.moves().len()];
        Session {
            game,
            turns,
            undone: Vec::new(),
            players: [black, white],
            names: [None, None],
            clocks: [None; 2],
            variety: (Variety::Best, 0),
            watch: Watch::default(),
            ended: None,
        }
    }

    /// Returns the game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the position on the board.
    pub fn position(&self) -> Position {
        self.game.position()
    }

    /// Returns the last move, or pass.
    pub fn last_move(&self) -> Option<Move> {
        self.game.moves().last()
    }

    /// Returns the squares that the side to move may play; none if it has to pass or the game is over.
    pub fn legal_moves(&self) -> Bitboard {
        if self.ended.is_some() { Bitboard::EMPTY } else { self.game.board().legal_moves() }
    }

    /// Returns the player of a side.
    pub fn player(&self, color: Color) -> &Player {
        &self.players[color as usize]
    }

    /// Sets the player of a side, at any time.
    pub fn set_player(&mut self, color: Color, player: Player) {
        self.players[color as usize] = player;
    }

    /// Sets which of the moves of a [book](reversi_search::EngineBuilder::book) the engines of this session
    /// take: by default the best ones. With any other variety they use the book
    /// [always](reversi_search::BookUse::Always), unless their request says never. An
    /// [`Opponent`](crate::Opponent) makes its own choice. A move that is taken back and played again is the
    /// same; a new game needs a new seed.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Level};
    /// use reversi_engine::play::{Player, Session, Variety};
    ///
    /// let engine = Player::Engine(AnalyzeRequest::level(Level::DEFAULT));
    /// let mut session = Session::new(engine, Player::Person);
    /// session.set_variety(Variety::Within { discs: 1 }, 20_261_125);
    /// assert_eq!(session.variety(), (Variety::Within { discs: 1 }, 20_261_125));
    /// ```
    pub fn set_variety(&mut self, variety: Variety, seed: u64) {
        self.variety = (variety, seed);
    }

    /// Returns which of the moves of a book the engines take, and the seed of their choice.
    pub fn variety(&self) -> (Variety, u64) {
        self.variety
    }

    /// Returns the next step.
    pub fn due(&self) -> Due {
        let color = self.game.side_to_move();
        if let Some(result) = self.result() {
            Due::Over(result)
        } else if self.game.must_pass() {
            Due::Pass(color)
        } else if self.player(color).is_engine() {
            Due::Engine(color)
        } else {
            Due::Person(color)
        }
    }

    /// Plays a square or a forced pass. It took the [time of the turn](Self::time_of_turn), if the watch
    /// runs.
    ///
    /// ```
    /// use reversi_engine::{Move, Square};
    /// use reversi_engine::play::{Player, Session, SessionError};
    ///
    /// let mut session = Session::new(Player::Person, Player::Person);
    /// session.play(Square::F5)?;
    /// let error = session.play(Move::Pass).unwrap_err();
    /// assert!(matches!(error, SessionError::IllegalMove(_)));
    /// assert_eq!(error.to_string(), "pass is not a legal move: a move must be played");
    /// # Ok::<(), SessionError>(())
    /// ```
    ///
    /// # Errors
    /// [`SessionError::Over`], [`SessionError::IllegalMove`] and, with the end of the game,
    /// [`SessionError::OutOfTime`].
    pub fn play(&mut self, mv: impl Into<Move>) -> Result<(), SessionError> {
        let time = self.watched();
        self.advance(mv.into(), time, None)
    }

    /// Plays a square or a forced pass that took this time, whatever the watch says.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_in(&mut self, mv: impl Into<Move>, time: Duration) -> Result<(), SessionError> {
        self.advance(mv.into(), Some(time), None)
    }

    /// Plays the pass that is due.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn pass(&mut self) -> Result<(), SessionError> {
        self.play(Move::Pass)
    }

    /// Ends the game: `color` has lost.
    ///
    /// # Errors
    /// [`SessionError::Over`].
    pub fn resign(&mut self, color: Color) -> Result<(), SessionError> {
        self.check_not_over()?;
        self.end(color, Ending::Resignation);
        Ok(())
    }

    /// Returns the result, once the game is over.
    pub fn result(&self) -> Option<GameResult> {
        self.ended.map(|ended| ended.result).or_else(|| GameResult::on_board(&self.game))
    }

    /// Returns the number of discs of a side.
    pub fn discs(&self, color: Color) -> u32 {
        self.position().discs(color).len()
    }

    /// Ends the game before its end on the board.
    pub(super) fn end(&mut self, loser: Color, ending: Ending) {
        self.ended = Some(Ended { result: GameResult::early(loser, ending), clocks: self.clocks });
    }

    /// The time of the turn, if the watch measures it.
    pub(super) fn watched(&self) -> Option<Duration> {
        let time = self.watch.elapsed();
        (self.watch.runs() || !time.is_zero()).then_some(time)
    }

    pub(super) fn check_not_over(&self) -> Result<(), SessionError> {
        self.result().map_or(Ok(()), |_| Err(SessionError::Over))
    }

    /// Plays a move, after the pass that is due if the move is a square, and charges the clock.
    pub(super) fn advance(
        &mut self,
        mv: Move,
        time: Option<Duration>,
        eval: Option<f64>,
    ) -> Result<(), SessionError> {
        self.check_not_over()?;
        let due_pass = self.game.must_pass();
        let board = self.game.board();
        let Move::Place(square) = mv else { return Ok(self.record_pass()?) };
        (if due_pass { board.pass() } else { board }).try_play(square)?;
        let mut clocks = self.clocks;
        let side = self.game.side_to_move();
        let mover = if due_pass { !side } else { side };
        if let Some(clock) = &mut clocks[mover as usize] {
            let Some(left) = clock.remaining.checked_sub(time.unwrap_or_default()) else {
                self.lose_on_time(mover);
                return Err(SessionError::OutOfTime(mover));
            };
            clock.remaining = left.saturating_add(clock.increment);
        }
        if due_pass {
            self.record_pass()?;
        }
        self.record(mv, Turn { eval, time, clocks: self.clocks })?;
        self.clocks = clocks;
        self.watch.reset();
        Ok(())
    }

    /// A pass takes no time: the watch goes on for the side that moves next.
    fn record_pass(&mut self) -> Result<(), IllegalMove> {
        self.record(Move::Pass, Turn { eval: None, time: None, clocks: self.clocks })
    }

    fn record(&mut self, mv: Move, turn: Turn) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.turns.push(turn);
        self.undone.clear();
        Ok(())
    }
}

/// The reason why a session refuses a call.
///
/// ```
/// use reversi_engine::Engine;
/// use reversi_engine::play::{Player, Session, SessionError};
///
/// let mut engine = Engine::builder().hash_mib(1).build()?;
/// let error = Session::new(Player::Person, Player::Person).engine_move(&mut engine).unwrap_err();
/// assert_eq!(error, SessionError::NotAnEnginesTurn);
/// # Ok::<(), reversi_engine::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The rules do not allow the move.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
    /// The game is over.
    #[error("the game is already over")]
    Over,
    /// The clock had run out before the move: the move is not played, and the game is over.
    #[error("{0} has run out of time")]
    OutOfTime(Color),
    /// The engine's move is requested while none is due.
    #[error("it is not an engine's turn")]
    NotAnEnginesTurn,
    /// The analysis is not of the position on the board, or it has no move.
    #[error("the analysis is not one of this position")]
    AnotherPosition,
    /// The request of the engine asks for nothing.
    #[error(transparent)]
    Request(#[from] AnalyzeError),
    /// No record can hold the name.
    #[error(transparent)]
    Name(GgfTagError),
}

impl SessionError {
    /// Returns the code of the error in data.
    #[doc(hidden)] // reversi-question
    pub fn code(&self) -> &'static str {
        match self {
            SessionError::IllegalMove(_) => "illegal-move",
            SessionError::Over => "game-over",
            SessionError::OutOfTime(_) => "out-of-time",
            SessionError::NotAnEnginesTurn => "not-an-engines-turn",
            SessionError::AnotherPosition => "another-position",
            SessionError::Request(error) => error.code(),
            SessionError::Name(_) => "bad-ggf-tag",
        }
    }
}
