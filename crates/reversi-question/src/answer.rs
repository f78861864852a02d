//! Answers to questions.

use std::ops::ControlFlow;

use reversi_bitboard::{Game, Move, Position};
use reversi_fields::{Kind, answer};
use reversi_search::{AnalyzedMove, Engine, Event};

use crate::ask::OnEvent;
use crate::id::QuestionId;
use crate::question::{Question, QuestionError};
use crate::reply::Reply;

/// The answer of an engine to a [`Question`](crate::Question), with the position.
///
/// ```
/// use reversi_engine::{Color, Engine, Position};
/// use reversi_engine::question::{Answer, Ask, Question, Reply};
///
/// let question = Question::of_game("f5".parse()?, Ask::Evaluate);
/// let answer: Answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
/// assert_eq!(answer.position.side, Color::White); // scores are those of the side to move
/// assert!(matches!(answer.reply, Reply::Evaluation(discs) if discs.abs() < 10.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct Answer {
    /// The position that was asked about, after the moves of the question. Scores are from its side to move.
    pub position: Position,
    /// The reply.
    pub reply: Reply,
    /// The id of the question, if it has one.
    pub id: Option<QuestionId>,
}

answer! {
    /// The position after a move.
    ///
    /// ```
    /// use reversi_engine::{Engine, Move, Position, Square};
    /// use reversi_engine::question::{Ask, Question, Reply};
    ///
    /// let question = Question::new(Position::START, Ask::Play(Square::F5.into()));
    /// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
    /// let Reply::Played(played) = answer.reply else { unreachable!() };
    /// assert_eq!(played.legal_moves, [Square::F4, Square::D6, Square::F6].map(Move::Place));
    /// assert_eq!(played.black_score, None); // the game goes on
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct Played as PLAYED: "The position after a move." {
        /// The position, with the other side to move.
        pub position: Position as "position": Kind::Position;
        /// The legal moves. Only the pass if it is forced, none if the game is over.
        pub legal_moves: Vec<Move> as "legal_moves": Kind::List(&Kind::Move);
        /// The result from black's side, empties to the winner; null while the game goes on.
        pub black_score: Option<i32> as "black_score": Kind::OrNull(&Kind::Score);
    }
}

impl Played {
    /// Returns the present position of a game.
    ///
    /// ```
    /// use reversi_engine::Game;
    /// use reversi_engine::question::Played;
    ///
    /// let played = Played::of(&"e6f4e3f6g5d6e7f5c5".parse::<Game>()?);
    /// assert_eq!((played.legal_moves.len(), played.black_score), (0, Some(64)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Game) -> Played {
        Played {
            position: game.position(),
            legal_moves: game.legal_plays().collect(),
            black_score: game.score(),
        }
    }

    /// Returns the position if its legal moves and its score are right.
    #[cfg(feature = "serde")]
    pub(crate) fn checked(self) -> Result<Played, &'static str> {
        let fits = self == Played::of(&Game::from_position(self.position));
        if fits { Ok(self) } else { Err("the legal moves or the score are not those of the position") }
    }
}

impl Answer {
    /// Makes an answer from elsewhere: a book, a file, another engine.
    ///
    /// ```
    /// use reversi_engine::Position;
    /// use reversi_engine::question::{Answer, Reply};
    ///
    /// let answer = Answer::new(Position::START, Reply::Evaluation(0.0));
    /// assert_eq!(answer.position, Position::START);
    /// ```
    pub fn new(position: Position, reply: Reply) -> Answer {
        Answer { position, reply, id: None }
    }

    /// Sets the id of the question.
    ///
    /// ```
    /// use reversi_engine::Position;
    /// use reversi_engine::question::{Answer, Reply};
    ///
    /// let answer = Answer::new(Position::START, Reply::Evaluation(0.0)).with_id(7);
    /// assert_eq!(answer.id, Some(7.into()));
    /// ```
    pub fn with_id(mut self, id: impl Into<QuestionId>) -> Answer {
        self.id = Some(id.into());
        self
    }
}

impl Question {
    /// Answers a question of any kind. It returns the result of the call for that kind, and adds less than a
    /// microsecond.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Level, Position};
    /// use reversi_engine::question::{Ask, Question, Reply};
    ///
    /// let request = AnalyzeRequest::level(Level::of::<6>()).lines(2);
    /// let question = Question::new(Position::START, Ask::Analyze(request.clone()));
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let Reply::Analysis(answered) = question.answer(&mut engine)?.reply else { unreachable!() };
    /// engine.clear_hash();
    /// let analyzed = engine.analyze(&Position::START.board, request)?;
    /// assert_eq!(answered.lines(), analyzed.lines());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`QuestionError`], as [`check`](Self::check). A solve that a limit ends is an
    /// answer: [`Reply::Interrupted`](crate::Reply::Interrupted).
    pub fn answer(&self, engine: &mut Engine) -> Result<Answer, QuestionError> {
        self.answer_watched(engine, None)
    }

    /// Answers a question as [`answer`](Self::answer) does, with a callback on the calling thread as in
    /// [`Engine::solve_with`], [`Engine::analyze_with`] and [`Engine::analyze_game_with`]. Only a game has
    /// events other than progress.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use reversi_engine::{AnalyzeRequest, Engine, Position};
    /// use reversi_engine::question::{Ask, Question, Reply};
    /// use reversi_engine::search::{Event, StopReason};
    ///
    /// let question = Question::new(Position::START, Ask::Analyze(AnalyzeRequest::unlimited()));
    /// let mut engine = Engine::builder().hash_mib(1).build()?;
    /// let answer = question.answer_with(&mut engine, |event| match event {
    ///     Event::Progress(progress) if progress.nodes() > 10_000 => ControlFlow::Break(()),
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// let Reply::Analysis(analysis) = answer.reply else { unreachable!() };
    /// assert_eq!(analysis.stopped(), Some(StopReason::Callback));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`answer`](Self::answer).
    pub fn answer_with(
        &self,
        engine: &mut Engine,
        mut callback: impl FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>,
    ) -> Result<Answer, QuestionError> {
        self.answer_watched(engine, Some(&mut callback))
    }

    fn answer_watched(
        &self,
        engine: &mut Engine,
        callback: Option<OnEvent<'_>>,
    ) -> Result<Answer, QuestionError> {
        let id = self.id.clone();
        match self.ask.reply(engine, &self.game, callback) {
            Ok(reply) => {
                let position = match &reply {
                    Reply::Session(state) => state.position,
                    Reply::Verified(checked) => checked.position,
                    _ => self.game.position(),
                };
                Ok(Answer { position, reply, id })
            }
            Err(error) => Err(QuestionError { id, ..error }),
        }
    }
}
