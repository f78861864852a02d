//! Commands of the laboratory, which measure and check the engine: `cargo lab help`.

mod crosscheck;
mod figures;
mod inlining;
mod record;
mod solver;
mod suite;
mod techniques;
mod variants;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use xshell::{Shell, cmd};

/// Commands that measure and check the engine.
#[derive(Parser)]
#[command(bin_name = "cargo lab")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solves random positions with engines of every CPU level, table and number of threads, and checks that
    /// all answers are consistent.
    ///
    /// Prints each inconsistent position with its differences. Exit status: 0 if all are consistent, 1 if
    /// one is not, 2 if a file cannot be read.
    Crosscheck(crosscheck::Args),
    /// Measures the figures of the documents and writes them there.
    ///
    /// A run that was interrupted continues with the parts that are left. Figures are kept in lab/figures,
    /// with commit, CPU, compiler and spread.
    Figures(figures::Args),
    /// Checks that all kernels are inlined in the release build of the solver.
    Inlining,
    /// Times every kernel and prints a table per primitive.
    Kernels {
        /// Only primitives whose names contain this, such as "flip" or "last move".
        #[arg(default_value = "")]
        filter: String,
        /// Time each kernel inside a solver on a few problems of FFO 20-39 instead.
        #[arg(long, conflicts_with = "filter")]
        in_solver: bool,
    },
    /// Records the inputs of the kernel benchmarks from tournament games.
    Record {
        /// Game files in WTHOR's format (.wtb).
        #[arg(required = true)]
        games: Vec<PathBuf>,
    },
    /// Times the solver with one thread, two threads, ... on a suite of problems, in turn at each position.
    ///
    /// Prints the speedup and the ratio of nodes to one thread for each position. The totals also have the
    /// maximum speedup that the ratio of nodes allows with as many cores as threads.
    ///
    /// Exit status: as for `suite`.
    Scaling(suite::scaling::Args),
    /// Times engines on a suite of problems, in turn at each position, and checks their scores.
    ///
    /// Options can be repeated. There is one engine for every combination of their values. The value
    /// `default` leaves the choice to the solver.
    ///
    /// Every round starts every engine with an empty hash table, which it keeps from position to position.
    /// Only the searches are timed.
    ///
    /// Exit status: 0 if all scores are correct, 1 if one is wrong, 2 if a program cannot be run or a file
    /// cannot be read.
    Suite(suite::Args),
    /// Checks that lab/docs/src/techniques.md lists every technique once and refers only to existing code.
    Techniques,
    /// Builds the solver with a technique left out, or in another form, and compares it with this build: the
    /// nodes, and the times in turn.
    ///
    /// A variant is a patch of the source (lab/variants). Each takes a build of about half a minute, and all
    /// are kept in target/variants. The load of the machine does not change the nodes.
    Variants(variants::Args),
}

fn main() -> ExitCode {
    let root = root();
    let done = match Args::parse().command {
        Command::Crosscheck(args) => return exit_code(crosscheck::run(&args)),
        Command::Figures(args) => figures::run(root, &args),
        Command::Inlining => inlining::run(root),
        Command::Kernels { in_solver: true, .. } => bench(root, "in_solver", "all"),
        Command::Kernels { filter, .. } => bench(root, "kernel_times", &filter),
        Command::Record { games } => record::run(root, &games),
        Command::Scaling(args) => return exit_code(suite::scaling::run(root, &args)),
        Command::Suite(args) => return exit_code(suite::run(root, &args)),
        Command::Techniques => techniques::run(root),
        Command::Variants(args) => variants::run(root, &args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Times kernels by a bench, so that the other commands do not compile the gallery.
fn bench(root: &Path, name: &str, arg: &str) -> anyhow::Result<()> {
    let shell = Shell::new()?;
    shell.change_dir(root);
    let bench = cmd!(shell, "cargo bench --quiet --manifest-path lab/Cargo.toml --bench {name} -- {arg}");
    Ok(bench.quiet().run()?)
}

/// The exit status of a comparison.
fn exit_code(all_correct: anyhow::Result<bool>) -> ExitCode {
    match all_correct {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("this is lab/tools")
}
