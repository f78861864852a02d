//! The engine as a player.

use clap::Args;
use reversi_engine::{AnalyzeError, Board, BuildError, Clock, Engine, Handicap, Move, Value};

use super::options::{EngineOptions, SearchOptions};

/// How well the engine plays.
#[derive(Args)]
pub(crate) struct PlayerOptions {
    #[command(flatten)]
    search: SearchOptions,

    /// Play weaker: give away about so many discs in a game.
    #[arg(long, value_name = "DISCS")]
    handicap: Option<u32>,

    /// What the moves that give discs away are drawn with.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "handicap")]
    seed: u64,

    #[command(flatten)]
    engine: EngineOptions,
}

/// Plays the positions it is shown.
pub(crate) struct Player<'a> {
    options: &'a PlayerOptions,
    engine: Engine,
    handicap: Option<Handicap>,
}

impl Player<'_> {
    pub(crate) fn new(options: &PlayerOptions) -> Result<Player<'_>, BuildError> {
        let mut player = Player { options, engine: options.engine.build()?, handicap: None };
        player.new_game();
        Ok(player)
    }

    /// Forgets the game so far.
    pub(crate) fn new_game(&mut self) {
        self.engine.clear_hash();
        self.handicap = self.options.handicap.map(|discs| Handicap::new(discs, self.options.seed));
    }

    /// The best move, a pass if there is no other, and what it is worth.
    pub(crate) fn best_move(&mut self, board: &Board) -> Result<(Move, Value), AnalyzeError> {
        let analysis = self.engine.analyze(board, self.options.search.request())?;
        Ok((analysis.best_move().unwrap_or(Move::Pass), analysis.value()))
    }

    /// The move to make, a pass if there is no other, within the time that is left if there is a clock.
    pub(crate) fn choose_move(&mut self, board: &Board, clock: Option<Clock>) -> Result<Move, AnalyzeError> {
        let search = &self.options.search;
        let request = clock.map_or_else(|| search.request(), |clock| search.request_by_clock(clock));
        let mv = match &mut self.handicap {
            Some(handicap) => handicap.choose(&self.engine.analyze(board, request.multi_pv(usize::MAX))?),
            None => self.engine.analyze(board, request)?.best_move(),
        };
        Ok(mv.unwrap_or(Move::Pass))
    }
}
