//! GGF, in which game servers and NBoard write games: `(;GM[Othello]PB[black]PW[white]BO[8 cells
//! *]B[F5]W[D6];)`.
//!
//! | File | What is in it |
//! |---|---|
//! | `record.rs` | [`GgfGame`], [`GgfNote`], and how they are written |
//! | `result.rs` | [`GgfResult`], the value of the tag `RE`: also a game lost on time or resigned |
//! | `read.rs` | [`read_ggf`] and `FromStr`; where a damaged record ends |
//! | `error.rs` | [`ParseGgfError`] |

mod error;
mod read;
mod record;
mod result;

pub use error::{ParseGgfError, ParseGgfErrorKind};
pub use read::read_ggf;
pub(super) use read::read_record_at;
#[cfg(feature = "serde")]
pub(super) use record::check_tag;
pub use record::{GgfGame, GgfNote, GgfTagError};
pub use result::{GgfEnd, GgfResult, GgfResultError};
