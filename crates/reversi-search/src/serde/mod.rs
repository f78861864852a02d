//! The `serde` feature: requests and results as data. Reading checks: a value that no engine returns is
//! refused. Unknown fields of answers, from later versions, are ignored. Unknown fields of requests are
//! refused.
//!
//! | File | What is in it |
//! |---|---|
//! | [`results`] | results, alone or as a part of another one |
//! | [`requests`] | requests, limits, clocks |
//! | [`values`] | scores, bounds, levels, selectivities |

mod requests;
mod results;
mod values;

pub use results::AnalysisWithoutBoard;
