//! The fields of a question, read and written.

use std::borrow::Cow;
use std::error::Error;

use reversi_bitboard::{Game, Move, Position};
use reversi_fields::FieldErrorKind::{Misplaced, Missing, Version};
#[cfg(feature = "serde")]
use reversi_fields::Fields as _;
use reversi_fields::{DynValue, Kind, Name, Object, check_names, object_of, read, table, words};
use reversi_notation::ParseBoardError;
#[cfg(feature = "games")]
use reversi_notation::{Notation, ReadErrorKind, Reader};
use reversi_play::surface::BALANCED_STARTS;
use reversi_search::surface::{ANALYZE, AnalyzeOptions, SOLVE, SolveOptions};

use crate::VERSION;
use crate::id::QuestionId;
#[cfg(feature = "proof")]
use crate::proof::{PROVE, VERIFY};
use crate::question::{Ask, Question, QuestionError};
#[cfg(feature = "games")]
use crate::session::{SESSION_OPTIONS, SessionOptions};

/// The requests of questions.
pub static ASKS: &[Name] = &[
    Name { name: "solve", doc: words!("The proven score, or a bound of it.") },
    Name { name: "prove", doc: words!("A file by which anyone can check the score, or a bound of it.") },
    Name { name: "verify", doc: words!("The check of such a file, by the rules of the game alone.") },
    Name { name: "analyze", doc: words!("The best moves.") },
    Name { name: "analyze_game", doc: words!("The moves of the game, each beside the best one.") },
    Name { name: "review", doc: words!("The loss of each move of the game, and the review of both sides.") },
    Name { name: "balanced_starts", doc: words!("Random positions near a draw, a few moves on.") },
    Name { name: "evaluate", doc: words!("The value without a search.") },
    Name { name: "legal_moves", doc: words!("The legal moves.") },
    Name { name: "human_moves", doc: words!("The moves that people of a rating would play.") },
    Name { name: "play", doc: words!("The position after a move.") },
    Name { name: "session", doc: words!("A game at the board, after the given actions.") },
];

// The fields of every question. The fields of its request stand beside them.
table! {
    QUESTION, Question,
    "A question about a position. There are no other fields.",
    [],
    "id": Kind::Id, ["none"],
        ["The caller's id of the question, echoed in its answer or error."];
    "version": Kind::Version, ["1"], ["The version of the format."];
    "position": Kind::Position, ["the usual start, if there are moves, and for balanced_starts"],
        ["64 cells from A1, B1 to H8 (X black, O white, - empty), then the side to move."];
    "moves": Kind::Moves, ["none"],
        ["Moves from the position on, such as \"f5d6c3\". A forced pass may be written (ps) or left out."];
    "ask": Kind::Names("Asked", ASKS), [], ["The request."];
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

/// Returns the fields of a question with this request; `None` if the request has no fields.
pub fn asked(ask: &str) -> Option<&'static Object> {
    match ask {
        "solve" => Some(&SOLVE),
        #[cfg(feature = "proof")]
        "prove" => Some(&PROVE),
        #[cfg(feature = "proof")]
        "verify" => Some(&VERIFY),
        "analyze" | "analyze_game" | "review" => Some(&ANALYZE),
        "balanced_starts" => Some(&BALANCED_STARTS),
        "play" => Some(&PLAY),
        "human_moves" => Some(&PEOPLE),
        #[cfg(feature = "games")]
        "session" => Some(&SESSION_OPTIONS),
        _ => None,
    }
}

/// Returns the kind of question that has the fields of this object, if the field is not one of them but of
/// another kind of question.
#[cold]
pub(crate) fn asked_elsewhere(object: &str, field: &str) -> Option<&'static str> {
    let (mut own, mut is_elsewhere) = (None, false);
    for ask in ASKS.iter().rev() {
        let Some(asked) = asked(ask.name) else { continue };
        if asked.name == object {
            own = Some(ask.name);
        }
        is_elsewhere |= asked.fields.iter().any(|other| other.name == field);
    }
    own.filter(|_| is_elsewhere)
}

