//! Positions as they occur in games, to measure on.

use std::error::Error;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::process::ExitCode;

use fastrand::Rng;
use reversi_engine::{AnalyzeRequest, Engine, Game};

use crate::options::{in_range, number, positive};

/// Prints positions of games that the engine plays against itself.
///
/// Each is from a game of its own: some moves at random, then the best ones of shallow searches. The numbers
/// of empty squares take turns. The same options print the same positions.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// The number of positions.
    #[arg(long, value_name = "N", value_parser = positive, allow_negative_numbers = true)]
    positions: NonZeroUsize,

    /// The numbers of empty squares, from A to B.
    #[arg(long, num_args = 2, required = true, value_names = ["A", "B"], value_parser = in_range(1..=59_u32))]
    #[arg(allow_negative_numbers = true)]
    empties: Vec<u32>,

    /// The number of random moves at the start of a game.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = in_range(0..=58_u32))]
    #[arg(allow_negative_numbers = true)]
    random: u32,

    /// The depth in plies of the searches after them.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = in_range(1..=20_u32))]
    #[arg(allow_negative_numbers = true)]
    depth: u32,

    /// The seed of the games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>)]
    #[arg(allow_negative_numbers = true)]
    seed: u64,
}

const AFTER_HELP: &str = "\
Example:
  reversi sample --positions 520 --empties 10 22 > sample.obf
  reversi solve sample.obf --output sample.jsonl
  reversi cost sample.jsonl --plan 1e6:24";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let &[first, last] = &args.empties[..] else { unreachable!("clap takes two numbers") };
    if first > last {
        return Err(format!("--empties {first} {last}: the first number must not be the larger one").into());
    }
    if 60 - args.random < last {
        return Err(format!(
            "--random {0}: no position after {0} random moves has {last} empty squares",
            args.random
        )
        .into());
    }
    let mut engine = Engine::builder().hash_mib(1).build()?;
    let mut random = Rng::with_seed(args.seed);
    let mut out = io::stdout().lock();
    for empties in (first..=last).cycle().take(args.positions.get()) {
        // A game that ends before that is played again. Few do.
        let game = loop {
            if let Some(game) = play(&mut engine, &mut random, args, empties)? {
                break game;
            }
        };
        writeln!(out, "{};", game.position())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays a game up to a position with this number of empty squares. `None` if it ends before.
fn play(
    engine: &mut Engine,
    random: &mut Rng,
    args: &Args,
    empties: u32,
) -> Result<Option<Game>, Box<dyn Error>> {
    let mut game = Game::default();
    engine.clear_hash(); // no game depends on another one
    loop {
        let board = game.board();
        let moves = board.legal_moves().len();
        if board.empties().len() <= empties && moves > 0 {
            return Ok(Some(game));
        }
        let mv = if 60 - board.empties().len() < args.random && moves > 0 {
            game.legal_plays().nth(random.usize(..moves as usize))
        } else {
            engine.analyze(&board, AnalyzeRequest::depth(args.depth))?.best_move()
        };
        match mv {
            Some(mv) => game.play(mv)?,
            None => return Ok(None),
        };
    }
}
