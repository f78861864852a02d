//! Questions and answers, declared once. Each door (JSON, program, C, Python, npm, cluster) converts to the
//! options and from the answers of this module. `cargo tools surface` writes what a door cannot read from
//! here: the JSON Schema, types of TypeScript, structs of C, literals of Python, tables of the guide.

pub use reversi_fields::read as read_fields;
pub use reversi_fields::{COLORS, DynValue, Field, FieldError, FieldValue, Fields, Kind, Name, Object, Seed};
pub use reversi_play::ByColor;
pub use reversi_play::surface::*;
pub use reversi_search::surface::*;

pub use crate::answer::PLAYED;
pub use crate::answer_fields::{DEFINITIONS, PROGRESS, REFUSAL, SUMMARY, Summary};
pub use crate::ask::{ASKS, PEOPLE, PLAY, asked, asked_fields};
pub use crate::codes::{CODES, Code, Door};
pub use crate::dialogue::{DialogueLine, REPORT, STOP, STOPPED};
#[cfg(feature = "json")]
pub use crate::dialogue::{read_line, report_line, stopped_line};
pub use crate::fields::{QUESTION, read_question};
pub use crate::problem::{PLACE, PROBLEM};
pub use crate::proof::{CHECKED_PROOF, CLAIMS, MADE_PROOF};
pub use crate::proof::{PROVE, ProveOptions, VERIFY, VerifyOptions};
use crate::question::QuestionError;
pub use crate::reply::ANSWER;
pub use crate::session::SESSION_OPTIONS;
pub use crate::session_state::SESSION_STATE;

/// Reads a struct from the fields of an object: names, types, ranges and conflicts are checked.
///
/// # Errors
/// The first problem, with the field.
pub fn read<T: Fields>(given: Vec<(std::borrow::Cow<'static, str>, DynValue)>) -> Result<T, QuestionError> {
    Ok(reversi_fields::read(given)?)
}
