//! What the command lines of the examples have in common.
#![allow(dead_code, reason = "each example uses its part")]

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

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

/// The exit status after an error, which is told on stderr.
///
/// An I/O error that comes here is one of standard output. If the reader of a pipe has gone, as `head` does, the program
/// ends quietly with 141, what shells report of programs that die from SIGPIPE: 0 would say that all went well.
pub(crate) fn end_with(error: &(dyn Error + 'static)) -> ExitCode {
    let told = match error.downcast_ref::<io::Error>() {
        Some(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::from(141),
        Some(error) => format!("standard output: {error}"),
        None => with_causes(error),
    };
    let _ = writeln!(io::stderr(), "error: {told}"); // there is nowhere else to say it
    ExitCode::from(2)
}

/// An error and what caused it.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    let causes = std::iter::successors(Some(error), |&e| e.source());
    causes.map(|e| e.to_string()).collect::<Vec<_>>().join(": ")
}

/// A rate to print; the clock may be too coarse to have seen the time pass.
pub(crate) fn millions_per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9) / 1e6
}
