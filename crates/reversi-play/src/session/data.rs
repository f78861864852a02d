//! A session as data: its state, checked when it is read. Each field may be left out.

use std::time::Duration;

use reversi_bitboard::{Color, Game, Move, Position};
use reversi_fields::{COLORS, FieldError, FieldErrorKind, Kind, Seed, objects, surface};
#[cfg(feature = "serde")]
use reversi_fields::{DynValue, read};
use reversi_notation::{GgfGame, ParseTranscriptError};
use reversi_search::Clock;
use reversi_search::surface::{CLOCK, ClockOptions};

use super::session::{Ended, Turn, Undone};
use super::watch::Watch;
use super::{ENDINGS, Ending, GameResult, Player, Session};
use crate::by_color::ByColor;
use crate::variety::Variety;

/// A colour.
pub(super) const COLOR: Kind = Kind::Names("Color", COLORS);

/// The clocks of both sides.
const CLOCKS: Kind = Kind::ByColor(&Kind::OrNull(&Kind::Object(&CLOCK)));

surface! {
    /// A session as data.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct StoredSession as SESSION: "A game at the board.",
        not ("game", "ggf"), not ("turns", "ggf"), not ("undone", "ggf")
    {
        /// The moves so far.
        game: Option<StoredGame> as "game": Kind::Object(&STORED_GAME), or "a game at its start";
        /// In place of a game: its record in GGF, with names, times and evaluations. It is never written.
        ggf: Option<String> as "ggf": Kind::Text, or "none";
        /// The data of each move.
        turns: Option<Vec<StoredTurn>> as "turns": Kind::List(&Kind::Object(&STORED_TURN)),
            or "nothing is known";
        /// The moves taken back, the next one to play again first.
        undone: Vec<StoredUndone> as "undone": Kind::List(&Kind::Object(&STORED_UNDONE)), or "none";
        /// The player of each side.
        players: ByColor<Player> as "players": Kind::ByColor(&Kind::Player), or "persons";
        /// The names given to the sides.
        names: ByColor<Option<String>> as "names": Kind::ByColor(&Kind::OrNull(&Kind::Text)), or "none";
        /// The clocks as the turn began.
        clocks: ByColor<Option<ClockOptions>> as "clocks": CLOCKS, or "none";
        /// Which moves of a book the engines take.
        variety: Option<StoredVariety> as "variety": Kind::Object(&VARIETY), or "the best ones";
        /// The time of the turn so far. Reading a session pauses the watch.
        spent: Duration as "spent_seconds": Kind::Seconds, or "0";
        /// The early end of the game.
        ended: Option<StoredEnd> as "ended": Kind::OrNull(&Kind::Object(&STORED_END)), or "none";
    }
}

surface! {
    /// A game as data.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct StoredGame as STORED_GAME: "A game: where it began, and its moves." {
        /// The position at its start.
        start: Option<Position> as "start": Kind::Position, or "the usual start";
        /// The moves, such as "f5d6c3".
        moves: String as "moves": Kind::Moves, or "none";
    }
}

surface! {
    /// The data of a move besides the move itself.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct StoredTurn as STORED_TURN: "The data of a move besides the move itself." {
        /// The evaluation in discs, from the side that moves.
        eval: Option<f64> as "eval": Kind::Number, or "not known";
        /// The time of the move.
        time: Option<Duration> as "seconds": Kind::Seconds, or "not known";
        /// The clocks as the turn began.
        clocks: ByColor<Option<ClockOptions>> as "clocks": CLOCKS, or "none";
    }
}

surface! {
    /// A move that was taken back.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct StoredUndone as STORED_UNDONE: "A move that was taken back." {
        /// The move.
        mv: Option<Move> as "move": Kind::Move;
        /// The data of the move.
        turn: StoredTurn as "turn": Kind::Object(&STORED_TURN), or "nothing";
        /// The clocks after the turn.
        clocks: ByColor<Option<ClockOptions>> as "clocks": CLOCKS, or "none";
    }
}

surface! {
    /// The choice among the moves of a book.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct StoredVariety as VARIETY: "Which moves of a book the engines take." {
        /// `"best"`, `"within:2"` or `"weighted:1"`, in discs.
        choose: Variety as "choose": Kind::Text;
        /// The seed of the choice: the same seed and the same boards give the same moves.
        seed: Option<Seed> as "seed": Kind::Seed, or "0";
    }
}

