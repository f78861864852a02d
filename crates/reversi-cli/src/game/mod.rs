//! Analyses the moves of games.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command |
//! | [`plot`] | the scores of a game as a picture |
//! | [`report`] | tables, answers and annotated GGF |

mod plot;
mod report;

use std::error::Error;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::ProgressBar;
use report::Report;
use reversi_engine::notation::GgfGame;
use reversi_engine::{AnalysisCheckpoint, AnalyzeRequest, AnalyzedMove, Engine, Event, Game, Stop};

use crate::checkpoints::CheckpointOptions;
use crate::fields::{self, Given};
use crate::files::Output;
use crate::options::{self, EngineOptions, JobsOptions, LimitOptions};
use crate::output::Failure;
use crate::records::ReadOptions;
use crate::workers::work_on;
use crate::{interrupt, progress, records};

/// Finds the mistakes in games.
///
/// Each move has its score, the best move and its score, and what was lost. Scores are discs from the side
/// that moves. One game is shown move by move, several as one row a game.
///
/// Limits of the whole call are limits of each game, of which each position gets an equal share of what is
/// left.
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

    /// Opening book: a file in any format, `embedded`, or `none`. The move that leaves it is marked; all
    /// moves are searched [default: the book that is part of the program].
    #[arg(long, value_name = "FILE", default_value = "embedded", hide_default_value = true)]
    book: String,

    /// Write a plot of the scores of one game. It shows the best score of each position for black. Dots in
    /// the colour of the side mark moves that lost discs.
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
    /// as `id` and the ply that leaves the book as `left_book`. Its moves are those that are analysed: the
    /// last ones if Ctrl-C has ended the search.
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
    let records = load(args)?;
    if args.svg.is_some() && records.len() > 1 {
        return Err(format!("--svg draws one game, and there are {}", records.len()).into());
    }
    let svg = args.svg.as_deref().map(Output::lock).transpose()?;
    let book = options::open_book(&args.book)?;
    let stop = interrupt::stop_signal();
    let options = args.search.read()?;
    options::refuse_total_limits(&options.total_limits, args.checkpoint.is_given(), "--checkpoint")?;
    let request = options.request()?;
    let engines = args.jobs.engines(&args.engine, None, records.len())?;
    let checkpoint = args.checkpoint.open_analyses(&request)?;
    let moves = records.iter().map(|record| record.game.moves().len()).sum();
    let bar = progress::bar(moves, "moves");
    let alone = engines.len() == 1;
    let task = Task { request, checkpoint: checkpoint.as_ref(), stop: &stop, bar: &bar, alone };
    let mut report = Report::new(args.format, args.moves || records.len() == 1, bar.clone(), book)?;
    let analyze = |engine: &mut Engine, record: &GgfGame| task.analyze(engine, &record.game);
    work_on(&records, engines, &stop, analyze, |record, analyzed| {
        let Analyzed { turns, elapsed } = analyzed?;
        report.game(record, turns, elapsed.as_secs_f64())
    })?;
    if let Some(checkpoint) = &checkpoint {
        checkpoint.sync()?;
    }
    if let Some(svg) = svg {
        let picture = plot::draw(report.moves())?;
        svg.replace(|file| file.write_all(picture.as_bytes()))?;
    }
    report.totals()?;
    Ok(interrupt::status(&stop))
}

/// The games that can be read, at least one.
fn load(args: &Args) -> Result<Vec<GgfGame>, Box<dyn Error>> {
    let mut games = args.read.games(&args.games)?;
    games.retain(|record| record.game.moves().len() > 0); // one without a move has nothing to analyse
    args.limit.apply(&mut games);
    if games.is_empty() { Err(records::nothing(&args.games, "move").into()) } else { Ok(games) }
}

/// The analysis of each game.
struct Task<'a> {
    request: AnalyzeRequest,
    checkpoint: Option<&'a AnalysisCheckpoint>,
    stop: &'a Stop,
    bar: &'a ProgressBar,
    /// Whether one game is analysed at a time. There is no room to show several searches.
    alone: bool,
}

impl Task<'_> {
    /// The moves that are analysed when the game is done, or when the stop signal is set.
    fn analyze(&self, engine: &mut Engine, game: &Game) -> Result<Analyzed, Failure> {
        engine.clear_hash(); // the result does not depend on earlier games
        let start = Instant::now();
        let callback = |event: Event<'_, &AnalyzedMove>| {
            match event {
                Event::Done(_) => self.bar.inc(1),
                Event::Progress(progress) if self.alone => progress::show(self.bar, progress),
                Event::Progress(_) => {}
            }
            if self.stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let turns = match self.checkpoint {
            None => engine.analyze_game_with(game, self.request.clone(), callback)?,
            Some(checkpoint) => engine.resume_game_with(checkpoint, game, callback)?,
        };
        Ok(Analyzed { turns, elapsed: start.elapsed() })
    }
}

/// The last moves of a game, all of them unless the analysis was interrupted.
struct Analyzed {
    turns: Vec<AnalyzedMove>,
    elapsed: Duration,
}
