//! Files of weights.
//!
//! | File | What is in it |
//! |---|---|
//! | [`convert`] | writes weights in another format |
//! | [`info`] | the contents of a file |
//! | [`read`] | finds the format of a file |

mod convert;
mod info;
mod read;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use clap::Subcommand;

use crate::output::with_causes;

/// Shows and converts files of weights.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  reversi weights info own.weights
  reversi weights convert eval.dat own.weights";

#[derive(Subcommand)]
enum Command {
    Info(info::Args),
    Convert(convert::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    match &args.command {
        Command::Info(args) => info::run(args),
        Command::Convert(args) => convert::run(args),
    }?;
    Ok(ExitCode::SUCCESS)
}

/// An error with its file.
fn at(path: &Path, error: &dyn Error) -> String {
    format!("{}: {}", path.display(), with_causes(error))
}
