//! Maintenance commands of the workspace: `cargo xtask help`.

mod c;
mod crosscheck;
mod doc_examples;
mod figures;
mod fuzz_smoke;
mod inlining;
mod instructions;
mod kernels;
mod links;
mod markdown;
mod package;
mod python;
mod readme;
mod record;
mod session_cases;
mod solver;
mod suite;
mod surface;
mod techniques;
mod unsafe_code;
mod variants;
mod web;

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
    /// Puts the C library, its headers and its pkg-config file into target/c.
    ///
    /// By cargo-c, or on Linux without it in the same layout. `--check` also compiles and runs the programs
    /// of bindings/c with all compilers of the machine, under AddressSanitizer and Valgrind.
    C(c::Args),
    /// Solves random positions with engines of every CPU level, table and number of threads, and checks that
    /// all answers are consistent.
    ///
    /// Prints each inconsistent position with its differences. Exit status: 0 if there is none, 1 if there
    /// is one, 2 if a file cannot be read.
    Crosscheck(crosscheck::Args),
    /// Checks that the examples of the documentation compile in a package that depends on `reversi-engine`
    /// alone, and that those on its pages import no other crate of ours.
    DocExamples,
    /// Measures the figures of the documents and writes them there.
    ///
    /// A run that was interrupted continues with the parts that are left. Figures are kept in
    /// benches/figures, with commit, CPU, compiler and spread.
    Figures(figures::Args),
    /// Runs every fuzz target for some seconds, after its seeds and the inputs it has found on this machine.
    ///
    /// Needs a nightly toolchain and cargo-fuzz.
    FuzzSmoke {
        /// Time of each target in seconds, without the build.
        #[arg(long, default_value_t = 10)]
        seconds: u32,
    },
    /// Checks that all kernels are inlined in the release build of the solver.
    Inlining,
    /// Counts instructions, mispredicted branches and cache misses of fixed work at x86-v3, and prints them
    /// with their ratios to the baseline in benches/figures.
    ///
    /// The load of the machine does not change the instructions, but the compiler does. Needs x86-64 Linux,
    /// Valgrind and gungraun-runner in the version of Cargo.lock.
    Instructions(instructions::Args),
    /// Times every kernel and prints a table per primitive.
    Kernels {
        /// Only primitives whose names contain this, such as "flip" or "last move".
        #[arg(default_value = "")]
        filter: String,
        /// Time each kernel inside a solver on a few problems of FFO 20-39 instead.
        #[arg(long, conflicts_with = "filter")]
        in_solver: bool,
    },
    /// Checks that the links of all documents lead to files and headings that exist.
    Links,
    /// Packs the crates, builds the first program of README.md with the packed crates, and runs `cargo
    /// publish --dry-run`.
    Package,
    /// Builds the wheel of the Python package in target/wheels, of 5.5 MB at most.
    ///
    /// Needs Python 3.9 or newer with `venv`; installs maturin in target/python, and zig on Linux, so that
    /// the wheel runs with glibc 2.17 and newer.
    Python(python::Args),
    /// Runs all `console` blocks of README.md, the guides and the chapter on benchmarking.
    Readme(readme::Args),
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
    /// Prints random sessions with what they show after each step, in the form of
    /// testdata/doors/sessions.jsonl.
    SessionCases(session_cases::Args),
    /// Times engines on a suite of problems, in turn at each position, and checks their scores.
    ///
    /// Options can be repeated. There is one engine for every combination of their values. The value
    /// `default` leaves the choice to the solver.
    ///
    /// Every round starts every engine with an empty hash table, which it keeps from position to position.
    /// Times are those of the searches alone.
    ///
    /// Exit status: 0 if all scores are correct, 1 if one is wrong, 2 if a program cannot be run or a file
    /// cannot be read.
    Suite(suite::Args),
    /// Writes what is declared in reversi-search/src/surface for those who cannot read it there: the JSON
    /// Schema, types of TypeScript, structs of C, literals of Python, tables of the guide.
    Surface(surface::Args),
    /// Checks that docs/src/techniques.md lists every technique once and refers only to existing code.
    Techniques,
    /// Checks that the book lists every file with unsafe code and the number of its unsafe blocks.
    UnsafeCode,
    /// Builds the solver with a technique left out, or in another form, and compares it with this build: the
    /// nodes, and the times in turn.
    ///
    /// A variant is a few edits of the source (xtask/src/variants/list.rs). Each takes a build of about half
    /// a minute, and all are kept in target/variants. The load of the machine does not change the nodes.
    Variants(variants::Args),
    /// Makes the npm package in target/npm, and the page with it in target/web.
    ///
    /// Needs the target wasm32-unknown-unknown, Node and npm, and says so where they are missing. What npm
    /// brings, such as wasm-opt, is installed the first time. `npm pack` in target/npm packs the package.
    Web(web::Args),
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace");
    let done = match Args::parse().command {
        Command::Crosscheck(args) => return exit_code(crosscheck::run(&args)),
        Command::C(args) => c::run(root, &args),
        Command::DocExamples => doc_examples::run(root),
        Command::Figures(args) => figures::run(root, &args),
        Command::FuzzSmoke { seconds } => fuzz_smoke::run(root, seconds),
        Command::Inlining => inlining::run(root),
        Command::Instructions(args) => instructions::run(root, &args),
        Command::Kernels { in_solver: true, .. } => kernels::in_solver(root),
        Command::Kernels { filter, .. } => kernels::run(root, &filter),
        Command::Links => links::run(root),
        Command::Package => package::run(root),
        Command::Python(args) => python::run(root, &args),
        Command::Readme(args) => readme::run(root, &args),
        Command::Record { games } => record::run(root, &games),
        Command::Scaling(args) => return exit_code(suite::scaling::run(root, &args)),
        Command::SessionCases(args) => session_cases::run(&args),
        Command::Suite(args) => return exit_code(suite::run(root, &args)),
        Command::Surface(args) => surface::run(root, &args),
        Command::Techniques => techniques::run(root),
        Command::UnsafeCode => unsafe_code::run(root),
        Command::Variants(args) => variants::run(root, &args),
        Command::Web(args) => web::run(root, &args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
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
