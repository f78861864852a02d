//! A small neural network on top of the patterns and of the moves of both sides.
//!
//! | File | What is in it |
//! |---|---|
//! | `network.rs` | [`Network`] |
//! | `widths.rs` | [`WIDTHS`], and the types that depend on the width of a network |
//! | `rows.rs` | [`ROWS`], their groups, and the rows of a board |
//! | `head.rs` | [`Head`]: the layers of one ply |
//! | `format.rs` | the file format |
//! | `packed.rs` | rows of few bits in that file |
//! | `layers.rs` | heads in the order of the kernels |
//! | `tables.rs` | [`NetworkTable`]: rows and layers, laid out for look-up |
//!
//! Each slot of [`pattern`](crate::pattern) has a row of numbers instead of one weight, the same row at all
//! plies. The moves in each quadrant have three more: one for the numbers of empty squares and of moves, one
//! for the squares that the mover can move to, and one for the squares of the opponent's moves. A network has
//! a *width*, the number of numbers in a row: one of [`WIDTHS`]. The rows of a board's 58 [`PLACES`] are
//! added up, and the sum passes through two small layers, the [`Head`] of the ply. In a sum of weights, the
//! contribution of a pattern does not depend on the rest of the board. Here the patterns interact.
//!
//! All numbers are small integers, so that every CPU computes the same value, bit for bit. With rows of w
//! numbers:
//!
//! ```text
//! sum[i]    = head.bias[i] + rows of the 58 places [i]
//! input[i]  = clamp(sum[i] / 2, 0, 127)        for i < w
//! input[i]  = input[i - w]² / 128              for i >= w
//! hidden[h] = clamp((head.hidden_bias[h] + sum over i of head.hidden[h][i] input[i]) / 64, 0, 127)
//! value     = (head.constant + sum of head.output[h] hidden[h] + sum of head.direct[i] input[i]) / 512
//! ```
//!
//! For each of the corners A1, H1, A8 and H8, the squares of its quadrant are numbered from the corner: its
//! rank and the three next to it, four squares each. With the rows of the patterns before them, the rows are
//!
//! ```text
//! counts    64 min(empty squares, 15) + 8 min(moves of the mover, 7) + min(moves of the opponent, 7)
//! moves     2080 d + h (h + 1) / 2 + l
//! ```
//!
//! where d are the bits of the squares 0, 5, 10 and 15, and h and l the greater and the smaller one of the
//! bits of 1, 2, 3, 6, 7, 11 and of 4, 8, 12, 9, 13, 14, the first of each list in the highest bit.
//!
//! Divisions round down. The value is in 1/128 disc, seen from the side to move. Related: NNUE (Y. Nasu,
//! 2018), where the first layer is a sum of rows too.

mod format;
mod head;
mod layers;
#[allow(clippy::module_inception, reason = "a reader looks for `Network` in its own file")]
mod network;
mod packed;
mod rows;
mod tables;
mod widths;

pub(crate) use format::{MAGIC, Sizes, evaluate_file, read_body, unpack_file};
pub(crate) use head::head_len;
pub use head::{HEADS, HIDDEN, Head};
#[allow(unused_imports, reason = "not every architecture has kernels that use them")]
pub(crate) use head::{HIDDEN_SHIFT, ONE, SQUARE_SHIFT, SUM_SHIFT, VALUE_SHIFT};
pub(crate) use layers::first_layer;
pub use network::Network;
pub use rows::{PLACES, ROW_GROUPS, ROWS, RowGroup, slots};
pub use tables::NetworkTable;
pub(crate) use tables::{EXPANDED_ROWS, Expanded, NetworkTables, TableOfWidth};
pub use widths::WIDTHS;
pub(crate) use widths::{LayersByPly, MAX_WIDTH, TableByWidth, any_width};
