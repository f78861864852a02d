//! Tests of single modules of the crate.

mod boards;
mod ggf;
mod moves;
mod obf;
mod read;
mod read_board;
mod read_json;
mod style;
mod support;
mod wthor;
