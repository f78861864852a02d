//! Calls, searches, limits.

mod analyze_game;
mod book;
mod limits;
mod many;
mod midgame;
mod pool;
mod progress;
mod proven;
mod solver;
mod stop;
mod whole_calls;

use reversi_engine::Engine;

fn engine(threads: usize) -> Engine {
    Engine::builder().hash_mib(4).threads(threads).build().unwrap()
}
