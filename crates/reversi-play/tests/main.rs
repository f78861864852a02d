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
