//! A game at the board: two sides, clocks, undo, and what is due next. Pages, terminals and protocols are
//! shells around it.
//!
//! | File | What is in it |
//! |---|---|
//! | `session.rs` | [`Session`]: its state, the moves, what is [`Due`]; [`SessionError`] |
//! | [`player`] | [`Player`]: who moves for a side |
//! | [`result`](mod@result) | [`GameResult`]: who has won, and by what |
//! | [`engine_moves`] | the engine's turn; hints |
//! | [`history`] | undo and redo |
//! | [`watch`] | the watch of a turn, and the clocks that it runs |
//! | [`record`] | a session as a record in GGF, and back |
//! | `data.rs` | the same as data, with the feature `serde` |

#[cfg(feature = "serde")]
mod data;
mod engine_moves;
mod history;
mod player;
mod record;
mod result;
#[allow(clippy::module_inception, reason = "a reader looks for `Session` in its own file")]
mod session;
mod watch;

pub use engine_moves::EngineMove;
pub use player::Player;
pub use result::{ENDINGS, Ending, GameResult};
pub use session::{Due, Session, SessionError};
