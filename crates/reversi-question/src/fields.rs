//! The fields of a question, read and written.

use std::borrow::Cow;
use std::error::Error;
use std::time::Duration;

use reversi_bitboard::{Game, Position};
use reversi_fields::FieldErrorKind::{Missing, Version};
use reversi_fields::{DynValue, FieldValue as _, Kind, check_names, object_of, table};
use reversi_notation::ParseBoardError;
#[cfg(feature = "games")]
use reversi_notation::{Notation, ReadErrorKind, Reader};

use crate::VERSION;
use crate::ask::{ASKS, Ask, asked};
use crate::id::QuestionId;
use crate::question::{Question, QuestionError};

// The fields of every question. The fields of its request stand beside them.
table! {
    QUESTION, Question,
    "A question about a position. There are no other fields.",
    [],
    "id": Kind::Id, ["none"],
        ["The caller's id of the question, echoed in its answer or error."];
    "version": Kind::Version, ["1"], ["The version of the format."];
    "report_every": Kind::Seconds, ["none"],
        ["Seconds between reports of the progress, at doors that report: `reversi ask`, the example server. Answers are the same."];
    "position": Kind::Position, ["the usual start, if there are moves, and for balanced_starts"],
        ["64 cells from A1, B1 to H8 (X black, O white, - empty), then the side to move."];
    "moves": Kind::Moves, ["none"],
        ["Moves from the position on, such as \"f5d6c3\". A forced pass may be written (ps) or left out."];
    "ask": Kind::Names("Asked", ASKS), [], ["The request."];
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
        check_version(&fields)?;
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
        let interval = |plain| {
            Kind::Seconds.check(&plain).map_err(|kind| QuestionError::new("report_every", kind))?;
            Ok::<_, QuestionError>(Duration::read(plain)?)
        };
        let report_every = take("report_every").map(interval).transpose()?;
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
        let ask = Ask::read(&name.ok_or_else(missing)?, fields)?;
        if let Ask::Session { session, .. } = &ask {
            game = session.game().clone();
        }
        let question = Question { id, report_every, ..Question::of_game(game, ask) };
        question.check()?;
        Ok(question)
    };
    read().map_err(|error| QuestionError { id: in_error, ..error })
}

/// Checks the version, if it is there. It comes first: another version may have other names.
#[cold]
pub(crate) fn check_version(fields: &[(Cow<'static, str>, DynValue)]) -> Result<(), QuestionError> {
    let Some((_, version)) = fields.iter().find(|(name, _)| name == "version") else { return Ok(()) };
    let wrong = |kind| QuestionError::new("version", kind);
    Kind::Version.check(version).map_err(wrong)?;
    if version.whole() != Some(VERSION.into()) {
        return Err(wrong(Version { found: version.describe() }));
    }
    Ok(())
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
pub(crate) fn text_of(
    plain: Option<DynValue>,
    name: &str,
    kind: &Kind,
) -> Result<Option<String>, QuestionError> {
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

#[cfg(feature = "serde")]
mod with_serde {
    //! Questions in any format of serde. A stop is not data: it is left out.

    use ::serde::de::{Deserialize, Deserializer, Error};
    use ::serde::ser::{Serialize, SerializeMap as _, Serializer};
    use reversi_fields::{DynValue, FieldValue as _};

    use super::read_question;
    use crate::VERSION;
    use crate::ask::Ask;
    use crate::id::QuestionId;
    use crate::question::Question;

    /// `{"id": 7, "version": 1, "position": "64 cells X", "moves": "f5d6", "ask": "solve", ..}` with the
    /// fields of the request. The guide on questions describes them.
    impl Serialize for Question {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            for (name, value) in fields_of(self) {
                map.serialize_entry(name, &value)?;
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

    /// Returns the fields of a question. Fields with their default are left out.
    fn fields_of(question: &Question) -> Vec<(&'static str, DynValue)> {
        let Question { game, ask, id, report_every } = question;
        let mut fields = Vec::new();
        let mut put = |name: &'static str, plain: DynValue| fields.push((name, plain));
        match id {
            Some(QuestionId::Number(number)) => put("id", DynValue::Whole((*number).into())),
            Some(QuestionId::Text(text)) => put("id", DynValue::Text(text.clone())),
            None => {}
        }
        put("version", DynValue::Whole(VERSION.into()));
        if let Some(plain) = report_every.plain() {
            put("report_every", plain);
        }
        let has_its_own = matches!(ask, Ask::Session { .. } | Ask::Verify(_));
        if !has_its_own {
            put("position", DynValue::Text(game.start().to_string()));
        }
        if game.moves().len() > 0 && !has_its_own {
            put("moves", DynValue::Text(game.to_string()));
        }
        put("ask", DynValue::Text(ask.name().to_owned()));
        ask.plain()
            .into_iter()
            .filter(|(field, _)| field.name != "actions")
            .for_each(|(field, plain)| put(field.name, plain));
        fields
    }
}
