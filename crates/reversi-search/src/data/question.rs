//! Questions about positions.

use std::borrow::Cow;

use reversi_bitboard::cpu::ParseCpuLevelError;
use reversi_bitboard::{Bitboard, Game, IllegalMove, Move, Position};
#[cfg(feature = "games")]
use reversi_notation::ReadError;
use reversi_notation::{GgfTagError, ParseBoardError, ParseGgfError, ParseMoveError, ParseTranscriptError};
use thiserror::Error;

use super::QuestionId;
use crate::api::{AnalyzeError, AnalyzeRequest, Limits, ParseVarietyError, SolveError, SolveRequest};
use crate::engine::{BalancedStarts, BuildError};
use crate::session::{Action, Session};
use crate::surface::{Fields as _, ProveOptions, VerifyOptions};

/// A question about a position: all that [`Engine::answer`](crate::Engine::answer) needs.
///
/// With the feature `serde` it is data: the guide on questions describes the JSON. Reading checks a question,
/// so a question that can be read has an answer.
///
/// ```
/// use reversi_engine::{Ask, Engine, Question, Reply, SolveRequest, Value};
///
/// let position = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O".parse()?;
/// let question = Question::new(position, Ask::Solve(SolveRequest::exact()));
/// let answer = Engine::builder().hash_mib(1).build()?.answer(&question)?;
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
}

/// A request about a position.
///
/// ```
/// use reversi_engine::{AnalyzeRequest, Ask, Engine, Game, Question, Reply};
///
/// let game: Game = "f5f6e6d6c7".parse()?;
/// let question = Question::of_game(game, Ask::AnalyzeGame(AnalyzeRequest::depth(4)));
/// let answer = Engine::builder().hash_mib(1).build()?.answer(&question)?;
/// let Reply::Game(turns) = answer.reply else { unreachable!() };
/// assert_eq!(turns.len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ask {
    /// The proven score, or a bound of it: [`Engine::solve`](crate::Engine::solve).
    Solve(SolveRequest),
    /// A file by which anyone can check the score, or a bound of it: `Engine::prove`.
    Prove(ProveOptions),
    /// The check of such a file, by the rules of the game alone. The file has its own position.
    Verify(VerifyOptions),
    /// The best moves: [`Engine::analyze`](crate::Engine::analyze).
    Analyze(AnalyzeRequest),
    /// The moves of the game, each beside the best one:
    /// [`Engine::analyze_game`](crate::Engine::analyze_game).
    AnalyzeGame(AnalyzeRequest),
    /// The loss of each move of the game, and the review of both sides:
    /// [`Engine::review`](crate::Engine::review).
    Review(AnalyzeRequest),
    /// The value without a search: [`Engine::evaluate`](crate::Engine::evaluate).
    Evaluate,
    /// Random positions near a draw, from the present position on: see
    /// [`Engine::balanced_starts`](crate::Engine::balanced_starts).
    BalancedStarts(BalancedStarts),
    /// The legal moves.
    LegalMoves,
    /// The moves that people of this rating would play: [`Engine::human_moves`](crate::Engine::human_moves).
    HumanMoves {
        /// One of [`HumanMoves::RATINGS`](crate::HumanMoves::RATINGS).
        rating: u32,
    },
    /// The position after a move.
    Play(Move),
    /// A game at the board, after these actions.
    Session {
        /// The session to continue. The game of the question is its game.
        session: Box<Session>,
        /// The actions in order, done up to the first one that is refused.
        actions: Vec<Action>,
        /// The limits of the whole call, in which engines may move.
        total_limits: Limits,
    },
}

impl From<SolveRequest> for Ask {
    fn from(request: SolveRequest) -> Ask {
        Ask::Solve(request)
    }
}

impl From<AnalyzeRequest> for Ask {
    fn from(request: AnalyzeRequest) -> Ask {
        Ask::Analyze(request)
    }
}

impl Ask {
    /// The default rating of a question for the moves of people.
    pub(crate) const USUAL_RATING: u32 = 1500;

    /// Returns the name of the request in data.
    ///
    /// ```
    /// use reversi_engine::Ask;
    ///
    /// assert_eq!(Ask::LegalMoves.name(), "legal_moves");
    /// ```
    pub const fn name(&self) -> &'static str {
        match self {
            Ask::Solve(_) => "solve",
            Ask::Prove(_) => "prove",
            Ask::Verify(_) => "verify",
            Ask::Analyze(_) => "analyze",
            Ask::AnalyzeGame(_) => "analyze_game",
            Ask::Review(_) => "review",
            Ask::BalancedStarts(_) => "balanced_starts",
            Ask::Evaluate => "evaluate",
            Ask::LegalMoves => "legal_moves",
            Ask::HumanMoves { .. } => "human_moves",
            Ask::Play(_) => "play",
            Ask::Session { .. } => "session",
        }
    }
}

