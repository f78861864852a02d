//! Completions for shells.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

/// Prints the completions for a shell.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

const AFTER_HELP: &str = "\
Examples:
  reversi completions bash > ~/.local/share/bash-completion/completions/reversi
  reversi completions fish > ~/.config/fish/completions/reversi.fish
  reversi completions zsh > ~/.zfunc/_reversi    (a folder of $fpath)";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut script = Vec::new(); // `generate` panics where it cannot write
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "reversi", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
