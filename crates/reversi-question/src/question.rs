//! Questions about positions.

use std::time::Duration;

use reversi_bitboard::{Game, IllegalMove, Position};
use reversi_fields::{FieldError, FieldErrorKind};
use reversi_play::{Action, Session};
use reversi_search::{AnalyzeError, BuildError, Limits, SolveError};

use crate::ask::Ask;
use crate::fields::asked_elsewhere;
use crate::id::QuestionId;
use crate::proof::VerifyOptions;

/// A question about a position: all that [`answer`](Self::answer) needs.
///
/// With the feature `serde` it is data: the guide on questions describes the JSON. Reading checks a question,
/// so a question that can be read has an answer.
///
/// ```
/// use reversi_engine::{Engine, SolveRequest, Value};
/// use reversi_engine::question::{Ask, Question, Reply};
///
/// let position = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// let question = Question::new(position, Ask::Solve(SolveRequest::exact()));
/// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
/// match answer.reply {
///     Reply::Solution(solution) => assert_eq!(solution.value(), Value::Exact(2)),
///     Reply::Interrupted(interrupted) => println!("so far: {}", interrupted.bounds),
///     other => unreachable!("no answer to a solve: {other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// The game: the question is about its present position, and by [`Ask::AnalyzeGame`] about its moves.
    pub game: Game,
    /// The request.
    pub ask: Ask,
    /// The caller's id, echoed in the answer.
    pub id: Option<QuestionId>,
    /// The time between reports of the progress, for a door that reports. It changes no answer.
    pub report_every: Option<Duration>,
}

impl Question {
    /// Asks about a position.
    pub fn new(position: Position, ask: Ask) -> Question {
        Question::of_game(Game::from_position(position), ask)
    }

    /// Asks for a session after these actions.
    ///
    /// ```
    /// use reversi_engine::{Engine, Square};
    /// use reversi_engine::play::{Action, DueName, Player, Session};
    /// use reversi_engine::question::{Question, Reply};
    ///
    /// let session = Session::new(Player::Person, Player::Person);
    /// let question = Question::of_session(session, vec![Action::Play(Square::F5.into())]);
    /// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
    /// let Reply::Session(state) = answer.reply else { unreachable!() };
    /// assert_eq!((state.due, &*state.moves), (DueName::Person, "f5"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_session(session: Session, actions: Vec<Action>) -> Question {
        let game = session.game().clone();
        let total_limits = Limits::new();
        Question::of_game(game, Ask::Session { session: Box::new(session), actions, total_limits })
    }

    /// Asks for the check of a proof. The game of the question is not used.
    ///
    /// ```
    /// use reversi_engine::question::{Question, VerifyOptions};
    ///
    /// let question = Question::to_verify(VerifyOptions::new([]));
    /// assert_eq!(question.ask.name(), "verify");
    /// ```
    pub fn to_verify(options: VerifyOptions) -> Question {
        Question::of_game(Game::new(), Ask::Verify(options))
    }

    /// Asks about the present position of a game, or with [`Ask::AnalyzeGame`] about its moves.
    pub fn of_game(game: Game, ask: Ask) -> Question {
        Question { game, ask, id: None, report_every: None }
    }

    /// Sets the id, which is echoed in the answer.
    ///
    /// ```
    /// use reversi_engine::Position;
    /// use reversi_engine::question::{Ask, Question, QuestionId};
    ///
    /// let question = Question::new(Position::START, Ask::LegalMoves).with_id(7);
    /// assert_eq!(question.id, Some(QuestionId::Number(7)));
    /// ```
    #[must_use]
    pub fn with_id(mut self, id: impl Into<QuestionId>) -> Question {
        self.id = Some(id.into());
        self
    }

    /// Checks the question as [`answer`](Self::answer) does.
    ///
    /// ```
    /// use reversi_engine::{Move, Position};
    /// use reversi_engine::question::{Ask, Question};
    ///
    /// let error = Question::new(Position::START, Ask::Play(Move::Pass)).check().unwrap_err();
    /// assert_eq!(error.to_string(), "move: pass is not a legal move: a move must be played");
    /// ```
    ///
    /// # Errors
    /// [`QuestionError`] for a request that asks for nothing, and for a move that is not legal.
    pub fn check(&self) -> Result<(), QuestionError> {
        self.ask.check(&self.game)
    }

    /// Returns whether the answer takes a search. All other answers take microseconds.
    ///
    /// ```
    /// use reversi_engine::{Position, SolveRequest};
    /// use reversi_engine::question::{Ask, Question};
    ///
    /// assert!(Question::new(Position::START, Ask::Solve(SolveRequest::exact())).is_search());
    /// assert!(!Question::new(Position::START, Ask::Evaluate).is_search());
    /// ```
    pub fn is_search(&self) -> bool {
        self.ask.is_search()
    }

    /// Limits the whole call further, for programs that answer the questions of others: the limits
    /// that the question has hold too.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{AnalyzeRequest, Engine, Position};
    /// use reversi_engine::question::{Ask, Question, Reply};
    /// use reversi_engine::{Limits, Stop};
    /// use reversi_engine::search::StopReason;
    ///
    /// let stop = Stop::new();
    /// let question = Question::new(Position::START, Ask::Analyze(AnalyzeRequest::unlimited()));
    /// let question = question.within(Limits::new().time(Duration::from_secs(30)).stop(&stop));
    /// stop.set(); // the one who asked has left
    /// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
    /// let Reply::Analysis(analysis) = answer.reply else { unreachable!() };
    /// assert_eq!(analysis.stopped(), Some(StopReason::Stop));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Question {
        if let Some(own) = self.ask.total_limits_mut() {
            *own = std::mem::take(own).within(&limits);
        }
        self
    }
}

