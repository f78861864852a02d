//! A new book.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use reversi_engine::Level;
use reversi_engine::book::{BookFile, Format, Header};

use super::source;
use crate::files;
use crate::options::in_range;

/// Makes a book without positions, for `grow`, `add` and `learn`.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// The file to write, which must not exist. Its name tells the format: .book or .dat.
    file: PathBuf,

    /// Level of the searches, 0 to 60.
    #[arg(long, value_name = "N", default_value = "12", allow_negative_numbers = true)]
    level: Level,

    /// Positions with fewer empty squares are not added.
    #[arg(long, value_name = "N", default_value_t = 30, allow_negative_numbers = true)]
    #[arg(value_parser = in_range(0..=60_u32))]
    empties: u32,

    /// The error of a leaf that is not exact, in discs.
    #[arg(long, value_name = "DISCS", default_value_t = 2, allow_negative_numbers = true)]
    #[arg(value_parser = in_range(0..=64_u32))]
    midgame_error: u32,

    /// The error of a leaf near the end whose search is selective, in discs.
    #[arg(long, value_name = "DISCS", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = in_range(0..=64_u32))]
    endcut_error: u32,

    /// A text for people: how the book was made.
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book new own.book --level 16
  reversi book new own.book --level 12 --note 'our openings'";

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let at = |error: &str| format!("{}: {error}", args.file.display());
    let format = source::format_to_write(&args.file)?;
    if format == Format::Egaroucid3 {
        return Err(at(
            "a book of Egaroucid keeps neither its level nor its limits: make one of another format, \
                       and convert it when it has grown",
        )
        .into());
    }
    files::prepare(&args.file)?;
    let mut header = Header::new(args.level);
    header.empties = args.empties;
    header.midgame_error = args.midgame_error;
    header.endcut_error = args.endcut_error;
    header.note.clone_from(&args.note);
    let made = BookFile::create(&args.file, format, header).and_then(|book| book.save());
    made.map_err(|error| source::failure(&error, &args.file))?;
    Ok(ExitCode::SUCCESS)
}
