//! The program `reversi` as users and other programs run it.

mod support;

mod analyze;
mod convert;
mod errors;
mod evaluate;
mod game;
mod interrupt;
mod output;
mod pages;
mod perft;
mod solve;
mod weights;
