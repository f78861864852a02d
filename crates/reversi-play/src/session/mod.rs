//! A game at the board: two sides, clocks, undo, and what is due next. Pages, terminals and protocols are
//! shells around it.
//!
//! | File | What is in it |
//! |---|---|
//! | `session.rs` | [`Session`]: its state, the moves, what is [`Due`]; [`SessionError`] |
//! | [`player`] | [`Player`]: a person or an engine that moves for a side |
//! | [`result`](mod@result) | [`GameResult`]: the winner, and how the game ended |
//! | [`engine_moves`] | the engine's turn; hints |
//! | [`pondering`] | [`Pondering`]: thinking on the opponent's time |
//! | [`history`] | undo and redo |
//! | [`watch`] | the watch of a turn, and the clocks that it runs |
//! | [`record`] | a session as a record in GGF, and back |
//! | [`data`] | a session as data |
//! | [`action`] | a call that changes a session, as data |

mod action;
mod data;
mod engine_moves;
mod history;
mod player;
mod pondering;
mod record;
mod result;
#[allow(clippy::module_inception, reason = "a reader looks for `Session` in its own file")]
mod session;
mod watch;

pub use action::{ACTION, Acted, Action, VERBS, Verb};
pub use data::{SESSION, STORED_END, STORED_GAME, STORED_TURN, STORED_UNDONE, StoredSession, VARIETY};
pub use engine_moves::{ENGINE_MOVE, EngineMove};
pub use player::Player;
pub use pondering::Pondering;
pub use result::{ENDINGS, Ending, GAME_RESULT, GameResult};
pub use session::{DUES, Due, DueName, Session, SessionError};
