//! The files of books, and the conversion of any form into any other.
//!
//! | Module | What is in it |
//! |---|---|
//! | `kind` | [`Format`], which form a file has |
//! | `edax` | [`EdaxReader`] and [`EdaxWriter`] |
//! | `egaroucid` | [`EgaroucidReader`] and [`EgaroucidWriter`] |
//! | `rules` | what the rules ask of a position |
//! | `input` | a stream of records that may be damaged |
//! | `damage` | [`Damage`], what a salvage leaves out |
//! | `sort` | sorting more than the memory holds |

mod damage;
mod edax;
mod egaroucid;
mod input;
mod kind;
mod rules;
mod sort;

pub use damage::Damage;
pub use edax::{ByteOrder, EdaxReader, EdaxWriter};
pub use egaroucid::{EgaroucidReader, EgaroucidWriter};
pub use kind::Format;
