//! The `serde` feature: results as data. What is read is checked: a value that no engine returns is refused.
//!
//! | File | What is in it |
//! |---|---|
//! | [`values`] | scores, levels, selectivities, reasons |
//! | [`results`] | the answers of an engine |

mod results;
mod values;