/// Reads a question. An error has its id, if that could be read.
///
/// # Errors
/// [`QuestionError`] for a question that has no answer.
#[cold]
pub fn read_question(plain: DynValue) -> Result<Question, QuestionError> {
    let mut fields = object_of(plain)?;
    let id = fields.iter().find(|(name, _)| name == "id").map(|(_, plain)| id_of(plain));
    let in_error = id.clone().and_then(Result::ok);
    let read = || {
        // The version comes first: another version may have other names.
        if let Some((_, version)) = fields.iter().find(|(name, _)| name == "version") {
            let wrong = |kind| QuestionError::new("version", kind);
            Kind::Version.check(version).map_err(wrong)?;
            if version.whole() != Some(VERSION.into()) {
                return Err(wrong(Version { found: version.describe() }));
            }
        }
        let mut names: Vec<&str> = Vec::new();
        let objects = [&QUESTION].into_iter().chain(ASKS.iter().filter_map(|ask| asked(ask.name)));
        for field in objects.flat_map(|object| object.fields) {
            if !names.contains(&field.name) {
                names.push(field.name);
            }
        }
        check_names(&fields, &names, "")?;
        let id = id.transpose()?;
        let asks = |name: &str| {
            let name = DynValue::Text(name.to_owned());
            fields.iter().any(|(field, value)| field == "ask" && *value == name)
        };
        let has_its_own = asks("session") || asks("verify");
        let is_from_start = asks("balanced_starts");
        let mut take = |name: &str| {
            let at = fields.iter().position(|(found, _)| found == name)?;
            Some(fields.remove(at).1)
        };
        for name in ["id", "version"] {
            take(name);
        }
        let kind = &QUESTION.fields.iter().find(|field| field.name == "ask").expect("it is there").kind;
        let mut game = Game::new();
        if !has_its_own {
            let start = text_of(take("position"), "position", &Kind::Position)?;
            let moves = text_of(take("moves"), "moves", &Kind::Moves)?;
            let none = (is_from_start && start.is_none()).then(String::new);
            game = game_of(start, moves.or(none))?;
        }
        let name = text_of(take("ask"), "ask", kind)?;
        let missing = || QuestionError::new("ask", Missing { expected: kind.expected() });
        let ask = ask_of(&name.ok_or_else(missing)?, fields)?;
        if let Ask::Session { session, .. } = &ask {
            game = session.game().clone();
        }
        let question = Question { id, ..Question::of_game(game, ask) };
        question.check()?;
        Ok(question)
    };
    read().map_err(|error| QuestionError { id: in_error, ..error })
}

#[cold]
pub(crate) fn id_of(plain: &DynValue) -> Result<QuestionId, QuestionError> {
    Kind::Id.check(plain).map_err(|kind| QuestionError::new("id", kind))?;
    Ok(match plain {
        DynValue::Text(text) => QuestionId::Text(text.clone()),
        number => QuestionId::Number(number.whole().unwrap_or_default() as i64), // it was checked
    })
}

#[cold]
fn text_of(plain: Option<DynValue>, name: &str, kind: &Kind) -> Result<Option<String>, QuestionError> {
    let Some(plain) = plain else { return Ok(None) };
    kind.check(&plain).map_err(|kind| QuestionError::new(name, kind))?;
    let DynValue::Text(text) = plain else { unreachable!("it was checked") };
    Ok(Some(text))
}

/// Reads the position, by default the usual start, and the moves from there.
#[cold]
fn game_of(position: Option<String>, moves: Option<String>) -> Result<Game, QuestionError> {
    let start = match (&position, &moves) {
        (Some(text), None) => match text.parse::<Position>() {
            Ok(position) => return Ok(Game::from_position(position)),
            Err(error) => return any_notation(text, Position::START, "position", error.at, error),
        },
        (Some(text), Some(_)) => text.parse().or_else(|error: ParseBoardError| {
            let game = any_notation(text, Position::START, "position", error.at, error)?;
            Ok::<_, QuestionError>(game.position())
        })?,
        (None, Some(_)) => Position::START,
        (None, None) => {
            let expected = "a position, moves from the usual start, or both".into();
            return Err(QuestionError::new("position", Missing { expected }));
        }
    };
    match moves {
        Some(text) => Game::from_transcript(start, &text)
            .or_else(|error| any_notation(&text, start, "moves", error.at, error)),
        None => Ok(Game::from_position(start)),
    }
}

