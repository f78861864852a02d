//! Analyses the moves of games.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command |
//! | [`report`] | tables, answers and annotated GGF |

mod report;

use std::error::Error;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum;
use report::Report;
use reversi_engine::runs::{AnalyzedGame, Asked, analyze_games_with, in_order};
use reversi_engine::search::{AnalyzedMove, Event};
use reversi_engine::surface::Fields as _;
use reversi_engine::{Engine, Game};

use crate::checkpoints::CheckpointOptions;
use crate::fields::{self, Given};
use crate::files::Output;
use crate::options::{self, BookOption, EngineOptions, JobsOptions, LimitOptions};
use crate::output::Failure;
use crate::records::ReadOptions;
use crate::{interrupt, progress};

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
    /// Games, or files of games, in any notation that `convert` reads: moves such as `f5d6c3`, GGF, WTHOR.
    /// `-` is standard input. Passes may be omitted.
    #[arg(required = true)]
    games: Vec<String>,

    #[command(flatten)]
    read: ReadOptions,

    #[command(flatten)]
    search: Given<fields::AnalyzeGame>,

    #[command(flatten)]
    engine: EngineOptions,

    #[command(flatten)]
    jobs: JobsOptions,

    #[command(flatten)]
    limit: LimitOptions,

    #[command(flatten)]
    checkpoint: CheckpointOptions,

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
    /// as `id` and the ply that leaves the book as `left_book`. It has the moves that are analysed: the last
    /// ones if Ctrl-C has ended the search.
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
    let mut records = args.read.games(&args.games)?;
    args.limit.apply(&mut records);
    if args.svg.is_some() && records.len() > 1 {
        return Err(format!("--svg needs 1 game, not {}", records.len()).into());
    }
    let svg = args.svg.as_deref().map(Output::lock).transpose()?;
    let book = args.book.open()?;
    let stop = interrupt::stop_signal();
    let options = args.search.read()?;
    options::refuse_total_limits(&options.total_limits, args.checkpoint.is_given(), "--checkpoint")?;
    let request = options.request()?;
    let mut engines = args.jobs.engines(&args.engine, None, records.len())?;
    let checkpoint = args.checkpoint.open(request.clone())?;
    let games: Vec<Game> = records.iter().map(|record| record.game.clone()).collect();
    let bar = progress::bar(games.iter().map(|game| game.moves().len()).sum(), "moves");
    let alone = engines.len() == 1;
    let watch = |event: Event<'_, &AnalyzedMove>| {
        match event {
            Event::Done(_) => bar.inc(1),
            Event::Progress(progress) if alone => progress::show(&bar, progress), // no room for several
            Event::Progress(_) => {}
        }
        if stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut report = Report::new(args.format, args.moves || records.len() == 1, bar.clone(), book)?;
    let by_itself = games.len() == 1 || !options.total_limits.plain().is_empty();
    if by_itself {
        let analyze = |engine: &mut Engine, game: &Game| -> Result<Vec<AnalyzedMove>, Failure> {
            engine.clear_hash(); // the result does not depend on earlier games
            match &checkpoint {
                None => Ok(engine.analyze_game_with(game, request.clone(), watch)?),
                Some(checkpoint) => Ok(checkpoint.analyze_game(engine, game, watch)?),
            }
        };
        let mut records = records.iter();
        in_order(&games, &mut engines, &stop, analyze, |_, turns| -> Result<(), Box<dyn Error>> {
            report.game(records.next().expect("a game has its record"), turns?)
        })?;
    } else {
        let asked = checkpoint.as_ref().map_or(Asked::from(&request), Asked::from);
        let mut reported = Ok(());
        let each = |game: AnalyzedGame| {
            reported = report.game(&records[game.index], game.turns);
            if reported.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        analyze_games_with(&mut engines, &games, asked, watch, each).map_err(Failure::from)?;
        reported?;
    }
    if let Some(checkpoint) = &checkpoint {
        checkpoint.sync()?;
    }
    if let Some(svg) = svg {
        svg.replace(|file| writeln!(file, "{}", report.graph()))?;
    }
    report.totals()?;
    Ok(interrupt::status(&stop))
}
