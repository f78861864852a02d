//! Shared code of the tests of all crates. It is never published, and `reversi-bitboard` is the only crate of
//! the workspace that it depends on.
//!
//! | File | Holds |
//! |---|---|
//! | `oracle.rs` | the score of a board by plain alpha-beta; minimax on any evaluation |
//! | `rules.rs` | moves, lines of moves and their scores, by the rules walked square by square |
//! | `levels.rs` | every CPU level of this machine, with every quirk; the check of `CI_EXPECT_LEVELS` |
//! | `boards.rs` | random moves, games and boards, the same in every run |
//! | `lines.rs` | ranks, files and diagonals, and every filling of them |
//! | `positions.rs` | known positions |
//! | `primitives.rs` | every primitive on every level, compared with the reference |
//! | `session.rs` | a game at the board, kept as whole states: the model of sessions |
//! | `reading.rs` | properties of the reader of games, for any bytes |
//! | `text.rs` | properties of the parsers, for any text |
//! | `data.rs` | data that is not part of the repository |
//! | `players.rs` | players without a search |
//! | `properties.rs` | the settings and strategies of proptest (feature `proptest`) |
//!
//! The oracle and the rules call the slow functions of [`reversi_bitboard::reference`] and nothing that an
//! engine calls: no kernel, no evaluation, no search. So they do not share the errors of an engine.
#![allow(clippy::exhaustive_enums, clippy::exhaustive_structs, reason = "never published")]

mod boards;
mod data;
mod levels;
mod lines;
mod oracle;
mod players;
mod positions;
mod primitives;
#[cfg(feature = "proptest")]
mod properties;
mod reading;
mod rules;
mod session;
mod text;

/// The one generator of random numbers. Tests that use it need no other dependency for it.
pub use fastrand::Rng;

pub use boards::{
    any_board, any_move, board, boards_of, boards_with_a_choice, game_boards, moves_until, numbered_move,
    random_game, reached, scattered,
};
pub use data::data;
pub use levels::{cpus, levels, levels_and_quirks};
pub use lines::{fillings, lines};
pub use oracle::{Passes, alpha_beta, exact_score, minimax};
pub use players::SimplePlayer;
pub use positions::{CELLS, FFO_1, FFO_40, START, WIPE_OUT};
pub use primitives::{check_last_flip, check_moves, check_primitives, check_set};
#[cfg(feature = "proptest")]
pub use properties::{boards, config, games};
pub use reading::check_reading;
pub use rules::{after, line_score, replay, transcript};
pub use session::{SessionModel, SessionState};
pub use text::{check_text, check_transcript, round_trip};
