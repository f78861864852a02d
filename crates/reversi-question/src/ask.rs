//! The kinds of questions. A kind is a row of `asks!` and an arm of the functions below; its answer is a row
//! of `replies!`.

use std::borrow::Cow;
use std::ops::ControlFlow;

use reversi_bitboard::{Game, Move};
use reversi_fields::FieldErrorKind::{Misplaced, Missing, UnknownName};
use reversi_fields::{DynValue, Field, Fields as _, Kind, Name, Object, read, table, words};
use reversi_play::surface::{AGAINST, BALANCED_STARTS, TRAPS};
use reversi_play::{Action, Against, BalancedStarts, Review, Session, Traps};
use reversi_search::surface::{ANALYZE, AnalyzeOptions, SOLVE, SolveOptions};
use reversi_search::{
    AnalyzeRequest, AnalyzedMove, Engine, Event, Limits, Progress, SolveError, SolveRequest,
};

use crate::answer::Played;
use crate::fields::text_of;
use crate::proof::{PROVE, ProveOptions, VERIFY, VerifyOptions};
use crate::question::QuestionError;
use crate::reply::Reply;
use crate::session::{SESSION_OPTIONS, SessionOptions, play_on};

/// Declares the kinds of questions: `Variant(..) = "name", FIELDS;`, with the feature that answers
/// them. `without` names a field that the kind has not. The first line of a doc is the doc in data.
macro_rules! asks {
    ($(#[$attr:meta])* pub enum Ask {$(
        #[doc = $doc:literal] $(#[doc = $more:literal])*
        $Variant:ident $(($Request:ty))? $({ $($field:tt)* })? = $name:literal
            $(, $OBJECT:ident $(without $without:literal)? $(if $feature:literal)?)?;
    )+}) => {
        $(#[$attr])*
        pub enum Ask {$(
            #[doc = $doc] $(#[doc = $more])* $Variant $(($Request))? $({ $($field)* })?,
        )+}

        /// The requests of questions.
        pub static ASKS: &[Name] = &[$(Name { name: $name, doc: words!($doc) }),+];

        /// Returns the fields of a question with this request; `None` if the request has no fields.
        pub fn asked(ask: &str) -> Option<&'static Object> {
            match ask {
                $($($name $(if cfg!(feature = $feature))? => Some(&$OBJECT),)?)+
                _ => None,
            }
        }

        /// Returns the fields of this request in a question, without the fields of all questions.
        pub fn asked_fields(ask: &str) -> impl Iterator<Item = &'static Field> + use<> {
            let without = match ask {
                $($($($name => $without,)?)?)+
                _ => "",
            };
            let fields = asked(ask).map_or(&[][..], |object| object.fields);
            fields.iter().filter(move |field| field.name != without)
        }

        impl Ask {
            /// Returns the name of the request in data.
            ///
            /// ```
            /// use reversi_engine::question::Ask;
            ///
            /// assert_eq!(Ask::LegalMoves.name(), "legal_moves");
            /// ```
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Ask::$Variant { .. } => $name,)+
                }
            }
        }
    };
}

