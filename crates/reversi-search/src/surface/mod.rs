//! Questions and answers, declared once. Each door (JSON, program, C, Python, npm, cluster) converts to the
//! options and from the answers of this module, and `cargo tools surface` writes what a door cannot read from
//! here: the JSON Schema, types of TypeScript, structs of C, literals of Python, tables of the guide.
//!
//! | File | What is in it |
//! |---|---|
//! | `field` | a field of a table: its name, kind, range, default and doc |
//! | `macros` | `surface!` declares a struct with its table, `names!` an enum with its names |
//! | `plain` | a value of any language, as a door has it before it is checked |
//! | `datum` | values of Rust from plain ones and back |
//! | `options` | the options of each call, and the requests that they ask for |
//! | `proof` | the options of questions for proofs |
//! | `question` | the fields of a question, read and written |
//! | `session` | the fields of a question for a session (feature `games`) |
//! | `answers` | the fields of answers that are not in a struct |
//! | `codes` | the code of every error of every door |

mod answers;
mod codes;
pub(crate) mod datum;
mod field;
pub(crate) mod macros;
mod options;
mod plain;
mod proof;
mod question;
#[cfg(feature = "games")]
mod session;

pub use answers::{ANSWER, DEFINITIONS, PROGRESS, REFUSAL, SUMMARY, Summary};
pub use codes::{CODES, Code, Door};
#[cfg(feature = "serde")]
pub(crate) use datum::seconds;
pub use datum::{COLORS, Datum};
pub use field::{Field, Fields, Kind, Name, Object, read};
pub use options::{
    ANALYZE, AnalyzeOptions, CLOCK, ClockOptions, ENGINE, EngineOptions, OPPONENT, OpponentOptions, SOLVE,
    Seed, SolveOptions, Window,
};
#[cfg(feature = "serde")]
pub(crate) use plain::Large;
pub use plain::Plain;
pub use proof::{PROVE, ProveOptions, VERIFY, VerifyOptions};
#[cfg(feature = "serde")]
pub(crate) use question::id_of;
pub use question::{ASKS, PEOPLE, PLAY, QUESTION, asked, read_question};
#[cfg(feature = "games")]
pub use session::SESSION_OPTIONS;

pub use crate::api::{
    ANALYSIS, BOOK_USES, HUMAN_MOVE, HUMAN_MOVES, INTERRUPTED, LIMITS, LINE, OUTCOMES, SOLUTION, SOURCES,
    STOP_REASONS, STRENGTHS,
};
pub use crate::data::{CHECKED_PROOF, CLAIMS, MADE_PROOF, PLACE, PLAYED, PROBLEM};
pub use crate::engine::{ANALYZED_MOVE, BALANCED_START, BALANCED_STARTS, BalancedStarts, FOUND_STARTS};
pub use crate::review::{
    ACCURACY, CHANCES, FACTS, HUMAN_RATING, MOVE_CLASSES, PUZZLE, REASON, REVIEW, REVIEWED_MOVE, SIDE_REVIEW,
    TURNING_POINT,
};
pub use crate::session::{
    ACTION, DUES, ENDINGS, ENGINE_MOVE, GAME_RESULT, SESSION, SESSION_STATE, STORED_END, STORED_GAME,
    STORED_TURN, STORED_UNDONE, VARIETY, VERBS, Verb,
};
