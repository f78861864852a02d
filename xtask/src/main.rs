//! Packages and documents, without the engine: `cargo xtask help`. What needs it is in `tools`.

mod c;
mod doc_examples;
mod fuzz_smoke;
mod links;
mod markdown;
mod package;
mod python;
mod readme;
mod unsafe_code;
mod web;
mod words;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Maintenance commands that need no engine. The others: `cargo tools help`.
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
    /// Checks that the examples of the documentation compile in a package that depends on `reversi-engine`
    /// alone, and that those on its pages import no other crate of ours.
    DocExamples,
    /// Runs every fuzz target for some seconds, after its seeds and the inputs it has found on this machine.
    ///
    /// Needs a nightly toolchain and cargo-fuzz.
    FuzzSmoke {
        /// Time of each target in seconds, without the build.
        #[arg(long, default_value_t = 10)]
        seconds: u32,
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
    /// Runs all `console` blocks of README.md and the guides, or of other documents.
    Readme(readme::Args),
    /// Checks that the book lists every file with unsafe code and the number of its unsafe blocks.
    UnsafeCode,
    /// Makes the npm package in target/npm, and the page with it in target/web.
    ///
    /// Needs the targets wasm32-unknown-unknown and, for threads, wasm32-wasip1-threads, Node and npm. Before it
    /// builds it says what is missing, and the command that installs it. What npm brings, such as wasm-opt, is
    /// installed the first time. `npm pack` in target/npm packs the package.
    Web(web::Args),
    /// Checks the words of comments, documents and error texts: CONTRIBUTING.md has the style.
    Words,
}

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace");
    let done = match Args::parse().command {
        Command::C(args) => c::run(root, &args),
        Command::DocExamples => doc_examples::run(root),
        Command::FuzzSmoke { seconds } => fuzz_smoke::run(root, seconds),
        Command::Links => links::run(root),
        Command::Package => package::run(root),
        Command::Python(args) => python::run(root, &args),
        Command::Readme(args) => readme::run(root, &args),
        Command::UnsafeCode => unsafe_code::run(root),
        Command::Web(args) => web::run(root, &args),
        Command::Words => words::run(root),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Where cargo puts what it builds of the repository.
fn target(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}
