//! The `serde` feature: results as data. What is read is checked: a value that no engine returns is refused.
//!
//! | File | What is in it |
//! |---|---|
//! | [`values`] | scores, levels, selectivities, reasons |
//! | [`results`] | the answers of an engine |
//! | [`playing`] | opponents in the middle of a game |

mod playing;
mod results;
mod values;

pub(crate) use playing::seed;
pub(crate) use results::nanoseconds;
