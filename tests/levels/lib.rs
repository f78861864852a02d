//! Tests of every CPU level and target as one program: an emulated target compiles and links once.
//!
//! The files belong to their crates, whose own test programs run them on this machine.
#![cfg(test)]

#[path = "../../crates/reversi-bitboard/tests/arrays.rs"]
mod arrays;
#[path = "../../crates/reversi-eval/tests/arrays.rs"]
mod describing_arrays;
#[path = "../../crates/reversi-eval/tests/features.rs"]
mod features;
#[path = "../../crates/reversi-bitboard/tests/kernels.rs"]
mod kernels;
#[path = "../../crates/reversi-search/tests/solver.rs"]
mod solver;
#[path = "../../crates/reversi-eval/tests/support.rs"]
mod support;
