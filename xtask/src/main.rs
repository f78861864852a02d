//! Maintenance commands of the workspace: `cargo xtask help`.

mod inlining;
mod kernels;
mod record;
mod solver;
mod suite;
mod techniques;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Maintenance commands of the workspace.
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Checks that no kernel stands alone in the release build of the solver: all are inlined.
    Inlining,
    /// Times every kernel of every primitive and prints a table of each.
    Kernels,
    /// Records the inputs of the kernel benchmarks from tournament games.
    Record {
        /// Game files in WTHOR's format (.wtb).
        #[arg(required = true)]
        games: Vec<PathBuf>,
    },
    /// Times engines on a suite of problems, in turn at each position, and checks their scores.
    Suite(suite::Args),
    /// Checks that TECHNIQUES.md has every technique once and names only code that exists.
    Techniques,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace");
    match Args::parse().command {
        Command::Inlining => inlining::run(root),
        Command::Kernels => kernels::run(),
        Command::Record { games } => record::run(root, &games),
        Command::Suite(args) => suite::run(root, &args),
        Command::Techniques => techniques::run(root),
    }
}
