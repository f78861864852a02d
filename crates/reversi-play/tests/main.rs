//! Sessions, reviews, opponents, balanced starts.

mod balanced_starts;
mod book;
mod people;
mod pondering;
mod review;
mod session;
mod strength;
mod words;
