//! The engine as a player: the options of the commands that play games.

use std::hash::{BuildHasher as _, RandomState};
use std::mem;

use reversi_engine::play::{Opponent, Player, Session, Strength, Variety};
use reversi_engine::search::{BookUse, Clock};
use reversi_engine::surface::AnalyzeOptions;
use reversi_engine::{AnalyzeRequest, Board, Level, Limits};

use crate::fields::{self, FieldOptions};
use crate::options::{self, EngineOptions, number};
use crate::output::Failure;
use crate::pondering_engine::PonderingEngine;

/// The options of a playing engine.
#[derive(clap::Args)]
pub(crate) struct PlayerOptions {
    #[command(flatten)]
    search: FieldOptions<fields::Play>,

    /// Play like a human of this strength, with mistakes: beginner, casual, intermediate, club, tournament,
    /// expert or master. They are names of ratings.
    #[arg(long, value_name = "NAME", group = "chance",
        conflicts_with_all = ["rating", "level", "depth", "selectivity"])]
    strength: Option<Strength>,

    /// Play like a person of this rating, 400 to 2400: 1500 is the median of people who play many
    /// tournament games, and 2400 makes no mistakes.
    #[arg(long, value_name = "N", group = "chance", conflicts_with_all = ["level", "depth", "selectivity"],
        value_parser = rating, allow_negative_numbers = true)]
    rating: Option<u32>,

    /// Opening book: a file in any format, `embedded`, or `none`. Where it knows a position by a search of
    /// this level at least, or by a clock, its move is played at once. Human-like opponents know the openings
    /// without it, and use it only if they make no mistakes [default: the book that is part of the program].
    #[arg(long, value_name = "FILE", default_value = "embedded", hide_default_value = true)]
    book: String,

    /// Which moves of the book are played: `best`, any move `within:N` discs of the best one, or
    /// `weighted:N`, where a move is half as likely for each N discs that it is worse [default: best].
    #[arg(long, value_name = "CHOICE", group = "chance")]
    variety: Option<Variety>,

    /// Seed of the mistakes and of the variety, one more for each further game [default: random].
    #[arg(long, value_name = "N", requires = "chance",
        value_parser = number::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,

    #[command(flatten)]
    engine: EngineOptions,
}

/// Parses a rating of a human-like opponent.
pub(crate) fn rating(text: &str) -> Result<u32, &'static str> {
    let rating = text.parse().ok().filter(|rating| Opponent::RATINGS.contains(rating));
    rating.ok_or("expected 400 to 2400")
}

/// An engine, and how it plays.
pub(crate) struct Contender {
    pub(crate) pondering_engine: PonderingEngine,
    search: AnalyzeOptions,
    /// The rating of a human-like opponent.
    rating: Option<u32>,
    variety: Variety,
    next_seed: u64,
    /// The clock it plays by: then it thinks as long as the clock allows, unless a level is set.
    pub(crate) clock: Option<Clock>,
    is_warm: bool,
}

impl Contender {
    pub(crate) fn new(options: &PlayerOptions) -> Result<Contender, Failure> {
        let search = options.search.read()?;
        let _ = search.request()?; // later ones differ in the level and the clock alone
        Ok(Contender {
            pondering_engine: PonderingEngine::new(
                options.engine.build(options::open_book(&options.book)?.as_ref())?,
            ),
            search,
            rating: options.rating.or(options.strength.map(Strength::rating)),
            variety: options.variety.unwrap_or_default(),
            next_seed: options.seed.unwrap_or_else(|| RandomState::new().hash_one(())),
            clock: None,
            is_warm: false,
        })
    }

    /// Begins a new game: clears the hash table and takes the next seed.
    pub(crate) fn new_game(&mut self) {
        self.pondering_engine.engine().clear_hash();
        self.next_seed = self.next_seed.wrapping_add(1);
    }

    /// Lets a first search pay for what a clock should not: threads that start, parts that are unpacked. A
    /// pondering goes on if that is done.
    pub(crate) fn warm(&mut self) {
        if !mem::replace(&mut self.is_warm, true) {
            let rating = self.rating;
            let engine = self.pondering_engine.engine();
            let request = AnalyzeRequest::depth(1).book(BookUse::Never);
            let _ = engine.analyze(&Board::START, request); // the search of the move itself reports the error
            let _ = rating.map(|rating| engine.human_moves(&Board::START, rating));
        }
    }

    /// The engine as the player of a side in this game.
    pub(crate) fn player(&self) -> Player {
        match self.rating {
            Some(rating) => Player::Opponent(Opponent::rated(rating, self.seed())),
            // In a game a limit serves as a clock.
            None if self.is_limited_alone() => Player::Engine(self.by(self.clock).book(BookUse::Always)),
            None => Player::Engine(self.by(self.clock)),
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
        self.search.limits.clone()
    }

    /// An analysis without mistakes.
    pub(crate) fn request(&self) -> AnalyzeRequest {
        self.by(None)
    }

    fn by(&self, clock: Option<Clock>) -> AnalyzeRequest {
        let mut options = self.search.clone();
        options.clock = clock.map(Into::into);
        options.request().expect("`new` has checked the options")
    }

    /// Returns whether only time or nodes limit the search, and no use of the book is set.
    fn is_limited_alone(&self) -> bool {
        let AnalyzeOptions { level, depth, book, limits, .. } = &self.search;
        (level, depth, book) == (&None, &None, &None) && *limits != Limits::new()
    }

    /// The name of the player: `club`, `rating 1350`, `level 21`.
    pub(crate) fn name(&self) -> String {
        let AnalyzeOptions { level, depth, .. } = AnalyzeOptions::from(&self.by(self.clock));
        match (self.rating, level, depth) {
            (Some(rating), ..) => match Opponent::rated(rating, 0).strength() {
                Some(strength) => strength.to_string(),
                None => format!("rating {rating}"),
            },
            (None, Some(level), _) => format!("level {level}"),
            (None, None, Some(depth)) => format!("depth {depth}"),
            (None, None, None) => "the engine".to_owned(),
        }
    }

    /// The rating, if the engine plays with mistakes like a human.
    pub(crate) fn rating(&self) -> Option<u32> {
        self.rating
    }

    pub(crate) fn set_rating(&mut self, rating: u32) {
        self.rating = Some(rating);
    }

    /// Sets the level, and keeps a rating.
    pub(crate) fn set_level(&mut self, level: Level) {
        (self.search.level, self.search.depth) = (Some(level), None);
    }

    /// Sets the level in place of a rating.
    pub(crate) fn play_at_level(&mut self, level: Level) {
        self.rating = None;
        self.set_level(level);
    }
}
