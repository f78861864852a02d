//! Counts the move sequences of a given length from the start of the game, the usual check of a move
//! generator.

use std::error::Error;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use reversi_engine::Board;
use reversi_engine::board::perft_on;
use reversi_engine::cpu::Cpu;
use serde::Serialize;

use crate::fields::{self, FieldOptions};
use crate::options;
use crate::output::{self, Failure, Format};

/// Counts move sequences, the usual check of a move generator.
///
/// The sequences have DEPTH plies from the start of the game. A pass is a ply, a game that ends earlier
/// counts once, and every leaf position is made: no bulk counting.
#[derive(clap::Args)]
#[command(after_help = "Example: reversi perft 9")]
pub(crate) struct Args {
    /// Depth in plies.
    #[arg(value_parser = options::in_range(1..=20_u32))] // deeper counts may not fit in 64 bits
    depth: u32,

    #[command(flatten)]
    cpu: FieldOptions<fields::Cpu>,

    /// A table of all depths up to DEPTH, or one JSON object for DEPTH.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Serialize)]
struct Count {
    depth: u32,
    leaves: u64,
    seconds: f64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let cpu = args.cpu.read()?.cpu_level.map_or(Ok(Cpu::detect()), Cpu::new).map_err(Failure::from)?;
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string(&count(cpu, args.depth))?)?,
        Format::Table => {
            writeln!(out, "{:>5} {:>22} {:>10} {:>11}  level", "depth", "leaves", "seconds", "M leaves/s")?;
            for depth in 1..=args.depth {
                let Count { depth, leaves, seconds } = count(cpu, depth);
                let rate = output::millions_per_second(leaves, seconds);
                writeln!(out, "{depth:>5} {leaves:>22} {seconds:>10.3} {rate:>11.1}  {}", cpu.level())?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn count(cpu: Cpu, depth: u32) -> Count {
    let start = Instant::now();
    let leaves = perft_on(cpu, &Board::START, depth);
    Count { depth, leaves, seconds: start.elapsed().as_secs_f64() }
}