/// The reason why a question has no answer: first a problem of its data, then of its request.
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use reversi_engine::{Position, SolveError, SolveRequest};
/// use reversi_engine::question::{Ask, Question};
///
/// let error = Question::new(Position::START, Ask::Solve(SolveRequest::window(3, 3))).check().unwrap_err();
/// assert_eq!(error.field, "window");
/// assert!(error.kind.cause::<SolveError>().is_some());
///
/// let error = serde_json::from_str::<Question>(r#"{"moves": "f5", "ask": "analyze", "level": 61}"#);
/// let message = error.unwrap_err().to_string();
/// assert!(message.starts_with("level must be 0 to 60, not 61"), "{message}");
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuestionError {
    /// The field, such as `limits.seconds`. Empty for the whole question.
    pub field: String,
    /// The problem.
    pub kind: FieldErrorKind,
    /// The id of the question, if it could be read.
    pub id: Option<QuestionId>,
}

impl QuestionError {
    pub(crate) fn new(field: impl Into<String>, kind: FieldErrorKind) -> QuestionError {
        FieldError::new(field, kind).into()
    }

    pub(crate) fn invalid(
        field: &str,
        error: impl std::error::Error + Send + Sync + 'static,
    ) -> QuestionError {
        FieldError::invalid(field, error).into()
    }
}

/// A field that questions of another kind have is misplaced rather than unknown.
impl From<FieldError> for QuestionError {
    fn from(error: FieldError) -> QuestionError {
        let FieldError { field, mut kind, .. } = error;
        if let FieldErrorKind::UnknownField { length, object, .. } = kind
            && let Some(ask) = asked_elsewhere(object, &field[field.len() - length..])
        {
            kind = FieldErrorKind::Misplaced { ask };
        }
        QuestionError { field, kind, id: None }
    }
}

impl std::fmt::Display for QuestionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind.fmt_in(&self.field, f)
    }
}

/// The message has all causes, so there is no source.
impl std::error::Error for QuestionError {}

impl From<SolveError> for QuestionError {
    fn from(error: SolveError) -> QuestionError {
        QuestionError::invalid("window", error)
    }
}

impl From<AnalyzeError> for QuestionError {
    fn from(error: AnalyzeError) -> QuestionError {
        QuestionError::invalid(error.field(), error)
    }
}

/// `From` for errors of one field, or of the whole question.
macro_rules! of_field {
    ($($(#[$attr:meta])* $Error:ty => $field:literal;)*) => {$(
        $(#[$attr])*
        impl From<$Error> for QuestionError {
            fn from(error: $Error) -> QuestionError {
                QuestionError::invalid($field, error)
            }
        }
    )*};
}
of_field! {
    BuildError => "";
    IllegalMove => "move";
    #[cfg(feature = "proof")]
    reversi_search::ProveError => "";
    #[cfg(feature = "proof")]
    reversi_proof::ProofError => "proof";
}
