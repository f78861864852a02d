//! Questions, answers and errors as data, for servers, pages, languages and files. The guide `questions` of
//! `reversi-engine` describes the JSON.
//!
//! | File | What is in it |
//! |---|---|
//! | [`question`] | [`Question`]: a question about a position; [`QuestionError`] |
//! | [`id`] | [`QuestionId`]: the caller's id of a question |
//! | [`answer`] | [`Answer`]: the answer of an engine |
//! | [`proof`] | proofs in answers |
//! | [`base64`] | bytes as a text |
//! | [`problem`] | [`Problem`]: an error as a code, a message and a place |
//! | [`codes`] | the code and the place of each error |
//! | [`schema`] | the JSON Schema |
//! | `session` | the answer to a question about a game at the board (feature `games`) |
//! | [`text`] | questions, answers and problems as JSON text (feature `json`) |

mod answer;
mod base64;
mod codes;
mod id;
mod problem;
mod proof;
mod question;
mod schema;
#[cfg(feature = "games")]
mod session;
#[cfg(feature = "json")]
mod text;

pub use answer::{Answer, PLAYED, Played, Reply};
pub use base64::{Base64, ParseBase64Error};
pub use id::QuestionId;
pub use problem::{PLACE, PROBLEM, Place, Problem};
pub use proof::{CHECKED_PROOF, CLAIMS, CheckedProof, ClaimName, MADE_PROOF, MadeProof};
pub use question::{Ask, Question, QuestionError, QuestionErrorKind};
pub use schema::schema;

/// The version of the format of questions and answers.
pub(crate) const VERSION: u64 = 1;