surface! {
    /// The early end of a game.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct StoredEnd as STORED_END: "The end of a game before its end on the board." {
        /// The side that has lost.
        loser: Option<Color> as "loser": COLOR;
        /// How the game ended.
        by: Option<Ending> as "by": Kind::Names("Ending", ENDINGS);
        /// The clocks as the last turn began.
        clocks: ByColor<Option<ClockOptions>> as "clocks": CLOCKS, or "none";
    }
}

objects!(StoredSession, StoredGame, StoredTurn, StoredUndone, StoredVariety, StoredEnd);

fn stored_clocks(clocks: [Option<Clock>; 2]) -> ByColor<Option<ClockOptions>> {
    ByColor::from(clocks.map(|clock| clock.map(ClockOptions::from)))
}

fn clocks(stored: ByColor<Option<ClockOptions>>) -> [Option<Clock>; 2] {
    stored.both().map(|clock| clock.map(Clock::from))
}

impl StoredGame {
    fn game(self) -> Result<Game, ParseTranscriptError> {
        Game::from_transcript(self.start.unwrap_or(Position::START), &self.moves)
    }
}

impl StoredTurn {
    fn of(turn: &Turn) -> StoredTurn {
        StoredTurn { eval: turn.eval, time: turn.time, clocks: stored_clocks(turn.clocks) }
    }

    fn turn(self) -> Turn {
        Turn { eval: self.eval, time: self.time, clocks: clocks(self.clocks) }
    }
}

impl StoredEnd {
    fn of(ended: &Ended) -> StoredEnd {
        StoredEnd {
            loser: ended.result.winner().map(|winner| !winner),
            by: Some(ended.result.ending),
            clocks: stored_clocks(ended.clocks),
        }
    }

    fn ended(self) -> Option<Ended> {
        let result = GameResult::early(self.loser?, self.by?);
        Some(Ended { result, clocks: clocks(self.clocks) })
    }
}

fn contradiction(field: &str, message: impl Into<String>) -> FieldError {
    FieldError::new(field, FieldErrorKind::Contradiction { message: message.into() })
}

impl StoredSession {
    /// Returns a session as it is stored.
    pub fn of(session: &Session) -> StoredSession {
        let undone = |(mv, undone): (Move, &Undone)| StoredUndone {
            mv: Some(mv),
            turn: StoredTurn::of(&undone.turn),
            clocks: stored_clocks(undone.clocks),
        };
        let game = &session.game;
        StoredSession {
            game: Some(StoredGame { start: Some(game.start()), moves: game.to_string() }),
            ggf: None,
            turns: Some(session.turns.iter().map(StoredTurn::of).collect()),
            undone: game.undone_moves().zip(session.undone.iter().rev()).map(undone).collect(),
            players: session.players.clone().into(),
            names: session.names.clone().into(),
            clocks: stored_clocks(session.clocks),
            variety: match session.variety {
                (Variety::Best, _) => None,
                (choose, seed) => Some(StoredVariety { choose, seed: Some(Seed(seed)) }),
            },
            spent: session.watch.elapsed(),
            ended: session.ended.as_ref().map(StoredEnd::of),
        }
    }

