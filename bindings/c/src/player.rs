//! Who moves for a side of a session, and its clock.

use std::time::Duration;

use reversi_engine::play::Player;
use reversi_engine::search::Clock;
use reversi_engine::surface::{ClockOptions, DynValue};

use crate::failure::Failure;
use crate::opponent::opponent;
use crate::pointer::{In, options};
use crate::set_fields::SetFields;
use crate::surface::ReversiAnalyzeOptions;

/// Who moves for a side of a session.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReversiPlayerKind {
    /// Someone who is asked for a move.
    Person = 0,
    /// An engine that plays the best move of an analysis.
    Engine = 1,
    /// A human-like opponent, which makes mistakes.
    Opponent = 2,
}

/// Who moves for a side. Begin with `REVERSI_PLAYER_INIT`: zeros are a person.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiPlayer {
    /// The size of this struct.
    pub size: usize,
    /// A `ReversiPlayerKind`.
    pub kind: i32,
    /// Of an opponent without a rating: a `ReversiStrength`.
    pub strength: i32,
    /// Of an opponent: it decides the mistakes.
    pub seed: u64,
    /// Of an engine: what it analyzes; NULL for the defaults. Its progress is not called.
    pub analyze: In<ReversiAnalyzeOptions>,
    /// Of an opponent: its rating, 400 to 2400; 0 for the rating of its strength.
    pub rating: u32,
}

/// The clock of a side. Begin with `REVERSI_CLOCK_INIT`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ReversiClock {
    /// The size of this struct.
    pub size: usize,
    /// The seconds that are left.
    pub remaining_seconds: f64,
    /// The seconds that are added after each move.
    pub increment_seconds: f64,
}

options!(ReversiPlayer, "REVERSI_PLAYER_INIT", analyze: In<ReversiAnalyzeOptions>);
options!(ReversiClock, "REVERSI_CLOCK_INIT", increment_seconds: f64);

impl From<&Player> for ReversiPlayerKind {
    fn from(player: &Player) -> ReversiPlayerKind {
        match player {
            Player::Engine(_) => ReversiPlayerKind::Engine,
            Player::Opponent(_) => ReversiPlayerKind::Opponent,
            _ => ReversiPlayerKind::Person,
        }
    }
}

impl In<ReversiPlayer> {
    /// Reads the player. A null pointer is a person.
    pub(crate) fn player(self, name: &'static str) -> Result<Player, Failure> {
        let player = self.options(name)?;
        Ok(match player.kind {
            0 => Player::Person,
            1 => {
                let request = player.analyze.options("analyze")?.options()?.request();
                Player::Engine(request.map_err(Failure::invalid)?)
            }
            2 => {
                let rating = (player.rating != 0).then_some(player.rating);
                Player::Opponent(opponent(rating, player.strength, player.seed)?)
            }
            kind => return Err(Failure::out_of_range("kind", "0 to 2", kind)),
        })
    }
}

impl In<ReversiClock> {
    /// Reads the clock; `None` for a null pointer.
    pub(crate) fn clock(self) -> Result<Option<Clock>, Failure> {
        if self.is_null() {
            return Ok(None);
        }
        let clock = self.options("clock")?;
        let mut fields = SetFields::default();
        fields.put("remaining_seconds", DynValue::Number(clock.remaining_seconds));
        fields.seconds("increment_seconds", clock.increment_seconds);
        Ok(Some(fields.read::<ClockOptions>()?.into()))
    }
}

impl From<Clock> for ReversiClock {
    fn from(clock: Clock) -> ReversiClock {
        let (remaining_seconds, increment_seconds) =
            (clock.remaining.as_secs_f64(), clock.increment.as_secs_f64());
        ReversiClock { remaining_seconds, increment_seconds, ..ReversiClock::default() }
    }
}

/// Reads seconds of a caller.
pub(crate) fn time_of(seconds: f64) -> Result<Duration, Failure> {
    if seconds >= 0.0 {
        return Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
    }
    Err(Failure::out_of_range("seconds", "0 or more", seconds))
}
