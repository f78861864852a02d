//! What a user names: requests, answers, limits, levels. Each error stands beside the noun that it is about.
//!
//! | File | What is in it |
//! |---|---|
//! | [`solve_request`], [`solution`] | the question of a solve; the answer, or why there is none |
//! | [`analyze_request`], [`analysis`] | how thoroughly to analyze; the best moves with their lines |
//! | [`progress`] | a look at a running call |
//! | [`value`] | exact scores, bounds, estimates; win, draw or loss |
//! | [`limits`] | time, nodes, the stop signal; the reason of a stop |
//! | [`clock`] | the time for a move in a game |
//! | [`level`], [`selectivity`] | how deep, how sure |
//! | [`weak_play`] | weaker play for human opponents |

mod analysis;
mod analyze_request;
mod clock;
mod level;
mod limits;
mod progress;
mod selectivity;
mod solution;
mod solve_request;
mod value;
mod weak_play;

pub use analysis::{Analysis, Line};
pub use analyze_request::{AnalyzeError, AnalyzeRequest};
pub use clock::Clock;
pub use level::{Level, LevelError};
pub use limits::{Limits, Stop, StopReason};
pub use progress::{Event, Progress};
pub use selectivity::{ParseSelectivityError, Selectivity};
pub use solution::{Interrupted, Solution, SolveError};
pub use solve_request::SolveRequest;
pub use value::{Outcome, Value};
pub use weak_play::WeakPlay;
