//! Evaluation of Reversi (Othello) positions: a small network on patterns and moves, pattern weights,
//! vectorised features, and their files.
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you write an engine of your own: it makes
//! the only stability promise. This crate is the layer between the board and the search:
//!
//! * An [`Evaluator`] estimates the score of a board without a search. [`Weights`] use patterns, by default
//!   with a network on top of them. [`Classical`] needs no data.
//! * [`PatternWeights`] are the content of a file of pattern weights, in our own format or in the layout of
//!   Edax's `eval.dat`. A [`Network`](network::Network) has a file format of its own.
//! * A search uses [`Features`] and [`kernel::EvalPrimitives`], which have one implementation per CPU level.
//! * [`pattern`] describes the patterns, for programs that fit weights.
//! * [`arrays`] describes boards, for slices of them: features, regions, layers of a network.
//!
//! The features `embedded`, which is on by default, and `embedded-small` embed weights in a program, `people`
//! embeds human-like play.
//!
//! ```
//! use reversi_engine::Board;
//! use reversi_engine::weights::{Classical, Evaluator};
//!
//! let board = Board::START.play("f5".parse()?);
//! println!("{:+.2} discs", Classical.evaluate(&board));
//! # Ok::<(), reversi_engine::notation::ParseSquareError>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "__internal")]
#[doc(hidden)]
pub mod __internal;
pub mod arrays;
mod classical;
mod evaluate;
mod evaluator;
mod features;
mod file;
#[cfg(feature = "people")]
pub mod human;
mod human_rating;
pub mod kernel;
pub mod network;
pub mod pattern;
mod weights;

pub use classical::Classical;
pub use evaluate::evaluate;
pub use evaluator::{Evaluator, to_discs};
pub use features::{Features, Quadrants};
pub use file::{WeightsError, WeightsErrorKind};
pub use human_rating::HumanRating;
pub use weights::{ByteOrder, EdaxHeader, PatternTable, PatternWeights, PlyTable, Tables, Weights};

/// The program of README.md is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