#[cfg(not(all(feature = "games", feature = "proof")))]
impl Ask {
    /// The error of a question that only builds with this feature answer.
    #[cold]
    pub(crate) fn not_built(ask: &str, feature: &str) -> QuestionError {
        let expected = format!("a question that a build without the feature `{feature}` answers").into();
        QuestionError::new("ask", QuestionErrorKind::UnknownName { expected, found: ask.to_owned() })
    }
}

impl Question {
    /// Asks about a position.
    pub fn new(position: Position, ask: Ask) -> Question {
        Question::of_game(Game::from_position(position), ask)
    }

    /// Asks for a session after these actions.
    ///
    /// ```
    /// use reversi_engine::{Action, DueName, Engine, Player, Question, Reply, Session, Square};
    ///
    /// let session = Session::new(Player::Person, Player::Person);
    /// let question = Question::of_session(session, vec![Action::Play(Square::F5.into())]);
    /// let answer = Engine::builder().hash_mib(1).build()?.answer(&question)?;
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
    /// use reversi_engine::{Base64, Question, VerifyOptions};
    ///
    /// let question = Question::to_verify(VerifyOptions { proof: Base64(Vec::new()), positions: None });
    /// assert_eq!(question.ask.name(), "verify");
    /// ```
    pub fn to_verify(options: VerifyOptions) -> Question {
        Question::of_game(Game::new(), Ask::Verify(options))
    }

    /// Asks about the present position of a game, or with [`Ask::AnalyzeGame`] about its moves.
    pub fn of_game(game: Game, ask: Ask) -> Question {
        Question { game, ask, id: None }
    }

    /// Sets the id, which is echoed in the answer.
    ///
    /// ```
    /// use reversi_engine::{Ask, Position, Question, QuestionId};
    ///
    /// let question = Question::new(Position::START, Ask::LegalMoves).with_id(7);
    /// assert_eq!(question.id, Some(QuestionId::Number(7)));
    /// ```
    #[must_use]
    pub fn with_id(mut self, id: impl Into<QuestionId>) -> Question {
        self.id = Some(id.into());
        self
    }

    /// Checks the question as [`Engine::answer`](crate::Engine::answer) does.
    ///
    /// ```
    /// use reversi_engine::{Ask, Move, Position, Question};
    ///
    /// let error = Question::new(Position::START, Ask::Play(Move::Pass)).check().unwrap_err();
    /// assert_eq!(error.to_string(), "move: pass is not a legal move: a move must be played");
    /// ```
    ///
    /// # Errors
    /// [`QuestionError`] for a request that asks for nothing, and for a move that is not legal.
    pub fn check(&self) -> Result<(), QuestionError> {
        match &self.ask {
            Ask::Solve(request) => request.checked_window().map(drop).map_err(QuestionError::from),
            Ask::Analyze(request) => {
                let board = self.game.board();
                request.target(0)?;
                if !board.legal_moves().is_empty() {
                    request.moves(board, Bitboard::EMPTY)?;
                }
                Ok(())
            }
            Ask::AnalyzeGame(request) | Ask::Review(request) => {
                request.target(0).map(drop).map_err(QuestionError::from)
            }
            Ask::BalancedStarts(starts) => starts.check(),
            Ask::Prove(options) => options.check(),
            Ask::Verify(_)
            | Ask::Evaluate
            | Ask::LegalMoves
            | Ask::HumanMoves { .. }
            | Ask::Session { .. } => Ok(()),
            Ask::Play(mv) => Game::from_position(self.game.position()).play(*mv).map_err(QuestionError::from),
        }
    }

    /// Returns whether the answer takes a search. All other answers take microseconds.
    ///
    /// ```
    /// use reversi_engine::{Ask, Position, Question, SolveRequest};
    ///
    /// assert!(Question::new(Position::START, Ask::Solve(SolveRequest::exact())).is_search());
    /// assert!(!Question::new(Position::START, Ask::Evaluate).is_search());
    /// ```
    pub fn is_search(&self) -> bool {
        match &self.ask {
            Ask::Solve(_)
            | Ask::Prove(_)
            | Ask::Verify(_)
            | Ask::Analyze(_)
            | Ask::AnalyzeGame(_)
            | Ask::Review(_)
            | Ask::BalancedStarts(_) => true,
            Ask::Evaluate | Ask::LegalMoves | Ask::HumanMoves { .. } | Ask::Play(_) => false,
            Ask::Session { actions, .. } => {
                actions.iter().any(|action| matches!(action, Action::EngineMove(_)))
            }
        }
    }