asks! {
    /// A request about a position.
    ///
    /// ```
    /// use reversi_engine::{AnalyzeRequest, Engine, Game};
    /// use reversi_engine::question::{Ask, Question, Reply};
    ///
    /// let game: Game = "f5f6e6d6c7".parse()?;
    /// let question = Question::of_game(game, Ask::AnalyzeGame(AnalyzeRequest::depth(4)));
    /// let answer = question.answer(&mut Engine::builder().hash_mib(1).build()?)?;
    /// let Reply::Game(turns) = answer.reply else { unreachable!() };
    /// assert_eq!(turns.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Ask {
        /// The proven score, or a bound of it.
        /// See [`Engine::solve`].
        Solve(SolveRequest) = "solve", SOLVE;
        /// A file by which anyone can check the score, or a bound of it.
        /// See `Engine::prove`.
        Prove(ProveOptions) = "prove", PROVE if "proof";
        /// The check of such a file, by the rules of the game alone.
        /// The file has its own position.
        Verify(VerifyOptions) = "verify", VERIFY if "proof";
        /// The best moves.
        /// See [`Engine::analyze`].
        Analyze(AnalyzeRequest) = "analyze", ANALYZE;
        /// The moves of the game, each beside the best one.
        /// See [`Engine::analyze_game`].
        AnalyzeGame(AnalyzeRequest) = "analyze_game", ANALYZE;
        /// The loss of each move of the game, and the review of both sides.
        /// See [`Review::by`].
        Review(AnalyzeRequest) = "review", ANALYZE without "only";
        /// Random positions near a draw, a few moves on.
        /// See [`BalancedStarts::find`].
        BalancedStarts(BalancedStarts) = "balanced_starts", BALANCED_STARTS;
        /// The value without a search.
        /// See [`Engine::evaluate`].
        Evaluate = "evaluate";
        /// The legal moves.
        LegalMoves = "legal_moves";
        /// The moves that people of a rating would play.
        /// See [`Engine::human_moves`].
        HumanMoves {
            /// One of [`HumanMoves::RATINGS`](reversi_search::HumanMoves::RATINGS).
            rating: u32,
        } = "human_moves", PEOPLE;
        /// The results to expect of the moves against people of a rating.
        /// See [`Against::practical`].
        Practical(Against) = "practical", AGAINST;
        /// The lines that people of a rating enter often and lose by.
        /// See [`Traps::find`].
        Traps(Traps) = "traps", TRAPS;
        /// The position after a move.
        Play(Move) = "play", PLAY;
        /// A game at the board, after the given actions.
        Session {
            /// The session to continue. The game of the question is its game.
            session: Box<Session>,
            /// The actions in order, done up to the first one that is refused.
            actions: Vec<Action>,
            /// The limits of the whole call, in which engines may move.
            total_limits: Limits,
        } = "session", SESSION_OPTIONS if "games";
    }
}

// The fields of a question for the position after a move.
table! {
    PLAY, PlayOptions,
    "The move to play.",
    [],
    "move": Kind::Move, [], ["A square such as \"f5\", or \"ps\" for a pass."];
}

