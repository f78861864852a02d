//! Tests of single modules of the crate.

mod boards;
mod ggf;
mod moves;
mod obf;
mod style;
mod support;
mod wthor;