    /// Limits the time and the nodes of the whole call to those of `most`, for programs that answer the
    /// questions of others. The call watches the stop of `most` in place of the question's stop for the
    /// whole call.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{AnalyzeRequest, Ask, Engine, Position, Question, Reply};
    /// use reversi_engine::{Limits, Stop, StopReason};
    ///
    /// let stop = Stop::new();
    /// let question = Question::new(Position::START, Ask::Analyze(AnalyzeRequest::unlimited()));
    /// let question = question.within(Limits::new().time(Duration::from_secs(30)).stop(&stop));
    /// stop.set(); // the one who asked has left
    /// let answer = Engine::builder().hash_mib(1).build()?.answer(&question)?;
    /// let Reply::Analysis(analysis) = answer.reply else { unreachable!() };
    /// assert_eq!(analysis.stopped(), Some(StopReason::Stop));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(mut self, most: Limits) -> Question {
        let total_limits = match &mut self.ask {
            Ask::Solve(request) => &mut request.total_limits,
            Ask::Analyze(request) | Ask::AnalyzeGame(request) | Ask::Review(request) => {
                &mut request.total_limits
            }
            Ask::Prove(options) => &mut options.limits,
            Ask::BalancedStarts(starts) => &mut starts.total_limits,
            Ask::Session { total_limits, .. } => total_limits,
            Ask::Verify(_) | Ask::Evaluate | Ask::LegalMoves | Ask::HumanMoves { .. } | Ask::Play(_) => {
                return self;
            }
        };
        *total_limits = std::mem::take(total_limits).at_most(&most);
        if most.stop.is_some() {
            total_limits.stop = most.stop;
        }
        self
    }
}

/// The reason why a question has no answer.
///
/// ```
/// use reversi_engine::{Ask, Position, Question, QuestionErrorKind, SolveRequest};
///
/// let error = Question::new(Position::START, Ask::Solve(SolveRequest::window(3, 3))).check().unwrap_err();
/// assert_eq!(error.field, "window");
/// assert!(matches!(error.kind, QuestionErrorKind::Solve(_)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct QuestionError {
    /// The field, such as `limits.seconds`. Empty for the whole question.
    pub field: String,
    /// The problem.
    pub kind: QuestionErrorKind,
    /// The id of the question, if it could be read.
    pub id: Option<QuestionId>,
}

/// The problems of a question: first of its data, then of its request.
///
/// ```
/// # #[cfg(feature = "serde")] {
/// use reversi_engine::Question;
///
/// let error = serde_json::from_str::<Question>(r#"{"moves": "f5", "ask": "analyze", "level": 61}"#);
/// let message = error.unwrap_err().to_string();
/// assert!(message.starts_with("level must be 0 to 60, not 61"), "{message}");
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestionErrorKind {
    /// The text is not JSON. The message names the line if it is not the first one.
    #[error("{}column {column}: {message}", later_line(*.line))]
    Json {
        /// The line of the text, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The problem there.
        message: String,
    },
    /// No question has such a field.
    #[error("no such field (expected {expected})")]
    UnknownField {
        /// The known fields.
        expected: String,
    },
    /// The field belongs to questions of another kind.
    #[error("not a field of {ask}")]
    Misplaced {
        /// The kind of the question.
        ask: &'static str,
    },
    /// A required field is missing.
    #[error("is missing: it must be {expected}")]
    Missing {
        /// The allowed values, or the fields that may stand in its place.
        expected: Cow<'static, str>,
    },
    /// The field is given twice.
    #[error("must be given once, not twice")]
    Duplicate,
    /// The field is given together with a field that it excludes.
    #[error("must not be given together with {other}")]
    Conflict {
        /// The other field.
        other: &'static str,
    },
    /// The value is of another type.
    #[error("must be {expected}, not {found}")]
    WrongType {
        /// The types and values that are allowed.
        expected: Cow<'static, str>,
        /// The value, or its type.
        found: String,
    },
    /// The number is out of its range.
    #[error("must be {expected}, not {found}")]
    OutOfRange {
        /// The range.
        expected: Cow<'static, str>,
        /// The number.
        found: String,
    },
    /// The word is not an allowed one.
    #[error("must be {expected}, not {found}")]
    UnknownName {
        /// The words.
        expected: Cow<'static, str>,
        /// The word.
        found: String,
    },
    /// This engine does not know the version of the format.
    #[error("must be 1, not {found}")]
    Version {
        /// The version.
        found: String,
    },
    /// The text is not a board.
    #[error(transparent)]
    Board(ParseBoardError),
    /// The text is not a transcript of legal moves.
    #[error("{}", with_cause(.0))]
    Moves(ParseTranscriptError),
    /// A text in another notation is damaged.
    #[cfg(feature = "games")]
    #[error(transparent)]
    Read(Box<ReadError>),
    /// The text is not a move.
    #[error(transparent)]
    Move(ParseMoveError),
    /// The move to play is not legal.
    #[error(transparent)]
    IllegalMove(IllegalMove),
    /// The window holds no score.
    #[error(transparent)]
    Solve(SolveError),
    /// The analysis has no depth or no lines.
    #[error(transparent)]
    Analyze(AnalyzeError),
    /// There is no proof.
    #[cfg(feature = "proof")]
    #[error(transparent)]
    Prove(Box<crate::engine::ProveError>),
    /// A proof is refused.
    #[cfg(feature = "proof")]
    #[error(transparent)]
    Proof(Box<reversi_proof::ProofError>),
    /// Memory for the search could not be allocated.
    #[error(transparent)]
    Build(BuildError),
    /// The text is not the name of a CPU level.
    #[error(transparent)]
    CpuLevel(ParseCpuLevelError),
    /// The text is not a record in GGF.
    #[error("{}", with_cause(.0))]
    Ggf(ParseGgfError),
    /// The text is not the name of a variety.
    #[error(transparent)]
    Variety(ParseVarietyError),
    /// No record can hold the name.
    #[error(transparent)]
    Tag(GgfTagError),
    /// The parts of a session do not fit together.
    #[error("{message}")]
    Session {
        /// The problem.
        message: String,
    },
}

