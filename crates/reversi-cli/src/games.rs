//! Games that `game`, `review` and `puzzles` analyse.

use std::collections::HashMap;
use std::error::Error;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indicatif::ProgressBar;
use reversi_engine::notation::GgfGame;
use reversi_engine::play::SecondLook;
use reversi_engine::runs::{AnalyzedGame, Asked, Checkpoint, analyze_games_with, in_order};
use reversi_engine::search::{AnalyzedMove, Event};
use reversi_engine::surface::{AnalyzeOptions, Fields as _};
use reversi_engine::{AnalyzeRequest, Board, Engine, Game, Move, Progress, Stop};
use serde::Serialize;

use crate::checkpoints::CheckpointOptions;
use crate::fields::{FieldOptions, Verb};
use crate::options::{self, EngineOptions, JobsOptions, LimitOptions};
use crate::output::{Failure, Format, Printer};
use crate::records::ReadOptions;
use crate::{interrupt, progress};

/// Games, and how they are analysed.
#[derive(clap::Args)]
pub(crate) struct GamesOptions<V: Verb<Options = AnalyzeOptions> + Clone + Send + Sync + 'static> {
    /// Games, or files of games, in any notation that `convert` reads: moves such as `f5d6c3`, GGF, WTHOR.
    /// `-` is standard input. Passes may be omitted.
    #[arg(required = true)]
    games: Vec<String>,

    #[command(flatten)]
    read: ReadOptions,

    #[command(flatten)]
    pub(crate) search: FieldOptions<V>,

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

impl<V: Verb<Options = AnalyzeOptions> + Clone + Send + Sync> GamesOptions<V> {
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
        Ok(Games { records, request, by_itself, engines, checkpoint, bar, stop, second: None })
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
    /// The second looks at moves that are blamed, for reviews.
    second: Option<SecondLooks>,
}

/// The second looks of several engines. A checkpoint does not have them.
struct SecondLooks {
    /// One for each engine, while it does not look.
    free: Mutex<Vec<SecondLook>>,
    /// The moves for which a second look takes the place of the first search.
    found: Mutex<HashMap<(Board, Move), AnalyzedMove>>,
}

impl SecondLooks {
    /// Looks again at a move. Where it has no memory, the first search stands.
    fn look(&self, turn: &AnalyzedMove, request: &AnalyzeRequest, stop: &Stop) {
        let mut second = locked(&self.free).pop().expect("as many looks as engines");
        let watch =
            |_: &Progress<'_>| if stop.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let found = second.look(turn, request, watch);
        locked(&self.free).push(second);
        if let Ok(Some(found)) = found {
            locked(&self.found).insert((found.position().board, found.played()), found);
        }
    }

    /// Returns the moves by their second looks.
    fn instead_of(&self, mut turns: Vec<AnalyzedMove>) -> Vec<AnalyzedMove> {
        let known = locked(&self.found);
        for turn in &mut turns {
            if let Some(found) = known.get(&(turn.position().board, turn.played())) {
                let (side, source) = (turn.position().side, turn.analysis().source());
                *turn = found.clone().with_side(side).with_source(source);
            }
        }
        turns
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Games<'_> {
    /// Looks again at moves that a review blames by an estimate.
    pub(crate) fn with_second_looks(mut self) -> Self {
        self.second = Some(SecondLooks {
            free: Mutex::new(self.engines.iter().map(SecondLook::beside).collect()),
            found: Mutex::default(),
        });
        self
    }

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
        let Games { records, request, by_itself, mut engines, checkpoint, bar, stop, second } = self;
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
        let look_and_watch = |event: Event<'_, &AnalyzedMove>| {
            if let (Event::Done(turn), Some(second)) = (&event, &second) {
                second.look(turn, &request, &stop);
            }
            watch(event)
        };
        let with_second_looks = |turns| match &second {
            Some(second) => second.instead_of(turns),
            None => turns,
        };
        if by_itself {
            let analyze = |engine: &mut Engine, game: &Game| -> Result<Vec<AnalyzedMove>, Failure> {
                engine.clear_hash(); // the result does not depend on earlier games
                match (&checkpoint, &second) {
                    (None, None) => Ok(engine.analyze_game_with(game, request.clone(), watch)?),
                    (None, Some(_)) => {
                        let mut second = SecondLook::beside(engine);
                        Ok(second.analyze_game(engine, game, request.clone(), watch)?)
                    }
                    (Some(checkpoint), _) => Ok(checkpoint.analyze_game(engine, game, look_and_watch)?),
                }
            };
            let mut numbered = (1..).zip(records);
            in_order(&games, &mut engines, &stop, analyze, |_, turns| -> Result<(), Box<dyn Error>> {
                let (number, record) = numbered.next().expect("a game has its record");
                each(number, record, with_second_looks(turns?), &fingerprint)
            })?;
        } else {
            let asked = checkpoint.as_ref().map_or(Asked::from(&request), Asked::from);
            let mut done = Ok(());
            let of_game = |game: AnalyzedGame| {
                let turns = with_second_looks(game.turns);
                done = each(game.index + 1, &records[game.index], turns, &fingerprint);
                if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            analyze_games_with(&mut engines, &games, asked, look_and_watch, of_game)
                .map_err(Failure::from)?;
            done?;
        }
        if let Some(checkpoint) = &checkpoint {
            checkpoint.sync()?;
        }
        Ok(())
    }
}
