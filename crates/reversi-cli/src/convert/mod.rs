//! Converts boards and games between notations.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command |
//! | [`write`](mod@write) | writes a notation |

mod write;

use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use reversi_engine::Game;

use crate::files;
use crate::items::{self, Item};
use crate::options::number;
use crate::records::WthorNames;

/// Converts boards and games between notations.
///
/// The notation of the input is found by itself. A game becomes a board as the position after its last move,
/// and a board becomes a game without moves.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Boards, games, or files of them. `-` is standard input.
    ///
    /// Boards: 64 cells and the side to move, OBF, FEN as Edax writes it, JSON. Games: moves such as `f5d6c3`
    /// (one game a line, or one over several lines), GGF, WTHOR (.wtb), JSON.
    #[arg(required = true)]
    inputs: Vec<String>,

    /// The notation to write.
    #[arg(long, value_enum, value_name = "NOTATION")]
    to: Notation,

    /// Of each game, the position after this number of moves, passes included.
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    #[arg(conflicts_with = "every_position")]
    after: Option<usize>,

    /// Every position of each game, from its start.
    #[arg(long)]
    every_position: bool,

    #[command(flatten)]
    names: WthorNames,

    /// The file to write [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Notation {
    /// 64 cells from A1 to H8, then the side to move.
    Board,
    /// A drawing of the board with its legal moves.
    Diagram,
    /// A line of OBF, with the scores of the input if it has some.
    Obf,
    /// FEN as Edax writes it.
    Fen,
    /// The moves of a game, such as `f5d6c3`.
    Moves,
    /// Records of games with names, times and scores.
    Ggf,
    /// A file of the WTHOR data base (.wtb): moves and final scores, without names and dates.
    Wthor,
    /// A board as text, or a game with its start and its moves; one a line.
    Json,
}

const AFTER_HELP: &str = "\
Examples:
  reversi convert f5d6c3d3c4 --to diagram
  reversi convert games.ggf --to wthor --output games.wtb
  reversi convert WTH_2024.wtb --players WTHOR.JOU --to ggf > 2024.ggf
  reversi convert games.txt --after 40 --to obf | reversi solve -";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    args.output.iter().try_for_each(|path| files::prepare(path))?;
    let mut items = Vec::new();
    for item in items::read(&args.inputs, &args.names)? {
        select(item, args, &mut items)?;
    }
    let written = write::write(&items, args.to)?;
    match &args.output {
        None => {
            let mut out = io::stdout().lock();
            out.write_all(&written)?;
            out.flush()?;
        }
        Some(path) => {
            let replaced = files::replace(path, |file| file.write_all(&written));
            replaced.map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Adds an item, or the positions of its game that are asked for.
fn select(item: Item, args: &Args, items: &mut Vec<Item>) -> Result<(), String> {
    match (&item, args.after) {
        (Item::Game(record), _) if args.every_position => {
            let game = record.game();
            items.extend(game.turns().map(|(position, _)| Item::of_position(position)));
            items.push(Item::of_position(game.position()));
        }
        (Item::Game(record), Some(after)) => {
            let game = record.game();
            let missing = || format!("--after {after}: the game {game} has {} moves", game.moves().len());
            items.push(Item::of_position(position_after(game, after).ok_or_else(missing)?));
        }
        _ => items.push(item),
    }
    Ok(())
}

fn position_after(game: &Game, moves: usize) -> Option<reversi_engine::Position> {
    match game.turns().nth(moves) {
        Some((position, _)) => Some(position),
        None => (moves == game.moves().len()).then(|| game.position()),
    }
}
