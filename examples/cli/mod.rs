//! What the command lines of the examples have in common.
#![allow(dead_code, reason = "each example uses its part")]

use std::error::Error;

use clap::ValueEnum;
use reversi_engine::Cpu;

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

/// A rate to print; the clock may be too coarse to have seen the time pass.
pub(crate) fn millions_per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9) / 1e6
}
