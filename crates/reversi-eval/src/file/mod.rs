//! The common parts of all files of weights.
//!
//! | File | What is in it |
//! |---|---|
//! | `error.rs` | [`WeightsError`] |
//! | `memory.rs` | vectors whose memory may be refused |
//! | `input.rs` | reading and writing with a place for each error |
//! | `elements.rs` | tables in their own memory or in a mapped file |

mod elements;
mod error;
mod input;
pub(crate) mod memory;

pub(crate) use elements::{Elements, MAPPED_AT, Packed};
pub use error::{WeightsError, WeightsErrorKind};
pub(crate) use input::{Input, MAX_PROVENANCE, SHAPES, inflate, write};
