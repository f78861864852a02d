//! Growing a book.

use std::error::Error;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::process::ExitCode;

use indicatif::HumanCount;
use reversi_engine::book::{GrowRequest, Manuscript};

use super::change::{self, Target};
use super::searchers::Searchers;
use crate::options::{self, number};
use crate::output::Format;
use crate::records::ReadOptions;
use crate::{interrupt, progress};

/// Grows a book: searches the positions that matter most, up to a number of positions.
///
/// A leaf becomes a position of the book if both sides have given up little on the way to it. The book sets
/// the level of the searches. An empty book begins with the start of the game.
///
/// Each search is recorded in FILE.journal until the book is written. Ctrl-C ends the running searches and
/// writes the book so far. After Ctrl-C or a crash the same command resumes there, and makes the same book as
/// a run without a break. Smaller targets on the way may lead to another book: the last positions of each are
/// chosen among fewer.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    target: Target,

    /// Grow to this number of positions in the whole book.
    #[arg(long, value_name = "N", value_parser = options::positive, allow_negative_numbers = true)]
    positions: NonZeroUsize,

    /// Skip leaves for which both sides together have given up more than N discs on the way.
    #[arg(long, value_name = "DISCS", value_parser = number::<u32>, allow_negative_numbers = true)]
    within: Option<u32>,

    /// Skip leaves for which one side has given up more than N discs on the way.
    #[arg(long, value_name = "DISCS", value_parser = number::<u32>, allow_negative_numbers = true)]
    each_side_within: Option<u32>,

    /// How many plies are worth a disc: more make the book deeper and narrower.
    #[arg(long, value_name = "N", value_parser = number::<u32>, allow_negative_numbers = true)]
    plies_per_disc: Option<u32>,

    /// Only positions after this one: a board, or moves from the start. It may be given several times.
    #[arg(long, value_name = "POSITION")]
    below: Vec<String>,

    #[command(flatten)]
    searchers: Searchers,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book new own.book --level 12
  reversi book grow own.book --positions 1000 --jobs 2
  reversi book grow own.book --positions 2000 --within 6 --below f5f6e6f4

Exit status: 0 if the book is done, 2 on bad input or if the book cannot be written, 130 after Ctrl-C.";

impl Args {
    fn request(&self) -> Result<GrowRequest, Box<dyn Error>> {
        let mut request = GrowRequest::to(self.positions.get());
        if let Some(discs) = self.within {
            request = request.within_discs(discs);
        }
        if let Some(discs) = self.each_side_within {
            request = request.each_side_within(discs);
        }
        if let Some(plies) = self.plies_per_disc {
            request = request.plies_per_disc(plies);
        }
        for line in ReadOptions::default().positions(&self.below)? {
            request = request.below(&line.position.board);
        }
        Ok(request)
    }
}

/// The reason why the book has not grown to the number of positions that was asked for.
fn why_no_more(manuscript: &Manuscript, before: usize, asked: usize) -> Option<String> {
    let (positions, empties) = (manuscript.len(), manuscript.header().empties);
    if before >= asked {
        return Some(format!("it already had {} positions or more", HumanCount(asked as u64)));
    }
    let leaves = || format!("no leaf is left within the given limits and {empties} empty squares");
    (positions + 1 < asked).then(leaves) // the last place may stay free: see `GrowRequest::to`
}

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let request = args.request()?;
    let mut book = args.target.open()?;
    let before = book.manuscript.len();
    let stop = interrupt::stop_signal();
    let mut grower = args.searchers.grower(Some(&book), &stop)?;
    let bar = progress::bar(args.positions.get(), "positions");
    bar.set_position(before as u64);
    let grown = grower.grow_with(&mut book.manuscript, &request, |progress| {
        bar.set_position(progress.positions as u64);
        change::show(&bar, progress);
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    let grown = grown.map_err(|error| error.to_string())?;
    args.target.finish(&book, grower, before, &grown, change::AGAIN)?;
    if grown.stopped.is_none() && args.target.format() == Format::Table {
        let why = why_no_more(&book.manuscript, before, args.positions.get());
        why.map_or(Ok(()), |why| writeln!(io::stdout(), "{why}"))?;
    }
    Ok(interrupt::status(&stop))
}
