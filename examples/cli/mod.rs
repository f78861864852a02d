//! What the command lines of the examples have in common.

use std::error::Error;

use clap::ValueEnum;
use reversi_bitboard::Cpu;

/// How to print results.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// One JSON object a line.
    Json,
}

/// Reads a CPU level that this machine can run.
pub(crate) fn cpu(name: &str) -> Result<Cpu, Box<dyn Error + Send + Sync>> {
    Ok(Cpu::new(name.parse()?)?)
}
