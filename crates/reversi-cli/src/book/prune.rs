//! A smaller book.

use std::error::Error;
use std::process::ExitCode;

use reversi_engine::book::{Grown, PruneRequest};

use super::change::{self, Target};
use crate::options::number;

/// Removes positions that cost both sides many discs to reach, or that have few lines below them.
///
/// Where a position is removed, the move to it becomes a leaf, if it is better than the old one.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
#[group(id = "what", required = true, multiple = true, args = ["within", "each_side_within", "lines"])]
pub(super) struct Args {
    #[command(flatten)]
    target: Target,

    /// Keep positions for which both sides together have given up at most this number of discs.
    #[arg(long, value_name = "DISCS", value_parser = number::<u32>, allow_negative_numbers = true)]
    within: Option<u32>,

    /// Keep positions for which no side has given up more than this number of discs.
    #[arg(long, value_name = "DISCS", value_parser = number::<u32>, allow_negative_numbers = true)]
    each_side_within: Option<u32>,

    /// Keep positions with at least this number of lines below them.
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    lines: Option<u32>,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book prune own.book --within 8
  reversi book prune own.book --lines 2 --output small.book";

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut book = args.target.open()?;
    let before = book.manuscript.len();
    let mut request = PruneRequest::new();
    if let Some(discs) = args.within {
        request = request.within_discs(discs);
    }
    if let Some(discs) = args.each_side_within {
        request = request.each_side_within(discs);
    }
    if let Some(lines) = args.lines {
        request = request.lines(lines);
    }
    book.manuscript.prune(&request).map_err(|error| error.to_string())?;
    args.target.save(&book)?;
    args.target.report(&book.manuscript, before, &Grown::default(), change::AGAIN)?;
    Ok(ExitCode::SUCCESS)
}