// The fields of a question for the moves of people.
table! {
    PEOPLE, PeopleOptions,
    "The people.",
    [],
    "human": Kind::Whole { least: 400, most: 2400 }, ["1500"], ["The rating of the people."];
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

/// A callback of [`Question::answer_with`](crate::Question::answer_with).
pub(crate) type OnEvent<'a> = &'a mut dyn FnMut(Event<'_, &AnalyzedMove>) -> ControlFlow<()>;

impl Ask {
    /// The default rating of a question for the moves of people.
    const USUAL_RATING: u32 = 1500;

    /// Reads the request of this name from the fields of a question that are left.
    #[cold]
    pub(crate) fn read(
        name: &str,
        mut fields: Vec<(Cow<'static, str>, DynValue)>,
    ) -> Result<Ask, QuestionError> {
        let is_own = |field: &str| asked_fields(name).any(|own| own.name == field);
        if let Some((field, _)) = fields.iter().find(|(field, _)| !is_own(field)) {
            let ask = ASKS.iter().find(|ask| ask.name == name).map_or("this", |ask| ask.name);
            return Err(QuestionError::new(&**field, Misplaced { ask }));
        }
        Ok(match name {
            "solve" => Ask::Solve(read::<SolveOptions>(fields)?.checked_request()?),
            "prove" | "verify" if cfg!(not(feature = "proof")) => return Err(not_built(name, "proof")),
            "prove" => Ask::Prove(read(fields)?),
            "verify" => Ask::Verify(read(fields)?),
            "analyze" => Ask::Analyze(read::<AnalyzeOptions>(fields)?.checked_request()?),
            "analyze_game" => Ask::AnalyzeGame(read::<AnalyzeOptions>(fields)?.checked_request()?),
            "review" => Ask::Review(read::<AnalyzeOptions>(fields)?.checked_request()?),
            "balanced_starts" => Ask::BalancedStarts(read(fields)?),
            "practical" => Ask::Practical(read(fields)?),
            "traps" => Ask::Traps(read(fields)?),
            "evaluate" => Ask::Evaluate,
            "legal_moves" => Ask::LegalMoves,
            "human_moves" => Ask::HumanMoves { rating: rating_of(fields)? },
            "session" if cfg!(not(feature = "games")) => return Err(not_built(name, "games")),
            "session" => read::<SessionOptions>(fields)?.ask()?,
            _ => {
                let text = text_of(fields.pop().map(|(_, plain)| plain), "move", &Kind::Move)?;
                let missing = || QuestionError::new("move", Missing { expected: Kind::Move.expected() });
                let mv: Result<Move, _> = text.ok_or_else(missing)?.parse();
                Ask::Play(mv.map_err(|error| QuestionError::invalid("move", error))?)
            }
        })
    }

    /// Returns the fields of the request, without fields that have their default.
    #[cfg(feature = "serde")]
    pub(crate) fn plain(&self) -> Vec<(&'static Field, DynValue)> {
        match self {
            Ask::Solve(request) => SolveOptions::from(request).plain(),
            Ask::Analyze(request) | Ask::AnalyzeGame(request) | Ask::Review(request) => {
                AnalyzeOptions::from(request).plain()
            }
            Ask::BalancedStarts(starts) => starts.plain(),
            Ask::Practical(against) => against.plain(),
            Ask::Traps(traps) => traps.plain(),
            Ask::Prove(options) => options.plain(),
            Ask::Verify(options) => options.plain(),
            Ask::Evaluate | Ask::LegalMoves => Vec::new(),
            Ask::HumanMoves { rating } => vec![(&PEOPLE.fields[0], DynValue::Whole((*rating).into()))],
            Ask::Play(mv) => vec![(&PLAY.fields[0], DynValue::Text(mv.to_string()))],
            Ask::Session { session, total_limits, .. } => SessionOptions::of(session, total_limits).plain(),
        }
    }

    /// Checks the request at the present position of this game.
    pub(crate) fn check(&self, game: &Game) -> Result<(), QuestionError> {
        match self {
            Ask::Solve(request) => Ok(request.checked_window().map(drop)?),
            Ask::Analyze(request) => {
                request.check()?;
                if !game.board().legal_moves().is_empty() {
                    request.check_at(game.board())?;
                }
                Ok(())
            }
            Ask::AnalyzeGame(request) => Ok(request.check()?),
            Ask::Review(request) => Ok(request.check().and_then(|()| request.check_unrestricted())?),
            Ask::BalancedStarts(starts) => Ok(starts.check()?),
            Ask::Practical(against) => Ok(against.check()?),
            Ask::Traps(traps) => Ok(traps.check()?),
            Ask::Prove(options) => Ok(options.check()?),
            Ask::Play(mv) => Ok(Game::from_position(game.position()).play(*mv)?),
            Ask::Verify(_)
            | Ask::Evaluate
            | Ask::LegalMoves
            | Ask::HumanMoves { .. }
            | Ask::Session { .. } => Ok(()),
        }
    }

    /// Returns whether the answer takes a search.
    pub(crate) fn is_search(&self) -> bool {
        match self {
            Ask::Evaluate | Ask::LegalMoves | Ask::HumanMoves { .. } | Ask::Play(_) => false,
            Ask::Session { actions, .. } => {
                actions.iter().any(|action| matches!(action, Action::EngineMove(_)))
            }
            _ => true,
        }
    }

    /// Returns the limits of the whole call, if the request has some.
    pub(crate) fn total_limits_mut(&mut self) -> Option<&mut Limits> {
        match self {
            Ask::Solve(request) => Some(request.total_limits_mut()),
            Ask::Analyze(request) | Ask::AnalyzeGame(request) | Ask::Review(request) => {
                Some(request.total_limits_mut())
            }
            Ask::Prove(options) => Some(&mut options.limits),
            Ask::BalancedStarts(starts) => Some(starts.total_limits_mut()),
            Ask::Practical(against) => Some(against.total_limits_mut()),
            Ask::Traps(traps) => Some(traps.total_limits_mut()),
            Ask::Session { total_limits, .. } => Some(total_limits),
            Ask::Verify(_) | Ask::Evaluate | Ask::LegalMoves | Ask::HumanMoves { .. } | Ask::Play(_) => None,
        }
    }

    /// Answers the request at the present position of this game.
    pub(crate) fn reply(
        &self,
        engine: &mut Engine,
        game: &Game,
        callback: Option<OnEvent<'_>>,
    ) -> Result<Reply, QuestionError> {
        let board = game.board();
        Ok(match self {
            Ask::Solve(request) => {
                let request = request.clone();
                let result = match callback {
                    Some(callback) => engine.solve_with(&board, request, progress_of(callback)),
                    None => engine.solve(&board, request),
                };
                match result {
                    Ok(solution) => Reply::Solution(solution),
                    Err(SolveError::Interrupted(interrupted)) => Reply::Interrupted(interrupted),
                    Err(error) => return Err(error.into()),
                }
            }
            #[cfg(not(feature = "proof"))]
            Ask::Prove(_) | Ask::Verify(_) => return Err(not_built(self.name(), "proof")),
            #[cfg(feature = "proof")]
            Ask::Prove(options) => match callback {
                Some(callback) => options.reply(engine, game.position(), &mut progress_of(callback))?,
                None => options.reply(engine, game.position(), &mut |_| ControlFlow::Continue(()))?,
            },
            #[cfg(feature = "proof")]
            Ask::Verify(options) => Reply::Verified(options.verify()?),
            Ask::Analyze(request) => {
                let request = request.clone();
                Reply::Analysis(match callback {
                    Some(callback) => engine.analyze_with(&board, request, progress_of(callback))?,
                    None => engine.analyze(&board, request)?,
                })
            }
            Ask::AnalyzeGame(request) => {
                let request = request.clone();
                Reply::Game(match callback {
                    Some(callback) => engine.analyze_game_with(game, request, callback)?,
                    None => engine.analyze_game(game, request)?,
                })
            }
            Ask::Review(request) => {
                let request = request.clone();
                Reply::Review(Box::new(match callback {
                    Some(callback) => Review::by_with(engine, game, request, callback)?,
                    None => Review::by(engine, game, request)?,
                }))
            }
            Ask::BalancedStarts(starts) => {
                starts.check()?;
                let position = game.position();
                Reply::BalancedStarts(match callback {
                    Some(callback) => starts.find_all(engine, &position, &mut progress_of(callback))?,
                    None => starts.find_all(engine, &position, &mut |_| ControlFlow::Continue(()))?,
                })
            }
            Ask::Practical(against) => {
                let position = game.position();
                Reply::Practical(match callback {
                    Some(callback) => against.practical_with(engine, &position, progress_of(callback))?,
                    None => against.practical(engine, &position)?,
                })
            }
            Ask::Traps(traps) => {
                let position = game.position();
                Reply::Traps(match callback {
                    Some(callback) => traps.find_with(engine, &position, progress_of(callback))?,
                    None => traps.find(engine, &position)?,
                })
            }
            Ask::Evaluate => Reply::Evaluation(engine.evaluate(&board)),
            Ask::LegalMoves => Reply::LegalMoves(board.legal_plays().collect()),
            &Ask::HumanMoves { rating } => Reply::HumanMoves(engine.human_moves(&board, rating)?),
            Ask::Play(mv) => {
                let mut after = Game::from_position(game.position());
                after.play(*mv)?;
                Reply::Played(Played::of(&after))
            }
            Ask::Session { .. } if cfg!(not(feature = "games")) => {
                return Err(not_built(self.name(), "games"));
            }
            Ask::Session { session, actions, total_limits } => {
                let state = play_on(engine, (**session).clone(), actions.clone(), total_limits, callback);
                Reply::Session(Box::new(state))
            }
        })
    }
}

fn progress_of(callback: OnEvent<'_>) -> impl FnMut(&Progress<'_>) -> ControlFlow<()> + '_ {
    |progress| callback(Event::Progress(progress))
}

/// Reads the rating of a question for the moves of people.
#[cold]
fn rating_of(mut fields: Vec<(Cow<'static, str>, DynValue)>) -> Result<u32, QuestionError> {
    let Some((_, rating)) = fields.pop() else { return Ok(Ask::USUAL_RATING) };
    PEOPLE.fields[0].kind.check(&rating).map_err(|kind| QuestionError::new("human", kind))?;
    Ok(rating.whole().map_or(Ask::USUAL_RATING, |rating| rating as u32)) // it was checked
}

/// The error of a question that only builds with this feature answer.
#[cold]
fn not_built(ask: &str, feature: &str) -> QuestionError {
    let expected = format!("a question that a build without the feature `{feature}` answers").into();
    QuestionError::new("ask", UnknownName { expected, found: ask.to_owned() })
}
