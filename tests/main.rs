//! The engine as its users call it: the corpus of all doors, the examples, FFO problems.

#[path = "doors/rust.rs"]
mod doors;
mod evaluate;
mod examples;
mod ffo;
mod solve;
