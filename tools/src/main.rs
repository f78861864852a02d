//! Commands that need the engine: `cargo tools help`. The others: `cargo xtask help`. Measurements are in the
//! laboratory: `cargo lab help`.

mod instructions;
mod session_cases;
mod surface;

use std::path::Path;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Commands that write what the engine declares, and count its instructions.
#[derive(Parser)]
#[command(bin_name = "cargo tools")]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Counts instructions, mispredicted branches and cache misses of fixed work at x86-v3, and prints them
    /// with their ratios to the baseline in benches/instructions.
    ///
    /// The load of the machine does not change the instructions, but the compiler does. Needs x86-64 Linux
    /// and Valgrind.
    Instructions(instructions::Args),
    /// Prints random sessions with what they show after each step, in the form of
    /// testdata/doors/sessions.jsonl.
    SessionCases(session_cases::Args),
    /// Writes what `surface!`, `answer!` and `names!` declare for those who cannot read it there: the JSON
    /// Schema, types of TypeScript, structs of C, literals of Python, tables of the guide.
    Surface(surface::Args),
}

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Instructions(args) => instructions::run(root(), &args),
        Command::SessionCases(args) => session_cases::run(&args),
        Command::Surface(args) => surface::run(root(), &args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tools is a folder of the workspace")
}