/// Reads the one game or position of a text that is neither cells nor plain moves. Text beside it is an
/// error: an answer has no place for skipped text. The `error` of cells or moves is at `at`. A better one is
/// of another notation, is later in the text, or names text that is not part of a game.
#[cold]
#[cfg(feature = "games")]
fn any_notation(
    text: &str,
    start: Position,
    field: &str,
    at: usize,
    error: impl Error + Send + Sync + 'static,
) -> Result<Game, QuestionError> {
    let read = Reader::new().strict(true).start(start).read_one(text.as_bytes());
    read.map(|record| record.game().into_owned()).map_err(|other| {
        let is_plain = matches!(other.notation, Notation::Board | Notation::Moves);
        let is_better = match other.kind {
            ReadErrorKind::Several => true,
            // Only text that stands by itself: the end of a word of moves is a bad move.
            ReadErrorKind::Skipped(_) => !text[..other.place.offset].ends_with(char::is_alphanumeric),
            ReadErrorKind::Nothing => false,
            _ => !is_plain || other.place.offset > at,
        };
        if is_better { QuestionError::invalid(field, other) } else { QuestionError::invalid(field, error) }
    })
}

#[cold]
#[cfg(not(feature = "games"))]
fn any_notation(
    _: &str,
    _: Position,
    field: &str,
    _: usize,
    error: impl Error + Send + Sync + 'static,
) -> Result<Game, QuestionError> {
    Err(QuestionError::invalid(field, error))
}

