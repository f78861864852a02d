//! The rules and the engine for JavaScript, as js/rules.js and js/worker.js call them. Values go over as
//! texts: a call of the rules takes microseconds, and a search takes longer than any text.
//!
//! | File | What is in it |
//! |---|---|
//! | `record` | a game (feature `rules`) |
//! | `reading` | games in any notation, and files of them (feature `rules`) |
//! | `picture` | a board as a picture (feature `rules`) |
//! | `session` | a game at the board (feature `rules`) |
//! | `engine` | an engine that answers questions (feature `engine`) |
//! | `page` | its door for a worker, by wasm-bindgen |
//! | `threads` | its door for several workers, on a target that has threads |
//! | [`refusal`] | errors as JSON |
#![cfg(target_family = "wasm")]

#[cfg(feature = "engine")]
mod engine;
#[cfg(all(feature = "engine", target_os = "unknown"))]
mod page;
#[cfg(feature = "rules")]
mod picture;
#[cfg(feature = "rules")]
mod reading;
#[cfg(feature = "rules")]
mod record;
mod refusal;
#[cfg(feature = "rules")]
mod session;
#[cfg(all(feature = "engine", target_os = "wasi"))]
mod threads;

/// Writes a value as JSON.
fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written")
}
