//! Opening books.
//!
//! | File | What is in it |
//! |---|---|
//! | [`show`] | a position of a book |
//! | [`source`] | books as files |
//! | [`stats`] | what is in a book |

mod show;
mod source;
mod stats;

use std::error::Error;
use std::process::ExitCode;

use clap::Subcommand;

/// Grows, shows, checks and converts opening books.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book show f5d6";

#[derive(Subcommand)]
enum Command {
    Stats(stats::Args),
    Show(show::Args),
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    match &args.command {
        Command::Stats(args) => stats::run(args),
        Command::Show(args) => show::run(args),
    }
}
