//! A book that is checked.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use reversi_engine::book::{GrowError, Manuscript, Recheck};
use serde::Serialize;

use super::searchers::Searchers;
use super::{change, source};
use crate::options::number;
use crate::output::{Format, Printer, Row};
use crate::{interrupt, progress};

/// Checks a book: its file, its rules and its values; and, by searches, whether its scores are sound.
///
/// The file is read as a whole: checksums, legal moves, links to positions that are there, no position
/// twice. Then all values and bounds are computed again from the scores of the leaves, with a link for every
/// move to a position of the book. A wrong value of another program's book hints at a missing link; its
/// bounds may follow another rule.
///
/// With `--resolve`, leaves are searched again. A book of this engine has the same scores, or similar ones
/// where a position has got links since its search. Others hint at damage, other weights or another engine.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// A book of any format [default: the book that is part of the program].
    file: Option<PathBuf>,

    /// Search the leaves of this number of random positions again. Each score should be within the bounds of
    /// the old one.
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    #[arg(default_value_t = 0)]
    resolve: usize,

    /// Seed of the choice of positions.
    #[arg(long, value_name = "N", value_parser = number::<u64>, allow_negative_numbers = true)]
    #[arg(default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    searchers: Searchers,

    /// A table, or one JSON object per line: one for each position that is searched again or has another
    /// value, then one with the totals.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  reversi book verify own.book
  reversi book verify book.dat --resolve 100 --jobs 2 --format json | jq 'select(.agrees == false)'

Exit status: 0 if all is well, 1 if a value or a search contradicts the book, 2 if the file is damaged, 130 \
after Ctrl-C.";

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let name = args.file.as_ref().map_or("built in".to_owned(), |path| path.display().to_string());
    let at = |error: &dyn Error| format!("{name}: {error}");
    let book = source::open(args.file.as_deref())?;
    book.verify().map_err(|error| at(&error))?;
    let manuscript = book.manuscript().map_err(|error| at(&error))?;
    let stop = interrupt::stop_signal();
    let bar = progress::bar(args.resolve, "positions");
    let mut printer = Printer::new(args.format, HEADER, bar.clone())?;
    let mut totals = Totals { file: name.clone(), positions: manuscript.len(), ..Totals::default() };
    let (wrong, other_bounds) = wrong_values(&manuscript).map_err(|error| at(&error))?;
    (totals.wrong_values, totals.other_bounds) = (wrong.len(), other_bounds);
    wrong.iter().try_for_each(|row| printer.row(row))?;
    if args.resolve > 0 {
        let mut grower = args.searchers.grower(None).limits(args.searchers.limits(&stop, Duration::ZERO));
        let checked = grower.recheck_with(&manuscript, args.resolve, args.seed, |progress| {
            bar.set_position((args.resolve - progress.left.min(args.resolve)) as u64);
            change::show(&bar, progress);
            ControlFlow::Continue(())
        });
        for recheck in checked.map_err(|error| at(&error))? {
            let row = Compared::of_search(&recheck);
            totals.searched += 1;
            totals.outside += usize::from(!row.agrees);
            totals.difference += f64::from(i32::from(recheck.score) - i32::from(recheck.value)).abs();
            printer.row(&row)?;
        }
        totals.difference /= totals.searched.max(1) as f64;
    }
    let contradicted = totals.wrong_values + totals.outside > 0;
    printer.summary(&totals)?;
    let status = interrupt::status(&stop);
    Ok(if contradicted && !stop.is_set() { ExitCode::from(1) } else { status })
}

/// The positions whose values are not those of their leaves and links, and the number of those whose bounds
/// alone are others.
fn wrong_values(manuscript: &Manuscript) -> Result<(Vec<Compared>, usize), GrowError> {
    let mut computed = manuscript.clone();
    computed.evaluate()?;
    let (mut wrong, mut other_bounds) = (Vec::new(), 0);
    for (board, entry) in manuscript.iter() {
        let Some(right) = computed.get(board) else { continue };
        if entry.value == right.value {
            other_bounds += usize::from((entry.lower, entry.upper) != (right.lower, right.upper));
            continue;
        }
        wrong.push(Compared {
            board: board.to_string(),
            what: "value",
            score: entry.value,
            lower: entry.lower,
            upper: entry.upper,
            now: right.value,
            best_move: None,
            level: entry.level.number(),
            agrees: false,
        });
    }
    wrong.sort_by(|one, other| one.board.cmp(&other.board));
    Ok((wrong, other_bounds))
}

/// A position of the book beside what was computed or searched, seen by the side to move.
#[derive(Serialize)]
struct Compared {
    board: String,
    /// `value` or `leaf`.
    what: &'static str,
    /// What the book says, and its bounds.
    score: i8,
    lower: i8,
    upper: i8,
    /// The value by the leaves and links, or the score of the new search.
    now: i8,
    /// The best move of a new search.
    best_move: Option<String>,
    level: u32,
    /// Whether the score of a search is within the bounds.
    agrees: bool,
}

impl Compared {
    fn of_search(recheck: &Recheck) -> Compared {
        let (lower, upper) = recheck.bounds;
        Compared {
            board: recheck.board.to_string(),
            what: "leaf",
            score: recheck.value,
            lower,
            upper,
            now: recheck.score,
            best_move: Some(recheck.best.to_string()),
            level: recheck.level.number(),
            agrees: (lower..=upper).contains(&recheck.score),
        }
    }
}

const HEADER: &str = "what  score  from    to  now  move level     ok  position";

impl Row for Compared {
    fn to_table(&self) -> String {
        format!(
            "{:<5} {:>+5} {:>+5} {:>+5} {:>+4}  {:<4} {:>5} {:>6}  {}",
            self.what,
            self.score,
            self.lower,
            self.upper,
            self.now,
            self.best_move.as_deref().unwrap_or("-"),
            self.level,
            if self.agrees { "ok" } else { "WRONG" },
            self.board,
        )
    }
}

#[derive(Default, Serialize)]
struct Totals {
    file: String,
    positions: usize,
    /// Positions whose value is not that of their leaves and links.
    wrong_values: usize,
    /// Positions of which only the bounds are others.
    other_bounds: usize,
    /// Leaves that were searched again, and those with a score outside of the bounds.
    searched: usize,
    outside: usize,
    /// The mean distance of the old and the new score.
    difference: f64,
}

impl Row for Totals {
    fn to_table(&self) -> String {
        let Totals { file, positions, wrong_values, other_bounds, searched, outside, difference } = self;
        let searched = match searched {
            0 => String::new(),
            searched => format!("; of {searched} leaves {outside} outside, {difference:.2} discs apart"),
        };
        let bounds = match other_bounds {
            0 => String::new(),
            other => format!(", {other} with other bounds"),
        };
        format!("{file}: {positions} positions, {wrong_values} wrong values{bounds}{searched}")
    }
}