    /// Makes the session.
    ///
    /// # Errors
    /// [`FieldErrorKind::Contradiction`] if its parts do not fit together.
    pub fn session(self) -> Result<Session, FieldError> {
        let [black, white] = self.players.both();
        let mut session = match self.ggf {
            Some(text) => {
                let record: GgfGame = text.parse().map_err(|error| FieldError::invalid("ggf", error))?;
                Session::from_ggf(&record, black, white)
            }
            None => {
                let wrong = |error| FieldError::invalid("game.moves", error);
                Session::from_game(self.game.unwrap_or_default().game().map_err(wrong)?, black, white)
            }
        };
        if let Some(turns) = self.turns {
            let moves = session.game.moves().len();
            if turns.len() != moves {
                return Err(contradiction(
                    "turns",
                    format!("must be {moves}, one for each move, not {}", turns.len()),
                ));
            }
            session.turns = turns.into_iter().map(StoredTurn::turn).collect();
        }
        let moves = session.game.moves().len();
        for (i, undone) in self.undone.iter().enumerate() {
            let wrong = |error| FieldError::invalid(format!("undone[{i}].move"), error);
            undone.mv.map_or(Ok(()), |mv| session.game.play(mv)).map_err(wrong)?;
        }
        while session.game.moves().len() > moves {
            session.game.undo();
        }
        for StoredUndone { turn, clocks: after, .. } in self.undone.into_iter().rev() {
            session.undone.push(Undone { turn: turn.turn(), clocks: clocks(after) });
        }
        for (color, name) in [Color::Black, Color::White].into_iter().zip(self.names.both()) {
            let Some(name) = name else { continue };
            let wrong = |error| FieldError::invalid(format!("names.{color}"), error);
            session.set_name(color, &name).map_err(wrong)?;
        }
        session.clocks = clocks(self.clocks);
        if let Some(StoredVariety { choose, seed }) = self.variety {
            session.set_variety(choose, seed.map_or(0, |seed| seed.0));
        }
        session.watch = Watch::at(self.spent);
        if let Some(ended) = &self.ended {
            if ended.by == Some(Ending::NoMoves) {
                return Err(contradiction(
                    "ended.by",
                    "must be \"resignation\" or \"time\", not \"no_moves\"",
                ));
            }
            if session.game.is_over() {
                return Err(contradiction("ended", "the game has ended on the board, not early"));
            }
        }
        session.ended = self.ended.and_then(StoredEnd::ended);
        Ok(session)
    }
}

/// Two sessions are equal if their data is equal: game, players, clocks, and the time of the turn.
impl PartialEq for Session {
    fn eq(&self, other: &Session) -> bool {
        StoredSession::of(self) == StoredSession::of(other)
    }
}

/// No evaluation is NaN.
impl Eq for Session {}

#[cfg(feature = "json")]
impl Session {
    /// Reads a session from JSON. Each field may be left out. Unlike an error of `serde_json`, the error
    /// names the field.
    ///
    /// ```
    /// use reversi_engine::Color;
    /// use reversi_engine::play::Session;
    ///
    /// let session = Session::from_json(r#"{"game": {"moves": "f5d6"}, "names": {"black": "Ada"}}"#)?;
    /// assert_eq!((session.game().to_string(), session.name(Color::Black)), ("f5d6".into(), "Ada".into()));
    ///
    /// let error = Session::from_json(r#"{"clocks": {"black": {"remaining_seconds": -1}}}"#).unwrap_err();
    /// assert_eq!(error.to_string(), "clocks.black.remaining_seconds must be 0 or more, not -1");
    /// # Ok::<(), reversi_engine::question::FieldError>(())
    /// ```
    ///
    /// # Errors
    /// [`FieldError`] for text that is not JSON, and for a session whose parts do not fit together.
    pub fn from_json(text: &str) -> Result<Session, FieldError> {
        read_session(DynValue::of_large_json(text)?)
    }

    /// Writes the session as JSON.
    ///
    /// ```
    /// use reversi_engine::play::{Player, Session};
    ///
    /// let session = Session::new(Player::Person, Player::Person);
    /// assert_eq!(Session::from_json(&session.to_json()), Ok(session));
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers can be written")
    }
}

/// Reads a session from its stored form.
#[cfg(feature = "serde")]
fn read_session(plain: DynValue) -> Result<Session, FieldError> {
    match plain {
        DynValue::Object(fields) => read::<StoredSession>(fields)?.session(),
        other => {
            let (expected, found) = ("an object".into(), other.describe());
            Err(FieldError::new("session", FieldErrorKind::WrongType { expected, found }))
        }
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use ::serde::de::{Deserialize, Deserializer, Error};
    use ::serde::ser::{Serialize, Serializer};
    use reversi_fields::Fields as _;
    use reversi_fields::Large;

    use super::{Session, StoredSession};

    /// `{"game": {..}, "turns": [..], "undone": [], "players": {"black": "person", "white": {..}},
    /// "names": {..}, "clocks": {..}, "spent_seconds": 0, "ended": {..}}`. Reading it pauses the watch.
    impl Serialize for Session {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            StoredSession::of(self).to_plain().serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Session {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Session, D::Error> {
            let Large(plain) = Large::deserialize(deserializer)?;
            super::read_session(plain).map_err(D::Error::custom)
        }
    }
}
