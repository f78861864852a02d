//! Calls, searches, limits, questions and sessions.

mod analyze_game;
mod balanced_starts;
mod book;
mod limits;
mod many;
mod midgame;
mod people;
mod pondering;
mod pool;
mod progress;
mod proven;
mod questions;
mod review;
mod serde;
mod session;
mod solver;
mod stop;
mod strength;
mod whole_calls;
mod words;
