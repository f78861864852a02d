//! Balanced start positions.

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::ValueEnum;
use reversi_engine::notation::ObfLine;
use reversi_engine::question::{Ask, Question, Reply};
use reversi_engine::search::Event;
use reversi_engine::{Limits, Position};

use crate::fields::{self, FieldOptions};
use crate::options::EvaluationOptions;
use crate::output::{self, Failure, Printer};
use crate::records::ReadOptions;
use crate::{interrupt, progress};

/// Makes balanced starts: random moves that lead to positions near a draw.
///
/// The moves are drawn at random, and a search scores the position after them. No two starts of a position
/// are equal by symmetry. The same options make the same starts; at level 16 one takes about 0.2 s.
///
/// Limits of the whole call are limits of each position. Ctrl-C ends the search and prints the starts that
/// are found.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Where the random moves begin: boards with their side to move, moves from the start such as f5d6c3, or
    /// files of them [default: the usual start].
    positions: Vec<String>,

    #[command(flatten)]
    read: ReadOptions,

    #[command(flatten)]
    starts: FieldOptions<fields::Starts>,

    #[command(flatten)]
    evaluation: EvaluationOptions,

    #[command(flatten)]
    cpu: FieldOptions<fields::Cpu>,

    /// The format of the output.
    #[arg(long, value_enum, default_value_t = Format::Moves)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each start: the moves from the position on.
    Moves,
    /// The answer of each position as a line of JSON, in the form of `reversi ask`, with the number of the
    /// position as `id`.
    Json,
}

const AFTER_HELP: &str = "\
Examples:
  reversi starts --seed 1 --count 20
  reversi starts --seed 2 --plies 12 --within 0 --level 18
  reversi starts f5d6c3 --plies 6 --format json | jq '.balanced_starts.starts[].position'";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let positions = match &args.positions[..] {
        [] => vec![ObfLine::new(Position::START)],
        positions => args.read.positions(positions)?,
    };
    let starts = args.starts.read()?;
    let stop = interrupt::stop_signal();
    interrupt::stop_with_reader(&stop);
    let builder = args.evaluation.apply(args.cpu.read()?.builder()?.hash_mib(1))?;
    let mut engine = builder.build().map_err(Failure::from)?;
    let bar = progress::spinner();
    let mut printer = Printer::new(output::Format::Json, "", bar.clone())?;
    for (number, line) in (1..).zip(&positions) {
        let question = Question::new(line.position, Ask::BalancedStarts(starts.clone()));
        let answer = question.within(Limits::new().stop(&stop)).answer_with(&mut engine, |event| {
            if let Event::Progress(progress) = event {
                bar.set_message(format!(", {}", output::count(progress.done(), "start")));
            }
            ControlFlow::Continue(())
        });
        let answer = answer.map_err(Failure::from)?;
        match (args.format, &answer.reply) {
            (Format::Moves, Reply::BalancedStarts(found)) => {
                found.starts.iter().try_for_each(|start| printer.text(&start.moves))?;
            }
            _ => printer.text(&answer.with_id(number).to_json())?,
        }
        if stop.is_set() {
            break;
        }
    }
    printer.end()?;
    Ok(interrupt::status(&stop))
}
