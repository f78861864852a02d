//! The engine as a player.

use std::hash::{BuildHasher as _, RandomState};
use std::ops::ControlFlow;

use clap::Args;
use indicatif::ProgressBar;
use reversi_engine::{
    Analysis, AnalyzeError, Board, BuildError, Clock, Engine, Level, Line, Move, Opponent, Progress, Stop,
    Strength, Value,
};

use super::options::{EngineOptions, SearchOptions, number};

/// The options of a playing engine.
#[derive(Args)]
pub(crate) struct PlayerOptions {
    #[command(flatten)]
    search: SearchOptions,

    /// Play against people, with mistakes: beginner, casual, intermediate, club, tournament, expert or
    /// master.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["level", "depth", "selectivity"])]
    strength: Option<Strength>,

    /// Seed of the mistakes, one more for each further game [default: another one each time].
    #[arg(long, value_name = "N", requires = "strength",
        value_parser = number::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    engine: EngineOptions,
}

/// An engine that plays a game.
pub(crate) struct Player<'a> {
    options: &'a PlayerOptions,
    search: SearchOptions,
    engine: Engine,
    opponent: Option<Opponent>,
    next_seed: u64,
    /// Whether the choice of a move shows its progress on stderr.
    pub(crate) shows_progress: bool,
}

impl Player<'_> {
    pub(crate) fn new(options: &PlayerOptions) -> Result<Player<'_>, BuildError> {
        let search = options.search.clone();
        let engine = options.engine.build()?;
        let next_seed = options.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
        let mut player = Player { options, search, engine, opponent: None, next_seed, shows_progress: false };
        player.new_game();
        Ok(player)
    }

    /// Starts a new game: clears the hash table and takes the next seed.
    pub(crate) fn new_game(&mut self) {
        self.engine.clear_hash();
        self.opponent = self.options.strength.map(|strength| Opponent::new(strength, self.next_seed));
        self.next_seed = self.next_seed.wrapping_add(1);
    }

    /// Sets the level. It has no effect on the moves of a player with a strength.
    pub(crate) fn set_level(&mut self, level: Level) {
        self.search.set_level(level);
    }

    /// Searches the best moves until `stop` is set, and reports to `progress` on the way.
    pub(crate) fn analyze(
        &mut self,
        board: &Board,
        moves: usize,
        stop: &Stop,
        progress: impl FnMut(&Progress<'_>) -> ControlFlow<()>,
    ) -> Result<Analysis, AnalyzeError> {
        let request = self.search.request().limits(self.search.limits().stop(stop)).multi_pv(moves);
        self.engine.analyze_with(board, request, progress)
    }

    /// Chooses a move, a pass if there is no other, and returns it with its value. With a clock, the search
    /// keeps to the remaining time.
    pub(crate) fn choose_move(
        &mut self,
        board: &Board,
        clock: Option<Clock>,
    ) -> Result<(Move, Value), AnalyzeError> {
        let request = match (&self.opponent, clock) {
            (None, None) => self.search.request(),
            (None, Some(clock)) => self.search.request_by_clock(clock),
            (Some(opponent), None) => opponent.request().limits(self.search.limits()),
            (Some(opponent), Some(clock)) => opponent.request().limits(self.search.limits()).clock(clock),
        };
        let bar = if self.shows_progress { super::spinner() } else { ProgressBar::hidden() };
        let analysis = self.engine.analyze_with(board, request, |progress| {
            super::show(&bar, progress);
            ControlFlow::Continue(())
        })?;
        bar.finish_and_clear();
        let mv = self.opponent.as_mut().map_or(analysis.best_move(), |opponent| opponent.choose(&analysis));
        let line = analysis.lines().iter().find(|line| line.best_move() == mv);
        Ok((mv.unwrap_or(Move::Pass), line.map_or(analysis.value(), Line::value)))
    }
}
