//! Several books as one.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use reversi_engine::book::{Contradiction, Grown, Manuscript};
use reversi_engine::runs::Budget;
use serde::Serialize;

use super::change::{self, Target};
use super::searchers::Searchers;
use super::source;
use crate::output::{Row, print};
use crate::{interrupt, progress};

/// Adds the positions of other books to a book.
///
/// Where several books have a position, the search of the higher level counts. Positions that the books now
/// share are linked, and moves that have lost their score are searched.
///
/// A contradiction is a position whose bounds in two books exclude each other. Each is printed with both.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    target: Target,

    /// The other books, of any format.
    #[arg(required = true)]
    others: Vec<PathBuf>,

    #[command(flatten)]
    searchers: Searchers,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book merge own.book theirs.dat
  reversi book merge part-1.book part-2.book part-3.book --output all.book

Exit status: 0, 1 if books contradict each other, 2 on bad input or if the book cannot be written, 130 \
after Ctrl-C.";

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let mut book = args.target.open()?;
    let before = book.manuscript.len();
    let others: Vec<Manuscript> =
        args.others.iter().map(|path| source::read(path)).collect::<Result<_, _>>()?;
    let stop = interrupt::stop_signal();
    let mut grower = args.searchers.grower(Some(&book), &stop)?;
    let budget = Budget::new(args.searchers.limits(&stop)?);
    let bar = progress::bar(others.len(), "books");
    let mut sum = Grown::default();
    let mut contradictions = 0;
    for (path, other) in args.others.iter().zip(&others) {
        grower = grower.limits(budget.left());
        let merged = grower.merge(&mut book.manuscript, other).map_err(|error| error.to_string());
        let (grown, contradicting) = merged.inspect_err(|_| bar.finish_and_clear())?;
        budget.spend(grown.nodes);
        change::add(&mut sum, &grown);
        contradictions += contradicting.len();
        for contradiction in &contradicting {
            let row = Contradicted::new(&path.display().to_string(), contradiction);
            bar.suspend(|| print(&row, args.target.format()))?;
        }
        if sum.stopped.is_some() {
            break;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    args.target.finish(&book, grower, before, &sum, change::AGAIN)?;
    let status = interrupt::status(&stop);
    Ok(if contradictions > 0 && !stop.is_set() { ExitCode::from(1) } else { status })
}

/// A position on which two books contradict each other, seen by the side to move.
#[derive(Serialize)]
struct Contradicted {
    board: String,
    value: i8,
    lower: i8,
    upper: i8,
    other: String,
    other_value: i8,
    other_lower: i8,
    other_upper: i8,
}

impl Contradicted {
    fn new(other: &str, contradiction: &Contradiction) -> Contradicted {
        let (value, lower, upper) = contradiction.ours;
        let (other_value, other_lower, other_upper) = contradiction.theirs;
        Contradicted {
            board: contradiction.board.to_string(),
            value,
            lower,
            upper,
            other: other.to_owned(),
            other_value,
            other_lower,
            other_upper,
        }
    }
}

impl Row for Contradicted {
    fn to_table(&self) -> String {
        format!(
            "{}: {:+} ({:+} to {:+}), in {} {:+} ({:+} to {:+})",
            self.board,
            self.value,
            self.lower,
            self.upper,
            self.other,
            self.other_value,
            self.other_lower,
            self.other_upper
        )
    }
}
