//! Lines that people enter often and lose by.

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;

use console::Style;
use reversi_engine::Limits;
use reversi_engine::play::{Trap, Traps};
use reversi_engine::question::{Ask, Question, Reply};
use reversi_engine::search::{Event, HumanMoves};

use super::{USUAL, gap_before, title};
use crate::fields::{self, FieldOptions};
use crate::options::{self, EngineOptions, FormatOptions};
use crate::output::{Failure, Format, Printer, beginning, count, percent};
use crate::records::ReadOptions;
use crate::{interrupt, progress};

/// Finds traps: lines that people of a rating enter often and lose by.
///
/// The costliest comes first: the share of games that enter it, times the discs lost. Each is confirmed by
/// two searches, the second deeper. The last move of a line is the mistake.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Where the lines begin: boards with their side to move, moves from the start such as f5d6c3, or files
    /// of them.
    #[arg(required = true)]
    positions: Vec<String>,

    #[command(flatten)]
    read: ReadOptions,

    /// The rating of the people, of both sides, 400 to 2400.
    #[arg(long, value_name = "N", default_value_t = USUAL, value_parser = options::in_range(HumanMoves::RATINGS))]
    #[arg(allow_negative_numbers = true)]
    rating: u32,

    /// The most moves of a line, its mistake included, 1 to 59.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = options::in_range(1..=59u32))]
    #[arg(allow_negative_numbers = true)]
    depth: u32,

    #[command(flatten)]
    traps: FieldOptions<fields::Traps>,

    #[command(flatten)]
    engine: EngineOptions,

    #[command(flatten)]
    output: FormatOptions,
}

const AFTER_HELP: &str = "\
Examples:
  reversi people traps f5d6c3
  reversi people traps f5f6e6f4g5 --rating 1200 --depth 12 --count 20 --format json";

pub(super) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let lines = args.read.positions(&args.positions)?;
    let traps: Traps = args.traps.read()?;
    let traps = traps.rating(args.rating).plies(args.depth);
    let stop = interrupt::stop_signal();
    interrupt::stop_with_reader(&stop);
    let mut engine = args.engine.build(None)?;
    let bar = progress::spinner();
    let mut printer = Printer::new(Format::Json, "", bar.clone())?;
    for (number, position) in (1..).zip(lines.iter().map(|line| line.position)) {
        let question = Question::new(position, Ask::Traps(traps.clone()));
        let answer = question.within(Limits::new().stop(&stop)).answer_with(&mut engine, |event| {
            if let Event::Progress(progress) = event {
                bar.set_message(format!(", {}", count(progress.done(), "position")));
            }
            ControlFlow::Continue(())
        });
        let answer = answer.map_err(Failure::from)?;
        match (args.output.format, &answer.reply) {
            (Format::Table, Reply::Traps(found)) => {
                let title = title((lines.len() > 1).then_some(number), position);
                printer.text(&(gap_before(number) + &title + "\n" + &table(&found.traps)))?;
            }
            _ => printer.text(&answer.with_id(number as i64).to_json())?,
        }
        if stop.is_set() {
            break;
        }
    }
    printer.end()?;
    Ok(interrupt::status(&stop))
}

fn table(traps: &[Trap]) -> String {
    if traps.is_empty() {
        return "no trap found".to_owned();
    }
    let width = traps.iter().map(|trap| trap.moves.len()).max().unwrap_or_default().max("line".len());
    let header = format!("{:<width$}   enter  lose  better  found  and then", "line");
    let row = |trap: &Trap| {
        let Trap { moves, entered, mistake, .. } = trap;
        let found = mistake.found.map_or_else(String::new, percent);
        let (better, after) = (mistake.best_move.to_string(), beginning(&mistake.line[1..]));
        let row = format!(
            "{moves:<width$}  {:>4.1} %  {:>4}  {better:<6}  {found:>5}  {after}",
            100.0 * entered,
            format!("-{}", mistake.loss),
        );
        row.trim_end().to_owned()
    };
    let rows: Vec<String> = traps.iter().map(row).collect();
    format!("{}\n{}", Style::new().dim().apply_to(header), rows.join("\n"))
}
