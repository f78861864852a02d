//! The sum of the weights of a board: the weights of 46 patterns and the constant, looked up in the tables of
//! its ply.
//!
//! An element holds the weights of an even ply and of the odd ply after it (EVAL-13). A table is padded, so
//! that every 16-bit value of a lane leads to an element: see `TABLE_LEN` in `features/lanes.rs`.

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;
