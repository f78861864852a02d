//! Reviews games: what each move lost, and how well each side played.
//!
//! | File | What is in it |
//! |---|---|
//! | `mod.rs` | the command, and the games that `review` and `puzzles` analyse |
//! | [`report`] | a review for people |

mod report;

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;

use reversi_engine::notation::GgfGame;
use reversi_engine::play::Review;
use reversi_engine::question::{Answer, Reply};
use reversi_engine::runs::{AnalyzedGame, Asked, analyze_games_with, in_order};
use reversi_engine::search::{AnalyzedMove, Event, OpeningBook};
use reversi_engine::surface::Fields as _;
use reversi_engine::weights::HumanPolicy;
use reversi_engine::{Engine, Game, Stop};

use crate::checkpoints::CheckpointOptions;
use crate::fields::{self, Given};
use crate::options::{self, BookOption, EngineOptions, FormatOptions, JobsOptions, LimitOptions};
use crate::output::{Failure, Format, Numbered, Printer};
use crate::records::ReadOptions;
use crate::{interrupt, progress};

/// Reviews games: the mistakes, the moves that turned them, and how well each side played.
///
/// A loss that may be an error of the search is not shown: an estimated loss counts from 3 discs on, and if
/// it is more than twice its error. 3 to 5 discs are an inaccuracy, 6 to 9 a mistake, 10 and more a
/// blunder; a move that gives away a proven win or draw is a mistake at least. `~` marks estimates.
///
/// The chances to win are those between tournament players. The accuracy is 100 % if nothing was lost, and
/// halves for each 2.5 discs that a move loses on average; its interval follows it.
///
/// A side is rated by the moves that people of a rating play, not by the search; the interval of 90 % follows
/// the rating. One game says little: several games of a player are combined at the end. With --human a
/// mistake says how many people of that rating find the better move.
///
/// A position that stands in several games is searched once. Limits of the whole call are limits of each
/// game. Ctrl-C ends the running searches and reviews the moves that are analysed.
#[derive(clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Args {
    #[command(flatten)]
    games: GamesOptions,

    #[command(flatten)]
    book: BookOption,

    /// Show all moves, not only the mistakes.
    #[arg(long)]
    moves: bool,

    #[command(flatten)]
    output: FormatOptions,
}

const AFTER_HELP: &str = "\
Examples:
  reversi review f5d6c3d3c4f4f6f3e6e7 --level 12
  reversi review match.ggf --level 16 --moves
  reversi review WTH_2024.wtb --jobs 4 --level 16 --format json > reviews.jsonl";

/// Games, and how they are analysed.
#[derive(clap::Args)]
pub(crate) struct GamesOptions {
    /// Games, or files of games, in any notation that `convert` reads: moves such as `f5d6c3`, GGF, WTHOR.
    /// `-` is standard input. Passes may be omitted.
    #[arg(required = true)]
    games: Vec<String>,

    #[command(flatten)]
    read: ReadOptions,

    #[command(flatten)]
    pub(crate) search: Given<fields::AnalyzeGame>,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,

    #[command(flatten)]
    jobs: JobsOptions,

    #[command(flatten)]
    limit: LimitOptions,

    #[command(flatten)]
    checkpoint: CheckpointOptions,
}

/// Takes each game: its number from 1, its record, its last moves or all of them, and the name of the
/// evaluation.
type Each<'a> = dyn FnMut(usize, &GgfGame, &[AnalyzedMove], &str) -> Result<(), Box<dyn Error>> + 'a;

impl GamesOptions {
    /// Games with a move, at least one.
    pub(crate) fn load(&self) -> Result<Vec<GgfGame>, Failure> {
        let mut games = self.read.games(&self.games)?;
        self.limit.apply(&mut games);
        Ok(games)
    }

    /// Analyses the games in their order.
    pub(crate) fn analyze(
        &self,
        records: &[GgfGame],
        stop: &Stop,
        bar: &indicatif::ProgressBar,
        each: &mut Each<'_>,
    ) -> Result<(), Box<dyn Error>> {
        let options = self.search.read()?;
        options::refuse_total_limits(&options.total_limits, self.checkpoint.is_given(), "--checkpoint")?;
        let request = options.request()?;
        let mut engines = self.jobs.engines(&self.engine, None, records.len())?;
        let fingerprint = engines[0].evaluation_fingerprint();
        let checkpoint = self.checkpoint.open(request.clone())?;
        let games: Vec<Game> = records.iter().map(|record| record.game.clone()).collect();
        let alone = engines.len() == 1;
        let watch = |event: Event<'_, &AnalyzedMove>| {
            match event {
                Event::Done(_) => bar.inc(1),
                Event::Progress(progress) if alone => progress::show(bar, progress), // no room for several
                Event::Progress(_) => {}
            }
            if stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if games.len() == 1 || !options.total_limits.plain().is_empty() {
            let analyze = |engine: &mut Engine, game: &Game| -> Result<Vec<AnalyzedMove>, Failure> {
                engine.clear_hash(); // the result does not depend on earlier games
                match &checkpoint {
                    None => Ok(engine.analyze_game_with(game, request.clone(), watch)?),
                    Some(checkpoint) => Ok(checkpoint.analyze_game(engine, game, watch)?),
                }
            };
            let mut numbered = (1..).zip(records);
            in_order(&games, &mut engines, stop, analyze, |_, turns| -> Result<(), Box<dyn Error>> {
                let (number, record) = numbered.next().expect("a game has its record");
                each(number, record, &turns?, &fingerprint)
            })?;
        } else {
            let asked = checkpoint.as_ref().map_or(Asked::from(&request), Asked::from);
            let mut done = Ok(());
            let of_game = |game: AnalyzedGame| {
                done = each(game.index + 1, &records[game.index], &game.turns, &fingerprint);
                if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            analyze_games_with(&mut engines, &games, asked, watch, of_game).map_err(Failure::from)?;
            done?;
        }
        if let Some(checkpoint) = &checkpoint {
            checkpoint.sync()?;
        }
        Ok(())
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let records = args.games.load()?;
    let book = args.book.open()?;
    let policy = HumanPolicy::embedded().map_err(Failure::from)?;
    let human = args.games.search.read()?.human;
    let mut together = report::Together::default();
    let stop = interrupt::stop_signal();
    let bar = progress::bar(records.iter().map(|record| record.game.moves().len()).sum(), "moves");
    // Lines are of text: the header of a table stands in each review.
    let mut printer = Printer::new(Format::Json, "", bar.clone())?;
    let mut first = true;
    args.games.analyze(&records, &stop, &bar, &mut |number, record, turns, fingerprint| {
        let book = book.as_ref().map(|book| -> &dyn OpeningBook { book });
        let review = Review::of(&record.game, turns, book).with_fingerprint(fingerprint).with_people(&policy);
        match args.output.format {
            Format::Json => {
                let answer = Answer::new(record.game.position(), Reply::Review(Box::new(review)));
                Ok(printer.text(&serde_json::to_string(&Numbered::new(number, &answer))?)?)
            }
            Format::Table => {
                let name = (records.len() > 1).then_some(number);
                together.add(record, &review);
                let text = report::text(&review, record, name, human, args.moves);
                let text = if first { text } else { format!("\n{text}") };
                first = false;
                Ok(printer.text(text.trim_end())?)
            }
        }
    })?;
    if let Some(text) = together.text() {
        printer.text(&text)?;
    }
    printer.end()?;
    Ok(interrupt::status(&stop))
}
