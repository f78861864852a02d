//! The engine as a player: the options of the commands that play games.

use std::hash::{BuildHasher as _, RandomState};

use reversi_engine::{
    AnalyzeRequest, BookUse, BuildError, Engine, Level, Limits, Opponent, Player, Session, Strength, Variety,
};

use crate::options::{self, EngineOptions, OpeningBook, SearchOptions, number};

/// The options of a playing engine.
#[derive(clap::Args)]
pub(crate) struct PlayerOptions {
    #[command(flatten)]
    search: SearchOptions,

    /// Play against people, with mistakes: beginner, casual, intermediate, club, tournament, expert or
    /// master.
    #[arg(long, value_name = "NAME", group = "chance", conflicts_with_all = ["level", "depth", "selectivity"])]
    strength: Option<Strength>,

    /// Opening book: a file in any format, `embedded`, or `none`. Where it knows a position by a search of
    /// this level at least, or by a clock, its move is played at once. Of the strengths, club and those
    /// above it know the openings [default: the book that is part of the program].
    #[arg(long, value_name = "FILE", value_parser = options::book)]
    book: Option<OpeningBook>,

    /// Which moves of the book are played: `best`, any move `within:N` discs of the best one, or
    /// `weighted:N`, where a move is half as likely for each N discs that it is worse [default: best].
    #[arg(long, value_name = "CHOICE", group = "chance")]
    variety: Option<Variety>,

    /// Seed of the mistakes and of the variety, one more for each further game [default: another one each
    /// time].
    #[arg(long, value_name = "N", requires = "chance",
        value_parser = number::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    engine: EngineOptions,
}

/// An engine, and how it plays.
pub(crate) struct Contender {
    pub(crate) engine: Engine,
    search: SearchOptions,
    strength: Option<Strength>,
    variety: Variety,
    next_seed: u64,
    /// Whether it plays by a clock: then it thinks as long as the clock allows, unless a level is set.
    pub(crate) has_clock: bool,
}

impl Contender {
    pub(crate) fn new(options: &PlayerOptions) -> Result<Contender, BuildError> {
        Ok(Contender {
            engine: options.engine.build_with(options.book.as_ref().unwrap_or(&OpeningBook::embedded()))?,
            search: options.search.clone(),
            strength: options.strength,
            variety: options.variety.unwrap_or_default(),
            next_seed: options.seed.unwrap_or_else(|| RandomState::new().hash_one(())),
            has_clock: false,
        })
    }

    /// Begins a new game: clears the hash table and takes the next seed.
    pub(crate) fn new_game(&mut self) {
        self.engine.clear_hash();
        self.next_seed = self.next_seed.wrapping_add(1);
    }

    /// The engine as the player of a side in this game.
    pub(crate) fn player(&self) -> Player {
        match self.strength {
            Some(strength) => Player::Opponent(Opponent::new(strength, self.seed())),
            None if self.has_clock => Player::Engine(self.search.request_by_clock()),
            // A limit is no clock, and in a game it has the same purpose.
            None if self.search.is_limited_alone() => {
                Player::Engine(self.search.request().book(BookUse::Always))
            }
            None => Player::Engine(self.search.request()),
        }
    }

    /// The session, where the engine varies its moves by the seed of this game.
    pub(crate) fn vary(&self, mut session: Session) -> Session {
        session.set_variety(self.variety, self.seed());
        session
    }

    /// The seed of this game.
    fn seed(&self) -> u64 {
        self.next_seed.wrapping_sub(1)
    }

    /// The limits of each move.
    pub(crate) fn limits(&self) -> Limits {
        self.search.limits()
    }

    /// An analysis without mistakes.
    pub(crate) fn request(&self) -> AnalyzeRequest {
        self.search.request()
    }

    /// What it is called across the board: `club`, `level 21`.
    pub(crate) fn name(&self) -> String {
        self.strength.map_or_else(|| self.search.in_words(self.has_clock), |strength| strength.to_string())
    }

    pub(crate) fn strength(&self) -> Option<Strength> {
        self.strength
    }

    pub(crate) fn set_strength(&mut self, strength: Strength) {
        self.strength = Some(strength);
    }

    /// Sets the level, and keeps a strength.
    pub(crate) fn set_level(&mut self, level: Level) {
        self.search.set_level(level);
    }

    /// Sets the level in place of a strength.
    pub(crate) fn play_at_level(&mut self, level: Level) {
        self.strength = None;
        self.search.set_level(level);
    }
}
