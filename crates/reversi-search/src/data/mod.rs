//! Questions, answers and errors as data: what a server, a page, a language or a file says to an engine and
//! hears from it. The guide `questions` of `reversi-engine` describes the JSON.
//!
//! | File | What is in it |
//! |---|---|
//! | [`question`] | [`Question`]: a position and what is asked of it; why it has no answer |
//! | [`id`] | [`QuestionId`]: what a question is called by whoever asks it |
//! | [`answer`] | [`Answer`]: what an engine replies |
//! | [`problem`] | [`Problem`]: an error as a code, a message and a place |
//! | [`codes`] | the code and the place of each error |
//! | [`schema`] | the JSON Schema |
//! | `json` | the fields, read and written (feature `serde`) |

mod answer;
mod codes;
mod id;
#[cfg(feature = "serde")]
mod json;
mod problem;
mod question;
mod schema;

pub use answer::{Answer, Played, Reply};
pub use id::QuestionId;
pub use problem::{Place, Problem};
pub use question::{Ask, Question, QuestionError, QuestionErrorKind};
pub use schema::schema;

/// The version of the form of questions and answers.
#[cfg(feature = "serde")]
const VERSION: u64 = 1;
