//! Kernels of a board, side by side.
//!
//! | File or folder | Lists | What the kernels compute |
//! |---|---|---|
//! | `flip/` | [`flip`], [`flip_four`] | the discs that a move turns |
//! | `last_flip/` | [`last_flip`], [`last_flip_both`], [`can_flip_last`], [`last_score`] | the last move |
//! | `mobility.rs` | [`moves`] | all legal moves |
//! | `lines.rs` | [`full_lines`] | the squares whose whole line is occupied |
//! | `edges.rs` | [`edges`], [`unpack_files`], [`stable_edge_count`] | edges as numbers, numbers as edges |
//! | `symmetry.rs` | [`transpose`], [`mirror_files`], [`mirror_ranks`] | transposed and mirrored sets |
//! | `hash.rs` | [`hash`], [`zobrist`] | hashes of a board |
//! | `popcount.rs` | [`popcount`] | the number of squares of a set |
//! | `perft.rs` | [`perft3`] | games of three plies, on three representations of a board |
//! | `clear.rs` | [`clear`], [`clear_buckets`] | a cleared hash table |
//! | `each_square.rs` | | a function for each square |
//! | `eight_rays.rs` | | the rays of a square in 512 bits |
//! | `general_register.rs` | | a set that the compiler keeps out of vectors |
//! | `sliding.rs` | [`queen`], [`rook`], [`bishop`] | the moves of chess pieces, by the same techniques |
//!
#![doc = include_str!("guide.md")]

mod clear;
mod each_square;
mod edges;
#[cfg(target_arch = "x86_64")]
mod eight_rays;
mod flip;
mod general_register;
mod hash;
mod last_flip;
mod lines;
mod mobility;
mod perft;
mod popcount;
mod sliding;
mod symmetry;

pub use clear::{Buckets, Entries, clear, clear_buckets};
pub use edges::{edges, stable_edge_count, unpack_files};
pub(crate) use edges::{visit_edges, visit_stable_edge_counts, visit_unpack_files};
#[cfg(target_arch = "x86_64")]
pub use flip::squares_of_tricks;
pub(crate) use flip::visit_flips;
pub use flip::{flip, flip_four};
pub use hash::{hash, zobrist};
pub(crate) use hash::{visit_hashes, visit_zobrist};
pub(crate) use last_flip::visit_last_flips;
pub use last_flip::{can_flip_last, last_flip, last_flip_both, last_score};
pub use lines::full_lines;
pub(crate) use lines::visit_full_lines;
pub use mobility::moves;
pub(crate) use mobility::visit_moves;
pub use perft::perft3;
pub use popcount::popcount;
pub use sliding::{SlideCall, bishop, queen, rook};
pub use symmetry::{mirror_files, mirror_ranks, transpose};

use reversi_bitboard::{Board, Square};

/// An input of a flip: the square and the board.
pub type FlipCall = (Square, Board);

/// An input of a last-move count: the only empty square and the discs of the side to move.
pub type LastFlipCall = (Square, u64);

/// An input of a last-move score: alpha, then the input of a count.
pub type LastScoreCall = (i32, LastFlipCall);
