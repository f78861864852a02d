//! Evaluates positions without a search and compares the results with known scores.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use reversi_engine::Engine;
use reversi_engine::notation::ObfLine;
use serde::Serialize;

use crate::options::{EvaluationOptions, FormatOptions, LimitOptions};
use crate::output::{Format, Row};
use crate::positions;

/// Estimates the scores of positions without a search.
///
/// A score is in discs from the side to move.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// A board with its side to move, moves from the start such as f5d6c3, or OBF files: one position per
    /// line, such as `board side; MOVE:score; ...`.
    ///
    /// If lines have scores, the mean absolute error against the best score is shown by number of empty
    /// squares.
    #[arg(required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    evaluation: EvaluationOptions,

    #[command(flatten)]
    limit: LimitOptions,

    #[command(flatten)]
    output: FormatOptions,
}

const AFTER_HELP: &str = "\
Examples:
  reversi evaluate problems.obf
  reversi evaluate \\
      '---------------------------OX------XXX-------------------------- O'";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let engine = args.evaluation.apply(Engine::builder().hash_mib(1)).build()?;
    let mut lines = positions::read(&args.positions)?;
    args.limit.apply(&mut lines);

    let mut errors = Errors::default();
    let mut out = io::stdout().lock();
    let format = args.output.format;
    if format == Format::Table {
        writeln!(out, "index empties    eval  best  board")?;
    }
    for (index, line) in (1..).zip(&lines) {
        let row = Estimate::new(index, line, &engine);
        if let Some(best) = row.best_score {
            errors.add(row.empties, (row.evaluation - f64::from(best)).abs());
        }
        writeln!(out, "{}", row.to_text(format)?)?;
    }
    let summary = errors.summary(lines.len());
    match format {
        Format::Table => write!(out, "{}", summary.to_table())?,
        Format::Json => writeln!(out, "{}", serde_json::to_string(&summary)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The output for a position.
#[derive(Serialize)]
struct Estimate {
    index: usize,
    board: String,
    empties: u32,
    evaluation: f64,
    best_score: Option<i32>,
}

impl Estimate {
    fn new(index: usize, line: &ObfLine, engine: &Engine) -> Estimate {
        let board = &line.position.board;
        let value = f64::from(engine.evaluate(board));
        Estimate {
            index,
            board: line.position.to_string(),
            empties: board.empties().len(),
            evaluation: (value * 100.0).round() / 100.0 + 0.0, // not -0.00
            best_score: line.best_score(),
        }
    }
}

impl Row for Estimate {
    fn to_table(&self) -> String {
        let best = self.best_score.map_or_else(|| "-".to_owned(), |score| format!("{score:+}"));
        format!("{:>5} {:>7} {:>+7.2} {best:>5}  {}", self.index, self.empties, self.evaluation, self.board)
    }
}

/// The number and the sum of absolute errors by number of empties.
#[derive(Default)]
struct Errors(BTreeMap<u32, (usize, f64)>);

impl Errors {
    fn add(&mut self, empties: u32, error: f64) {
        let (count, sum) = self.0.entry(empties).or_default();
        *count += 1;
        *sum += error;
    }

    fn summary(&self, positions: usize) -> Summary {
        let (count, sum) =
            self.0.values().fold((0, 0.0), |(n, sum), (count, error)| (n + count, sum + error));
        let mean = |(count, sum): (usize, f64)| (sum / count as f64 * 100.0).round() / 100.0;
        Summary {
            positions,
            mean_absolute_error: (count > 0).then(|| mean((count, sum))),
            by_empties: self.0.iter().map(|(&empties, &errors)| (empties, mean(errors))).collect(),
        }
    }
}

/// Mean absolute errors against the best scores.
#[derive(Serialize)]
struct Summary {
    positions: usize,
    mean_absolute_error: Option<f64>,
    by_empties: BTreeMap<u32, f64>,
}

impl Summary {
    fn to_table(&self) -> String {
        let Some(mean) = self.mean_absolute_error else { return String::new() };
        let rows = self.by_empties.iter().map(|(empties, error)| format!("{empties:>7} {error:>6.2}\n"));
        format!("\nempties  error\n{}    all {mean:>6.2}\n", rows.collect::<String>())
    }
}
