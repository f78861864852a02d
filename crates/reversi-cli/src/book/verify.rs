//! Checks a book.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use indicatif::{HumanCount, ProgressBar};
use reversi_engine::book::{Audit, Manuscript, Recheck, WrongValue};
use serde::Serialize;

use super::searchers::Searchers;
use super::{change, source};
use crate::options::number;
use crate::output::{Format, Printer, Row, print};
use crate::{interrupt, progress};

/// Checks a book: its file, its rules, its values and, by searches, its scores.
///
/// The file is read as a whole: checksums must agree, moves be legal, links lead to positions of the book,
/// and no position stand twice. Then each value is compared with the values of its links and the score of its
/// leaf. Two things are counted that are not errors: bounds by another rule, and moves to positions of the
/// book that are not links, as in books of other programs.
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
    let audit = manuscript.audit().map_err(|error| at(&error))?;
    let mut totals = Totals::new(&name, &manuscript, &audit);
    let of_value = |wrong| Compared::of_value(&manuscript, wrong);
    let mut rows: Vec<Compared> = audit.wrong.iter().filter_map(of_value).collect();
    if args.resolve > 0 {
        let mut grower = args.searchers.grower(None, &stop)?;
        let checked = grower.recheck_with(&manuscript, args.resolve, args.seed, |progress| {
            bar.set_position((args.resolve - progress.left.min(args.resolve)) as u64);
            change::show(&bar, progress);
            ControlFlow::Continue(())
        });
        let checked = checked.map_err(|error| at(&error))?;
        totals.add(&checked);
        rows.extend(checked.iter().map(Compared::of_search));
    }
    let contradicted = totals.wrong_values + totals.outside > 0;
    report(args.format, bar, &rows, &totals)?;
    let status = interrupt::status(&stop);
    Ok(if contradicted && !stop.is_set() { ExitCode::from(1) } else { status })
}

/// Prints the rows, if there are any, and the totals.
fn report(
    format: Format,
    bar: ProgressBar,
    rows: &[Compared],
    totals: &Totals,
) -> Result<(), Box<dyn Error>> {
    if rows.is_empty() {
        bar.finish_and_clear();
        return Ok(print(totals, format)?);
    }
    let mut printer = Printer::new(format, HEADER, bar)?;
    rows.iter().try_for_each(|row| printer.row(row))?;
    printer.summary(totals)
}

/// A position of the book beside what was computed or searched, seen by the side to move.
#[derive(Serialize)]
struct Compared {
    board: String,
    /// `value`, `link` or `leaf`.
    what: &'static str,
    /// The score in the book, and its bounds.
    score: i8,
    lower: i8,
    upper: i8,
    /// The value by the leaves and links, or the score of the new search.
    now: i8,
    /// The link, or the best move of a new search.
    best_move: Option<String>,
    level: u32,
    /// `true` if the score of a search is within the bounds.
    agrees: bool,
}

impl Compared {
    fn of_value(manuscript: &Manuscript, wrong: &WrongValue) -> Option<Compared> {
        let entry = manuscript.get(&wrong.board)?;
        Some(Compared {
            board: wrong.board.to_string(),
            what: if wrong.mv.is_some() { "link" } else { "value" },
            score: wrong.found,
            lower: entry.lower,
            upper: entry.upper,
            now: wrong.expected,
            best_move: wrong.mv.map(|mv| mv.to_string()),
            level: entry.level.number(),
            agrees: false,
        })
    }

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
    /// Values that differ from their leaf and links, and scores of links that differ from the values below.
    wrong_values: usize,
    /// Positions whose bounds follow another rule, and how many of them the rule of Edax.
    other_bounds: usize,
    edax_bounds: usize,
    /// Moves to positions of the book that are not links, and the number of values that they would change.
    missing_links: usize,
    values_by_missing_links: usize,
    /// Leaves that were searched again, and how many of their scores are out of the bounds.
    searched: usize,
    outside: usize,
    /// The mean distance of the old and the new score.
    difference: f64,
}

impl Totals {
    fn new(name: &str, manuscript: &Manuscript, audit: &Audit) -> Totals {
        Totals {
            file: name.to_owned(),
            positions: manuscript.len(),
            wrong_values: audit.wrong.len(),
            other_bounds: audit.other_bounds,
            edax_bounds: audit.edax_bounds,
            missing_links: audit.missing_links,
            values_by_missing_links: audit.values_by_missing_links,
            ..Totals::default()
        }
    }

    /// Counts the searches.
    fn add(&mut self, checked: &[Recheck]) {
        let agrees = |recheck: &&Recheck| (recheck.bounds.0..=recheck.bounds.1).contains(&recheck.score);
        let apart = |recheck: &Recheck| f64::from(i32::from(recheck.score) - i32::from(recheck.value)).abs();
        self.searched = checked.len();
        self.outside = checked.len() - checked.iter().filter(agrees).count();
        self.difference = checked.iter().map(apart).sum::<f64>() / checked.len().max(1) as f64;
    }
}

impl Row for Totals {
    fn to_table(&self) -> String {
        let number = |number: usize| HumanCount(number as u64);
        let mut text = format!(
            "{}: {} positions, {} wrong values",
            self.file,
            number(self.positions),
            number(self.wrong_values)
        );
        if self.searched > 0 {
            text += &format!(
                "; of {} leaves {} outside, {:.2} discs apart",
                number(self.searched),
                number(self.outside),
                self.difference
            );
        }
        if self.other_bounds > 0 {
            text += &format!(
                "\n{} positions have bounds by another rule, {} of them by the rule of Edax: with an odd number\n\
                 of empty squares the bounds of a leaf are a disc higher",
                number(self.other_bounds),
                number(self.edax_bounds)
            );
        }
        if self.missing_links > 0 {
            text += &format!(
                "\n{} moves to positions of the book are not links; with them {} values would differ",
                number(self.missing_links),
                number(self.values_by_missing_links)
            );
        }
        text
    }
}
