//! Opening books: a position, in any of its eight symmetries, has scored moves.
//!
//! | Module | What is in it |
//! |---|---|
//! | `entry` | [`BookEntry`], the entry of a position, and [`ScoredMove`] |
//! | `header` | [`Header`]: how a book was made |
//! | `book` | [`Book`], a book for lookups |
//! | `manuscript` | [`Manuscript`], a book that can be changed |
//! | `file` | [`BookFile`], a book that is changed in its file |
//! | `format` | the files of Edax and Egaroucid, and the conversion between all formats |
//! | `grow` | [`Grower`], which grows a book, and its [`Journal`], with the feature `grow` |
//! | `packed` | the format of its files |
//! | `statistics` | [`Statistics`] of a book |
//! | `embedded` | the book that is part of a program, with the feature `embedded-book` |
//! | `error` | [`BookError`]: an error in a file, and its place |
//! | `problem` | the code and the place of each error |
//!
//! Scores are discs, seen by the side to move.
#![forbid(unsafe_code)]

mod book;
#[cfg(feature = "embedded-book")]
mod embedded;
mod entry;
mod error;
mod file;
mod format;
#[cfg(feature = "grow")]
mod grow;
mod header;
mod manuscript;
mod packed;
mod problem;
mod statistics;

pub use book::Book;
pub use entry::{BookEntry, ScoredMove, Tally};
pub use error::{BookError, BookErrorKind};
pub use file::BookFile;
pub use format::{
    ByteOrder, Conversion, Converted, Damage, EdaxReader, EdaxWriter, EgaroucidReader, EgaroucidWriter,
    Format,
};
#[cfg(feature = "grow")]
pub use grow::{
    Audit, Contradiction, GrowError, GrowProgress, GrowRequest, Grower, Grown, Journal, PruneRequest,
    Recheck, WrongValue,
};
pub use header::{EdaxStamp, Header};
pub use manuscript::Manuscript;
pub use statistics::{PlyCount, Statistics};
