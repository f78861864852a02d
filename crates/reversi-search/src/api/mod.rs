//! The nouns of the API: requests, answers, limits, levels. Each error stands beside the noun that it is
//! about.
//!
//! | File | What is in it |
//! |---|---|
//! | [`solve_request`], [`solution`] | the question of a solve; the answer, or the error |
//! | [`analyze_request`], [`analysis`] | how thoroughly to analyze; the best moves with their lines |
//! | [`progress`] | a look at a running call |
//! | [`answer`] | the source of an answer, and the checks before one is built |
//! | [`many_error`] | why a run over many positions cannot start |
//! | [`value`] | exact scores, bounds, estimates; win, draw or loss |
//! | [`limits`] | time, nodes, the stop signal; what is left of them; the reason of a stop |
//! | [`clock`] | the time for a move in a game |
//! | [`level`], [`level_times`] | how deep and how sure; how long it takes |
//! | [`selectivity`] | how sure |
//! | [`human_moves`] | moves that people would play |
//! | [`opening_book`] | the interface of a book |
//! | [`options`] | the options of each call, as every door has them |

pub(crate) mod analysis;
mod analyze_request;
pub(crate) mod answer;
mod clock;
mod human_moves;
mod level;
mod level_times;
mod limits;
mod many_error;
mod opening_book;
mod options;
mod progress;
mod selectivity;
mod solution;
mod solve_request;
pub(crate) mod value;

pub use analysis::{ANALYSIS, LINE};
pub use analysis::{Analysis, Line};
pub(crate) use analyze_request::Goal;
pub use analyze_request::{AnalyzeError, AnalyzeRequest};
pub use answer::SOURCES;
pub use answer::{AnswerError, AnswerErrorKind, Source};
pub use clock::Clock;
pub(crate) use clock::MoveTime;
#[cfg(feature = "people")]
pub(crate) use human_moves::rounded;
pub use human_moves::{HUMAN_MOVE, HUMAN_MOVES};
pub use human_moves::{HumanMove, HumanMoves};
pub(crate) use level::{LAST_PLIES, PROVEN_AT_ONCE};
pub use level::{Level, LevelError};
pub use limits::{Budget, Limits, Stop, StopGuard, StopReason};
pub use limits::{LIMITS, STOP_REASONS};
pub use many_error::ManyError;
pub use opening_book::BOOK_USES;
pub use opening_book::{BookMove, BookMoves, BookUse, OpeningBook};
pub use options::{ANALYZE, AnalyzeOptions, CLOCK, ClockOptions, SOLVE, SolveOptions, Window};
pub use progress::{Event, Progress};
pub use selectivity::{ParseSelectivityError, Selectivity};
pub use solution::{INTERRUPTED, SOLUTION};
pub use solution::{Interrupted, Solution, SolveError};
pub use solve_request::SolveRequest;
pub use value::OUTCOMES;
pub use value::{Outcome, Value};
