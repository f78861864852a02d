//! The schema of questions and answers.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// Prints the JSON Schema of questions, answers and errors.
#[derive(clap::Args)]
#[command(after_help = "Example: reversi schema > reversi.schema.json")]
pub(crate) struct Args {}

pub(crate) fn run() -> Result<ExitCode, Box<dyn Error>> {
    io::stdout().lock().write_all(reversi_engine::question::schema().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
