//! The parts of the crate by themselves: text that people write, tables of kernels, errors that say where.

mod support;

mod board;
mod boards;
mod cpu;
mod ggf;
mod moves;
mod obf;
mod read;
mod read_board;
mod read_json;
mod style;
mod tables;
mod wthor;
