//! The `serde` feature: results as data. What is read is checked: a value that no engine returns is refused.
//! Answers may have fields of a later version, which are passed over. What a program stores to go on with
//! has no other fields.
//!
//! | File | What is in it |
//! |---|---|
//! | [`answer`] | answers to questions |
//! | [`results`] | results by themselves, and those that are a part of another |
//! | [`values`] | scores, bounds, levels, selectivities |
//! | [`seconds`] | times |

mod answer;
mod results;
pub(crate) mod seconds;
mod values;

pub(crate) use results::{Unplaced, unplaced};
pub(crate) use values::bounds;
