//! The inputs of an evaluation: the pattern configurations of a board, updated move by move, and its moves.
//!
//! | File | What is in it |
//! |---|---|
//! | `features.rs` | [`Features`] and the increments of a disc |
//! | `lanes.rs` | the order of the configurations, and the tables that they index |
//! | `quadrants.rs` | [`Quadrants`]: the moves of both sides |
//!
//! [`Features`] are the configurations of the 46 places, 16 bits each, in three 256-bit vectors. They are
//! cheap because they are *linear*: a disc adds its power of 3 in each of the four to seven places that
//! contain its square. Each square therefore has one row of increments ([`INCREMENTS`]), and a move adds and
//! subtracts a few rows (EVAL-07). No code has to find the places of a square.
//!
//! # Whose disc is a 0?
//! In a weight file, 0 is a disc of the side to move. In features this would change with every move. So a
//! digit of a feature stands for a *colour*, and the ply tells the colours apart: at even plies (an even
//! number of empty squares) the side to move is 0, at odd plies it is 1 (EVAL-04). A move changes the ply by
//! one and the side to move, so all discs keep their digits. A pass changes only the side to move, so all
//! discs change their digits: 0 and 1 are swapped, 2 stays (EVAL-05). Features therefore depend on the board
//! alone and not on the passes before it. At odd plies, the tables of [`Weights`](crate::weights::Weights)
//! have their digits swapped to match.
#![allow(unreachable_pub, reason = "reversi-gallery gets at it through `__internal`")]

#[allow(clippy::module_inception, reason = "a reader looks for `Features` in its own file")]
mod features;
pub(crate) mod lanes;
mod quadrants;

pub use features::Features;
#[allow(unused_imports, reason = "not every architecture has kernels that use them")]
pub use features::{EMPTY_BOARD, INCREMENTS, PASS_SUM, by_digit, first};
pub(crate) use features::{each_lane, increments};
pub(crate) use lanes::inner_offset;
pub use lanes::{CONSTANT_LANE, LANE_OFFSETS, STRIDE, TABLE_LEN};
pub use quadrants::Quadrants;
pub(crate) use quadrants::{COUNTS, QUADRANTS, SET_SLOTS, SETS, for_sets_by_slot, quadrant_slots};
