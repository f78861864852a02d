//! Games that `game`, `review` and `puzzles` analyse.

use std::error::Error;
use std::io;
use std::ops::ControlFlow;

use indicatif::ProgressBar;
use reversi_engine::notation::GgfGame;
use reversi_engine::runs::{AnalyzedGame, Asked, Checkpoint, analyze_games_with, in_order};
use reversi_engine::search::{AnalyzedMove, Event};
use reversi_engine::surface::Fields as _;
use reversi_engine::{AnalyzeRequest, Engine, Game, Stop};
use serde::Serialize;

use crate::checkpoints::CheckpointOptions;
use crate::fields::{self, FieldOptions};
use crate::options::{self, EngineOptions, JobsOptions, LimitOptions};
use crate::output::{Failure, Format, Printer};
use crate::records::ReadOptions;
use crate::{interrupt, progress};

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
    pub(crate) search: FieldOptions<fields::AnalyzeGame>,

    #[command(flatten)]
    pub(crate) engine: EngineOptions,

    #[command(flatten)]
    jobs: JobsOptions,

    #[command(flatten)]
    limit: LimitOptions,

    #[command(flatten)]
    checkpoint: CheckpointOptions,
}

/// An answer with the tags of its game: names, a date, a result.
#[derive(Serialize)]
pub(crate) struct Tagged<'a, T> {
    #[serde(flatten)]
    answer: T,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(&'a str, &'a str)>,
}

impl<'a, T> Tagged<'a, T> {
    pub(crate) fn new(answer: T, record: &'a GgfGame) -> Tagged<'a, T> {
        Tagged { answer, tags: tags(record) }
    }
}

/// The tags of a game, except its usual type.
pub(crate) fn tags(record: &GgfGame) -> Vec<(&str, &str)> {
    record.tags().filter(|tag| *tag != ("TY", "8")).collect()
}

impl GamesOptions {
    /// Reads the games that have a move, at least one.
    pub(crate) fn load(&self) -> Result<Vec<GgfGame>, Failure> {
        let mut games = self.read.games(&self.games)?;
        self.limit.apply(&mut games);
        Ok(games)
    }

    /// Builds the engines, opens the checkpoint and takes Ctrl-C.
    pub(crate) fn prepare<'a>(&self, records: &'a [GgfGame]) -> Result<Games<'a>, Failure> {
        let stop = interrupt::stop_signal();
        interrupt::stop_with_reader(&stop);
        let options = self.search.read()?;
        options::refuse_total_limits(&options.total_limits, self.checkpoint.is_given(), "--checkpoint")?;
        let request = options.request()?;
        let engines = self.jobs.engines(&self.engine, None, records.len())?;
        let checkpoint = self.checkpoint.open(request.clone())?;
        let bar = progress::bar(records.iter().map(|record| record.game.moves().len()).sum(), "moves");
        let by_itself = records.len() == 1 || !options.total_limits.plain().is_empty();
        Ok(Games { records, request, by_itself, engines, checkpoint, bar, stop })
    }
}

/// Games whose analysis can begin.
pub(crate) struct Games<'a> {
    records: &'a [GgfGame],
    pub(crate) request: AnalyzeRequest,
    /// `true` if each game is searched without the positions of others.
    by_itself: bool,
    engines: Vec<Engine>,
    checkpoint: Option<Checkpoint>,
    pub(crate) bar: ProgressBar,
    pub(crate) stop: Stop,
}

impl Games<'_> {
    /// Prints lines of text, in which a table stands with its own header.
    pub(crate) fn printer(&self) -> io::Result<Printer> {
        Printer::new(Format::Json, "", self.bar.clone())
    }

    /// Analyses the games in their order. `each` takes the number of a game from 1, its record, its last
    /// moves or all of them, and the name of the evaluation.
    pub(crate) fn analyze(
        self,
        mut each: impl FnMut(usize, &GgfGame, Vec<AnalyzedMove>, &str) -> Result<(), Box<dyn Error>>,
    ) -> Result<(), Box<dyn Error>> {
        let Games { records, request, by_itself, mut engines, checkpoint, bar, stop } = self;
        let fingerprint = engines[0].evaluation_fingerprint();
        let games: Vec<Game> = records.iter().map(|record| record.game.clone()).collect();
        let alone = engines.len() == 1;
        let watch = |event: Event<'_, &AnalyzedMove>| {
            match event {
                Event::Done(_) => bar.inc(1),
                Event::Progress(progress) if alone => progress::show(&bar, progress), // no room for several
                _ => {}
            }
            if stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        if by_itself {
            let analyze = |engine: &mut Engine, game: &Game| -> Result<Vec<AnalyzedMove>, Failure> {
                engine.clear_hash(); // the result does not depend on earlier games
                match &checkpoint {
                    None => Ok(engine.analyze_game_with(game, request.clone(), watch)?),
                    Some(checkpoint) => Ok(checkpoint.analyze_game(engine, game, watch)?),
                }
            };
            let mut numbered = (1..).zip(records);
            in_order(&games, &mut engines, &stop, analyze, |_, turns| -> Result<(), Box<dyn Error>> {
                let (number, record) = numbered.next().expect("a game has its record");
                each(number, record, turns?, &fingerprint)
            })?;
        } else {
            let asked = checkpoint.as_ref().map_or(Asked::from(&request), Asked::from);
            let mut done = Ok(());
            let of_game = |game: AnalyzedGame| {
                done = each(game.index + 1, &records[game.index], game.turns, &fingerprint);
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
