//! The `serde` feature: results as data. What is read is checked: a value that no engine returns is refused.
//! Answers may have fields of a later version, which are passed over. What a program stores to go on with
//! has no other fields.
//!
//! | File | What is in it |
//! |---|---|
//! | [`macros`] | the two impls of a type, given its fields or its names |
//! | [`seconds`] | times |
//! | [`values`] | scores, levels, selectivities, reasons |
//! | [`results`] | the answers of an engine |
//! | [`playing`] | opponents in the middle of a game |

pub(crate) mod macros;
mod playing;
mod results;
pub(crate) mod seconds;
mod values;

pub(crate) use playing::seed;
pub(crate) use results::AnalysisFields;
