//! Evaluation of Reversi (Othello) positions: a small network on patterns, pattern weights, vectorised features, and
//! their files.
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you write an engine of your own: it makes the only
//! stability promise. This crate is the layer between the board and the search:
//!
//! * An [`Evaluator`] says what a board is worth without a search. [`Weights`] do it with patterns and mostly with a
//!   network on top of them, [`Classical`]
//!   without any data.
//! * [`PackedWeights`] are what files of pattern weights hold: our own format, and `eval.dat` in Edax's layout. A
//!   [`Network`](network::Network) has its own.
//! * [`Features`] and [`kernel::EvalPrimitives`] are what a search uses, one implementation per CPU level.
//! * [`pattern`] describes the patterns, for those who fit weights.
//!
//! ```
//! use reversi_bitboard::Board;
//! use reversi_eval::{Classical, Evaluator};
//!
//! let board = Board::START.play("f5".parse()?);
//! println!("{:+.2} discs", f64::from(Classical.evaluate_128(&board)) / 128.0);
//! # Ok::<(), reversi_bitboard::notation::ParseSquareError>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(hidden)]
pub mod __internal;
mod classical;
mod evaluator;
mod features;
#[cfg(feature = "gallery")]
pub mod gallery;
pub mod kernel;
pub mod network;
pub mod pattern;
mod weights;

pub use classical::Classical;
pub use evaluator::{Evaluator, to_discs};
pub use features::Features;
pub use weights::{
    ByteOrder, EdaxHeader, PackedWeights, PatternTable, PlyTable, Tables, Weights, WeightsError,
    WeightsErrorKind,
};

/// The program of README.md is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
