//! The `serde` feature: results as data. Reading checks: a value that no engine returns is refused. Unknown
//! fields of answers, from later versions, are ignored. Unknown fields of stored data, such as a session, are
//! refused.
//!
//! | File | What is in it |
//! |---|---|
//! | [`answer`] | answers to questions |
//! | [`results`] | results, alone or as a part of another one |
//! | [`values`] | scores, bounds, levels, selectivities |
//! | [`seconds`] | times |

mod answer;
mod results;
pub(crate) mod seconds;
mod values;

pub(crate) use results::{Unplaced, unplaced};
pub(crate) use values::bounds;
