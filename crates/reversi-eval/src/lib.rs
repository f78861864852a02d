//! Evaluation of Reversi (Othello) positions: pattern weights, vectorised features, and their files.
//!
//! Use [`reversi-engine`](https://docs.rs/reversi-engine) unless you write an engine of your own: it makes the only
//! stability promise. This crate is the layer between the board and the search.

pub mod pattern;
