//! Completions for shells, and pages for `man`.

use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::Man;

/// Prints the completions for a shell.
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

const COMPLETIONS_HELP: &str = "\
Examples:
  reversi completions bash > ~/.local/share/bash-completion/completions/reversi
  reversi completions fish > ~/.config/fish/completions/reversi.fish
  reversi completions zsh > ~/.zfunc/_reversi    (a folder of $fpath)";

pub(crate) fn completions(args: &CompletionsArgs) -> Result<ExitCode, Box<dyn Error>> {
    let mut script = Vec::new(); // `generate` panics where it cannot write
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "reversi", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints or writes pages for man.
#[derive(clap::Args)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArgs {
    /// Write reversi.1, reversi-solve.1 and so on into this folder. It is made if it does not exist.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

const MAN_HELP: &str = "\
Examples:
  reversi man | man -l -
  reversi man --folder ~/.local/share/man/man1";

pub(crate) fn man(args: &ManArgs) -> Result<ExitCode, Box<dyn Error>> {
    let command = crate::Cli::command();
    match &args.folder {
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page)?;
            io::stdout().lock().write_all(&page)?;
        }
        Some(folder) => {
            let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
            written.map_err(|error| format!("{}: {error}", folder.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
