//! A session as a record in GGF, and back.

use std::time::Duration;

use reversi_bitboard::Color;
use reversi_notation::{GgfEnd, GgfGame, GgfNote, GgfResult, GgfTagError};
use reversi_search::Clock;

use super::session::Turn;
use super::{Ending, GameResult, Player, Session};

/// The tags of the names of black and white.
const NAMES: [&str; 2] = ["PB", "PW"];

impl Session {
    /// Returns the name of a side. The default is the name of this library for an engine, and empty for a
    /// person.
    pub fn name(&self, color: Color) -> String {
        let name = self.names[color as usize].clone();
        name.unwrap_or_else(|| self.player(color).default_name())
    }

    /// Sets the name of a side.
    ///
    /// # Errors
    /// [`GgfTagError`] if the name has a `]`, which no record can hold.
    pub fn set_name(&mut self, color: Color, name: &str) -> Result<(), GgfTagError> {
        GgfGame::new(Default::default()).set_tag(NAMES[color as usize], name)?;
        self.names[color as usize] = Some(name.to_owned());
        Ok(())
    }

    /// Returns the record of the game: names, result, time control, and for each move its time and the
    /// evaluation of the engine, as far as they are known.
    ///
    /// The result is written as game servers do: `+12.000` from black's side, with `:r` after a resignation
    /// and `:t` after a loss on time. A game in progress has no result.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reversi_engine::{Color, Square};
    /// use reversi_engine::play::{Player, Session};
    ///
    /// let mut session = Session::new(Player::Person, Player::Person);
    /// session.set_name(Color::Black, "Ada")?;
    /// session.play_in(Square::F5, Duration::from_millis(2400))?;
    /// session.resign(Color::White)?;
    /// let record = session.to_ggf();
    /// assert_eq!((record.tag("PB"), record.tag("RE")), (Some("Ada"), Some("+64.000:r")));
    /// assert!(record.to_string().ends_with("B[F5//2.4];)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_ggf(&self) -> GgfGame {
        let mut record = GgfGame::new(self.game.clone());
        let mut set = |name: &str, value: &str| {
            let set = record.set_tag(name, value);
            debug_assert!(set.is_ok(), "{name} {value}");
        };
        for color in [Color::Black, Color::White] {
            set(NAMES[color as usize], &self.name(color));
        }
        let start = self.turns.first().map_or(self.clocks, |turn| turn.clocks);
        if let [Some(black), Some(white)] = start
            && black == white
        {
            set("TI", &time_control(black));
        }
        if let Some(GameResult { score, ending }) = self.result() {
            let end = match ending {
                Ending::NoMoves => GgfEnd::Played,
                Ending::Resignation => GgfEnd::Resigned,
                Ending::Time => GgfEnd::Timeout,
            };
            if let Ok(result) = GgfResult::new(score.into(), end) {
                record.set_result(result);
            }
        }
        let seconds = |time: Duration| (time.as_secs_f64() * 1000.0).round() / 1000.0;
        record.notes =
            self.notes().map(|(eval, time)| GgfNote { eval, seconds: time.map(seconds) }).collect();
        record
    }

    /// Makes a session that continues a record, with its names, times and evaluations, without clocks. A game
    /// that ended early continues.
    ///
    /// ```
    /// use reversi_engine::Color;
    /// use reversi_engine::notation::GgfGame;
    /// use reversi_engine::play::{Due, Player, Session};
    ///
    /// let record: GgfGame = "(;GM[Othello]PB[Ada]RE[-64.000:r]\
    ///     BO[8 ---------------------------O*------*O--------------------------- *]B[F5//2.4];)".parse()?;
    /// let session = Session::from_ggf(&record, Player::Person, Player::Person);
    /// assert_eq!(session.name(Color::Black), "Ada");
    /// assert_eq!(session.due(), Due::Person(Color::White));
    /// # Ok::<(), reversi_engine::notation::ParseGgfError>(())
    /// ```
    pub fn from_ggf(record: &GgfGame, black: Player, white: Player) -> Session {
        let mut session = Session::from_game(record.game.clone(), black, white);
        for color in [Color::Black, Color::White] {
            let name = record.tag(NAMES[color as usize]).filter(|name| !name.is_empty());
            session.names[color as usize] = name.map(str::to_owned);
        }
        for (turn, note) in session.turns.iter_mut().zip(&record.notes) {
            let time = note.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
            *turn = Turn { eval: note.eval.filter(|eval| eval.is_finite()), time, ..*turn };
        }
        session
    }
}

/// `05:00/00:02`: minutes and seconds, then the increment after each move.
fn time_control(clock: Clock) -> String {
    let text = |time: Duration| format!("{:02}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
    let increment =
        if clock.increment.is_zero() { String::new() } else { format!("/{}", text(clock.increment)) };
    text(clock.remaining) + &increment
}
