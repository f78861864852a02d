//! The rules on slices of boards, for programs that have millions of them.
//!
//! Each function does for all boards of a slice what a method of [`Board`] does for one, and returns the
//! same. It looks up the CPU level once and is compiled for it; most of its loops compute several boards at
//! a time in vector registers. It runs on the calling thread: for several threads, split the slices, as
//! with [`chunks`](slice::chunks) in a [`std::thread::scope`].
//!
//! Boards are seen from the side to move, and so are all results but [`Replay::ends`]. A move is a number:
//! the index of its square, A1 = 0 ... H8 = 63, or [`PASS`]. Results are written into a slice of the
//! caller, which is not read.
//!
//! ```
//! use reversi_engine::arrays::{self, random_games, replay};
//! use reversi_engine::{Bitboard, Board, Square};
//!
//! let boards = [Board::START, Board::START.play(Square::F5)];
//! let mut moves = [Bitboard::EMPTY; 2];
//! arrays::legal_moves(&boards, &mut moves);
//! assert_eq!(moves[1].to_string(), "f4 d6 f6");
//!
//! let games = random_games(0..100, 7);
//! let replay = replay(&games.moves, &games.offsets)?;
//! let mut scores = [0; 100];
//! arrays::final_scores(&replay.ends, &mut scores); // black's
//! println!("black wins {} of 100 random games", scores.iter().filter(|&&score| score > 0).count());
//! # Ok::<(), reversi_engine::arrays::ReplayError>(())
//! ```
//!
//! | File | What is in it |
//! |---|---|
//! | `rules.rs` | legal moves, flips, moves played, ends, scores, stable discs, symmetries, hashes |
//! | `cells.rs` | boards as words; boards and sets as cells: a number for each square, planes |
//! | `replay.rs` | games from their moves |
//! | `random.rs` | random moves, and games of them |
//! | `levels.rs` | the loops that are compiled for each CPU level |

mod cells;
mod levels;
pub(crate) mod random;
mod replay;
mod rules;

pub use cells::{
    Cell, CellError, CellErrorKind, Plane, cells, from_cells, from_planes, from_rows, pack, planes, rows,
    unpack, words,
};
#[doc(hidden)]
pub use levels::OnLevel;
pub use random::{Games, random_games, random_games_from, random_moves};
#[doc(hidden)]
pub use replay::replay_on;
pub use replay::{Replay, ReplayError, replay, replay_from};
pub use rules::{
    PASS, PlayError, PlayErrorReason, canonical, final_scores, flips, hash, is_over, legal_moves, mobility,
    must_pass, perft, play, stable, transform, transform_each,
};

#[cfg(doc)]
use crate::board::Board;

/// Panics where two slices differ in length, as [`copy_from_slice`](slice::copy_from_slice) does.
#[track_caller]
fn assert_length(name: &str, found: usize, expected: usize) {
    assert!(found == expected, "{name} must have a length of {expected}, not {found}");
}
