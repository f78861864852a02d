//! The files of books, and the conversion of any form into any other.
//!
//! | Module | What is in it |
//! |---|---|
//! | `kind` | [`Format`], which form a file has |
//! | `edax` | [`EdaxReader`] and [`EdaxWriter`] |
//! | `egaroucid` | [`EgaroucidReader`] and [`EgaroucidWriter`] |
//! | `rules` | what the rules ask of a position |
//! | `reader` | the records of a stream, one at a time: what the readers share |
//! | `input` | a stream of bytes that may be damaged |
//! | `damage` | [`Damage`], what a salvage leaves out |
//! | `conversion` | [`Conversion`], of any form into any other |
//! | `work` | the parts of a conversion |
//! | `pack` | sorting a stream of positions into a packed book |
//! | `link` | the links of a book that has none |
//! | `sort` | sorting more than the memory holds |
//! | `record` | a position in a temporary file |

mod conversion;
mod damage;
mod edax;
mod egaroucid;
mod input;
mod kind;
mod link;
mod pack;
mod reader;
mod record;
mod rules;
mod sort;
mod work;

pub use conversion::{Conversion, Converted};
pub use damage::Damage;
pub use edax::{ByteOrder, EdaxReader, EdaxWriter};
pub use egaroucid::{EgaroucidReader, EgaroucidWriter};
pub use kind::Format;