/// Names the line if it is not the first one. A question is usually one line, and its line in a file is
/// another number.
fn later_line(line: usize) -> String {
    if line > 1 { format!("line {line}, ") } else { String::new() }
}

/// The message of an error with the messages of its causes.
pub(super) fn with_cause(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !message.ends_with(&text) {
            message = format!("{message}: {text}");
        }
        cause = error.source();
    }
    message
}

impl QuestionError {
    pub(crate) fn new(field: impl Into<String>, kind: QuestionErrorKind) -> QuestionError {
        QuestionError { field: field.into(), kind, id: None }
    }

    /// Puts this field before the field of the error, which is inside of it.
    pub(crate) fn inside(mut self, field: &str) -> QuestionError {
        let dot = if self.field.is_empty() || self.field.starts_with('[') { "" } else { "." };
        self.field = format!("{field}{dot}{}", self.field);
        self
    }
}

impl std::fmt::Display for QuestionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use QuestionErrorKind as Kind;

        match (self.field.as_str(), &self.kind) {
            ("", Kind::WrongType { .. }) => write!(f, "the question {}", self.kind),
            ("", _) => self.kind.fmt(f),
            // These texts continue a sentence that begins with the field.
            (
                field,
                Kind::Missing { .. }
                | Kind::Duplicate
                | Kind::Conflict { .. }
                | Kind::WrongType { .. }
                | Kind::OutOfRange { .. }
                | Kind::UnknownName { .. }
                | Kind::Version { .. }
                | Kind::Solve(SolveError::InvalidWindow { .. })
                | Kind::Analyze(AnalyzeError::NoDepth | AnalyzeError::NoLines),
            ) => write!(f, "{field} {}", self.kind.to_string().trim_start_matches(field).trim_start()),
            (field, Kind::Session { message }) if message.starts_with("must be") => {
                write!(f, "{field} {message}")
            }
            (field, _) => write!(f, "{field}: {}", self.kind),
        }
    }
}

/// The message has all causes, so there is no source.
impl std::error::Error for QuestionError {}

impl From<SolveError> for QuestionError {
    fn from(error: SolveError) -> QuestionError {
        QuestionError::new("window", QuestionErrorKind::Solve(error))
    }
}

/// The part of the request that the error is about.
pub(super) fn analyze_field(error: &AnalyzeError) -> &'static str {
    match error {
        AnalyzeError::NoDepth => "depth",
        AnalyzeError::NoLines => "lines",
        AnalyzeError::NoMoves => "only",
        AnalyzeError::NoPeople | AnalyzeError::Memory { .. } => "human",
    }
}

impl From<AnalyzeError> for QuestionError {
    fn from(error: AnalyzeError) -> QuestionError {
        QuestionError::new(analyze_field(&error), QuestionErrorKind::Analyze(error))
    }
}

#[cfg(feature = "proof")]
impl From<crate::engine::ProveError> for QuestionError {
    fn from(error: crate::engine::ProveError) -> QuestionError {
        QuestionError::new("", QuestionErrorKind::Prove(Box::new(error)))
    }
}

#[cfg(feature = "proof")]
impl From<reversi_proof::ProofError> for QuestionError {
    fn from(error: reversi_proof::ProofError) -> QuestionError {
        QuestionError::new("proof", QuestionErrorKind::Proof(Box::new(error)))
    }
}

impl From<BuildError> for QuestionError {
    fn from(error: BuildError) -> QuestionError {
        QuestionError::new("", QuestionErrorKind::Build(error))
    }
}

impl From<IllegalMove> for QuestionError {
    fn from(error: IllegalMove) -> QuestionError {
        QuestionError::new("move", QuestionErrorKind::IllegalMove(error))
    }
}
