//! The engine as a player.

use std::ops::ControlFlow;

use clap::Args;
use indicatif::ProgressBar;
use reversi_engine::{
    Analysis, AnalyzeError, Board, BuildError, Clock, Engine, Level, Line, Move, Progress, Stop, Value,
    WeakPlay,
};

use super::options::{EngineOptions, SearchOptions};

/// The options of a playing engine.
#[derive(Args)]
pub(crate) struct PlayerOptions {
    #[command(flatten)]
    search: SearchOptions,

    /// Play weaker: lose about this many discs in a game.
    #[arg(long, value_name = "DISCS")]
    weak_play: Option<u32>,

    /// Seed of the choice of weaker moves.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "weak_play")]
    seed: u64,

    #[command(flatten)]
    engine: EngineOptions,
}

/// An engine that plays a game.
pub(crate) struct Player<'a> {
    options: &'a PlayerOptions,
    search: SearchOptions,
    engine: Engine,
    weak_play: Option<WeakPlay>,
    /// Whether the choice of a move shows its progress on stderr.
    pub(crate) shows_progress: bool,
}

impl Player<'_> {
    pub(crate) fn new(options: &PlayerOptions) -> Result<Player<'_>, BuildError> {
        let search = options.search.clone();
        let engine = options.engine.build()?;
        let mut player = Player { options, search, engine, weak_play: None, shows_progress: false };
        player.new_game();
        Ok(player)
    }

    /// Starts a new game: clears the hash table and resets the weaker play.
    pub(crate) fn new_game(&mut self) {
        self.engine.clear_hash();
        self.weak_play = self.options.weak_play.map(|discs| WeakPlay::new(discs, self.options.seed));
    }

    /// Sets the level.
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
        let search = &self.search;
        let request = clock.map_or_else(|| search.request(), |clock| search.request_by_clock(clock));
        let moves = if self.weak_play.is_some() { usize::MAX } else { 1 };
        let bar = if self.shows_progress { super::spinner() } else { ProgressBar::hidden() };
        let analysis = self.engine.analyze_with(board, request.multi_pv(moves), |progress| {
            super::show(&bar, progress);
            ControlFlow::Continue(())
        })?;
        bar.finish_and_clear();
        let mv =
            self.weak_play.as_mut().map_or(analysis.best_move(), |weak_play| weak_play.choose(&analysis));
        let line = analysis.lines().iter().find(|line| line.best_move() == mv);
        Ok((mv.unwrap_or(Move::Pass), line.map_or(analysis.value(), Line::value)))
    }
}
