//! The files of books, and the conversion between all formats.
//!
//! | Module | What is in it |
//! |---|---|
//! | `formats` | [`Format`], the list of all formats |
//! | `edax` | [`EdaxReader`] and [`EdaxWriter`] |
//! | `egaroucid` | [`EgaroucidReader`] and [`EgaroucidWriter`] |
//! | `rules` | the rules for a position |
//! | `reader` | the records of a stream, one at a time, for all readers |
//! | `input` | a stream of bytes that may be damaged |
//! | `damage` | [`Damage`], the report of damage |
//! | `conversion` | [`Conversion`] between all formats |
//! | `work` | the parts of a conversion |
//! | `pack` | sorting a stream of positions into a packed book |
//! | `link` | the links of a book without links |
//! | `sort` | sorting beyond the memory |
//! | `record` | a position in a temporary file |

mod conversion;
mod damage;
mod edax;
mod egaroucid;
mod formats;
mod input;
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
pub use formats::Format;
