//! Pages for `man`.

use std::error::Error;
use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_mangen::Man;

/// Prints or writes pages for man.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Write reversi.1, reversi-solve.1 and so on into this folder. It is made if it does not exist.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Examples:
  reversi man | man -l -
  reversi man --folder ~/.local/share/man/man1";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
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
