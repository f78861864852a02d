//! Alternative kernels, to call, compare and time; and the solver with one of them in the place of its own.
//!
//! The file of a CPU level in `reversi-bitboard` decides which kernel an engine uses. This crate holds the
//! kernels that no level uses, and lists them beside the others. It is not published. Ids such as FLIP-38
//! refer to lab/docs/src/techniques.md.
//!
//! | Module | What is in it |
//! |---|---|
//! | [`bitboard`] | primitives of a board: flips, legal moves, the last move, ...; a guide |
//! | [`eval`] | primitives of the evaluation: features and sums of weights |
//! | [`solver`] | the solver with one kernel exchanged; the last plies in other ways; NegaScout |
//! | `list` | [`Kernel`] and [`Call`]; `kernel_lists!`, which makes a list from one line per kernel |
//! | `table` | `table!`, the element of each index |
//!
//! ```
//! use reversi_bitboard::{Board, Square};
//! use reversi_gallery::bitboard;
//!
//! for kernel in bitboard::flip() {
//!     let flips = kernel.call((Square::D3, Board::START));
//!     assert_eq!(flips, Square::D4.bit(), "{} {}", kernel.id, kernel.name);
//! }
//! ```
//!
//! To add a kernel, write its function and a line in the list of its primitive. Tests, benchmarks, tables and
//! the solver of `cargo lab kernels --in-solver` find the kernel by that line.

pub mod bitboard;
pub mod eval;
mod list;
pub mod solver;
mod table;

pub use list::{Call, Kernel, Kernels};
