//! Analyses the moves of games.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command |
//! | [`report`] | tables, answers and annotated GGF |

mod report;

use std::error::Error;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use report::GameReport;

use crate::files::Output;
use crate::games::GamesOptions;
use crate::options::BookOption;
use crate::{fields, interrupt};

/// Finds the mistakes in games.
///
/// Each move has its score, the best move and its score, and the loss. Scores are discs from the side that
/// moves. One game is shown move by move, several as one row a game.
///
/// A position that stands in several games is searched once, in the first of them, with the moves of all.
///
/// Limits of the whole call are limits of each game. Each of its positions gets an equal share of the rest.
/// Each game is then searched by itself.
///
/// Ctrl-C ends the running searches and prints the moves that are analysed; each game is analysed from its
/// end.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    games: GamesOptions<fields::AnalyzeGame>,

    #[command(flatten)]
    book: BookOption,

    /// Write a graph of the scores of one game, SVG: the score after each move, black's lead up. Estimates
    /// are dotted. Discs of the side mark moves that lost 3 or more.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Show each move of several games too.
    #[arg(long)]
    moves: bool,

    /// The format of the output.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table for people.
    Table,
    /// The answer of each game as a line of JSON, in the form of `reversi ask`, with the number of the game
    /// as `id`, the ply that leaves the book as `left_book` and names, date and result as `tags`. It has the
    /// moves that are analysed: the last ones if Ctrl-C has ended the search.
    Json,
    /// Records in GGF, with the score of each move as its note.
    Ggf,
}

const AFTER_HELP: &str = "\
Examples:
  reversi game f5d6c3d3c4f4f6g5e6d7 --level 12 --svg game.svg
  reversi game WTH_2024.wtb --jobs 4 --level 16 --checkpoint 2024.games
  reversi game match.ggf --level 21 --format ggf > annotated.ggf
  reversi game match.ggf --format json | jq '.game[] | select(.loss > 5)'";

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let records = args.games.load()?;
    if args.svg.is_some() && records.len() > 1 {
        return Err(format!("--svg needs 1 game, not {}", records.len()).into());
    }
    let svg = args.svg.as_deref().map(Output::lock).transpose()?;
    let book = args.book.open()?;
    let games = args.games.prepare(&records)?;
    let stop = games.stop.clone();
    let mut report = GameReport::new(args.format, args.moves || records.len() == 1, games.bar.clone(), book)?;
    games.analyze(|_, record, turns, _| Ok(report.game(record, turns)?))?;
    if let Some(svg) = svg {
        svg.replace(|file| writeln!(file, "{}", report.graph()))?;
    }
    report.totals()?;
    Ok(interrupt::status(&stop))
}
