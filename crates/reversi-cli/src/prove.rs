//! Proofs of scores, which anyone can check.

use std::error::Error;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use indicatif::HumanCount;
use reversi_engine::proof::{Claim, ProveError, ProveRequest};
use reversi_engine::{Board, Color, Position};
use serde::Serialize;

use crate::fields::{self, FieldOptions};
use crate::files::Output;
use crate::options::{EngineOptions, in_range};
use crate::output::{Failure, Format, Row, print, say};
use crate::records::ReadOptions;
use crate::{interrupt, progress};

/// Proves a score: writes a file that anyone can check, without trust in this engine.
///
/// The proof is a strategy: a move for each position that a side can meet. `reversi verify` plays it
/// against all replies; docs/src/proofs.md describes the file for those who check it by a program of their
/// own.
///
/// The position is solved first. With its proof it takes three to ten times as long; from 20 empty squares
/// on a large hash table helps.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// A board with its side to move, moves from the start such as f5d6c3, or a file with one position.
    position: String,

    #[command(flatten)]
    read: ReadOptions,

    #[command(flatten)]
    claim: FieldOptions<fields::Prove>,

    /// The file that is written.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,

    /// Leave the positions with N empty squares (0 to 63) to proofs of their own, which are listed after
    /// the proof: this proof is then the trunk of a large one. `reversi verify` gets all of them, the trunk
    /// last.
    #[arg(long, value_name = "N", conflicts_with = "leaf-empties", allow_negative_numbers = true)]
    #[arg(value_parser = in_range(0..=63_u32))]
    open_at: Option<u32>,

    #[command(flatten)]
    engine: EngineOptions,

    /// A line of text, or a JSON object.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const AFTER_HELP: &str = "\
Examples:
  reversi prove \\
      'O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X' -o ffo-40.proof
  reversi prove problem.obf --at-least 2 -o wins.proof
  reversi verify ffo-40.proof wins.proof
  reversi prove problem.obf --open-at 16 -o trunk.proof  # then a proof of each position that it lists
  reversi verify shards/*.proof trunk.proof

Exit status: 0 if the proof is written, 1 if the claim is false, 2 on bad input, 130 after Ctrl-C.";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let options = args.claim.read()?;
    let leaf_empties = args.open_at.or(options.leaf_empties).unwrap_or(ProveRequest::LEAF_EMPTIES);
    let request = args.open_at.into_iter().fold(options.request()?, ProveRequest::open_at);
    let position = position(args)?;
    let output = Output::lock(&args.output)?;
    let mut engine = args.engine.build(None)?;
    let stop = interrupt::stop_signal();
    let request = request.limits(options.limits.stop(&stop));
    let (start, bar) = (Instant::now(), progress::spinner());
    let made = engine.prove_with(&position.board, request, |progress| {
        let (nodes, positions) = (HumanCount(progress.nodes()), HumanCount(progress.done() as u64));
        bar.set_message(format!(", {nodes} nodes, {positions} positions of the proof"));
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    match made {
        Ok(proof) => {
            let proof = proof.with_side(position.side);
            let file = proof.to_bytes();
            output.replace(|out| out.write_all(&file))?;
            let open = args.open_at.map(|_| proof.open().iter().map(Open::new).collect());
            let made = Made {
                file: args.output.display().to_string(),
                position: position.to_string(),
                claim: proof.claim().bound(),
                score: proof.claim().score(),
                leaf_empties,
                positions: proof.positions(),
                bytes: file.len(),
                seconds: start.elapsed().as_secs_f64(),
                open,
            };
            print(&made, args.format)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error @ ProveError::False { .. }) => {
            say(&error.to_string());
            Ok(ExitCode::from(1))
        }
        Err(error @ ProveError::Interrupted { .. }) if stop.is_set() => {
            say(&error.to_string());
            Ok(interrupt::status(&stop))
        }
        Err(error) => Err(Failure::from(error).into()),
    }
}

/// The only position of the argument.
fn position(args: &Args) -> Result<Position, Failure> {
    match &args.read.positions(std::slice::from_ref(&args.position))?[..] {
        [line] => Ok(line.position),
        lines => Err(format!("{}: expected 1 position, not {}", args.position, lines.len()).into()),
    }
}

/// A proof that is written.
#[derive(Serialize)]
struct Made {
    file: String,
    position: String,
    claim: &'static str,
    score: i32,
    leaf_empties: u32,
    positions: u64,
    bytes: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<Open>>,
}

/// The claim that another proof has to show.
#[derive(Serialize)]
struct Open {
    position: String,
    claim: &'static str,
    score: i32,
}

impl Open {
    fn new(&(board, claim): &(Board, Claim)) -> Open {
        let position = Position { board, side: Color::Black };
        Open { position: position.to_string(), claim: claim.bound(), score: claim.score() }
    }
}

impl Row for Made {
    fn to_table(&self) -> String {
        let Made { file, claim, score, positions, bytes, seconds, .. } = self;
        let (positions, bytes) = (HumanCount(*positions), HumanCount(*bytes as u64));
        let made = format!("{file}: {claim} {score}, {positions} positions, {bytes} bytes, {seconds:.2} s");
        let open = self.open.iter().flatten();
        let open = open.map(|open| format!("\n{} {} {}", open.position, open.claim, open.score));
        made + &open.collect::<String>()
    }
}
