//! Sessions, reviews, opponents, play against people, balanced starts.

mod against;
mod balanced_starts;
mod book;
mod people;
mod pondering;
mod review;
mod session;
mod strength;
mod words;

use reversi_engine::{Engine, Level};

fn engine() -> Engine {
    Engine::builder().hash_mib(1).build().unwrap()
}

fn level(number: u32) -> Level {
    Level::new(number).unwrap()
}
