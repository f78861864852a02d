//! The contents of a book.
//!
//! | File | Contents |
//! |---|---|
//! | `mod.rs` | the command |
//! | [`plot`] | the counts as a picture |
//! | [`report`] | the counts as a table and as JSON |

mod plot;
mod report;

use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use report::{BookReport, LevelRow, PlyRow};
use reversi_engine::book;

use super::source;
use crate::files::Output;
use crate::output::{Format, print};

/// Shows the contents of a book: positions, links, leaves, exact values and errors by ply.
///
/// A link is a move to another position of the book, a leaf a move to one beyond it. The error of a position
/// is half the distance between the bounds of its value, in discs.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// A book of any format [default: the book that is part of the program].
    file: Option<PathBuf>,

    /// Write a plot of the positions and of their errors by ply.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// A table, or a JSON object.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book stats
  reversi book stats own.book --svg own.svg
  reversi book stats book.dat --format json | jq .total.positions";

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let svg = args.svg.as_deref().map(Output::lock).transpose()?;
    let (opened, odd) = source::open_and_count_odd(args.file.as_deref())?;
    let counted = opened.statistics().map_err(|error| match &args.file {
        Some(path) => source::at(path, &error),
        None => error.to_string(),
    })?;
    let header = opened.header();
    let format = match &args.file {
        Some(path) => book::Format::of_file(path).map_err(|error| source::at(path, &error))?,
        None => book::Format::Packed,
    };
    let report = BookReport {
        file: args.file.as_ref().map(|path| path.display().to_string()),
        bytes: args.file.as_ref().and_then(|path| Some(path.metadata().ok()?.len())),
        format: format.to_string(),
        level: header.level.number(),
        empties: header.empties,
        midgame_error: header.midgame_error,
        endcut_error: header.endcut_error,
        note: header.note.clone(),
        odd,
        total: PlyRow::of(&counted.total),
        plies: counted.plies.iter().map(PlyRow::of).collect(),
        levels: counted.levels.iter().map(|(&level, &positions)| LevelRow::of(level, positions)).collect(),
    };
    if let Some(svg) = svg {
        let picture = plot::draw(&report.title(), &report.plies)?;
        svg.replace(|file| file.write_all(picture.as_bytes()))?;
    }
    print(&report, args.format)?;
    Ok(ExitCode::SUCCESS)
}
