//! The sum of the weights of a board: 46 places and the constant looked up in the tables of its ply.
//!
//! An element holds the weights of an even ply and of the odd one after it (EVAL-13). The table goes on behind its
//! last element so far that no lane, whatever 16 bits it holds, leads outside: see [`Table`](crate::weights::Table).

#[cfg(target_arch = "x86_64")]
pub mod avx2;
pub mod portable;
