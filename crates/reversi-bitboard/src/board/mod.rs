//! Squares, boards, positions and games: the rules, without text and without vectors.
//!
//! | File | What is in it |
//! |---|---|
//! | `square.rs` | [`Square`] |
//! | `bitboard.rs` | [`Bitboard`], a set of squares, its operators and its iterator [`Squares`] |
//! | `mask.rs` | sets that have a name: corners, edges, quadrants, ... |
//! | `board.rs` | [`Board`], the discs of both sides as the mover sees them; [`Overlap`] |
//! | `position.rs` | [`Position`], a board and the [`Color`] to move |
//! | `moves.rs` | [`Move`]; [`IllegalMove`] and its reason |
//! | `game.rs` | [`Game`], a start and the moves from there |
//! | `symmetry.rs` | [`Symmetry`], the eight ways to turn and mirror a board |
//! | `perft.rs` | [`perft()`], the count of move sequences |

mod bitboard;
#[allow(clippy::module_inception, reason = "a reader looks for `Board` in board.rs")]
mod board;
mod game;
pub mod mask;
mod moves;
mod perft;
mod position;
mod square;
mod symmetry;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Overlap};
pub use game::Game;
pub use moves::{IllegalMove, IllegalMoveReason, Move};
pub use perft::{perft, perft_on};
pub use position::{Color, Position};
pub use square::Square;
pub use symmetry::Symmetry;
