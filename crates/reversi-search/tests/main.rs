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