/// Reads the request from the fields that are left.
#[cold]
fn ask_of(name: &str, mut fields: Vec<(Cow<'static, str>, DynValue)>) -> Result<Ask, QuestionError> {
    let own = asked(name).map_or(&[][..], |object| object.fields);
    if let Some((field, _)) = fields.iter().find(|(name, _)| own.iter().all(|field| field.name != name)) {
        let ask = ASKS.iter().find(|ask| ask.name == name).map_or("this", |ask| ask.name);
        return Err(QuestionError::new(&**field, Misplaced { ask }));
    }
    Ok(match name {
        "solve" => Ask::Solve(read::<SolveOptions>(fields)?.checked_request()?),
        #[cfg(feature = "proof")]
        "prove" => Ask::Prove(read(fields)?),
        #[cfg(feature = "proof")]
        "verify" => Ask::Verify(read(fields)?),
        #[cfg(not(feature = "proof"))]
        "prove" | "verify" => return Err(Ask::not_built("prove", "proof")),
        "analyze" => Ask::Analyze(read::<AnalyzeOptions>(fields)?.checked_request()?),
        "analyze_game" => Ask::AnalyzeGame(read::<AnalyzeOptions>(fields)?.checked_request()?),
        #[cfg(feature = "review")]
        "review" => Ask::Review(read::<AnalyzeOptions>(fields)?.checked_request()?),
        #[cfg(not(feature = "review"))]
        "review" => return Err(Ask::not_built("review", "review")),
        #[cfg(feature = "starts")]
        "balanced_starts" => Ask::BalancedStarts(read(fields)?),
        #[cfg(not(feature = "starts"))]
        "balanced_starts" => return Err(Ask::not_built("balanced_starts", "starts")),
        "evaluate" => Ask::Evaluate,
        "legal_moves" => Ask::LegalMoves,
        "human_moves" => Ask::HumanMoves { rating: rating_of(fields)? },
        #[cfg(feature = "games")]
        "session" => read::<SessionOptions>(fields)?.ask()?,
        #[cfg(not(feature = "games"))]
        "session" => return Err(Ask::not_built("session", "games")),
        _ => {
            let text = text_of(fields.pop().map(|(_, plain)| plain), "move", &Kind::Move)?;
            let missing = || QuestionError::new("move", Missing { expected: Kind::Move.expected() });
            let mv: Result<Move, _> = text.ok_or_else(missing)?.parse();
            Ask::Play(mv.map_err(|error| QuestionError::invalid("move", error))?)
        }
    })
}

/// Reads the rating of a question for the moves of people.
#[cold]
fn rating_of(mut fields: Vec<(Cow<'static, str>, DynValue)>) -> Result<u32, QuestionError> {
    let Some((_, rating)) = fields.pop() else { return Ok(Ask::USUAL_RATING) };
    PEOPLE.fields[0].kind.check(&rating).map_err(|kind| QuestionError::new("human", kind))?;
    Ok(rating.whole().map_or(Ask::USUAL_RATING, |rating| rating as u32)) // it was checked
}

/// Returns the fields of a question. Fields with their default are left out.
#[cfg(feature = "serde")]
pub(crate) fn fields_of(question: &Question) -> DynValue {
    let Question { game, ask, id } = question;
    let mut fields: Vec<(Cow<'static, str>, DynValue)> = Vec::new();
    let mut put = |name: &'static str, plain: DynValue| fields.push((Cow::Borrowed(name), plain));
    match id {
        Some(QuestionId::Number(number)) => put("id", DynValue::Whole((*number).into())),
        Some(QuestionId::Text(text)) => put("id", DynValue::Text(text.clone())),
        None => {}
    }
    put("version", DynValue::Whole(VERSION.into()));
    let has_its_own = matches!(ask, Ask::Session { .. } | Ask::Verify(_));
    if !has_its_own {
        put("position", DynValue::Text(game.start().to_string()));
    }
    if game.moves().len() > 0 && !has_its_own {
        put("moves", DynValue::Text(game.to_string()));
    }
    put("ask", DynValue::Text(ask.name().to_owned()));
    let options = match ask {
        Ask::Solve(request) => SolveOptions::from(request).plain(),
        Ask::Analyze(request) | Ask::AnalyzeGame(request) | Ask::Review(request) => {
            AnalyzeOptions::from(request).plain()
        }
        Ask::BalancedStarts(starts) => starts.plain(),
        Ask::Prove(options) => options.plain(),
        Ask::Verify(options) => options.plain(),
        Ask::Evaluate | Ask::LegalMoves => Vec::new(),
        Ask::HumanMoves { rating } => vec![(&PEOPLE.fields[0], DynValue::Whole((*rating).into()))],
        Ask::Play(mv) => vec![(&PLAY.fields[0], DynValue::Text(mv.to_string()))],
        #[cfg(feature = "games")]
        Ask::Session { session, total_limits, .. } => SessionOptions::of(session, total_limits).plain(),
        #[cfg(not(feature = "games"))]
        Ask::Session { .. } => Vec::new(),
    };
    options
        .into_iter()
        .filter(|(field, _)| field.name != "actions")
        .for_each(|(field, plain)| put(field.name, plain));
    DynValue::Object(fields)
}

#[cfg(feature = "serde")]
mod with_serde {
    //! Questions in any format of serde. A stop is not data: it is left out.

    use ::serde::de::{Deserialize, Deserializer, Error};
    use ::serde::ser::{Serialize, SerializeMap as _, Serializer};
    use reversi_fields::DynValue;

    use super::{fields_of, read_question};
    use crate::question::{Ask, Question};

    /// `{"id": 7, "version": 1, "position": "64 cells X", "moves": "f5d6", "ask": "solve", ..}` with the
    /// fields of the request. The guide on questions describes them.
    impl Serialize for Question {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            if let DynValue::Object(fields) = fields_of(self) {
                fields.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
            }
            // An analysis in them has no plain form.
            if let Ask::Session { actions, .. } = &self.ask {
                map.serialize_entry("actions", actions)?;
            }
            map.end()
        }
    }

    impl<'de> Deserialize<'de> for Question {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Question, D::Error> {
            read_question(DynValue::deserialize(deserializer)?).map_err(D::Error::custom)
        }
    }
}
