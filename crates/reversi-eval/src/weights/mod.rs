//! Weights: files, tables ready for look-up, and the weights embedded in this crate.
//!
//! | File | What is in it |
//! |---|---|
//! | `weights.rs` | [`Weights`], of patterns or of a network, new or from a file of any format |
//! | `tables.rs` | [`Tables`] of all plies, [`PlyTable`], [`PatternTable`] |
//! | `tables_format.rs` | the file of tables ready for look-up, which is read or mapped into memory |
//! | `patterns.rs` | [`PatternWeights`] |
//! | `patterns_format.rs` | their file format |
//! | `edax.rs` | the layout of Edax's `eval.dat` |
//! | `embedded.rs` | `network.weights`, `patterns.weights` and `small.weights`: embedded by features |

mod edax;
mod embedded;
mod patterns;
mod patterns_format;
mod tables;
mod tables_format;
#[allow(clippy::module_inception, reason = "a reader looks for `Weights` in its own file")]
mod weights;

pub use edax::{ByteOrder, EdaxHeader};
pub(crate) use embedded::Embedded;
pub use patterns::PatternWeights;
pub use tables::{PatternTable, PlyTable, Tables};
pub use weights::Weights;
