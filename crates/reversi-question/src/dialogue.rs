//! Lines of a dialogue beside questions and answers: stops, and reports on the way.

#[cfg(feature = "json")]
use reversi_fields::{DynValue, check_names, object_of};
use reversi_fields::{Kind, table};
#[cfg(feature = "json")]
use reversi_search::Progress;
#[cfg(feature = "json")]
use serde::Serialize;

#[cfg(feature = "json")]
use crate::VERSION;
use crate::answer_fields::PROGRESS;
#[cfg(feature = "json")]
use crate::fields::{check_version, id_of, read_question};
use crate::id::QuestionId;
use crate::question::{Question, QuestionError};

// A line that stops questions.
table! {
    STOP, StopLine,
    "A line of a dialogue that stops questions: each is answered with its results so far. There are no other \
     fields.",
    [],
    "version": Kind::Version, ["1"], ["The version of the format."];
    "stop": Kind::Id, [], ["The id of a question that runs or waits, or \"all\" for all of them."];
}

// The reply to a stop.
table! {
    STOPPED, StopReply,
    "The reply to a stop, before the answers of the questions that it stops.",
    [],
    "id": Kind::Id, [], ["The id of the stop."];
    "version": Kind::Version, ["1"], ["The version of the format."];
    "stopped": Kind::COUNTER, [],
        ["The number of questions that it stops: 0 if none of this id runs or waits, because it is answered or \
          was never asked."];
}

// A report on a question that runs.
table! {
    REPORT, Report,
    "The progress of a question that has `report_every`, before its answer.",
    [],
    "id": Kind::Id, ["none"], ["The id of the question."];
    "version": Kind::Version, ["1"], ["The version of the format."];
    "progress": Kind::Object(&PROGRESS), [], ["How far the search has come."];
}

/// A line that a program sends in a dialogue.
#[derive(Debug)]
#[allow(clippy::exhaustive_enums, reason = "a door has to answer each kind of line")]
pub enum DialogueLine {
    /// A question.
    Question(Box<Question>),
    /// The stop of the questions with this id; `None` for all. Or the problem of a stop.
    Stop(Result<Option<QuestionId>, QuestionError>),
}

/// Reads a line of a dialogue from JSON: an object with `stop`, or a question.
///
/// ```
/// use reversi_engine::question::QuestionId;
/// use reversi_engine::surface::{DialogueLine, read_line};
///
/// let DialogueLine::Stop(stop) = read_line(r#"{"stop": 7}"#)? else { unreachable!() };
/// assert_eq!(stop, Ok(Some(QuestionId::Number(7))));
/// assert!(matches!(read_line(r#"{"moves": "f5", "ask": "evaluate"}"#)?, DialogueLine::Question(_)));
/// # Ok::<(), reversi_engine::question::QuestionError>(())
/// ```
///
/// # Errors
/// [`QuestionError`] for text that is neither.
#[cfg(feature = "json")]
pub fn read_line(text: &str) -> Result<DialogueLine, QuestionError> {
    let plain = DynValue::of_json(text)?;
    match plain {
        DynValue::Object(ref fields) if fields.iter().any(|(name, _)| name == "stop") => {
            Ok(DialogueLine::Stop(read_stop(plain)))
        }
        plain => Ok(DialogueLine::Question(Box::new(read_question(plain)?))),
    }
}

#[cfg(feature = "json")]
fn read_stop(plain: DynValue) -> Result<Option<QuestionId>, QuestionError> {
    let fields = object_of(plain)?;
    let (_, stop) = fields.iter().find(|(name, _)| name == "stop").expect("it was found");
    let id = id_of(stop).map_err(|error| QuestionError { field: "stop".to_owned(), ..error })?;
    check_version(&fields)
        .and_then(|()| check_names(&fields, &["version", "stop"], STOP.name).map_err(QuestionError::from))
        .map_err(|error| QuestionError { id: Some(id.clone()), ..error })?;
    Ok(Some(id).filter(|id| *id != QuestionId::from("all")))
}

/// Writes a report on the question with this id, a line without its end: the fields of [`REPORT`].
#[cfg(feature = "json")]
pub fn report_line(id: Option<&QuestionId>, progress: &Progress<'_>) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<&'a QuestionId>,
        version: u64,
        progress: &'a Progress<'a>,
    }
    json(&Line { id, version: VERSION, progress })
}

/// Writes the reply to the stop of the questions with this id, or of all: the fields of [`STOPPED`].
#[cfg(feature = "json")]
pub fn stopped_line(id: Option<&QuestionId>, stopped: usize) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        id: &'a QuestionId,
        version: u64,
        stopped: usize,
    }
    json(&Line { id: id.unwrap_or(&"all".into()), version: VERSION, stopped })
}

#[cfg(feature = "json")]
fn json(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("no map has keys other than texts")
}
