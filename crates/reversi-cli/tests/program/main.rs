//! The program `reversi` as users and other programs run it.

mod support;

mod analyze;
mod ask;
mod book;
mod clients;
mod convert;
mod cost;
mod doors;
mod endings;
mod errors;
mod evaluate;
mod game;
mod gtp;
mod interrupt;
mod locks;
mod nboard;
mod openings;
mod output;
mod pages;
mod pairs;
mod people;
mod perft;
mod play;
mod prove;
mod review;
mod shards;
mod show;
mod solve;
mod starts;
mod weights;
