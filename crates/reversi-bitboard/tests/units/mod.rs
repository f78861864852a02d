//! Tests of single modules of the crate.

mod board;
mod cpu;
mod tables;
