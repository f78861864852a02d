//! Maintenance commands of the workspace: `cargo xtask help`.

mod crosscheck;
mod fuzz_smoke;
mod inlining;
mod kernels;
mod markdown;
mod package;
mod readme;
mod record;
mod solver;
mod suite;
mod techniques;
mod unsafe_code;

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
    /// Asks engines of every CPU level, table and number of threads about random positions, in many ways, and checks that
    /// all they say fits together.
    ///
    /// Exit status: 0 if it does, 1 if not (each position is told with what differs), 2 if something could not be read.
    Crosscheck(crosscheck::Args),
    /// Runs every fuzz target for some seconds, after its seeds and what it has found on this machine before.
    ///
    /// It needs a nightly toolchain and cargo-fuzz.
    FuzzSmoke {
        /// How long each of them runs, building not counted.
        #[arg(long, default_value_t = 10)]
        seconds: u32,
    },
    /// Checks that no kernel stands alone in the release build of the solver: all are inlined.
    Inlining,
    /// Times every kernel of every primitive and prints a table of each.
    Kernels {
        /// Only primitives whose name contains this, such as "flip" or "last move".
        #[arg(default_value = "")]
        filter: String,
        /// Instead of by itself, time each flip and each last-move count inside a solver, on FFO 20-39.
        #[arg(long, conflicts_with = "filter")]
        in_solver: bool,
    },
    /// Packs the crates as for crates.io, builds the first program of README.md with them, and does all of `cargo publish`
    /// that can be done without an upload.
    Package,
    /// Runs the commands of README.md, of TRAINING.md and of the guides as they are written there: all blocks of the
    /// language `console`.
    Readme,
    /// Records the inputs of the kernel benchmarks from tournament games.
    Record {
        /// Game files in WTHOR's format (.wtb).
        #[arg(required = true)]
        games: Vec<PathBuf>,
    },
    /// Times the solver with one thread, two, ... on a suite of problems, in turn at each position.
    ///
    /// Each position tells how many times as fast several threads are and how many nodes they need, by those of one. The
    /// totals also tell what no such search could exceed on as many cores as threads, by its nodes.
    ///
    /// Exit status: as that of `suite`.
    Scaling(suite::scaling::Args),
    /// Times engines on a suite of problems, in turn at each position, and checks their scores.
    ///
    /// Each option that can be given more than once adds engines: there is one for every combination. A value of `default`
    /// leaves the choice to the solver.
    ///
    /// Every round starts every engine anew, with an empty table that it keeps from one position to the next. Its time is
    /// that of the search alone.
    ///
    /// Exit status: 0 if all scores are right, 1 if one is wrong, 2 if something could not be run or read.
    Suite(suite::Args),
    /// Checks that TECHNIQUES.md has every technique once and names only code that exists.
    Techniques,
    /// Checks that ARCHITECTURE.md lists every file with unsafe code, and how many blocks.
    UnsafeCode,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace");
    let done = match Args::parse().command {
        Command::Crosscheck(args) => return exit_code(crosscheck::run(&args)),
        Command::FuzzSmoke { seconds } => fuzz_smoke::run(root, seconds),
        Command::Inlining => inlining::run(root),
        Command::Kernels { in_solver: true, .. } => kernels::in_solver(root),
        Command::Kernels { filter, .. } => {
            kernels::run(&filter);
            Ok(())
        }
        Command::Package => package::run(root),
        Command::Readme => readme::run(root),
        Command::Record { games } => record::run(root, &games),
        Command::Scaling(args) => return exit_code(suite::scaling::run(root, &args)),
        Command::Suite(args) => return exit_code(suite::run(root, &args)),
        Command::Techniques => techniques::run(root),
        Command::UnsafeCode => unsafe_code::run(root),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all answers were right, as a process tells it.
fn exit_code(all_right: anyhow::Result<bool>) -> ExitCode {
    match all_right {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
