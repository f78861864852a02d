//! Rules and SIMD board primitives of Reversi (Othello).
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you write an engine of your own: it
//! re-exports the types below and makes the only stability promise. This crate is the layer beneath it: the
//! types of the game ([`Square`], [`Board`], [`Game`]), their [`text`] and the primitives of a search
//! ([`kernel::Primitives`]). A search calls the primitives millions of times a second. They have one
//! implementation per CPU level, chosen at run time ([`cpu`]).
//!
//! A1 is bit 0, H1 bit 7, H8 bit 63. A [`Board`] is seen from the side to move: `player` and `opponent`.
//! Scores are final disc differences from the side to move, empties to the winner.
//!
//! ```
//! use reversi_engine::{Board, Square};
//!
//! let board = Board::START;
//! assert_eq!(board.legal_moves().to_string(), "d3 c4 f5 e6");
//! let next = board.try_play(Square::D3)?;
//! assert_eq!(next.opponent().len(), 4);
//! # Ok::<(), reversi_engine::IllegalMove>(())
//! ```
//!
//! # Features
//!
//! * `std` (on by default): CPU detection at run time. Without it the crate needs `alloc` only, and the level
//!   is the one that the compilation target guarantees; single calls on a [`Board`] are portable code.
//! * `serde`: [`Square`], [`Bitboard`], [`Color`], [`Board`], [`Position`], [`Move`] and [`CpuLevel`] as the
//!   text that they print, a [`Game`] as a map of its `start` and its `moves`. Reading rejects
//!   overlapping discs and illegal moves.
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

/// Writes `Display` and `Error` of a type by its patterns and their texts. The rules need no procedural
/// macro, which would take most of the time of compiling them.
macro_rules! error_texts {
    ($Error:ident { $($pattern:pat $(if $condition:expr)? => $text:literal $(, $argument:expr)*;)+ }) => {
        impl core::fmt::Display for $Error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match *self {
                    $($pattern $(if $condition)? => write!(f, $text $(, $argument)*),)+
                }
            }
        }

        impl core::error::Error for $Error {}
    };
}

#[doc(hidden)]
pub mod __internal;
pub mod arrays;
mod board;
pub mod cpu;
pub mod kernel;
#[doc(hidden)]
pub mod reference;
pub mod text;

pub use board::{
    Bitboard, Board, Color, Game, IllegalMove, IllegalMoveReason, Move, Overlap, Position, Square, Squares,
    Symmetry, mask, perft, perft_on,
};
pub use cpu::{Cpu, CpuLevel, UnsupportedLevel};

/// The program of README.md is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
