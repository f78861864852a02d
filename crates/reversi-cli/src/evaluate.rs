//! Evaluates positions without a search and compares the results with known scores.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;

use reversi_engine::Engine;
use reversi_engine::notation::ObfLine;
use reversi_engine::question::{Ask, Reply};

use crate::fields::{self, FieldOptions};
use crate::interrupt;
use crate::options::{EvaluationOptions, FormatOptions, LimitOptions};
use crate::output::{Failure, Format, numbered};
use crate::records::ReadOptions;
use crate::shards::OutputOptions;

/// Estimates the scores of positions without a search.
///
/// A score is in discs from the side to move.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// A board with its side to move, moves from the start such as f5d6c3, or OBF files: one position per
    /// line, such as `board side; MOVE:score; ...`.
    ///
    /// If lines have scores, the table ends with the mean absolute error against the best score by number of
    /// empty squares.
    #[arg(required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    read: ReadOptions,

    #[command(flatten)]
    evaluation: EvaluationOptions,

    #[command(flatten)]
    cpu: FieldOptions<fields::Cpu>,

    #[command(flatten)]
    limit: LimitOptions,

    #[command(flatten)]
    output: FormatOptions,

    #[command(flatten)]
    file: OutputOptions,
}

const AFTER_HELP: &str = "\
Examples:
  reversi evaluate problems.obf
  reversi evaluate \\
      '---------------------------OX------XXX-------------------------- O'";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let engine =
        args.evaluation.apply(args.cpu.read()?.builder()?.hash_mib(1))?.build().map_err(Failure::from)?;
    let mut lines = args.read.positions(&args.positions)?;
    args.limit.apply(&mut lines);
    if args.file.is_given() {
        return run_shard(args, engine, &lines);
    }

    let mut errors = Errors::default();
    let mut out = io::stdout().lock();
    let format = args.output.format;
    if format == Format::Table {
        writeln!(out, "index empties    eval  best  board")?;
    }
    for (index, line) in (1..).zip(&lines) {
        let discs = engine.evaluate(&line.position.board);
        match format {
            Format::Table => writeln!(out, "{}", errors.row(index, line, discs))?,
            Format::Json => {
                let answer = numbered(index, line.position, Reply::Evaluation(discs));
                writeln!(out, "{}", answer.to_json())?;
            }
        }
    }
    if format == Format::Table {
        write!(out, "{}", errors.to_table())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Evaluates the positions of a shard into a file. They take microseconds each, so none is recorded before.
fn run_shard(args: &Args, engine: Engine, lines: &[ObfLine]) -> Result<ExitCode, Box<dyn Error>> {
    let stop = interrupt::stop_signal();
    let Some(job) = args.file.job(lines, Ask::Evaluate, &engine, 0)? else { return Ok(ExitCode::SUCCESS) };
    let evaluate =
        |engine: &mut Engine, line: &ObfLine| Ok(Reply::Evaluation(engine.evaluate(&line.position.board)));
    job.run(vec![engine], &stop, evaluate, |_, _, _| ())
}

/// The number and the sum of absolute errors by number of empties.
#[derive(Default)]
struct Errors(BTreeMap<u32, (usize, f64)>);

impl Errors {
    /// Returns the row of a position, and counts its error.
    fn row(&mut self, index: usize, line: &ObfLine, discs: f32) -> String {
        let empties = line.position.board.empties().len();
        let evaluation = (f64::from(discs) * 100.0).round() / 100.0 + 0.0; // not -0.00
        let best = line.best_score();
        if let Some(best) = best {
            let (count, sum) = self.0.entry(empties).or_default();
            *count += 1;
            *sum += (evaluation - f64::from(best)).abs();
        }
        let best = best.map_or_else(|| "-".to_owned(), |score| format!("{score:+}"));
        format!("{index:>5} {empties:>7} {evaluation:>+7.2} {best:>5}  {}", line.position)
    }

    /// The mean errors, or nothing if no position has a known score.
    fn to_table(&self) -> String {
        let all = self.0.values().fold((0, 0.0), |(n, sum), (count, error)| (n + count, sum + error));
        if all.0 == 0 {
            return String::new();
        }
        let mean = |(count, sum): (usize, f64)| sum / count as f64;
        let rows = self.0.iter().map(|(empties, &errors)| format!("{empties:>7} {:>6.2}\n", mean(errors)));
        format!("\nempties  error\n{}    all {:>6.2}\n", rows.collect::<String>(), mean(all))
    }
}
