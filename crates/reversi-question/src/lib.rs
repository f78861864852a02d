//! Everything that an engine for Reversi (Othello) can be asked, as data: questions, answers, problems, their
//! JSON and its schema.
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you build your own engine: it re-exports the
//! public items of this crate and makes the only stability promise. Its guide `questions` describes the JSON.
//!
//! | File | What is in it |
//! |---|---|
//! | `question` | [`Question`]: a question about a position; [`QuestionError`] |
//! | `ask` | [`Ask`]: the kinds of questions: their requests, read, checked and answered |
//! | `fields` | the fields that questions of all kinds have, read and written |
//! | `id` | [`QuestionId`]: the caller's id of a question |
//! | `answer` | [`Answer`]: the answer of an engine |
//! | `reply` | [`Reply`]: the kinds of answers, and their data |
//! | `answer_fields`, `answer_data` | fields that are not in a struct; structs with the feature `serde` |
//! | `dialogue` | stops and reports, beside questions and answers |
//! | `session`, `session_state` | a question for a game at the board, and its answer |
//! | `proof`, `base64` | proofs in questions and answers; bytes as a text |
//! | `problem`, `error_codes` | [`Problem`]: an error as a code, a message and a place; the code and place of each error |
//! | `codes` | the codes of all doors |
//! | `text` | questions, answers and problems as JSON text (feature `json`) |
//! | `schema` | the JSON Schema |
//! | `surface` | what the doors read: the tables of all fields |

mod answer;
#[cfg(feature = "serde")]
mod answer_data;
mod answer_fields;
mod ask;
mod base64;
mod codes;
mod dialogue;
mod error_codes;
mod fields;
mod id;
mod problem;
mod proof;
mod question;
mod reply;
mod schema;
mod session;
mod session_state;
#[doc(hidden)]
pub mod surface;
#[cfg(feature = "json")]
mod text;

pub use answer::{Answer, Played};
pub use ask::Ask;
pub use base64::{Base64, ParseBase64Error};
pub use id::QuestionId;
pub use problem::{Place, Problem};
pub use proof::{CheckedProof, ClaimName, MadeProof, ProveOptions, VerifyOptions};
pub use question::{Question, QuestionError};
pub use reply::Reply;
pub use reversi_fields::{Cause, FieldError, FieldErrorKind};
pub use schema::schema;
pub use session_state::SessionState;
#[cfg(feature = "json")]
pub use text::answer_json;

/// The version of the format of questions and answers.
pub(crate) const VERSION: u64 = 1;

/// Compiles and runs the program of README.md as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
